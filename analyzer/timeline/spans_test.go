package timeline_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// randomSpans are spans in order, some too large for a record of eight bytes.
func randomSpans(r *rand.Rand, n int) []framing.Span {
	var out []framing.Span
	at := int64(0)
	size := func(most ...int64) int64 { return r.Int64N(most[r.IntN(len(most))]) }
	for i := range n {
		s := framing.Span{Start: at + size(1, 1, 3, 300), Kind: framing.Kind(r.IntN(6))}
		s.End = s.Start + 1 + size(3, 100, 5000, 1<<33)
		s.Ready = s.End - min(s.End-s.Start, size(1, 3, 5000))
		s.Proof = s.End
		if r.IntN(4) == 0 {
			s.Proof++
		}
		if s.Kind == framing.Bad {
			s.Reason = framing.Reason(1 + r.IntN(4))
		}
		if at = s.End; i == n-1 {
			switch r.IntN(3) {
			case 0:
				s.AtEOF, s.Proof = true, s.End
			case 1:
				s.Ready, s.End, s.Proof = framing.Open, framing.Open, framing.Open
			}
		}
		out = append(out, s)
	}
	return out
}

// plainly is the tally of the first i spans.
func plainly(spans []framing.Span, i int) (t timeline.Tally) {
	for _, s := range spans[:i] {
		if s.End == framing.Open || !s.Kind.IsEvent() {
			continue
		}
		t.Events.Count++
		t.Events.Bytes += s.Len()
		if s.Kind == framing.Event || s.Kind == framing.Bad {
			t.Plain.Count++
			t.Plain.Bytes += s.Len()
		}
		if s.Kind == framing.Bad {
			t.Bad++
		}
	}
	return t
}

func TestSpansAgreeWithAPlainSlice(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		want := randomSpans(r, r.IntN(1<<r.IntN(13)))
		got := timeline.SpansOf(want...)
		var all []framing.Span
		for _, s := range got.All() {
			all = append(all, s)
		}
		if diff := cmp.Diff(want, all); diff != "" || got.Len() != len(want) {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if !got.Equal(timeline.SpansOf(want...)) || len(want) > 0 && got.Equal(timeline.SpansOf(want[1:]...)) {
			t.Error("not equal to itself, or equal to others")
		}
		if got.Sum() != plainly(want, len(want)) {
			t.Errorf("sum: got %+v, want %+v", got.Sum(), plainly(want, len(want)))
		}
		if len(want) == 0 {
			continue
		}
		last := want[len(want)-1]
		most := max(last.Start, last.End) + 2
		walk := got.Walk() // goes back and forth
		for range 200 {
			i := r.IntN(len(want))
			if got.At(i) != want[i] || got.Before(i) != plainly(want, i) {
				t.Fatalf("span %d: got %+v, %+v", i, got.At(i), got.Before(i))
			}
			walk.To(i)
			if s, ok := walk.Next(); !ok || s != want[i] || walk.Index() != i || walk.Sum() != plainly(want, i) {
				t.Fatalf("walk to %d: at %d, %+v", i, walk.Index(), s)
			}
			at := r.Int64N(most)
			if r.IntN(2) == 0 {
				at = want[i].Start + r.Int64N(3)
			}
			walk.Past(at)
			checkWalk(t, "past", at, &walk, want, func(s framing.Span) bool { return s.End == framing.Open || s.End > at })
			walk.Proved(at)
			checkWalk(t, "proved by", at, &walk, want, func(s framing.Span) bool { return !s.ProvedBy(at) })
		}
	}
}

// checkWalk holds that walk is before the first span that stops it.
func checkWalk(t *testing.T, what string, at int64, walk *timeline.Walk, spans []framing.Span, stops func(framing.Span) bool) {
	t.Helper()
	i := slices.IndexFunc(spans, stops)
	if i < 0 {
		i = len(spans)
	}
	if walk.Index() != i || walk.Sum() != plainly(spans, i) {
		t.Fatalf("%s %d: before span %d with %+v, want %d with %+v", what, at, walk.Index(), walk.Sum(), i, plainly(spans, i))
	}
}

func TestEventsAreFoundByTheirNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 60 {
		want := randomSpans(r, 1+r.IntN(1<<r.IntN(13)))
		got := timeline.SpansOf(want...)
		for name, of := range map[string]timeline.Numbers{"closed": timeline.Closed, "plain": timeline.Plain, "bad": timeline.Bad} {
			var numbered []int // spans by number
			for i := range want {
				if one := plainly(want[i:], 1); of(&one) > 0 {
					numbered = append(numbered, i)
				}
			}
			walk := got.Walk() // goes back and forth
			for range 100 {
				if len(numbered) == 0 {
					break
				}
				n := r.IntN(len(numbered))
				walk.ToNumber(n, of)
				if s, ok := walk.Next(); !ok || walk.Index() != numbered[n] || s != want[numbered[n]] {
					t.Fatalf("%s event %d: span %d, want %d", name, n, walk.Index(), numbered[n])
				}
			}
			all := plainly(want, len(want))
			if walk.ToNumber(of(&all), of); walk.Index() != len(want) {
				t.Errorf("%s event %d of as many is span %d", name, of(&all), walk.Index())
			}
		}
	}
}

func TestClosesAreThoseOfTheSpans(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 60 {
		want := randomSpans(r, r.IntN(1<<r.IntN(13)))
		spans := timeline.SpansOf(want...)
		next := spans.Closes()
		for i, s := range want {
			never := s.AtEOF || s.End == framing.Open
			if next.Start != s.Start || next.End != s.End || next.Event != s.Kind.IsEvent() || !never && next.Proof != s.Proof || never && next.Proof != math.MaxInt64 {
				t.Fatalf("span %d is %+v, want %+v", i, next, s)
			}
			next.Step()
		}
		for range 2 {
			if next.Start != math.MaxInt64 || next.Proof != math.MaxInt64 || next.Event {
				t.Fatalf("behind all spans is %+v", next)
			}
			next.Step()
		}
	}
}
