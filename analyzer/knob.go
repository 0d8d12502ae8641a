package analyzer

import (
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Knob is what a reader under one rule holds.
type Knob struct {
	Rule         string  `json:"rule"`
	Number       Number  `json:"number"`
	PeakBytes    int64   `json:"peak_bytes"`
	FirstRelease *Millis `json:"first_release_ms"` // null: no event was let go
	Release      Millis  `json:"release_ms"`       // time that closed events waited
	Sentence     string  `json:"sentence"`         // what releasing at event close would change, or that it would change nothing
}

// Number bounds the N of a rule over a recording: a block's bytes, a lag's
// events. Beyond Max nothing changes any more. Min and Max are 0 where the rule
// has none.
type Number struct {
	N   int64 `json:"n"`
	Min int64 `json:"min"`
	Max int64 `json:"max"`
}

// turnsKept is how many rules are kept that the knob was turned to last: who
// drags the graph while the knob stands still turns to none.
const turnsKept = 2

// Turn turns the knob to a rule, as replay.ParseRule reads it. It is nil where
// no close is known, as every rule then holds the same.
func (i *Inspection) Turn(rule string) (*Knob, error) {
	r, err := replay.ParseRule(rule)
	if err != nil {
		return nil, err
	}
	t := i.turn(rule)
	if t == nil {
		return nil, nil
	}
	k := &Knob{
		Rule: r.String(), Number: Number{N: r.N}, PeakBytes: t.Series.Peak(),
		FirstRelease: mark(t.First), Release: Millis(t.Release), Sentence: i.words().TurnSentence(t),
	}
	switch tl := i.a.Timeline; r.Kind {
	case replay.Block:
		k.Number.Min, k.Number.Max = 1, max(tl.Total(), 1)
	case replay.Lag:
		k.Number.Min, k.Number.Max = 1, max(int64(tl.Spans.Sum().Events.Count), 1)
	}
	return k, nil
}

func (i *Inspection) turning() *diagnose.Knob {
	if i.knob == nil {
		i.knob = diagnose.NewKnob(i.a.Diagnosis)
	}
	return i.knob
}

// turn is what the knob is turned to, or nil where that changes nothing.
func (i *Inspection) turn(rule string) *diagnose.Turn {
	r, err := replay.ParseRule(rule)
	if err != nil || i.turning() == nil {
		return nil
	}
	n := len(i.turned)
	for at, t := range i.turned {
		if t.Series.Rule == r {
			i.turned[at], i.turned[n-1] = i.turned[n-1], t
			return t
		}
	}
	var room []int64
	if n == turnsKept {
		room = i.turned[0].Series.Room()
		i.turned = i.turned[:copy(i.turned, i.turned[1:])]
	}
	t := i.knob.Turn(r, room)
	i.turned = append(i.turned, t)
	return t
}
