package figure_test

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// events is a timeline of n chunks of 60 bytes and a bit, of which every other
// closes an event.
func events(n int) *timeline.Timeline {
	t := &timeline.Timeline{Timed: true, Payload: true, Framing: framing.Lines}
	var end, start int64
	var spans []framing.Span
	for i := range n {
		end += int64(55 + i*29%17)
		t.Chunks = append(t.Chunks, timeline.Chunk{Time: time.Duration(i*48) * ms, End: end})
		if i%2 == 1 {
			spans = append(spans, framing.Span{Start: start, Ready: end, End: end, Proof: end})
			start = end
		}
	}
	t.Spans = timeline.SpansOf(spans...)
	t.EOF = capture.Mark{Time: time.Duration(n*48) * ms, Set: true}
	return t
}

// rules is every line that there is, and a knob.
func rules() *figure.Figure {
	t := events(30)
	seen, inflater := newReader(replay.Observed), newReader(replay.Inflater)
	released := int64(0)
	for i, c := range t.Chunks {
		if i%6 == 5 {
			released = c.End
		}
		seen.chunk(c.Time, t.Bytes(i), released)
		inflater.chunk(c.Time, 20, int64(i/3)*60)
	}
	f := &figure.Figure{Timed: true, Lines: []*replay.Series{seen.eof(t.EOF.Time)}}
	for _, r := range []replay.Rule{{Kind: replay.AtClose}, {Kind: replay.ReadAll}, {Kind: replay.ChunkEnd}, {Kind: replay.Lag, N: 1},
		{Kind: replay.NextChunk}, {Kind: replay.Block, N: 1024}, {Kind: replay.Block, N: 512}, {Kind: replay.Never}} {
		f.Lines = append(f.Lines, replay.Run(t, r))
	}
	f.Lines = append(f.Lines, inflater.eof(t.EOF.Time))
	f.Knob = f.Lines[6]
	return f
}

// fixed is one stream read before and after a fix.
func fixed() *figure.Figure {
	t := events(30)
	slower := events(34)
	from := func(t *timeline.Timeline) figure.From {
		return figure.From{Bytes: t.Total(), Events: int64(t.Spans.Sum().Events.Count), Framing: t.Framing.String()}
	}
	return &figure.Figure{Timed: true, Fix: true, From: from(slower), After: from(t), Lines: []*replay.Series{
		replay.Run(slower, replay.Rule{Kind: replay.Block, N: 512}), replay.Run(t, replay.Rule{Kind: replay.AtClose})}}
}

// marked is a reader whose events wait more and more for somebody who acts; the
// last is never handed off, and a few had waited before anybody read.
func marked() *figure.Figure {
	t := events(12)
	for i, c := range t.Chunks {
		if i%2 == 0 {
			t.Marks = append(t.Marks, timeline.Marks{})
			continue
		}
		at := func(n int) capture.Mark { return capture.Mark{Time: c.Time + time.Duration(n)*ms, Set: true} }
		m := timeline.Marks{at(-i % 5 * 6), at(0), at(4), at(8 + 3*i)}
		if i == len(t.Chunks)-1 {
			m[capture.MarkHandoff] = capture.Mark{}
		}
		t.Marks = append(t.Marks, m)
	}
	d := diagnose.Diagnose(t, 0)
	return &figure.Figure{Timed: true, Lines: []*replay.Series{d.Rules[1].Series, d.Rules[0].Series},
		Why: strip(stretchesOf(d)), Lanes: figure.NewLanes(t.Marks, t.End())}
}

func stretchesOf(d *diagnose.Diagnosis) (out []diagnose.Stretch) {
	for s := range d.Measured().Stretches() {
		out = append(out, s)
	}
	return out
}
