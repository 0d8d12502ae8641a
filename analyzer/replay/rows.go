package replay

import (
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
	points := make([]Point, len(t.Observed))
	last := int64(0)
	for i, o := range t.Observed {
		held := o.Held
		if held == capture.None {
			held = last
		}
		points[i] = Point{Time: o.Time, Received: held, Before: max(held, last, o.Before), After: held, Parsed: o.Parsed}
		last = held
	}
	return FromPoints(Rule{Kind: Observed}, false, points)
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
