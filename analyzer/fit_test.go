package analyzer_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// The rows of a reader that follows a rule are explained by that rule, unless
// at-close explains them or the rule lets nothing go before EOF; and the ranges
// of blocks are all the sizes that explain them, found by trying each.
func TestFitFindsTheRule(t *testing.T) {
	rules := append(everyRule(), replay.Rule{Kind: replay.AtClose}, replay.Rule{Kind: replay.ReadAll},
		replay.Rule{Kind: replay.Block, N: 64}, replay.Rule{Kind: replay.Block, N: 96}, replay.Rule{Kind: replay.Lag, N: 2})
	found := map[replay.RuleKind]int{}
	for i, c := range randomCaptures(rand.New(rand.NewPCG(31, 32)), 600) {
		b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
		for _, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
		}
		a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), b.options(t))
		if err != nil {
			t.Fatal(err)
		}
		tl, rule := a.Timeline, rules[i%len(rules)]
		follow(tl, replay.Run(tl, rule))
		if tl.Rows.Count < 2 {
			continue
		}
		fit := diagnose.Diagnose(tl, 0).Fit
		var want, got []int64
		for n := int64(64); n <= tl.Total(); n++ {
			if explains(tl, replay.Run(tl, replay.Rule{Kind: replay.Block, N: n})) {
				want = append(want, n)
			}
		}
		named := false
		for _, r := range fit.Rules {
			named = named || r.Rule == rule
			if r.Kind != replay.Block {
				continue
			}
			for n := r.Min; n <= r.Max; n++ {
				got = append(got, n)
			}
			if r.N < r.Min || r.N > r.Max {
				t.Errorf("the example %d is not from %d to %d", r.N, r.Min, r.Max)
			}
		}
		if len(got) > 0 {
			found[replay.Block]++
		}
		atClose := fit.Exact && fit.Rules[0].Kind == replay.AtClose
		if atClose {
			want = nil
		}
		if diff := cmp.Diff(want, got); diff != "" && len(fit.Rules) < 30 {
			t.Fatalf("blocks (-tried +found):\n%s\nof %v over %s", diff, rule, b.form(-1))
		}
		lets := letsGo(tl, replay.Run(tl, rule)) || rule.Kind != replay.Lag && rule.Kind != replay.NextChunk
		if rule.Kind != replay.Block && !named && !atClose && lets {
			t.Fatalf("%v is not among %v, exact %v: %s", rule, fit.Rules, fit.Exact, b.form(-1))
		}
		if named && rule.Kind != replay.Block {
			found[rule.Kind]++
		}
		for _, r := range fit.Rules {
			if fit.Exact && r.Kind != replay.Block && !explains(tl, replay.Run(tl, r.Rule)) && r.Kind != replay.AtClose {
				if !letsGo(tl, replay.Run(tl, r.Rule)) {
					continue // it is told by what EOF does
				}
				t.Fatalf("%v is named and does not explain the rows of %v: %s", r.Rule, rule, b.form(-1))
			}
		}
	}
	for _, k := range []replay.RuleKind{replay.AtClose, replay.ReadAll, replay.ChunkEnd, replay.NextChunk, replay.Lag, replay.Never, replay.Block} {
		if found[k] < 5 {
			t.Errorf("%v came up %d times", replay.Rule{Kind: k}, found[k])
		}
	}
}

// follow gives t the rows of a reader with series x.
func follow(t *timeline.Timeline, x *replay.Series) {
	for k, p := range x.All() {
		s := timeline.Sample{Time: p.Time, Held: p.After, Before: capture.None, Bytes: capture.None, Parsed: p.Parsed}
		if k < len(t.Chunks) {
			s.Bytes = t.Bytes(k)
		}
		t.Observed = append(t.Observed, s)
	}
	t.Rows = timeline.Rows{To: t.End(), Count: len(t.Observed)}
}

// plain are the events that count: sentinels and heartbeats only where there
// are no others.
func plain(t *timeline.Timeline) (out []framing.Span) {
	all := func(s framing.Span) bool { return s.Kind.IsEvent() }
	few := func(s framing.Span) bool { return s.Kind == framing.Event || s.Kind == framing.Bad }
	counts := all
	for _, s := range t.Spans.All() {
		if few(s) {
			counts = few
		}
	}
	for _, s := range t.Spans.All() {
		if counts(s) && s.End != framing.Open {
			out = append(out, s)
		}
	}
	return out
}

// gone is how many events are handed off by a reader that received so many bytes
// and let go of so many.
func gone(events []framing.Span, received, released int64) int {
	n := 0
	for _, s := range events {
		if s.End <= released || s.ProvedBy(received) && s.Ready <= released {
			n++
		}
	}
	return n
}

// letsGo reports whether x lets an event go before EOF.
func letsGo(t *timeline.Timeline, x *replay.Series) bool {
	events := plain(t)
	for k, p := range x.All() {
		if k < len(t.Chunks) && gone(events, p.Received, p.Released) > 0 {
			return true
		}
	}
	return false
}

// explains reports whether the rows of t are those of x, in events, and x lets
// some go before EOF.
func explains(t *timeline.Timeline, x *replay.Series) bool {
	events := plain(t)
	last := int64(0)
	for k, p := range x.All() {
		eof := k == len(t.Chunks)
		received := t.Total()
		if !eof {
			received = t.Chunks[k].End
		}
		if !eof && gone(events, received, received-t.Observed[k].Held) != gone(events, received, p.Released) {
			return false
		}
		counted := slices.ContainsFunc(events, func(s framing.Span) bool {
			return s.Kind == framing.Event && s.End > last && s.End <= p.Released && (eof || !s.AtEOF)
		})
		if parsed := t.Observed[k].Parsed; parsed != p.Parsed && parsed != counted {
			return false
		}
		last = p.Released
	}
	return letsGo(t, x)
}
