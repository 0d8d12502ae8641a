// Package replay runs a release rule, the one knob of every comparison, over
// the chunks of a timeline and says what a reader that follows it holds.
package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// RuleKind names a release rule, or whose held bytes follow none: the reader
// that was observed, and the inflater in front of every reader.
type RuleKind uint16

const (
	AtClose   RuleKind = iota // incremental: releases an event when it closes; the floor
	ReadAll                   // buffered: nothing until EOF, then all
	ChunkEnd                  // everything when a chunk ends with nothing open
	Never                     // nothing; dropped at EOF with no event
	Observed                  // no rule: what a reader recorded of itself
	Block                     // at-close, of whole blocks of N bytes; all at EOF
	Lag                       // up to the start of the K-th newest closed event; all at EOF
	NextChunk                 // at-close, of what had come before this chunk; all at EOF
	Between                   // no rule: what lay between capture point N and the next
	Inflater                  // no rule: the coded bytes that a body's inflater holds
)

var ruleNames = [...]string{"at-close", "read-all", "chunk-end", "never", "observed", "block", "lag", "next-chunk", "between", "inflater"}

// Rule is a release rule. N is a block's bytes, a lag's events or a capture
// point's number, and 0 for the others.
type Rule struct {
	Kind RuleKind
	N    int64
}

func (r Rule) String() string {
	name := r.Name()
	if r.takesNumber() {
		name += ":" + strconv.FormatInt(r.N, 10)
	}
	return name
}

// Name is the rule without its number.
func (r Rule) Name() string {
	if int(r.Kind) < len(ruleNames) {
		return ruleNames[r.Kind]
	}
	return "?"
}

func (r Rule) takesNumber() bool { return r.Kind == Block || r.Kind == Lag || r.Kind == Between }

// rulesRead are how the rules are written, simplest first.
var rulesRead = []string{"at-close", "chunk-end", "read-all", "lag:K", "next-chunk", "block:N", "never"}

// Rules are how the rules are written, simplest first; N and K are numbers from
// 1 up.
func Rules() []string { return slices.Clone(rulesRead) }

// ParseRule reads what Rule.String writes.
func ParseRule(s string) (Rule, error) {
	name, number, has := strings.Cut(s, ":")
	for i, n := range ruleNames {
		r := Rule{Kind: RuleKind(i)}
		if n != name || r.Kind == Observed || r.Kind == Between || r.Kind == Inflater || has != r.takesNumber() {
			continue
		}
		if has {
			var err error
			if r.N, err = strconv.ParseInt(number, 10, 64); err != nil || r.N < 1 {
				return Rule{}, fmt.Errorf("rule %.40q, want a number from 1 up behind the colon", s)
			}
		}
		return r, nil
	}
	return Rule{}, fmt.Errorf("unknown rule %.40q, want one of %q", s, rulesRead)
}
