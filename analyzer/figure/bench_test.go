package figure_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// stream is n chunks, of which every third closes an event, some of them late.
func stream(n int) *timeline.Timeline {
	r := rand.New(rand.NewPCG(11, 12))
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.Lines, Chunks: make([]timeline.Chunk, n)}
	var at time.Duration
	var end, start int64
	var spans []framing.Span
	for i := range t.Chunks {
		at += time.Duration(r.Int64N(int64(20 * ms)))
		if r.IntN(1000) == 0 {
			at += time.Second
		}
		end += 1 + r.Int64N(100)
		t.Chunks[i] = timeline.Chunk{Time: at, End: end}
		if i%3 == 2 {
			spans = append(spans, framing.Span{Start: start, Ready: end, End: end, Proof: end})
			start = end
		}
	}
	t.Spans = timeline.SpansOf(spans...)
	t.EOF = capture.Mark{Time: at, Set: true}
	return t
}

// streamed is a figure of three lines over a stream, with its causes and stalls.
func streamed(n int) *figure.Figure {
	t := stream(n)
	d := diagnose.Diagnose(t, 0)
	m := d.Measured()
	return &figure.Figure{Timed: true, Why: figure.NewStrip(m.Stretches()), Stalls: d.Stalls, Lines: []*replay.Series{
		d.Rules[1].Series, m.Series, replay.Run(t, replay.Rule{Kind: replay.Lag, N: 2}),
	}}
}

// windows are stretches of a plot as one pans a little at each of several zooms.
func windows(p figure.Plot) (out []figure.Window) {
	whole := p.Whole.To - p.Whole.From
	for zoom := range int64(12) {
		length := whole >> zoom
		from := p.Whole.From + (whole-length)/12*zoom
		for step := range int64(4) {
			from := min(from+length/20*step, p.Whole.To-length)
			out = append(out, figure.Window{From: from, To: from + length})
		}
	}
	return out
}

// BenchmarkWindow draws the same windows of a million chunks and of a thousand,
// in turn. Of each window the shortest time counts: others share the machine.
func BenchmarkWindow(b *testing.B) {
	o := figure.Options{Width: 1200, Bare: true}
	var buf bytes.Buffer
	draw := func(f *figure.Figure, o figure.Options) time.Duration {
		buf.Reset()
		start := time.Now()
		if err := figure.SVG(&buf, f, o); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	sizes := [...]int{1000, 1_000_000}
	var figures [len(sizes)]*figure.Figure
	var all [len(sizes)][]figure.Window
	var best [len(sizes)][]time.Duration
	var first time.Duration
	for i, n := range sizes {
		figures[i] = streamed(n)
		first = draw(figures[i], o)
		all[i] = windows(figure.Place(figures[i], o))
		best[i] = slices.Repeat([]time.Duration{time.Hour}, len(all[i]))
	}
	b.ReportAllocs()
	for b.Loop() {
		for i, f := range figures {
			for k, w := range all[i] {
				o.Window = w
				best[i][k] = min(best[i][k], draw(f, o))
			}
		}
	}
	var sum [len(sizes)]time.Duration
	for i := range best {
		for _, d := range best[i] {
			sum[i] += d
		}
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(ms(first), "ms-first")
	b.ReportMetric(ms(sum[1])/float64(len(all[1])), "ms/window")
	b.ReportMetric(ms(slices.Max(best[1])), "ms-slowest")
	b.ReportMetric(float64(sum[1])/float64(sum[0]), "x-thousand")
}
