package capture_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// readTruth is what the server of a recording sent, and how it was coded.
func readTruth(t *testing.T, rec string) (writes []sharedtest.Write, coding string) {
	t.Helper()
	writes, gzip := sharedtest.Sent(t, rec)
	if gzip {
		coding = "gzip"
	}
	return writes, coding
}

// stamps returns the times of the body reads of a curl trace in milliseconds,
// found in another way than the importer's.
var recvData = regexp.MustCompile(`(?m)^(\d\d):(\d\d):(\d\d)\.(\d{3})(\d{3}) (?:\[\d+-\d+\] )?<= Recv data, [1-9]`)

func stamps(trace []byte) map[string]bool {
	in := map[string]bool{}
	for _, m := range recvData.FindAllSubmatch(trace, -1) {
		var d [5]int
		for i := range d {
			for _, c := range m[i+1] {
				d[i] = d[i]*10 + int(c-'0')
			}
		}
		ns := int64(((d[0]*60+d[1])*60+d[2])*1e9 + d[3]*1e6 + d[4]*1e3)
		in[capture.FormatMillis(time.Duration(ns))] = true
	}
	return in
}

// TestCurlTellsWhatWasSent compares every curl trace with what the server sent.
func TestCurlTellsWhatWasSent(t *testing.T) {
	readme, err := os.ReadFile(sharedtest.Dir(t, "recordings", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `((?:curl|tls|mitmproxy)/[^`]*?(?:\\.trace(?:-ascii)?|vvv\\.txt))` \\|[^|]*\\| ([^| ]+) ").FindAllStringSubmatch(string(readme), -1)
	rows = append(rows, []string{"", "tls/sse-stall.h2.curl788.trace-ascii", "tls-curl788-h2-ascii"})
	if len(rows) < 35 {
		t.Fatalf("found %d traces in the README", len(rows))
	}
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			path := sharedtest.Dir(t, append([]string{"recordings"}, strings.Split(row[1], "/")...)...)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			compareWithTruth(t, filepath.Base(path), b, row[2])
		})
	}
}

func compareWithTruth(t *testing.T, name string, trace []byte, rec string) {
	want, coding := readTruth(t, rec)
	got := read(bytes.NewReader(trace), capture.Options{Name: name})
	if got.err != nil {
		t.Fatal(got.err)
	}
	if len(got.exchanges) != 1 || got.format != capture.FormatCurl {
		t.Fatalf("%d exchanges of a %v", len(got.exchanges), got.format)
	}
	e := got.exchanges[0]
	text := strings.Contains(name, "ascii") || strings.Contains(name, "vvv")
	untimed := strings.Contains(name, "notime")
	if e.Level != capture.LevelRead || e.Timed == untimed || e.Coding != coding {
		t.Errorf("exchange is %+v", e)
	}
	if e.Payload == text || got.has(capture.NoteLossyText) != text {
		t.Errorf("exchange is %+v", e)
	}
	if len(e.Notes) > 1 {
		t.Errorf("notes %v", e.Notes)
	}
	if !untimed && (!e.Accept.Set || e.Accept.Time > got.records[0].Time) {
		t.Errorf("accept %v, first chunk at %v", e.Accept, got.records[0].Time)
	}
	var body []byte
	var lengths []int64
	for _, s := range want {
		body = append(body, s.Data...)
		n := int64(len(s.Data))
		if coding != "" {
			n = s.Coded
		}
		lengths = append(lengths, n)
	}
	last := got.records[len(got.records)-1]
	if last.Kind != capture.RecordEOF {
		t.Errorf("the last record is %s, want EOF", line(last))
	}
	chunks := got.records[:len(got.records)-1]
	known := stamps(trace)
	var total, all int64
	for i, r := range chunks {
		if r.Kind != capture.RecordChunk || r.Len == 0 || r.Data == nil && !text || r.Data != nil && int64(len(r.Data)) != r.Len {
			t.Errorf("record %d is %s", i, line(r))
		}
		if at := capture.FormatMillis(r.Time); !untimed && !known[at] {
			t.Errorf("record %d is at %s, which no Recv data is", i, at)
		}
		total += r.Len
	}
	for _, n := range lengths {
		all += n
	}
	if total != all {
		t.Errorf("%d bytes, want %d", total, all)
	}
	// A slow reader or a proxy in between takes several writes in one read.
	if !strings.Contains(name, "own-pipe") && !strings.Contains(name, "mitm") {
		if len(chunks) != len(lengths) {
			t.Fatalf("%d reads, want %d", len(chunks), len(lengths))
		}
		for i, r := range chunks {
			if r.Len != lengths[i] {
				t.Errorf("read %d has %d bytes, want %d", i, r.Len, lengths[i])
			}
		}
	}
	payload := got.bytes()
	if coding != "" {
		payload = gunzip(t, payload)
	}
	// A text dump tells the bytes up to the first that it does not show.
	if !bytes.HasPrefix(body, payload) || !text && len(payload) != len(body) {
		t.Errorf("payload\n%q\nwant\n%q", payload, body)
	}
}

func gunzip(t *testing.T, b []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
