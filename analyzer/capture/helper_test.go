package capture_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

var update = flag.Bool("update", false, "write the golden files")

// recording is everything that a Reader says, its chunks copied.
type recording struct {
	format    capture.Format
	records   []capture.Record
	exchanges []*capture.Exchange
	err       error // what ended it, nil for io.EOF
}

// buffer is what read hands to Open, which takes a bufio.Reader that is large
// enough as it is: thousands of recordings are read, and one of its own for each
// would be most of what the tests allocate.
var buffer = bufio.NewReaderSize(nil, 1<<16)

// read reads a recording to its end.
func read(r io.Reader, o capture.Options) recording {
	if o.More == nil {
		o.More = capture.Further()
	}
	buffer.Reset(r)
	reader, err := capture.Open(buffer, o)
	if err != nil {
		return recording{err: err}
	}
	return readAll(reader)
}

func readAll(reader capture.Reader) recording {
	rec := recording{format: reader.Format()}
	for {
		r, err := reader.Next()
		if err != nil {
			if err != io.EOF {
				rec.err = err
			}
			if _, again := reader.Next(); again != err {
				rec.err = fmt.Errorf("after %v, Next returned %v", err, again)
			}
			rec.exchanges = reader.Exchanges()
			return rec
		}
		if r.Data != nil {
			r.Data = append([]byte{}, r.Data...)
		}
		if r.Sample != nil {
			sample := *r.Sample
			r.Sample = &sample
		}
		rec.records = append(rec.records, r)
	}
}

func readString(s string) recording {
	return read(strings.NewReader(s), capture.Options{Name: "in"})
}

// String is the form of the golden files.
func (r recording) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "format %v\n", r.format)
	for i, e := range r.exchanges {
		fmt.Fprintf(&b, "exchange %d type=%q level=%v timed=%v payload=%v coding=%q accept=%s codes=%v notes=%v\n",
			i, e.ContentType, e.Level, e.Timed, e.Payload, e.Coding, mark(e.Accept), e.Codes, e.Notes)
	}
	for _, rec := range r.records {
		fmt.Fprintln(&b, line(rec))
	}
	if r.err != nil {
		fmt.Fprintf(&b, "error %v\n", r.err)
	}
	return b.String()
}

func line(r capture.Record) string {
	at := fmt.Sprintf("%d %s", r.Exchange, capture.FormatMillis(r.Time))
	switch r.Kind {
	case capture.RecordEOF:
		return "eof " + at
	case capture.RecordChunk:
		switch {
		case r.Data == nil:
			return fmt.Sprintf("chunk %s len=%d", at, r.Len)
		case len(r.Data) > 40:
			return fmt.Sprintf("chunk %s len=%d sha256=%x", at, r.Len, sha256.Sum256(r.Data))
		}
		return fmt.Sprintf("chunk %s len=%d %q", at, r.Len, r.Data)
	}
	s := r.Sample
	out := fmt.Sprintf("sample %s line=%d held=%d parsed=%v", at, s.Line, s.Held, s.Parsed)
	if s.Bytes != capture.None {
		out += fmt.Sprintf(" bytes=%d", s.Bytes)
	}
	if s.Before != capture.None {
		out += fmt.Sprintf(" before=%d", s.Before)
	}
	if s.Spans != "" {
		out += fmt.Sprintf(" spans=%q", s.Spans)
	}
	for i, m := range s.Marks {
		if m.Set {
			out += fmt.Sprintf(" mark%d=%s", i, mark(m))
		}
	}
	return out
}

func mark(m capture.Mark) string {
	if !m.Set {
		return "-"
	}
	return capture.FormatMillis(m.Time)
}

func (r recording) bytes() []byte {
	var b []byte
	for _, rec := range r.records {
		b = append(b, rec.Data...)
	}
	return b
}

func (r recording) has(n capture.Note) bool {
	for _, e := range r.exchanges {
		for _, have := range e.Notes {
			if have == n {
				return true
			}
		}
	}
	return false
}

// wantError checks that err is an *Error of the file "in" whose text has all of want.
func wantError(t *testing.T, err error, want ...string) {
	t.Helper()
	var e *capture.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a *capture.Error", err)
	}
	for _, w := range append(want, "in") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q\ndoes not say %q", err, w)
		}
	}
}

// small returns the recordings of testdata that are whole and good.
func small(t testing.TB) map[string][]byte { return sharedtest.Testdata(t, "*.*") }

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")); got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}
