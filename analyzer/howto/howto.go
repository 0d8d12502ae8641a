// Package howto takes apart the lines that say how to record a format: what is to
// be copied, and what is to be read.
package howto

import (
	"regexp"
	"strings"
)

// Step is one thing to do to record: something to copy, something to read, or
// both.
type Step struct {
	Note   string // a sentence of its own
	Code   string // lines to paste
	Remark string // about Code
}

var (
	// remarked splits a line from the comment at its end: not every shell, and no
	// address bar, takes one that is pasted.
	remarked = regexp.MustCompile(`^(.*?\S)(\s+(?:#|//) )(.+)$`)
	// menus is the way through a program's own ones.
	menus = regexp.MustCompile(`^[A-Z]\w+, `)
)

// Steps sorts the lines of a format's HowTo. The lines behind a note are one
// step, but for those with remarks of their own; other lines are a step each.
func Steps(howTo []string) []Step {
	var steps []Step
	noted := false // the next line goes on from the last step, or is about its note
	for _, line := range howTo {
		sign, note := comment(line)
		if note != "" {
			steps, noted = append(steps, Step{Note: note}), sign != ""
			continue
		}
		if m := remarked.FindStringSubmatch(line); m != nil {
			steps, noted = append(steps, Step{Code: m[1], Remark: m[3]}), false
			continue
		}
		if last := len(steps) - 1; noted && steps[last].Code != "" {
			steps[last].Code += "\n" + line
			continue
		}
		steps = append(steps, Step{Code: line})
	}
	return steps
}

// comment is the sentence that a line is, and the sign in front of it; "" where
// it is code.
func comment(line string) (sign, note string) {
	for _, sign := range []string{"# ", "// "} {
		if note, ok := strings.CutPrefix(line, sign); ok {
			return sign, note
		}
	}
	if menus.MatchString(line) {
		return "", line
	}
	return "", ""
}

// Say writes a line with what is to be read in it as text says it.
func Say(line string, text func(english string) string) string {
	if sign, note := comment(line); note != "" {
		return sign + text(note)
	}
	if m := remarked.FindStringSubmatch(line); m != nil {
		return m[1] + m[2] + text(m[3])
	}
	return line
}
