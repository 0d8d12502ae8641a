package analyzer_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// million is the analysis of n chunks of events that end where chunks do not,
// beside the rows of a reader that waits for the next event.
func million(n int) *analyzer.Analysis {
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.SSE, EOF: capture.Mark{Time: time.Duration(n) * time.Millisecond, Set: true}}
	end := int64(0)
	for i := range n {
		end += 80 + int64(i*37%61)
		t.Chunks = append(t.Chunks, timeline.Chunk{Time: time.Duration(i) * time.Millisecond, End: end})
	}
	for at, i := int64(0), int64(0); at < end; i++ {
		size := min(70+i*53%71, end-at)
		kind := framing.Event
		if i%1000 == 999 {
			kind = framing.Bad
		}
		t.Spans.Append(framing.Span{Start: at, Ready: at + size - 1, End: at + size, Proof: at + size, Kind: kind})
		at += size
	}
	for k, p := range replay.Run(t, replay.Rule{Kind: replay.NextChunk}).All() {
		bytes := int64(capture.None)
		if k < n {
			bytes = t.Bytes(k)
		}
		t.Observed = append(t.Observed, timeline.Sample{Time: p.Time, Held: p.After, Before: capture.None, Bytes: bytes, Parsed: p.Parsed})
	}
	t.Rows = timeline.Rows{To: t.End(), Count: len(t.Observed)}
	return &analyzer.Analysis{Timeline: t, Diagnosis: diagnose.Diagnose(t, 0)}
}

// BenchmarkTurn turns the knob over a million chunks. Its peer is the diagnosis of
// them; x-peer is how much of its time a turn takes.
func BenchmarkTurn(b *testing.B) {
	a := million(1_000_000)
	start := time.Now()
	diagnose.Diagnose(a.Timeline, 0)
	peer := time.Since(start).Seconds()
	for _, rules := range [][]string{
		{"at-close"}, {"read-all"}, {"chunk-end"}, {"next-chunk"}, {"never"}, {"lag:1", "lag:2", "lag:3"}, {"lag:10000", "lag:10001", "lag:10002"},
		{"block:64", "block:65", "block:66"}, {"block:512", "block:513", "block:514"}, {"block:65536", "block:65537", "block:65538"},
	} {
		b.Run(rules[0], func(b *testing.B) {
			v := a.Inspect()
			if _, err := v.Turn("read-all"); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				rule := rules[n%len(rules)]
				if n++; len(rules) == 1 {
					v = a.Inspect() // forgets what it was turned to
				}
				if _, err := v.Turn(rule); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/peer, "x-peer")
		})
	}
}

// BenchmarkLook and BenchmarkRows ask at places all over a recording. Their peer
// is the same over a hundredth of it: where nothing is gone through, x-peer is
// near 1.
func BenchmarkLook(b *testing.B) {
	ask(b, func(v *analyzer.Inspection, n, i int) error {
		v.Look(analyzer.Look{At: int64(i) * 7919 % int64(n) * int64(time.Millisecond)})
		return nil
	})
}

func BenchmarkRows(b *testing.B) {
	for _, table := range []string{analyzer.TableEvents, analyzer.TableBad, analyzer.TableChunks} {
		b.Run(table, func(b *testing.B) {
			ask(b, func(v *analyzer.Inspection, n, i int) error {
				rows, most := n-50, 50
				if table == analyzer.TableBad { // one event in a thousand
					rows, most = n/1000-5, 5
				}
				t, err := v.Rows(analyzer.Rows{Table: table, From: i * 7919 % rows, Count: most})
				if err == nil && len(t.Rows) < most {
					err = fmt.Errorf("%d rows of %d", len(t.Rows), t.Totals[table])
				}
				return err
			})
		})
	}
}

func ask(b *testing.B, one func(v *analyzer.Inspection, n, i int) error) {
	time1 := func(n, times int) float64 {
		v := million(n).Inspect()
		start := time.Now()
		for i := range times {
			if err := one(v, n, i); err != nil {
				b.Fatal(err)
			}
		}
		return time.Since(start).Seconds() / float64(times)
	}
	few := time1(10_000, 2000)
	const n = 1_000_000
	v := million(n).Inspect()
	i := 0
	for b.Loop() {
		if err := one(v, n, i); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/few, "x-peer")
}
