// Package replay runs a release rule, the one knob of every comparison, over
// the chunks of a timeline and says what a reader that follows it holds.
package replay

import (
	"fmt"
	"time"
)

// RuleKind names a release rule, or the reader that was observed.
type RuleKind uint16

const (
	AtClose  RuleKind = iota // incremental: releases an event when it closes; the floor
	ReadAll                  // buffered: nothing until EOF, then all
	ChunkEnd                 // everything when a chunk ends with nothing open
	Never                    // nothing; dropped at EOF with no event
	Observed                 // no rule: what a reader recorded of itself
)

var ruleNames = [...]string{"at-close", "read-all", "chunk-end", "never", "observed"}

// Rule is a release rule.
type Rule struct {
	Kind RuleKind
}

func (r Rule) String() string {
	if int(r.Kind) < len(ruleNames) {
		return ruleNames[r.Kind]
	}
	return "?"
}

// ParseRule reads what Rule.String writes.
func ParseRule(s string) (Rule, error) {
	for i, n := range ruleNames[:Observed] {
		if n == s {
			return Rule{RuleKind(i)}, nil
		}
	}
	return Rule{}, fmt.Errorf("unknown rule %.40q, want one of %q", s, ruleNames[:Observed])
}

// Series is what a reader held: a point for each chunk and, where the stream
// ended, one for EOF.
type Series struct {
	Rule   Rule
	Points []Point
	EOF    bool // the last point is EOF
}

// Point is the state just before and just after a reader took a chunk.
type Point struct {
	Time     time.Duration
	Received int64 // bytes of the stream, this chunk included
	Released int64 // offset up to which bytes were let go
	Before   int64 // held bytes: the old tail and the chunk
	After    int64 // held bytes once the rule was applied
	Parsed   bool  // this point released an event that parses
}

// Peak is the highest Before, in bytes.
func (s *Series) Peak() (n int64) {
	for _, p := range s.Points {
		n = max(n, p.Before)
	}
	return n
}

// PeakAfter is the highest After, in bytes.
func (s *Series) PeakAfter() (n int64) {
	for _, p := range s.Points {
		n = max(n, p.After)
	}
	return n
}
