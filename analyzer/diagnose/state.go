package diagnose

import (
	"slices"
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
	clock  []time.Duration // by point
	floor  *replay.Series  // at-close
	proved []int           // by point: spans that are complete
	open   []int           // by point: the span that has begun and not closed, or -1
	events []int           // events among the first i spans
}

func newState(t *timeline.Timeline, stall time.Duration) *state {
	s := &state{t: t, stall: stall, clock: clock(t), floor: replay.Run(t, replay.Rule{Kind: replay.AtClose})}
	floor := replay.Floor{Spans: t.Spans}
	for _, p := range s.floor.Points {
		free := floor.Free(p.Received)
		open := -1
		if free < p.Received {
			open = floor.Proved()
		}
		s.proved = append(s.proved, floor.Proved())
		s.open = append(s.open, open)
	}
	if n := len(s.proved); s.floor.EOF && n > 0 {
		for s.proved[n-1] < len(t.Spans) && t.Spans[s.proved[n-1]].End != framing.Open {
			s.proved[n-1]++
		}
		s.open[n-1] = -1
	}
	s.events = make([]int, len(t.Spans)+1)
	for i, x := range t.Spans {
		s.events[i+1] = s.events[i]
		if x.Kind.IsEvent() {
			s.events[i+1]++
		}
	}
	return s
}

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
	if s.open[k] < 0 {
		return 0, false
	}
	return s.t.Spans[s.open[k]].Kind, true
}

// bytes is what point k received: 0 at EOF.
func (s *state) bytes(k int) int64 {
	if k < len(s.t.Chunks) {
		return s.t.Chunks[k].Bytes
	}
	return 0
}

// evidence is what x held after points ks, each named once.
func (s *state) evidence(x *replay.Series, ks ...int) []Evidence { return evidence(x, ks) }

func evidence(x *replay.Series, ks []int) []Evidence {
	var out []Evidence
	for i, k := range ks {
		if k >= 0 && k < len(x.Points) && !slices.Contains(ks[:i], k) {
			out = append(out, Evidence{Chunk: k, Time: x.Points[k].Time, Held: x.Points[k].After})
		}
	}
	return out
}

// reached is the first point at which offset has been received.
func (s *state) reached(offset int64) int {
	lo, hi := 0, len(s.floor.Points)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if s.floor.Points[mid].Received >= offset {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}
