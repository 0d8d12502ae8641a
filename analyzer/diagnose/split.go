package diagnose

import (
	"iter"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Split is a series taken apart: every instant has one cause and every held
// byte one name, so the parts sum to the whole.
type Split struct {
	Times Times
	Area  Area

	parts     func(from, to int) iter.Seq[part]
	n         int               // points
	stretches iter.Seq[Stretch] // nil: made of the parts
}

// part is the time from one point to the next, and what was held through it.
type part struct {
	Stretch
	open, late, filler, early int64 // bytes
}

// Stretches are what the time went to, in order, neighbours of one cause
// joined. They are found anew each time.
func (s *Split) Stretches() iter.Seq[Stretch] {
	if s.stretches != nil {
		return s.stretches
	}
	return func(yield func(Stretch) bool) {
		var last Stretch
		for p := range s.parts(0, s.n-1) {
			switch {
			case p.From == p.To:
			case last.From < last.To && last.Cause == p.Cause && last.To == p.From:
				last.To = p.To
			default:
				if last.From < last.To && !yield(last) {
					return
				}
				last = p.Stretch
			}
		}
		if last.From < last.To {
			yield(last)
		}
	}
}

// between is what the time from one point to another was spent on.
func (s *Split) between(from, to int) (out Times) {
	for p := range s.parts(from, to) {
		out[p.Cause] += p.To - p.From
	}
	return out
}

// newSplit adds up the parts of a series of n points. Where there are no times,
// no part has any.
func newSplit(n int, timed bool, parts func(from, to int) iter.Seq[part]) Split {
	s := Split{parts: parts, n: n}
	if !timed {
		return s
	}
	for p := range parts(0, n-1) {
		ns := int64(p.To - p.From)
		s.Times[p.Cause] += p.To - p.From
		s.Area.Open.Add(p.open, ns)
		s.Area.Late.Add(p.late, ns)
		s.Area.Filler.Add(p.filler, ns)
		s.Area.Early.Add(p.early, ns)
	}
	return s
}

// split takes series x apart. Of events, those count that the ledger counts.
func (s *state) split(x *replay.Series, l *ledger) Split {
	return newSplit(x.Len(), s.t.Timed, func(from, to int) iter.Seq[part] {
		return func(yield func(part) bool) {
			for k := from; k < to; k++ {
				if !yield(s.part(x, l, k)) {
					return
				}
			}
		}
	})
}

// part is what series x holds between points k and k+1.
func (s *state) part(x *replay.Series, l *ledger, k int) part {
	p := x.At(k)
	out := part{Stretch: Stretch{From: s.clock.at(k), To: s.clock.at(k + 1), Cause: Idle}}
	out.late = l.late(s.provedAt(k), l.handed(p.Released+l.kept(k), s.provedAt(k))) + l.kept(k)
	if _, span, is := s.open(k); is && span.Kind != framing.Filler {
		out.open = p.Received - span.Start
	}
	if rest := p.After - out.late - out.open; rest >= 0 {
		out.filler = rest
	} else {
		out.early = -rest
	}
	switch {
	case out.late > 0:
		out.Cause = Release
	case out.open > 0:
		out.Cause = OpenEvent
	case p.After > 0:
		out.Cause = FillerOnly
	}
	return out
}
