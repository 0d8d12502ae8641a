package replay

import (
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
