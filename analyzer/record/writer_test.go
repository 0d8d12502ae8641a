package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

const ms = time.Millisecond

func TestWriterWritesTheCaptureForm(t *testing.T) {
	var out bytes.Buffer
	w := record.NewWriter(&out, record.Head{ContentType: "Text/Event-Stream; secret=1", Level: capture.LevelRead, Accept: capture.Mark{Time: -3 * ms / 2, Set: true}}, record.PayloadRaw)
	w.Chunk(0, []byte("data: \"é\\\x01\t\x7f\r\n"))
	w.Row(record.Row{At: ms / 4, Held: 5, Before: 17, Parsed: 0})
	w.Chunk(2*ms, []byte("\xc3"))
	w.Chunk(3*ms, nil)
	row := record.Row{At: 3 * ms, Held: capture.None, Before: capture.None, Parsed: capture.None}
	row.Marks[capture.MarkRead], row.Marks[capture.MarkHandoff] = capture.Mark{Time: 2 * ms, Set: true}, capture.Mark{Time: 3 * ms, Set: true}
	w.Row(row)
	w.Dropped(4*ms, 2, 0)
	w.Length(5*ms, 7)
	w.EOF(6 * ms)
	if out.Len() != 0 {
		t.Error("written before Flush")
	}
	if err := w.Flush(); err != nil || w.Buffered() != 0 {
		t.Error(err, w.Buffered())
	}
	want := `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read","accept_ms":-1.5}
{"t_ms":0,"text":"data: \"é\\\u0001\t` + "\x7f" + `\r\n"}
{"row":{"t_ms":0.25,"held_bytes":5,"held_before":17,"parsed":0}}
{"t_ms":2,"b64":"ww=="}
{"t_ms":3,"text":""}
{"row":{"t_ms":3,"read_ms":2,"handoff_ms":3}}
{"t_ms":4,"dropped":2,"len":0}
{"t_ms":5,"len":7}
{"eof_ms":6}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if n := len(records(t, out.String())); n != 7 {
		t.Errorf("%d records", n)
	}
}

// records reads a capture back.
func records(t testing.TB, in string) []capture.Record {
	t.Helper()
	r, err := capture.Open(strings.NewReader(in), capture.Options{Name: "in"})
	if err != nil {
		t.Fatalf("%v\n%s", err, in)
	}
	var all []capture.Record
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, in)
		}
		rec.Data = bytes.Clone(rec.Data)
		all = append(all, rec)
	}
}

func TestWhatAWriterKeepsOfABody(t *testing.T) {
	for _, c := range []struct {
		name           string
		head           record.Head
		asked, payload record.Payload
		want           string
	}{
		{"nothing unless asked", record.Head{ContentType: "text/event-stream"}, 0, record.PayloadNone, `{"t_ms":0,"len":10}`},
		{"masked", record.Head{ContentType: "text/event-stream"}, record.PayloadMask, record.PayloadMask, `{"t_ms":0,"text":"data: \"x\"\n"}`},
		{"raw", record.Head{ContentType: "text/event-stream"}, record.PayloadRaw, record.PayloadRaw, `{"t_ms":0,"text":"data: \"s\"\n"}`},
		{"lengths of what cannot be masked", record.Head{ContentType: "image/png"}, record.PayloadMask, record.PayloadNone, `{"t_ms":0,"len":10}`},
		{"lengths of what is coded", record.Head{ContentEncoding: "gzip"}, record.PayloadMask, record.PayloadNone, `{"t_ms":0,"len":10}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			w := record.NewWriter(&out, c.head, c.asked)
			body := []byte("data: \"s\"\n")
			w.Chunk(0, body)
			w.Flush()
			if _, got, _ := strings.Cut(out.String(), "\n"); got != c.want+"\n" || w.Payload() != c.payload || string(body) != "data: \"s\"\n" {
				t.Errorf("%v: %s", w.Payload(), out.String())
			}
		})
	}
}

// Behind bytes that a mask has not seen it would take content for framing.
func TestNothingIsMaskedBehindBytesThatAreMissing(t *testing.T) {
	lost := map[string]func(*record.Writer){
		"dropped":    func(w *record.Writer) { w.Dropped(ms, 1, 10) },
		"not kept":   func(w *record.Writer) { w.Length(ms, 10) },
		"only a row": func(w *record.Writer) { w.Dropped(ms, 1, 0) },
	}
	for _, c := range []struct{ contentType, before, after, secret string }{
		{"application/grpc", "\x00\x00\x00\x00\x08ab", "abcdef\x01\x00\x00AB", "AB"},
		{"", "content-length: 1", "42424242\r\n", "42424242"},
	} {
		for name, lose := range lost {
			var out bytes.Buffer
			w := record.NewWriter(&out, record.Head{ContentType: c.contentType}, record.PayloadMask)
			w.Chunk(0, []byte(c.before))
			lose(w)
			w.Chunk(2*ms, []byte(c.after))
			w.Flush()
			if row := name == "only a row"; strings.Contains(out.String(), c.secret) != row || strings.Contains(out.String(), `"t_ms":2,"len":`) == row {
				t.Errorf("%s, %s:\n%s", c.contentType, name, &out)
			}
		}
	}
}

func TestPayloadNamesAreRead(t *testing.T) {
	for _, p := range []record.Payload{record.PayloadNone, record.PayloadMask, record.PayloadRaw} {
		if got, err := record.ParsePayload(p.String()); got != p || err != nil {
			t.Errorf("%v: %v, %v", p, got, err)
		}
	}
	if _, err := record.ParsePayload("all"); err == nil || !strings.Contains(err.Error(), "mask") {
		t.Error(err)
	}
}

// failing is a file on a disk that is full after some bytes.
type failing struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("no space left")

func (f *failing) Write(p []byte) (int, error) {
	n := min(len(p), f.room-f.Len())
	f.Buffer.Write(p[:n])
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestWriterThatFailsKeepsNoMoreAndSaysSo(t *testing.T) {
	f := &failing{room: 100}
	w := record.NewWriter(f, record.Head{}, record.PayloadRaw)
	for i := range 10 {
		w.Chunk(time.Duration(i), []byte("0123456789"))
	}
	if err := w.Flush(); !errors.Is(err, errFull) || w.Buffered() != 0 {
		t.Error(err, w.Buffered())
	}
	w.EOF(1)
	if err := w.Flush(); !errors.Is(err, errFull) || f.Len() != 100 {
		t.Error(err, f.Len())
	}
	if n := len(records(t, f.String())); n < 1 {
		t.Errorf("%d records in %q", n, f.String())
	}
}

// A recording can end at any byte: what is there says what the whole says of it.
func TestCaptureThatIsCutAnywhereIsRead(t *testing.T) {
	var out bytes.Buffer
	w := record.NewWriter(&out, record.Head{ContentType: "text/event-stream", Level: capture.LevelRead}, record.PayloadMask)
	for i := range 5 {
		at := time.Duration(i) * 300 * ms
		w.Chunk(at, fmt.Appendf(nil, "data: {\"n\":%d}\n\n", i))
		w.Row(record.Row{At: at, Held: 0, Before: 15, Parsed: int64(i + 1)})
	}
	w.EOF(1500 * ms)
	w.Row(record.Row{At: 1500 * ms, Held: 0, Before: 0, Parsed: 5})
	w.Flush()
	whole := out.String()
	first := strings.Index(whole, "\n{\"t_ms\":300")
	for n := first; n <= len(whole); n++ {
		a, err := analyzer.Analyze(strings.NewReader(whole[:n]), analyzer.Options{Name: "in"})
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if code := a.Report().Findings.Reader.Code; code != "prompt" && code != "undecidable" {
			t.Fatalf("cut at %d: the reader is %s", n, code)
		}
	}
}
