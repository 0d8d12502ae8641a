package lab

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Arm is one of the two readers, as its knobs. Each knob but the release may be
// left open.
type Arm struct {
	Release    replay.Rule
	Framing    framing.Name // Unknown: the stream's
	LenientEOF *bool        // nil: the stream's
}

// Knob names a knob.
type Knob string

// The knobs. Only the first may differ between two arms.
const (
	Release    Knob = "release"
	Framing    Knob = "framing"
	LenientEOF Knob = "lenient-eof"
)

// ParseArm reads an arm: a release rule, then knobs as in
// read-all,framing=lines,lenient-eof=true.
func ParseArm(s string) (Arm, error) {
	rule, rest, more := strings.Cut(s, ",")
	r, err := replay.ParseRule(rule)
	if err != nil {
		return Arm{}, err
	}
	a := Arm{Release: r}
	for more {
		var word string
		word, rest, more = strings.Cut(rest, ",")
		key, value, _ := strings.Cut(word, "=")
		switch Knob(key) {
		case Framing:
			if a.Framing, err = framing.ParseName(value); err != nil {
				return Arm{}, err
			}
		case LenientEOF:
			lenient, err := strconv.ParseBool(value)
			if err != nil {
				return Arm{}, fmt.Errorf("knob %s is %.40q, want true or false", LenientEOF, value)
			}
			a.LenientEOF = &lenient
		default:
			return Arm{}, fmt.Errorf("unknown knob %.40q, want one of %q", key, []Knob{Framing, LenientEOF})
		}
	}
	return a, nil
}

// over is the arm with s's knobs where its own are open.
func (a Arm) over(s Stream) Arm {
	if a.Framing == framing.Unknown {
		a.Framing = s.Framing
	}
	if a.LenientEOF == nil {
		a.LenientEOF = &s.LenientEOF
	}
	return a
}

// lenient is the knob's value, false where it is open.
func (a Arm) lenient() bool { return a.LenientEOF != nil && *a.LenientEOF }

// scanner makes the scanner that an arm with nothing left open uses on s.
func (a Arm) scanner(s Stream, emit func(framing.Span)) (framing.Scanner, error) {
	return framing.New(a.Framing, framing.Options{LenientEOF: a.lenient(), Heartbeats: s.Heartbeats}, emit)
}

// differ lists the knobs in which two arms differ.
func differ(a, b Arm) []Knob {
	var out []Knob
	if a.Release != b.Release {
		out = append(out, Release)
	}
	if a.Framing != b.Framing {
		out = append(out, Framing)
	}
	if a.lenient() != b.lenient() {
		out = append(out, LenientEOF)
	}
	return out
}

// Check refuses a pair that proves nothing about the moment of release: one in
// which it is not the only thing that differs (a *KnobError), or in which an arm
// follows a rule that no reader here can.
func Check(first, second Arm) error {
	for _, a := range []Arm{first, second} {
		if read, err := replay.ParseRule(a.Release.String()); err != nil || read != a.Release {
			return fmt.Errorf("lab: no reader releases by rule %v", a.Release)
		}
	}
	if d := differ(first, second); len(d) != 1 || d[0] != Release {
		return &KnobError{Knobs: d}
	}
	return nil
}

// KnobError is returned for two arms between which not exactly one knob, the
// moment of release, differs.
type KnobError struct {
	Knobs []Knob // that differ
}

func (e *KnobError) Error() string {
	switch n := len(e.Knobs); {
	case n == 0:
		return "lab: nothing differs between the two arms, want the knob release to"
	case n == 1:
		return fmt.Sprintf("lab: the knob %s differs between the two arms, want release to, and nothing else", e.Knobs[0])
	}
	words := make([]string, len(e.Knobs))
	for i, k := range e.Knobs {
		words[i] = string(k)
	}
	last := len(words) - 1
	return fmt.Sprintf("lab: %d knobs differ between the two arms, %s and %s, want release alone to",
		len(words), strings.Join(words[:last], ", "), words[last])
}
