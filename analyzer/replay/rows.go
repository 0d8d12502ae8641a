package replay

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// FromRows is the series of the reader that t observed, or nil where no row of
// it says what was held. Where t has no chunks its points are the rows, and what
// was received is not known: it is taken as what was held.
func FromRows(t *timeline.Timeline) *Series {
	given := 0
	for _, o := range t.Observed {
		if o.Held != capture.None {
			given++
		}
	}
	switch {
	case given == 0:
		return nil
	case len(t.Chunks) == 0:
		return rowsAlone(t)
	}
	return rowsOfChunks(t)
}

// rowsAlone carries what was held on over rows that do not say.
func rowsAlone(t *timeline.Timeline) *Series {
	s := &Series{Rule: Rule{Kind: Observed}, t: t}
	if !slices.ContainsFunc(t.Observed, func(o timeline.Sample) bool { return o.Held == capture.None }) {
		return s
	}
	s.carried = make([]int64, len(t.Observed))
	last := int64(0)
	for k, o := range t.Observed {
		if o.Held != capture.None {
			last = o.Held
		}
		s.carried[k] = last
	}
	return s
}

// row is point k of rows alone.
func (s *Series) row(k int) Point {
	o, after := &s.t.Observed[k], s.rowHeld(k)
	before := max(after, o.Before)
	if k > 0 {
		before = max(before, s.rowHeld(k-1))
	}
	return Point{Time: o.Time, Received: after, Before: before, After: after, Parsed: o.Parsed}
}

// allRows goes through rows alone by number.
func (s *Series) allRows(yield func(int, Point) bool) {
	last := int64(0)
	for k := range s.t.Observed {
		o, after := &s.t.Observed[k], s.rowHeld(k)
		if !yield(k, Point{Time: o.Time, Received: after, Before: max(after, last, o.Before), After: after, Parsed: o.Parsed}) {
			return
		}
		last = after
	}
}

// rowHeld is what was held after row k of rows alone.
func (s *Series) rowHeld(k int) int64 {
	if s.carried != nil {
		return s.carried[k]
	}
	return s.t.Observed[k].Held
}

// rowsOfChunks fills in what the rows leave out in the reader's favour: after a
// chunk without a measurement it has let go of all that an at-close reader
// would have, as far as its next row allows.
func rowsOfChunks(t *timeline.Timeline) *Series {
	s := newSeries(t, Rule{Kind: Observed})
	n := s.Len()
	s.released = make([]int64, n)
	received := func(k int) int64 {
		if k < len(t.Chunks) {
			return t.Chunks[k].End
		}
		return t.Total()
	}
	bound := t.Total() // what the next row shows to have been let go
	for k := n - 1; k >= 0; k-- {
		if o := t.Observed[k]; o.Held != capture.None {
			bound = received(k) - o.Held
		}
		s.released[k] = bound
	}
	floor := NewFloor(&t.Spans)
	released := int64(0)
	for k, o := range t.Observed {
		if o.Parsed {
			s.parse(k)
		}
		if o.Held == capture.None {
			free := received(k) // nothing outlives EOF
			if k < len(t.Chunks) {
				free = floor.Free(free)
			}
			s.released[k] = max(released, min(s.released[k], free))
		}
		released = s.released[k]
	}
	return s
}
