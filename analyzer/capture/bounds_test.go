package capture_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestLongLinesAndValuesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MiB")
	}
	long := func(of string, n int) io.Reader {
		return io.LimitReader(&again{of: strings.Repeat(of, 1<<14)}, int64(n))
	}
	for i, c := range []struct {
		name   string
		format capture.Format
		in     io.Reader
	}{
		{"a line of samples", capture.FormatSamples, long("x", 65<<20)},
		{"a stamped line", capture.FormatStamped, long("x", 65<<20)},
		{"a line of a curl trace", capture.FormatCurl, long("x", 65<<20)},
		{"strings of a list that are added", capture.FormatList, io.MultiReader(strings.NewReader("['"), long(strings.Repeat("x", 1<<10)+"' '", 65<<20))},
		{"a string with escapes", capture.FormatList, io.MultiReader(strings.NewReader("['"), long(`\n`+strings.Repeat("x", 63), 67<<20))},
	} {
		t.Run(c.name, func(t *testing.T) {
			if i > 0 && runtime.GOOS == "js" {
				t.Skip("memory that js/wasm had once is not given back")
			}
			wantError(t, read(c.in, capture.Options{Name: "in", Format: c.format}).err, "of at most 67108864 bytes")
		})
	}
}

// again is an io.Reader of one text again and again.
type again struct {
	of string
	at int
}

func (a *again) Read(p []byte) (int, error) {
	n := copy(p, a.of[a.at:])
	a.at = (a.at + n) % len(a.of)
	return n, nil
}

// What is made of one record at once is bounded apart from the record's length.
func TestPartsOfOneRecordAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of parts")
	}
	const event = `{"time":1,"data":"a"},`
	for _, c := range []struct {
		name, in string
		good     int // exchanges
		want     string
	}{
		{"frames of a fixture", `{"fixtures":[{"response":{},"recordedTimings":{"ttftMs":1}},{"response":{},"recordedTimings":{"ttftMs":1,"interChunkDelaysMs":[` + strings.Repeat("0,", 1<<20) + `0]}}]}`, 1, ""},
		{"messages of a HAR", archive(`{"_eventSourceMessages":[` + strings.Repeat(event, 1<<20) + event[:len(event)-1] + `]}`), 1, ""},
		{"frames of a packet", "frame.time_epoch\thttp2.streamid\thttp2.length\thttp2.data.data\n1.0\t1\t0" + strings.Repeat(",0", 1<<12) + "\t61\n", 0, "at most 4096 frames"},
		{"cells of a row", "i,t_ms,held_bytes,parsed\n" + strings.Repeat(",", 1<<12) + "\n", 1, "at most 4096 cells"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if len(c.in) > 1<<24 && runtime.GOOS == "js" {
				t.Skip("takes half a minute and half a gigabyte under js/wasm")
			}
			got := readString(c.in)
			if c.want != "" {
				wantError(t, got.err, c.want)
			} else if got.err != nil || !got.has(capture.NoteDamaged) {
				t.Error(got.err)
			}
			if len(got.exchanges) != c.good {
				t.Errorf("%d exchanges, want %d", len(got.exchanges), c.good)
			}
		})
	}
}
