package capture_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// zip compresses b as gzip members of at most size bytes each.
func zip(t testing.TB, b []byte, size int) []byte {
	t.Helper()
	var out bytes.Buffer
	for first := true; first || len(b) > 0; first = false {
		w := gzip.NewWriter(&out)
		n := min(size, len(b))
		if _, err := w.Write(b[:n]); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		b = b[n:]
	}
	return out.Bytes()
}

func TestCompressedRecordingReadsAsThePlainOne(t *testing.T) {
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), capture.Options{Name: name}).String()
		for what, coded := range map[string][]byte{
			"one member":      zip(t, b, len(b)),
			"several members": zip(t, b, 100),
			"padded":          append(zip(t, b, len(b)), make([]byte, 512)...),
			"a BOM inside":    zip(t, append([]byte("\xef\xbb\xbf"), b...), len(b)),
		} {
			if got := read(bytes.NewReader(coded), capture.Options{Name: name}).String(); got != want {
				t.Errorf("%s, %s: got\n%s\nwant\n%s", name, what, got, want)
			}
			if got := read(iotest.OneByteReader(bytes.NewReader(coded)), capture.Options{}).String(); got != want {
				t.Errorf("%s, %s, byte by byte: got\n%s\nwant\n%s", name, what, got, want)
			}
		}
	}
}

func TestCompressedRowsAreHandedOverByTheHundred(t *testing.T) {
	text := "i,t_ms,held_bytes,parsed\n" + strings.Repeat("1,2,3,True\n", 100)
	r, err := capture.Open(bytes.NewReader(zip(t, []byte(text), len(text))), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if n := r.(capture.RowReader).Rows(make([]capture.Row, 100)); n < 90 {
		t.Errorf("%d rows", n)
	}
}

func TestLinesCountInTheTextThatWasCompressed(t *testing.T) {
	text := "{\"t_ms\":0,\"text\":\"a\"}\n{\"t_ms\":1,\"text\":7}\n"
	wantError(t, read(bytes.NewReader(zip(t, []byte(text), len(text))), capture.Options{Name: "in"}).err, "in:2:", "text as a string")
}

func TestCompressedRecordingThatIsCutKeepsWhatCame(t *testing.T) {
	for name, b := range small(t) {
		whole := read(bytes.NewReader(b), capture.Options{Name: name})
		want := lines(whole)
		coded := zip(t, b, len(b))
		for n := 3; n < len(coded); n += 1 + len(coded)/80 {
			got := read(bytes.NewReader(coded[:n]), capture.Options{Name: "in", Format: whole.format})
			switch {
			case got.err != nil && len(got.records) > 0:
				t.Errorf("%s cut at %d: an error after %d records: %v", name, n, len(got.records), got.err)
			case got.err != nil:
				wantError(t, got.err)
				if !errors.Is(got.err, coding.ErrCut) {
					t.Errorf("%s cut at %d: %v", name, n, got.err)
				}
			case !got.has(capture.NoteTruncated):
				t.Errorf("%s cut at %d: not noted\n%s", name, n, got)
			case len(got.records) > len(want):
				t.Errorf("%s cut at %d: more records than the whole has", name, n)
			}
		}
	}
}

func TestBrokenGzipKeepsWhatCame(t *testing.T) {
	b := small(t)["sse-wiresplit.trace"]
	coded := zip(t, b, len(b))
	sum := bytes.Clone(coded)
	sum[len(sum)-8] ^= 1
	for what, in := range map[string][]byte{
		"text behind":    append(bytes.Clone(coded), "and more"...),
		"a wrong sum":    sum,
		"a member twice": append(bytes.Clone(coded), coded[:12]...),
	} {
		got := read(bytes.NewReader(in), capture.Options{Name: "in"})
		noted := got.has(capture.NoteDamaged)
		if what == "a member twice" {
			noted = got.has(capture.NoteTruncated)
		}
		if got.err != nil || len(got.records) == 0 || !noted {
			t.Errorf("%s: %v\n%s", what, got.err, got)
		}
		if what != "text behind" {
			continue
		}
		if d := got.exchanges[0].Damage; d.Records != 1 || d.Offset != int64(len(coded)) {
			t.Errorf("%s: %+v, want at +%d", what, d, len(coded))
		}
	}
}

func TestGzipOfNoUseIsRefused(t *testing.T) {
	prose := zip(t, []byte("\nDear all,\n"), 100)
	for _, c := range []struct {
		name string
		in   []byte
		want []string
	}{
		{"gzip in gzip", zip(t, prose, 100), []string{"in:+0:", "gzip in gzip", "gunzip FILE"}},
		{"prose", prose, []string{"in:2:", `"Dear all,"`}},
		{"nothing in it", zip(t, nil, 100), []string{"the recording is empty"}},
		{"its first bytes", prose[:3], []string{"in:+3:", "in gzip", "the rest of a member"}},
		{"a broken block", append(bytes.Clone(prose[:10]), 7, 7, 7), []string{"in:+10:", "a block of type 3 in gzip"}},
		{"garbage behind prose", append(bytes.Clone(prose), "x"...), []string{`"Dear all,"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantError(t, read(bytes.NewReader(c.in), capture.Options{Name: "in"}).err, c.want...)
		})
	}
	if got := read(bytes.NewReader(zip(t, nil, 1)), capture.Options{Name: "in"}); !errors.Is(got.err, capture.ErrEmpty) {
		t.Errorf("an empty text: %v", got.err)
	}
}

func TestRawBodyStaysCompressed(t *testing.T) {
	coded := zip(t, []byte("data: 1\n\n"), 100)
	got := read(bytes.NewReader(coded), capture.Options{Name: "in", Format: capture.FormatBody})
	if got.err != nil || !bytes.Equal(got.bytes(), coded) {
		t.Errorf("%v\n%s", got.err, got)
	}
}

// Half a kilobyte is decoded at a time, however much it expands to.
func TestExpandingGzipIsReadAsItGoes(t *testing.T) {
	var coded bytes.Buffer
	w, _ := gzip.NewWriterLevel(&coded, gzip.BestCompression)
	io.WriteString(w, "{\"t_ms\":0,\"text\":\"a\"}\n")
	blank := bytes.Repeat([]byte("\n"), 1<<20)
	for range 3 {
		w.Write(blank)
	}
	w.Close()
	got := read(&coded, capture.Options{Name: "in"})
	if got.err != nil || len(got.records) != 1 {
		t.Errorf("%v, %d records", got.err, len(got.records))
	}
}

func TestFailingReadOfAGzipIsTold(t *testing.T) {
	broken := errors.New("the disk is gone")
	b := small(t)["form.jsonl"]
	coded := zip(t, b, len(b))
	got := read(io.MultiReader(bytes.NewReader(coded[:len(coded)-20]), iotest.ErrReader(broken)), capture.Options{Name: "in"})
	if !errors.Is(got.err, broken) {
		t.Errorf("%v", got.err)
	}
}
