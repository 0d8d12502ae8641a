package replay_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// manySeries are series of every make over n random chunks or rows.
func manySeries(r *rand.Rand, n int, backwards bool) (out []*replay.Series) {
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.Lines}
	alone := &timeline.Timeline{Timed: true}
	var at time.Duration
	var end, start, kept int64
	var spans []framing.Span
	var points []replay.Point
	for range n {
		if at += time.Duration(r.IntN(3) * r.IntN(50)); backwards && r.IntN(30) == 0 {
			at -= time.Duration(r.IntN(400))
		}
		size := r.Int64N(40)
		end += size
		t.Chunks = append(t.Chunks, timeline.Chunk{Time: at, End: end})
		if r.IntN(3) == 0 && end > start {
			spans = append(spans, framing.Span{Start: start, Ready: end, End: end, Proof: end})
			start = end
		}
		held := r.Int64N(1 + min(end, 500))
		if kept = max(kept, end-held); r.IntN(8) == 0 {
			held = capture.None
		} else {
			held = end - kept
		}
		given := int64(capture.None)
		if r.IntN(4) == 0 {
			given = r.Int64N(600)
		}
		t.Observed = append(t.Observed, timeline.Sample{Time: at, Held: held, Before: given, Bytes: size})
		alone.Observed = append(alone.Observed, timeline.Sample{Time: at, Held: held, Before: given, Bytes: capture.None})
		points = append(points, replay.Point{Time: at, Before: r.Int64N(900) - 100, After: r.Int64N(900) - 100})
	}
	if r.IntN(2) == 0 {
		t.EOF = capture.Mark{Time: at + time.Duration(r.IntN(99)), Set: true}
		t.Observed = append(t.Observed, timeline.Sample{Time: t.EOF.Time, Held: r.Int64N(2) * 7 % (end + 1), Before: capture.None, Bytes: capture.None})
	}
	t.Spans = timeline.SpansOf(spans...)
	for _, rule := range []replay.Rule{{Kind: replay.AtClose}, {Kind: replay.ReadAll}, {Kind: replay.Never}, {Kind: replay.ChunkEnd},
		{Kind: replay.NextChunk}, {Kind: replay.Lag, N: 1 + r.Int64N(5)}, {Kind: replay.Block, N: 1 + r.Int64N(200)}} {
		out = append(out, replay.Run(t, rule))
	}
	out = append(out, replay.FromPoints(replay.Rule{Kind: replay.Observed}, false, points))
	for _, s := range []*replay.Series{replay.FromRows(t), replay.FromRows(alone)} {
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

func TestWhatManyPointsHeldIsWhatEachOfThemHeld(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n := 1 + r.IntN(1<<r.IntN(13))
		for _, s := range manySeries(r, n, true) {
			for range 40 {
				from := r.IntN(s.Len())
				to := from + 1 + r.IntN(s.Len()-from)
				least, most := s.At(from).Before, s.At(from).Before
				for k := from; k < to; k++ {
					p := s.At(k)
					least, most = min(least, p.Before, p.After), max(most, p.Before, p.After)
				}
				if a, b := s.Range(from, to); a != least || b != most {
					t.Fatalf("%v, points %d to %d of %d: got %d to %d, want %d to %d", s.Rule, from, to, s.Len(), a, b, least, most)
				}
			}
		}
	}
}

func TestPointsAreFoundByTime(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		for _, s := range manySeries(r, 1+r.IntN(1<<r.IntN(13)), i%2 == 0) {
			first, last := s.Time(0), s.Time(0)
			for k, p := range s.All() {
				if s.Time(k) != p.Time {
					t.Fatalf("%v: point %d is at %v, want %v", s.Rule, k, s.Time(k), p.Time)
				}
				first, last = min(first, p.Time), max(last, p.Time)
			}
			if a, b := s.Extent(); a != first || b != last {
				t.Fatalf("%v: from %v to %v, want %v to %v", s.Rule, a, b, first, last)
			}
			for range 40 {
				k, at := r.IntN(s.Len()), first-2+time.Duration(r.Int64N(int64(last-first)+4))
				want := k
				for want < s.Len() && s.Time(want) < at {
					want++
				}
				if got := s.Seek(k, at); got != want {
					t.Fatalf("%v: from point %d on %v is reached at %d, want %d of %d", s.Rule, k, at, got, want, s.Len())
				}
			}
		}
	}
}

func TestSeriesOfTheSameChunksHaveTheSameTimes(t *testing.T) {
	tl := stream(true)
	a, b := replay.Run(tl, replay.Rule{Kind: replay.AtClose}), replay.Run(tl, replay.Rule{Kind: replay.Never})
	other := replay.Run(stream(true), replay.Rule{Kind: replay.AtClose})
	made := replay.FromPoints(replay.Rule{}, false, points(a))
	for _, tt := range []struct {
		name string
		a, b *replay.Series
		want bool
	}{
		{"two rules over one timeline", a, b, true},
		{"one series", made, made, true},
		{"two timelines", a, other, false},
		{"points made elsewhere", a, made, false},
	} {
		if got := tt.a.SameTimes(tt.b); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}
