package replay

import (
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Run replays rule r over the chunks of t, in one pass over chunks and spans.
func Run(t *timeline.Timeline, r Rule) *Series {
	s := newSeries(t, r)
	floor := Floor{Spans: t.Spans}
	var received, released int64
	for i, c := range t.Chunks {
		received += c.Bytes
		free := floor.Free(received)
		next := released
		switch r.Kind {
		case AtClose:
			next = free
		case ChunkEnd:
			if free == received {
				next = received
			}
		}
		s.Points[i] = Point{
			Time: c.Time, Received: received, Released: next,
			Before: received - released, After: received - next,
			Parsed: floor.parsed(released, next),
		}
		released = next
	}
	if s.EOF {
		s.Points[len(t.Chunks)] = Point{
			Time: t.EOF.Time, Received: received, Released: received,
			Before: received - released,
			Parsed: r.Kind != Never && parsedAtEOF(t.Spans, released),
		}
	}
	return s
}

// FromRows is the series of the reader that t observed, or nil. Where t has no
// chunks its points are the rows, and what was received is not known: it is
// taken as what was held.
func FromRows(t *timeline.Timeline) *Series {
	if t.Observed == nil {
		return nil
	}
	rule := Rule{Kind: Observed}
	if len(t.Chunks) == 0 {
		s := &Series{Rule: rule, Points: make([]Point, len(t.Observed))}
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
	s := newSeries(t, rule)
	var received, held int64
	for i := range s.Points {
		o := t.Observed[i]
		if i < len(t.Chunks) {
			received += t.Chunks[i].Bytes
			held += t.Chunks[i].Bytes
		}
		p := Point{Time: o.Time, Received: received, Before: max(held, o.Before), Parsed: o.Parsed}
		switch {
		case o.Held != capture.None:
			held = o.Held
		case i == len(t.Chunks): // nothing outlives EOF
			held = 0
		}
		p.After, p.Released = held, received-held
		s.Points[i] = p
	}
	return s
}

func newSeries(t *timeline.Timeline, r Rule) *Series {
	n := len(t.Chunks)
	if t.EOF.Set {
		n++
	}
	return &Series{Rule: r, EOF: t.EOF.Set, Points: make([]Point, n)}
}

// Floor answers, for growing counts of bytes seen, up to where an at-close
// reader has let go: G of the definition.
type Floor struct {
	Spans    []framing.Span
	Ready    bool // count an event as closed when it is ready
	proved   int  // spans before this one are proved
	parsedTo int
}

// Free is the start of the first span that seen bytes do not prove, else seen.
// seen must not fall from call to call.
func (f *Floor) Free(seen int64) int64 {
	for f.proved < len(f.Spans) && f.closed(f.Spans[f.proved], seen) {
		f.proved++
	}
	if f.proved < len(f.Spans) && f.Spans[f.proved].Start < seen {
		return f.Spans[f.proved].Start
	}
	return seen
}

// Proved is the number of spans that the last call of Free saw proved.
func (f *Floor) Proved() int { return f.proved }

func (f *Floor) closed(s framing.Span, seen int64) bool {
	if f.Ready && s.Kind.IsEvent() && s.Ready != framing.Open && s.Ready <= seen {
		return true
	}
	return s.ProvedBy(seen)
}

// parsed reports whether a span that parses ends in (from, to].
func (f *Floor) parsed(from, to int64) bool {
	found := false
	for f.parsedTo < len(f.Spans) {
		s := f.Spans[f.parsedTo]
		if s.AtEOF || s.End == framing.Open || s.End > to {
			break
		}
		found = found || s.End > from && s.Kind.Parses()
		f.parsedTo++
	}
	return found
}

func parsedAtEOF(spans []framing.Span, from int64) bool {
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		if s.End == framing.Open {
			continue
		}
		if s.End <= from {
			return false
		}
		if s.Kind.Parses() {
			return true
		}
	}
	return false
}
