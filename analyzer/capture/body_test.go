package capture_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func readBody(r io.Reader) recording {
	return read(r, capture.Options{Name: "in", Format: capture.FormatBody})
}

func TestBodyIsReadAsItIs(t *testing.T) {
	for name, in := range map[string]string{
		"events":                  "data: 1\n\ndata: 2\n\n",
		"a BOM":                   "\xef\xbb\xbfdata: 1\n\n",
		"white space alone":       " \r\n\t\n",
		"what is no text":         "\x1f\x8b\x08\x00\xff",
		"what looks like another": "i,t_ms,held_bytes,parsed\n0,0,0,True\n",
		"one chunk exactly":       strings.Repeat("x", 4096),
		"several chunks":          strings.Repeat("0123456789\n", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			got := readBody(strings.NewReader(in))
			if got.err != nil || got.format != capture.FormatBody || len(got.exchanges) != 1 {
				t.Fatalf("%v, %v, %d exchanges", got.err, got.format, len(got.exchanges))
			}
			if e := got.exchanges[0]; e.Timed || !e.Payload || e.Level != capture.LevelUnknown {
				t.Errorf("exchange %+v", e)
			}
			if string(got.bytes()) != in {
				t.Errorf("got %d bytes, want the %d of the file", len(got.bytes()), len(in))
			}
			chunks := got.records[:len(got.records)-1]
			for i, r := range chunks {
				if r.Kind != capture.RecordChunk || i < len(chunks)-1 && r.Len != 4096 {
					t.Errorf("record %d is %s", i, line(r))
				}
			}
			if last := got.records[len(chunks)]; last.Kind != capture.RecordEOF {
				t.Errorf("the last record is %s, want the end", line(last))
			}
		})
	}
}

func TestBodyWithoutBytesIsRefused(t *testing.T) {
	if got := readBody(strings.NewReader("")); !errors.Is(got.err, capture.ErrEmpty) {
		t.Errorf("got %v", got.err)
	}
}

func TestBodyThatCannotBeReadOnKeepsWhatCame(t *testing.T) {
	broken := errors.New("broken")
	in := strings.Repeat("x", 70_000)
	got := readBody(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))
	if !errors.Is(got.err, broken) || string(got.bytes()) != in {
		t.Errorf("%v after %d bytes", got.err, len(got.bytes()))
	}
	wantError(t, got.err, "in:+70000")
}
