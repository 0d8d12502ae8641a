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

// anyTimeline is chunks and spans that lie anyhow to each other; the last spans
// may be closed by EOF alone, or not at all.
func anyTimeline(r *rand.Rand) *timeline.Timeline {
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.SSE}
	t.EOF.Set = r.IntN(3) > 0
	large := int64(1)
	if r.IntN(4) == 0 {
		large = 300 // no record holds a gap or a tail of so many
	}
	at := int64(0)
	for n := r.IntN(200); n > 0; n-- {
		at += r.Int64N(4) * r.Int64N(2) * large
		s := framing.Span{Start: at, End: at + 1 + r.Int64N(9)*large, Kind: framing.Kind(r.IntN(6))}
		s.Ready, s.Proof = s.End-r.Int64N(2), s.End+r.Int64N(2)
		if n < 4 && t.EOF.Set {
			s.AtEOF, s.Proof = true, s.End
		}
		if at = s.End; n == 1 && r.IntN(2) == 0 {
			s.Ready, s.End, s.Proof, s.AtEOF = framing.Open, framing.Open, framing.Open, false
			at++
		}
		t.Spans.Append(s)
	}
	at += r.Int64N(3)
	now := time.Duration(0)
	for got := int64(0); got < at || len(t.Chunks) == 0; {
		got = min(got+r.Int64N(12)*large, at)
		t.Chunks = append(t.Chunks, timeline.Chunk{Time: now, End: got})
		now += time.Duration(r.IntN(4)-1) * time.Millisecond
	}
	t.EOF = capture.Mark{Time: now, Set: t.EOF.Set}
	return t
}

func TestARerunHoldsWhatARunHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var room []int64
	for range 400 {
		tl := anyTimeline(r)
		floor := replay.Run(tl, replay.Rule{Kind: replay.AtClose})
		rules := []replay.Rule{{Kind: replay.AtClose}, {Kind: replay.ReadAll}, {Kind: replay.ChunkEnd}, {Kind: replay.Never}, {Kind: replay.NextChunk},
			{Kind: replay.Block, N: 1 << 62}, {Kind: replay.Lag, N: 1 << 62}}
		for range 6 {
			rules = append(rules, replay.Rule{Kind: replay.Block, N: 1 + r.Int64N(30)}, replay.Rule{Kind: replay.Lag, N: 1 + r.Int64N(12)})
		}
		for _, rule := range rules {
			want, got := replay.Run(tl, rule), replay.Rerun(floor, rule, room)
			if got.Rule != rule || got.EOF != want.EOF || got.Len() != want.Len() || got.Peak() != want.Peak() || got.PeakAfter() != want.PeakAfter() {
				t.Fatalf("%v: %v of %d points, at most %d and %d; want %d points, %d and %d", rule,
					got.Rule, got.Len(), got.Peak(), got.PeakAfter(), want.Len(), want.Peak(), want.PeakAfter())
			}
			least, most := got.Range(0, got.Len())
			low, high := most, least
			for k, p := range want.All() {
				q := got.At(k)
				if p.Parsed = false; p != q || got.Released(k) != p.Released {
					t.Fatalf("%v: point %d of %d: got %+v, want %+v", rule, k, want.Len(), q, p)
				}
				low, high = min(low, p.After), max(high, p.Before)
			}
			if low != least || high != most {
				t.Errorf("%v: between %d and %d, want %d and %d", rule, least, most, low, high)
			}
			if first, last := got.Extent(); got.Len() > 0 {
				if a, b := want.Extent(); a != first || b != last {
					t.Errorf("%v: from %v to %v, want %v to %v", rule, first, last, a, b)
				}
			}
			room = got.Room() // the next one writes over it
		}
	}
}
