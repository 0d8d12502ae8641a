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
	s := &Series{Rule: Rule{Kind: Observed}, Points: make([]Point, len(t.Observed))}
	last := int64(0)
	for i, o := range t.Observed {
		held := o.Held
		if held == capture.None {
			held = last
		}
		s.Points[i] = Point{Time: o.Time, Received: held, Before: max(held, last, o.Before), After: held, Parsed: o.Parsed}
		last = held
	}
	return s
}

// rowsOfChunks fills in what the rows leave out in the reader's favour: after a
// chunk without a measurement it has let go of all that an at-close reader
// would have, as far as its next row allows.
func rowsOfChunks(t *timeline.Timeline) *Series {
	s := newSeries(t, Rule{Kind: Observed})
	received := int64(0)
	for i := range s.Points {
		if i < len(t.Chunks) {
			received += t.Chunks[i].Bytes
		}
		s.Points[i] = Point{Time: t.Observed[i].Time, Received: received, Parsed: t.Observed[i].Parsed}
	}
	bound := received // what the next row shows to have been let go
	for i := len(s.Points) - 1; i >= 0; i-- {
		p, o := &s.Points[i], t.Observed[i]
		if o.Held != capture.None {
			bound = p.Received - o.Held
		}
		p.Released = bound
	}
	floor := Floor{Spans: t.Spans}
	released := int64(0)
	for i := range s.Points {
		p, o := &s.Points[i], t.Observed[i]
		free := floor.Free(p.Received)
		if o.Held == capture.None {
			if i == len(t.Chunks) {
				free = p.Received // nothing outlives EOF
			}
			p.Released = max(released, min(p.Released, free))
		}
		p.After = p.Received - p.Released
		if p.Before = o.Before; p.Before == capture.None {
			p.Before = p.Received - released
		}
		p.Before = max(p.Before, p.After)
		released = p.Released
	}
	return s
}
