package capture_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestNameDoesNotMatter(t *testing.T) {
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), capture.Options{Name: name}).String()
		for _, other := range []string{"", "x", "recording.pcap", "a.csv", "b.jsonl"} {
			if got := read(bytes.NewReader(b), capture.Options{Name: other}).String(); got != want {
				t.Errorf("%s read as %q: got\n%s\nwant\n%s", name, other, got, want)
			}
		}
	}
}

func TestFormatMayBeForced(t *testing.T) {
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), capture.Options{Name: name})
		got := read(bytes.NewReader(b), capture.Options{Name: name, Format: want.format})
		if got.String() != want.String() {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestRecordsDoNotDependOnHowTheFileIsRead(t *testing.T) {
	ways := map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader,
		"half":     iotest.HalfReader,
		"data err": iotest.DataErrReader,
	}
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), capture.Options{Name: name}).String()
		for way, cut := range ways {
			if got := read(cut(bytes.NewReader(b)), capture.Options{Name: name}).String(); got != want {
				t.Errorf("%s by %s: got\n%s\nwant\n%s", name, way, got, want)
			}
		}
	}
}

func TestLineEndsMayBeCRLF(t *testing.T) {
	for name, b := range small(t) {
		if bytes.Contains(b, []byte("\r")) || strings.Contains(name, ".ts") { // there a CR is payload
			continue
		}
		want := read(bytes.NewReader(b), capture.Options{Name: name}).String()
		crlf := bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
		if got := read(bytes.NewReader(crlf), capture.Options{Name: name}).String(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestBOMIsSkipped(t *testing.T) {
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), capture.Options{Name: name}).String()
		b = append([]byte("\xef\xbb\xbf"), b...)
		if got := read(bytes.NewReader(b), capture.Options{Name: name}).String(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// A recording that is cut anywhere gives its first records, or says why not. The
// last record may differ where a number was cut: that cannot be told.
func TestCutRecordingLosesNothingBeforeTheCut(t *testing.T) {
	for name, b := range small(t) {
		whole := read(bytes.NewReader(b), capture.Options{Name: name})
		want := lines(whole)
		step := 1 + len(b)/1000
		for n := 0; n < len(b); n += step {
			got := read(bytes.NewReader(b[:n]), capture.Options{Name: name, Format: whole.format})
			if got.err != nil {
				var e *capture.Error
				if !errors.As(got.err, &e) {
					t.Fatalf("%s cut at %d: %v", name, n, got.err)
				}
				if len(got.records) > 0 {
					t.Errorf("%s cut at %d: an error after %d records: %v", name, n, len(got.records), got.err)
				}
			}
			have := lines(got)
			if len(have) > len(want) {
				t.Fatalf("%s cut at %d: more records than the whole has", name, n)
			}
			if last := len(have) - 1; last >= 0 && have[last] != want[last] {
				have = have[:last]
			}
			if !slices.Equal(have, want[:len(have)]) {
				t.Fatalf("%s cut at %d: got\n%s\nwant\n%s", name, n, got, whole)
			}
			if full := len(want); n < len(b)-1 && got.err == nil && len(lines(got)) < full && cutShows(b[:n], whole.format) && !got.has(capture.NoteTruncated) {
				t.Errorf("%s cut at %d: not noted\n%s", name, n, got)
			}
		}
	}
}

// cutShows says whether a cut there can be seen: not between lines, nor where a
// shorter number, text or row is as good.
func cutShows(b []byte, f capture.Format) bool {
	switch f {
	case capture.FormatCapture:
		return !bytes.HasSuffix(bytes.TrimSpace(b), []byte("}")) && !bytes.HasSuffix(b, []byte("\n"))
	case capture.FormatHAR:
		return true
	case capture.FormatCurl:
		return bytes.HasSuffix(b, []byte(")"))
	case capture.FormatSamples:
		row := b[bytes.LastIndexByte(b, '\n')+1:]
		return bytes.HasSuffix(row, []byte(",")) && bytes.Count(row, []byte(",")) < 4
	}
	return false
}

// lines are the records as text, with parsed left out: counts and booleans can
// only be told apart by what follows.
func lines(r recording) []string {
	var in []string
	for _, rec := range r.records {
		if rec.Sample != nil {
			rec.Sample.Parsed = false
		}
		in = append(in, line(rec))
	}
	return in
}

func TestReadErrorComesAfterWhatWasRead(t *testing.T) {
	broken := errors.New("the disk is gone")
	for name, b := range small(t) {
		for _, n := range []int{0, len(b) / 2, len(b)} {
			in := io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(broken))
			got := read(in, capture.Options{Name: "in", Format: read(bytes.NewReader(b), capture.Options{}).format})
			if !errors.Is(got.err, broken) {
				t.Errorf("%s broken at %d: %v", name, n, got.err)
			}
			wantError(t, got.err, "the disk is gone")
			if n == len(b) && len(got.records) == 0 {
				t.Errorf("%s broken at its end: no records", name)
			}
		}
	}
}
