package timeline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

var gzip = coding.List{coding.Gzip}

// exchange is what a recording with times and payload says.
func exchange() *capture.Exchange { return &capture.Exchange{Timed: true, Payload: true} }

func build(t *testing.T, b *timeline.Builder) *timeline.Timeline {
	t.Helper()
	tl, err := b.Timeline(exchange(), timeline.Log{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestChunksBeforeTheCodingWasKnownHaveYieldedNothing(t *testing.T) {
	b := timeline.NewBuilder(capture.FormatCapture)
	ok(t, b.Chunk(0, 1))
	ok(t, b.Chunk(ms(1), 1))
	b.Inflate(gzip)
	ok(t, b.CodedChunk(ms(2), 30, 80, 4))
	tl := build(t, b)
	chunks := []timeline.Chunk{{Time: 0}, {Time: ms(1)}, {Time: ms(2), End: 80}}
	inflated := []timeline.Inflated{{End: 1, Held: 1}, {End: 2, Held: 2}, {End: 32, Held: 4}}
	if diff := cmp.Diff(chunks, tl.Chunks) + cmp.Diff(inflated, tl.Inflated); diff != "" {
		t.Error(diff)
	}
	if tl.CodedBytes(0) != 1 || tl.CodedBytes(2) != 30 || tl.Total() != 80 {
		t.Errorf("chunks of %d and %d coded bytes, %d decoded", tl.CodedBytes(0), tl.CodedBytes(2), tl.Total())
	}
}

func TestABodyThatIsNotInflatedAfterAllHasItsCodedLengths(t *testing.T) {
	b := timeline.NewBuilder(capture.FormatCapture)
	b.Inflate(gzip)
	ok(t, b.CodedChunk(0, 30, 80, 4))
	ok(t, b.CodedChunk(ms(2), 10, 0, 0))
	b.NotInflated(gzip)
	tl := build(t, b)
	if diff := cmp.Diff([]timeline.Chunk{{Time: 0, End: 30}, {Time: ms(2), End: 40}}, tl.Chunks); diff != "" || !tl.Coded || tl.Inflated != nil || tl.Coding.String() != "gzip" {
		t.Errorf("%v %v %v %s", tl.Coded, tl.Coding, tl.Inflated, diff)
	}
}

func TestCodedBytesThatCannotBeAreRefused(t *testing.T) {
	const header = "# heldbytes=timeline/1 coding=gzip held=none\ni,t_ms,held_bytes,parsed,chunk_bytes,coded_bytes,inflater_held\n"
	for _, c := range []struct{ name, csv, want string }{
		{"more held than was received", header + "0,0,,False,9,5,0\n1,1,,False,9,5,11\n", ":4: read 11 coded bytes held, want no more than the 10 received"},
		{"one cell of the two", header + "0,0,,False,9,5,\n", ":3: read \"0,0,,False,9,5,\", want coded_bytes and inflater_held both, or neither"},
		{"in some chunks only", header + "0,0,,False,9,5,0\n1,1,,False,9,,\n", ":4: read a row without coded_bytes, want it in every row with chunk_bytes, or in none"},
		{"not in the first chunk", header + "0,0,,False,9,,\n1,1,,False,9,5,0\n", ":4: read a row with coded_bytes, want"},
		{"in the row at EOF", header + "0,0,,False,9,5,0\n1,1,,False,,5,0\n", ":4: read coded_bytes, want chunk_bytes beside it"},
		{"without chunk_bytes", "i,t_ms,held_bytes,parsed,coded_bytes,inflater_held\n0,0,1,False,5,0\n", ":2: read coded_bytes, want chunk_bytes beside it"},
		{"a coding that is not read", strings.Replace(header, "gzip", "zstd", 1) + "0,0,,False,9,5,0\n", ":1: read the code coding=\"zstd\": want some of"},
		{"a coding in other words", strings.Replace(header, "gzip", "x-gzip", 1) + "0,0,,False,9,5,0\n", ":1: read the code coding=\"x-gzip\": want some of"},
		{"no coding at all", strings.Replace(header, "gzip", "identity", 1) + "0,0,,False,9,5,0\n", ":1: read the code coding=\"identity\": want some of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readCSV(t, c.csv)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestACutRowLeavesItsCodedBytesOut(t *testing.T) {
	tl, err := readCSV(t, "# coding=gzip held=none\ni,t_ms,held_bytes,parsed,chunk_bytes,coded_bytes,inflater_held\n0,0,,False,9,5,0\n1,1,,False,9,5,99")
	if err != nil || len(tl.Chunks) != 1 || len(tl.Inflated) != 1 {
		t.Errorf("%v, %+v", err, tl)
	}
}

func TestCodedBytesAreBounded(t *testing.T) {
	b := timeline.NewBuilder(capture.FormatCapture)
	b.Inflate(gzip)
	ok(t, b.CodedChunk(0, timeline.MaxTotal, 5, 0))
	if err := b.CodedChunk(0, 1, 5, 0); err == nil || !strings.Contains(err.Error(), "read 1 coded bytes after") {
		t.Errorf("got %v", err)
	}
}
