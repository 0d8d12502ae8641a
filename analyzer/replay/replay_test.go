package replay_test

import (
	"slices"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// stream is lines of 8 bytes in chunks that cut them: 10, 2, 12, then EOF.
func stream(eof bool) *timeline.Timeline {
	t := &timeline.Timeline{
		Timed: true, Payload: true, Framing: framing.Lines,
		Chunks: []timeline.Chunk{{Time: 0, End: 10}, {Time: ms(10), End: 12}, {Time: ms(20), End: 24}},
		Spans:  timeline.SpansOf(line(0), line(8), line(16)),
	}
	if eof {
		t.EOF = capture.Mark{Time: ms(30), Set: true}
	}
	return t
}

func line(start int64) framing.Span {
	return framing.Span{Start: start, Ready: start + 7, End: start + 8, Proof: start + 8}
}

func points(s *replay.Series) (out []replay.Point) {
	for _, p := range s.All() {
		out = append(out, p)
	}
	return out
}

func TestRulesOverTheSameChunks(t *testing.T) {
	for _, c := range []struct {
		rule          replay.RuleKind
		before, after []int64
		parsed        []bool
	}{
		{replay.AtClose, []int64{10, 4, 16, 0}, []int64{2, 4, 0, 0}, []bool{true, false, true, false}},
		{replay.ReadAll, []int64{10, 12, 24, 24}, []int64{10, 12, 24, 0}, []bool{false, false, false, true}},
		{replay.ChunkEnd, []int64{10, 12, 24, 0}, []int64{10, 12, 0, 0}, []bool{false, false, true, false}},
		{replay.Never, []int64{10, 12, 24, 24}, []int64{10, 12, 24, 0}, []bool{false, false, false, false}},
	} {
		rule := replay.Rule{Kind: c.rule}
		t.Run(rule.String(), func(t *testing.T) {
			x := replay.Run(stream(true), rule)
			open := replay.Run(stream(false), rule)
			if !x.EOF || open.EOF || !slices.Equal(points(open), points(x)[:3]) {
				t.Errorf("without EOF the points are %+v, with it %+v", points(open), points(x))
			}
			for k, p := range x.All() {
				if p.Before != c.before[k] || p.After != c.after[k] || p.Parsed != c.parsed[k] {
					t.Errorf("point %d: %+v, want before %d, after %d, parsed %v", k, p, c.before[k], c.after[k], c.parsed[k])
				}
				if k < 3 && p.After != p.Received-p.Released {
					t.Errorf("point %d: held is not received less released: %+v", k, p)
				}
			}
			again, err := replay.ParseRule(rule.String())
			if err != nil || again != rule {
				t.Errorf("%v is read back as %v, %v", rule, again, err)
			}
		})
	}
	if _, err := replay.ParseRule("observed"); err == nil {
		t.Error("what was observed is taken for a rule")
	}
}

func TestReleaseWaitsForProof(t *testing.T) {
	number := framing.Span{Start: 0, Ready: 3, End: 3, Proof: 4}
	atEOF := framing.Span{Start: 4, Ready: 6, End: 6, Proof: 6, AtEOF: true}
	spans := timeline.SpansOf(number, atEOF)
	f := replay.NewFloor(&spans)
	for _, c := range []struct{ seen, free int64 }{{1, 0}, {3, 0}, {4, 4}, {5, 4}, {6, 4}} {
		if got := f.Free(c.seen); got != c.free {
			t.Errorf("after %d bytes %d are free, want %d", c.seen, got, c.free)
		}
	}
	ready := replay.NewReadyFloor(&spans)
	if got := ready.Free(3); got != 3 {
		t.Errorf("of a ready number %d bytes are free, want 3", got)
	}
}

func TestObservedRowsAsASeries(t *testing.T) {
	tl := stream(true)
	if replay.FromRows(tl) != nil {
		t.Error("a timeline without rows has a series of them")
	}
	tl.Observed = []timeline.Sample{
		{Held: 10, Before: 10, Bytes: 10},
		{Time: ms(10), Held: 4, Before: 12, Bytes: 2, Parsed: true},
		{Time: ms(20), Held: 16, Before: 16, Bytes: 12},
		{Time: ms(30), Held: capture.None, Before: 16, Bytes: capture.None},
	}
	x := replay.FromRows(tl)
	want := []replay.Point{
		{Received: 10, Released: 0, Before: 10, After: 10},
		{Time: ms(10), Received: 12, Released: 8, Before: 12, After: 4, Parsed: true},
		{Time: ms(20), Received: 24, Released: 8, Before: 16, After: 16},
		{Time: ms(30), Received: 24, Released: 24, Before: 16, After: 0},
	}
	if !slices.Equal(points(x), want) || x.Peak() != 16 || x.PeakAfter() != 16 {
		t.Errorf("got %+v, want %+v", points(x), want)
	}
}

// A row that covers several chunks bounds what was let go between them; within
// that the reader is given the benefit.
func TestChunksWithoutARowOfTheirOwn(t *testing.T) {
	none := int64(capture.None)
	for _, c := range []struct {
		name  string
		held  [4]int64
		after []int64
	}{
		{"a prompt reader that reads late", [4]int64{none, 4, 0, 0}, []int64{2, 4, 0, 0}},
		{"a reader that waits for EOF", [4]int64{none, none, 24, 0}, []int64{10, 12, 24, 0}},
		{"a reader of which nothing more is known", [4]int64{10, none, none, none}, []int64{10, 4, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl := stream(true)
			for k, held := range c.held {
				tl.Observed = append(tl.Observed, timeline.Sample{Held: held, Before: none, Bytes: none})
				if k < len(tl.Chunks) {
					tl.Observed[k].Bytes = tl.Bytes(k)
				}
			}
			for k, p := range replay.FromRows(tl).All() {
				if p.After != c.after[k] || p.After != p.Received-p.Released {
					t.Errorf("point %d: %+v, want after %d", k, p, c.after[k])
				}
			}
		})
	}
	tl := stream(false)
	tl.Observed = []timeline.Sample{{Held: none}, {Held: none}, {Held: none}}
	if replay.FromRows(tl) != nil {
		t.Error("rows that say nothing of held bytes make a series")
	}
}

func TestRowsAloneAsASeries(t *testing.T) {
	none := int64(capture.None)
	tl := &timeline.Timeline{Timed: true, Observed: []timeline.Sample{
		{Held: 10, Before: none, Bytes: none}, {Time: ms(5), Held: none, Before: none, Bytes: none}, {Time: ms(9), Held: 0, Before: 12, Bytes: none, Parsed: true},
	}}
	want := []replay.Point{
		{Received: 10, Before: 10, After: 10},
		{Time: ms(5), Received: 10, Before: 10, After: 10},
		{Time: ms(9), Before: 12, Parsed: true},
	}
	if x := replay.FromRows(tl); !slices.Equal(points(x), want) {
		t.Errorf("got %+v, want %+v", points(x), want)
	}
}
