package replay

import (
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Run replays rule r over the chunks of t, in one pass over chunks and spans.
func Run(t *timeline.Timeline, r Rule) *Series {
	s := newSeries(t, r)
	if r.Kind == ReadAll || r.Kind == Never {
		if n := len(t.Chunks); s.EOF && r.Kind == ReadAll && parsedAtEOF(&t.Spans, 0) {
			s.parse(n)
		}
		return s
	}
	s.released = make([]int64, s.Len())
	release := releaser(t, r)
	seen := t.Spans.Walk()
	var before, released int64
	for k, c := range t.Chunks {
		next := max(released, release(before, c.End))
		if parsed(&seen, released, next) {
			s.parse(k)
		}
		before, released = c.End, next
		s.released[k] = next
	}
	if n := len(t.Chunks); s.EOF {
		s.released[n] = t.Total()
		if parsedAtEOF(&t.Spans, released) {
			s.parse(n)
		}
	}
	return s
}

// releaser returns what rule r lets go of once received bytes have come, of
// which there had been `before` before this chunk.
func releaser(t *timeline.Timeline, r Rule) func(before, received int64) int64 {
	floor := NewFloor(&t.Spans)
	switch r.Kind {
	case ChunkEnd:
		return func(_, received int64) int64 {
			if floor.Free(received) == received {
				return received
			}
			return 0
		}
	case Block:
		return func(_, received int64) int64 { return floor.Free(received - received%r.N) }
	case NextChunk:
		return func(before, _ int64) int64 { return floor.Free(before) }
	case Lag:
		return lag(t, floor, r.N)
	}
	return func(_, received int64) int64 { return floor.Free(received) }
}

// lag lets go up to the start of the n-th newest closed event: of the one that
// has n-1 newer ones, found by a second walk that far behind.
func lag(t *timeline.Timeline, floor *Floor, n int64) func(before, received int64) int64 {
	behind := t.Spans.Walk()
	return func(_, received int64) int64 {
		floor.Free(received)
		older := int64(floor.Sum().Events.Count) - n
		if older < 0 {
			return 0
		}
		for {
			next, ok := behind.Next()
			if !ok || int64(behind.Sum().Events.Count) == older && next.Kind.IsEvent() {
				return next.Start
			}
			behind.Step()
		}
	}
}

// parsed reports whether a span that parses and that EOF did not close ends in
// (from, to].
func parsed(w *timeline.Walk, from, to int64) bool {
	w.Past(from)
	for {
		s, ok := w.Next()
		switch {
		case !ok || s.AtEOF || s.End == framing.Open || s.End > to:
			return false
		case s.Kind.Parses():
			return true
		}
		w.Step()
	}
}

func parsedAtEOF(spans *timeline.Spans, from int64) bool {
	w := spans.Walk()
	w.Past(from)
	for {
		s, ok := w.Next()
		switch {
		case !ok || s.End == framing.Open:
			return false
		case s.Kind.Parses():
			return true
		}
		w.Step()
	}
}
