package timeline_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// all is a timeline with one of everything.
func all() *timeline.Timeline {
	return &timeline.Timeline{
		Format: capture.FormatCurl, Level: capture.LevelRead, Framing: framing.SSE, Detected: true, Other: framing.JSON, Timed: true, Payload: true,
		Accept: capture.Mark{Time: ms(-12), Set: true}, EOF: capture.Mark{Time: ms(40), Set: true},
		Notes: []capture.Note{capture.NoteTimesBackwards, capture.NoteSynthetic}, Traits: framing.TraitCRLF | framing.TraitBOM,
		Chunks: []timeline.Chunk{{Time: 0, End: 20}, {Time: ms(10), End: 20}, {Time: ms(5), End: 62}},
		Spans: timeline.SpansOf(
			framing.Span{Start: 0, Ready: 3, End: 3, Proof: 3, Kind: framing.Filler},
			framing.Span{Start: 3, Ready: 17, End: 19, Proof: 19, Kind: framing.Event},
			framing.Span{Start: 19, Ready: 21, End: 21, Proof: 22, Kind: framing.Sentinel},
			framing.Span{Start: 22, Ready: 30, End: 31, Proof: 31, Kind: framing.Bad, Reason: framing.ReasonDepth},
			framing.Span{Start: 31, Ready: 40, End: 41, Proof: 41, Kind: framing.Heartbeat},
			framing.Span{Start: 41, Ready: 45, End: 45, Proof: 45, Kind: framing.Block},
			framing.Span{Start: 50, Ready: 60, End: 62, Proof: 62, Kind: framing.Event, AtEOF: true},
		),
		Observed: []timeline.Sample{
			{Time: 0, Held: 1, Before: 20, Bytes: 20, Parsed: true},
			{Time: ms(10), Held: none, Before: 1},
			{Time: ms(5), Held: 12, Before: none, Bytes: 42, Parsed: true},
			{Time: ms(40), Held: 0, Before: 12, Bytes: none, Parsed: true},
		},
		Marks: []timeline.Marks{{{}, {Time: ms(1), Set: true}}, {}, {}, {}},
		Rows:  timeline.Rows{From: ms(1), To: ms(41), Count: 4, Counted: 3},
	}
}

// lastSpan is spans with another last one.
func lastSpan(spans timeline.Spans, last framing.Span) (out timeline.Spans) {
	for i, s := range spans.All() {
		if i < spans.Len()-1 {
			out.Append(s)
		}
	}
	out.Append(last)
	return out
}

const allCSV = `# heldbytes=timeline/1 format=curl framing=sse detected=yes other=json level=read held=observed accept_ms=-12 eof_ms=40 rows=4 counted=3 rows_ms=1..41 notes=times-backwards+synthetic traits=crlf+bom
i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans,accept_ms,read_ms,parse_ms,handoff_ms
0,0,1,True,20,20,0:3f 3:19e-2,,1,,
1,10,,False,0,1,,,,,
2,5,12,True,42,,19:21s+ 22:31b.depth-1 31:41h-1 41:45k,,,,
3,40,0,True,,12,50:62e-2,,,,
`

func column(t *timeline.Timeline) (c timeline.Column) {
	c.Name = timeline.HeldObserved
	for _, o := range t.Observed {
		c.Rows = append(c.Rows, timeline.Held{After: o.Held, Before: o.Before, Parsed: o.Parsed})
	}
	return c
}

func TestWriteWritesEverythingOnce(t *testing.T) {
	var b strings.Builder
	tl := all()
	if err := timeline.Write(&b, tl, column(tl)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(allCSV, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatWasWrittenIsReadBackEqual(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*timeline.Timeline)
	}{
		{"everything", func(*timeline.Timeline) {}},
		{"an open event that lacks only its end", func(tl *timeline.Timeline) {
			tl.EOF, tl.Observed, tl.Marks, tl.Rows = capture.Mark{}, nil, nil, timeline.Rows{}
			tl.Spans = lastSpan(tl.Spans, framing.Span{Start: 50, Ready: 62, End: framing.Open, Proof: framing.Open, Kind: framing.Event})
		}},
		{"an open event whose text goes on", func(tl *timeline.Timeline) {
			tl.EOF, tl.Observed, tl.Marks, tl.Rows = capture.Mark{}, nil, nil, timeline.Rows{}
			tl.Spans = lastSpan(tl.Spans, framing.Span{Start: 50, Ready: framing.Open, End: framing.Open, Proof: framing.Open, Kind: framing.Event})
		}},
		{"no payload", func(tl *timeline.Timeline) {
			tl.Payload, tl.Spans, tl.Framing, tl.Detected, tl.Other, tl.Traits, tl.Coded = false, timeline.Spans{}, framing.Unknown, false, framing.Unknown, 0, true
		}},
		{"a body that was inflated", func(tl *timeline.Timeline) {
			tl.Coding = coding.List{coding.Gzip, coding.Brotli}
			tl.Inflated = []timeline.Inflated{{End: 12, Held: 0}, {End: 15, Held: 3}, {End: 40, Held: 0}}
		}},
		{"a body that was not inflated", func(tl *timeline.Timeline) {
			tl.Payload, tl.Spans, tl.Framing, tl.Detected, tl.Other, tl.Traits, tl.Coded = false, timeline.Spans{}, framing.Unknown, false, framing.Unknown, 0, true
			tl.Coding = coding.List{coding.Deflate}
		}},
		{"damage at a line", func(tl *timeline.Timeline) { tl.Damage = capture.Damage{Records: 3, Line: 17, Offset: capture.None} }},
		{"damage at an offset", func(tl *timeline.Timeline) { tl.Damage = capture.Damage{Records: 1} }},
		{"damage somewhere", func(tl *timeline.Timeline) { tl.Damage = capture.Damage{Records: 4, Offset: capture.None} }},
		{"rows that do not fit", func(tl *timeline.Timeline) {
			tl.Observed, tl.Marks = nil, nil
			tl.Notes = []capture.Note{capture.NoteTimesBackwards, capture.NoteUnmatched, capture.NoteSynthetic}
			tl.Rows.Misfit, tl.Rows.At = timeline.EndsEarly, 3
		}},
		{"rows alone", func(tl *timeline.Timeline) {
			*tl = timeline.Timeline{Format: capture.FormatSamples, Timed: true, Observed: []timeline.Sample{
				{Time: 0, Held: 5, Before: none, Bytes: none}, {Time: ms(3), Held: none, Before: none, Bytes: none},
			}, Marks: []timeline.Marks{{}, {{Time: ms(2), Set: true}}}, Rows: timeline.Rows{From: 0, To: ms(3), Count: 2}}
		}},
		{"rows alone that know what they held before", func(tl *timeline.Timeline) {
			*tl = timeline.Timeline{Format: capture.FormatSamples, Timed: true, Observed: []timeline.Sample{
				{Time: 0, Held: 5, Before: 7, Bytes: none}, {Time: ms(3), Held: 2, Before: 9, Bytes: none},
			}, Rows: timeline.Rows{From: 0, To: ms(3), Count: 2}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl := all()
			c.change(tl)
			col := column(tl)
			if tl.Observed == nil {
				col.Name = timeline.HeldNone
				for range tl.Len() {
					col.Rows = append(col.Rows, timeline.Held{After: none, Before: none})
				}
			}
			var b strings.Builder
			if err := timeline.Write(&b, tl, col); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tl, read(t, b.String())); diff != "" {
				t.Errorf("(-want +got):\n%s\nof\n%s", diff, b.String())
			}
		})
	}
}

func TestAColumnOfAnotherLengthIsRefused(t *testing.T) {
	var b strings.Builder
	if err := timeline.Write(&b, all(), timeline.Column{}); err == nil || b.Len() > 0 {
		t.Errorf("got %v and %q", err, b.String())
	}
}

func TestASeriesIsReadBackAsNoMeasurement(t *testing.T) {
	tl := all()
	c := column(tl)
	c.Name = "read-all"
	var b strings.Builder
	if err := timeline.WriteSeries(&b, tl, c); err != nil {
		t.Fatal(err)
	}
	if got := read(t, b.String()); got.Observed != nil || got.Payload || len(got.Chunks) != len(tl.Chunks) {
		t.Errorf("got %+v of\n%s", got, b.String())
	}
}

func read(t *testing.T, csv string) *timeline.Timeline {
	t.Helper()
	tl, err := readCSV(t, csv)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func readCSV(t *testing.T, csv string) (*timeline.Timeline, error) {
	t.Helper()
	r, err := capture.Open(strings.NewReader(csv), capture.Options{Name: "t.csv"})
	if err != nil {
		t.Fatal(err)
	}
	b := timeline.NewBuilder(r.Format())
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return b.Timeline(r.Exchanges()[0], timeline.Log{})
		}
		if err == nil {
			err = b.Sample(rec.Time, rec.Sample)
		}
		if err != nil {
			return nil, err
		}
	}
}
