package timeline_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

const none = capture.None

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// row is a sample that gives its held bytes, and those of its chunk or none.
func row(at int, held, bytes int64) timeline.Sample {
	return timeline.Sample{Time: ms(at), Held: held, Before: none, Bytes: bytes}
}

func TestRowsAreLaidBesideChunks(t *testing.T) {
	for _, c := range []struct {
		name   string
		chunks []int64
		eof    bool
		rows   []timeline.Sample
		want   []int64 // held, by chunk and EOF
		misfit timeline.Misfit
	}{
		{name: "one to one", chunks: []int64{5, 5}, rows: []timeline.Sample{row(0, 5, none), row(10, 0, none)}, want: []int64{5, 0}},
		{name: "one more is the row at EOF", chunks: []int64{5, 5}, eof: true, rows: []timeline.Sample{row(0, 5, none), row(10, 10, none), row(20, 0, none)}, want: []int64{5, 10, 0}},
		{name: "one more without an EOF matches nothing", chunks: []int64{5, 5}, rows: []timeline.Sample{row(0, 5, none), row(10, 10, none), row(20, 0, none)}, misfit: timeline.TooMany},
		{name: "without the row at EOF that is not known", chunks: []int64{5, 5}, eof: true, rows: []timeline.Sample{row(0, 5, none), row(10, 2, none)}, want: []int64{5, 2, none}},
		{name: "too few without chunk_bytes", chunks: []int64{5, 5, 5}, rows: []timeline.Sample{row(0, 5, none), row(10, 2, none)}, misfit: timeline.TooMany},
		{name: "by chunk_bytes", chunks: []int64{5, 6}, rows: []timeline.Sample{row(0, 5, 5), row(10, 0, 6)}, want: []int64{5, 0}},
		{name: "a row may cover several chunks", chunks: []int64{5, 6, 7}, rows: []timeline.Sample{row(0, 2, 11), row(10, 0, 7)}, want: []int64{none, 2, 0}},
		{name: "rows that end before the chunks", chunks: []int64{5, 6, 7}, rows: []timeline.Sample{row(0, 2, 5), row(10, 0, 6)}, misfit: timeline.EndsEarly},
		{name: "empty chunks after the last row", chunks: []int64{5, 0}, rows: []timeline.Sample{row(0, 2, 5)}, want: []int64{2, none}},
		{name: "a read of no bytes is EOF", chunks: []int64{5, 6}, eof: true, rows: []timeline.Sample{row(0, 5, 5), row(10, 11, 6), row(20, 0, 0)}, want: []int64{5, 11, 0}},
		{name: "chunk_bytes and the row at EOF", chunks: []int64{5, 6}, eof: true, rows: []timeline.Sample{row(0, 5, 5), row(10, 11, 6), row(20, 0, none)}, want: []int64{5, 11, 0}},
		{name: "chunk_bytes that end inside a chunk match nothing", chunks: []int64{5, 6}, rows: []timeline.Sample{row(0, 5, 4), row(10, 0, 7)}, misfit: timeline.OtherChunks},
		{name: "chunk_bytes beyond the stream match nothing", chunks: []int64{5}, rows: []timeline.Sample{row(0, 5, 5), row(10, 0, 7)}, misfit: timeline.OtherChunks},
		{name: "chunk_bytes missing in the middle match nothing", chunks: []int64{5, 6}, eof: true, rows: []timeline.Sample{row(0, 5, 5), row(5, 0, none), row(10, 0, 6)}, misfit: timeline.OtherChunks},
		{name: "more held than received matches nothing", chunks: []int64{5, 6}, rows: []timeline.Sample{row(0, 6, none), row(10, 0, none)}, misfit: timeline.HoldsTooMuch},
		{name: "empty chunks have rows", chunks: []int64{0, 5}, rows: []timeline.Sample{row(0, 0, 0), row(10, 5, 5)}, want: []int64{0, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := timeline.NewBuilder(capture.FormatCapture)
			for i, n := range c.chunks {
				if err := b.Chunk(ms(10*i), n); err != nil {
					t.Fatal(err)
				}
			}
			if c.eof {
				b.EOF(ms(10 * len(c.chunks)))
			}
			tl, err := b.Timeline(&capture.Exchange{Timed: true, Payload: true}, timeline.Log{Samples: c.rows})
			if err != nil {
				t.Fatal(err)
			}
			unmatched := slices.Contains(tl.Notes, capture.NoteUnmatched)
			if tl.Rows.Misfit != c.misfit || unmatched != (c.want == nil) || (tl.Observed == nil) != (c.want == nil) {
				t.Fatalf("%v, %d rows, note %v", tl.Rows.Misfit, len(tl.Observed), unmatched)
			}
			if tl.Rows.Count != len(c.rows) {
				t.Errorf("%d rows counted, want %d", tl.Rows.Count, len(c.rows))
			}
			var held []int64
			for i, s := range tl.Observed {
				held = append(held, s.Held)
				if i < len(tl.Chunks) && (s.Time != tl.Chunks[i].Time || s.Bytes != tl.Bytes(i)) {
					t.Errorf("row %d is not that of its chunk: %+v", i, s)
				}
			}
			if !slices.Equal(held, c.want) {
				t.Errorf("held %v, want %v", held, c.want)
			}
		})
	}
}

func TestRowsOfAnotherClockBeginAtTheFirstChunk(t *testing.T) {
	for _, c := range []struct {
		first int
		want  time.Duration
	}{{5000, 0}, {0, 0}, {1015, ms(15)}, {990, ms(-10)}} {
		rows := []timeline.Sample{row(c.first, 0, none), row(c.first+10, 0, none), row(c.first+20, 0, none)}
		b := timeline.NewBuilder(capture.FormatCurl)
		err := errors.Join(b.Chunk(ms(1000), 5), b.Chunk(ms(1010), 5))
		if err != nil {
			t.Fatal(err)
		}
		b.EOF(ms(1020))
		tl, err := b.Timeline(&capture.Exchange{Timed: true}, b.Align(timeline.Log{Samples: rows}))
		if err != nil {
			t.Fatal(err)
		}
		if tl.Rows.From != c.want {
			t.Errorf("rows from %d: the first is at %v, want %v", c.first, tl.Rows.From, c.want)
		}
		if rows[0].Time != ms(c.first) {
			t.Error("the rows themselves were moved")
		}
	}
}

func TestARowMoreThanChunksIsEOF(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []timeline.Sample
		want bool
	}{
		{"without chunk_bytes", []timeline.Sample{row(0, 0, none), row(10, 0, none), row(20, 0, none)}, true},
		{"with the bytes of the chunks", []timeline.Sample{row(0, 0, 5), row(10, 0, 6), row(20, 0, none)}, true},
		{"a read of nothing", []timeline.Sample{row(0, 0, 5), row(10, 0, 6), row(20, 0, 0)}, true},
		{"a read of more", []timeline.Sample{row(0, 0, 5), row(10, 0, 6), row(20, 0, 7)}, false},
		{"rows of other chunks", []timeline.Sample{row(0, 0, 5), row(10, 0, 9), row(20, 0, none)}, false},
		{"as many rows", []timeline.Sample{row(0, 0, none), row(10, 0, none)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := timeline.NewBuilder(capture.FormatCapture)
			if err := errors.Join(b.Chunk(0, 5), b.Chunk(ms(10), 6)); err != nil {
				t.Fatal(err)
			}
			if at, ok := b.EOFRow(timeline.Log{Samples: c.rows}); ok != c.want || ok && at != ms(20) {
				t.Errorf("got %v, %v", at, ok)
			}
		})
	}
}
