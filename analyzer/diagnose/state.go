package diagnose

import (
	"slices"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// state is what is known of a stream at each of its points (chunks, then EOF)
// whatever a reader does.
type state struct {
	t      *timeline.Timeline
	stall  time.Duration
	clock  clock
	floor  *replay.Series // at-close
	proved []int32        // by point: spans that are complete; with EOF, all but an open one
	look   timeline.Walk  // at the span that was asked for last
}

func newState(t *timeline.Timeline, stall time.Duration) *state {
	s := &state{t: t, stall: stall, look: t.Spans.Walk(), floor: replay.Run(t, replay.Rule{Kind: replay.AtClose})}
	n := s.floor.Len()
	s.clock = newClock(n, func(k int) time.Duration { return s.floor.At(k).Time })
	s.proved = make([]int32, n)
	seen := t.Spans.Walk()
	for k, c := range t.Chunks {
		seen.Proved(c.End)
		s.proved[k] = int32(seen.Index())
	}
	if s.floor.EOF && n > 0 {
		for span, ok := seen.Next(); ok && span.End != framing.Open; span, ok = seen.Next() {
			seen.Step()
		}
		s.proved[n-1] = int32(seen.Index())
	}
	return s
}

// provedAt is the number of spans that are complete at point k.
func (s *state) provedAt(k int) int { return int(s.proved[k]) }

// open is the span that has begun and not closed at point k. Nothing is open
// after EOF.
func (s *state) open(k int) (i int, span framing.Span, is bool) {
	i = s.provedAt(k)
	if s.floor.EOF && k == len(s.proved)-1 || i == s.t.Spans.Len() {
		return 0, framing.Span{}, false
	}
	s.look.To(i)
	span, _ = s.look.Next()
	return i, span, span.Start < s.received(k)
}

// received is the bytes of the stream at point k.
func (s *state) received(k int) int64 {
	if k < len(s.t.Chunks) {
		return s.t.Chunks[k].End
	}
	return s.t.Total()
}

// events is the number of closed events among the first i spans.
func (s *state) events(i int) int { return s.t.Spans.Before(i).Events.Count }

// measured reports whether the reader's rows say what it held at point k.
func (s *state) measured(k int) bool { return s.t.Observed[k].Held != capture.None }

// eofRow reports whether the rows say what EOF did, and whether it parsed.
func (s *state) eofRow() (given, parsed bool) {
	n := len(s.t.Chunks)
	if len(s.t.Observed) <= n || !s.measured(n) {
		return false, false
	}
	return true, s.t.Observed[n].Parsed
}

// openKind is the kind of the span that is open at point k.
func (s *state) openKind(k int) (framing.Kind, bool) {
	_, span, is := s.open(k)
	return span.Kind, is
}

// bytes is what point k received: 0 at EOF.
func (s *state) bytes(k int) int64 {
	if k < len(s.t.Chunks) {
		return s.t.Bytes(k)
	}
	return 0
}

// evidence is what x held after points ks, each named once.
func (s *state) evidence(x *replay.Series, ks ...int) []Evidence { return evidence(x, ks) }

func evidence(x *replay.Series, ks []int) []Evidence {
	var out []Evidence
	for i, k := range ks {
		if k >= 0 && k < x.Len() && !slices.Contains(ks[:i], k) {
			p := x.At(k)
			out = append(out, Evidence{Chunk: k, Time: p.Time, Held: p.After})
		}
	}
	return out
}

// reached is the first point at which offset has been received.
func (s *state) reached(offset int64) int {
	n := max(s.floor.Len()-1, 0)
	return sort.Search(n, func(k int) bool { return s.received(k) >= offset })
}
