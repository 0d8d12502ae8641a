package picture_test

import (
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/picture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// stream is a figure of n chunks, of which every third closes an event.
func stream(n int) *figure.Figure {
	r := rand.New(rand.NewPCG(21, 22))
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.Lines, Chunks: make([]timeline.Chunk, n)}
	var at time.Duration
	var end, start int64
	var spans []framing.Span
	for i := range t.Chunks {
		at += time.Duration(r.Int64N(int64(20 * time.Millisecond)))
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
	a := &analyzer.Analysis{Timeline: t, Diagnosis: diagnose.Diagnose(t, 0), Exchange: 1}
	return a.Figure()
}

// BenchmarkMillion draws a million chunks as a card, as a picture and as an SVG
// in turn, once what all share is laid out, and says how many times as long as
// the SVG they take. Of each the shortest time counts: others share the machine.
func BenchmarkMillion(b *testing.B) {
	f := stream(1_000_000)
	ways := []struct {
		name string
		draw func() error
	}{
		{"svg", func() error { return figure.SVG(io.Discard, f, figure.Options{}) }},
		{"card", func() error { return picture.Card(io.Discard, f, "A headline of some words, as long as usual.") }},
		{"png", func() error { return picture.PNG(io.Discard, f, picture.Options{}) }},
	}
	best := make([]time.Duration, len(ways))
	for b.Loop() {
		for i, way := range ways {
			start := time.Now()
			if err := way.draw(); err != nil {
				b.Fatal(err)
			}
			if took := time.Since(start); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	for i, way := range ways {
		b.ReportMetric(float64(best[i])/float64(time.Millisecond), "ms-"+way.name)
		if i > 0 {
			b.ReportMetric(float64(best[i])/float64(best[0]), way.name+"-x-svg")
		}
	}
}

// BenchmarkCard draws what most links show, some tens of chunks, as a card and as
// an SVG in turn, and says how many times as long as the SVG the card takes.
func BenchmarkCard(b *testing.B) {
	f := stream(30)
	var card, svg time.Duration
	for b.Loop() {
		start := time.Now()
		if err := picture.Card(io.Discard, f, "A headline of some words, as long as usual."); err != nil {
			b.Fatal(err)
		}
		drawn := time.Now()
		if err := figure.SVG(io.Discard, f, figure.Options{}); err != nil {
			b.Fatal(err)
		}
		card += drawn.Sub(start)
		svg += time.Since(drawn)
	}
	b.ReportMetric(float64(card)/float64(svg), "card-x-svg")
}
