package diagnose_test

import (
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// BenchmarkFit diagnoses 20,000 rows beside 100 MB of events, of readers that
// follow a rule and of one that follows none. Its peer is the replay of two
// rules alone, as for the pair; x-peer is how many times longer it takes.
func BenchmarkFit(b *testing.B) {
	for _, c := range []struct {
		name  string
		event int64 // bytes, about
		rule  replay.Rule
		want  string
	}{
		{"at-close", 300, replay.Rule{Kind: replay.AtClose}, ""},
		{"block", 300, replay.Rule{Kind: replay.Block, N: 65536}, "block:65536"},
		{"small-block", 300, replay.Rule{Kind: replay.Block, N: 512}, "block:512"},
		{"lag", 300, replay.Rule{Kind: replay.Lag, N: 3}, "lag:3"},
		{"none", 300, replay.Rule{Kind: replay.Observed}, ""},
		{"two-events", 50_000_000, replay.Rule{Kind: replay.ReadAll}, "read-all"},
	} {
		b.Run(c.name, func(b *testing.B) {
			t := large(c.event)
			observe(t, c.rule)
			b.ReportAllocs()
			for b.Loop() {
				d := diagnose.Diagnose(t, 0)
				got := ""
				if len(d.Fit.Rules) > 0 && d.Fit.Rules[0].Kind != replay.AtClose {
					got = d.Fit.Rules[0].String()
				}
				if got != c.want {
					b.Fatalf("fits %q, want %q", got, c.want)
				}
			}
			ours := b.Elapsed().Seconds() / float64(b.N)
			const rounds = 5
			start := time.Now()
			for range rounds {
				replay.Run(t, replay.Rule{Kind: replay.AtClose})
				replay.Run(t, replay.Rule{Kind: replay.ReadAll})
			}
			b.ReportMetric(ours/(time.Since(start).Seconds()/rounds), "x-peer")
		})
	}
}

// large is 20,000 chunks of 5,000 bytes with events of about so many bytes.
func large(event int64) *timeline.Timeline {
	const chunks, size = 20_000, 5_000
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.SSE, EOF: capture.Mark{Time: chunks * time.Millisecond, Set: true}}
	for i := range chunks {
		t.Chunks = append(t.Chunks, timeline.Chunk{Time: time.Duration(i) * time.Millisecond, End: int64(i+1) * size})
	}
	for at, i := int64(0), int64(0); at < chunks*size; i++ {
		end := min(at+event-50+i*37%101, chunks*size)
		t.Spans.Append(framing.Span{Start: at, Ready: end - 1, End: end, Proof: end})
		at = end
	}
	return t
}

// observe gives t the rows of a reader under rule r or, where that is no rule,
// of one that lets go whenever it likes.
func observe(t *timeline.Timeline, r replay.Rule) {
	like := replay.Run(t, r)
	if r.Kind == replay.Observed {
		like = replay.Run(t, replay.Rule{Kind: replay.AtClose})
	}
	released := int64(0)
	for k, p := range like.All() {
		if r.Kind == replay.Observed && k%7 != k/7%7 && k < len(t.Chunks) {
			p.After, p.Parsed = p.Received-released, false
		}
		released = p.Received - p.After
		bytes := int64(capture.None)
		if k < len(t.Chunks) {
			bytes = t.Bytes(k)
		}
		t.Observed = append(t.Observed, timeline.Sample{Time: p.Time, Held: p.After, Before: capture.None, Bytes: bytes, Parsed: p.Parsed})
	}
	t.Rows = timeline.Rows{To: t.End(), Count: len(t.Observed)}
}
