package record

import (
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// Head is what a capture says of its exchange. Nothing else of a request or a
// response is written: no URL, and of the headers these two alone.
type Head struct {
	ContentType     string // of the response; its parameters are left out
	ContentEncoding string // of the bytes that are recorded; "" where they are plain
	Level           capture.Level
	Accept          capture.Mark // when the wait for the first byte began
}

// Row is one row of a reader's own account, of the chunks since the row before it.
// Numbers that are not known are capture.None.
type Row struct {
	At     time.Duration
	Held   int64 // bytes after release
	Before int64 // bytes before release
	Parsed int64 // events handed off up to here
	Marks  [capture.MarkCount]capture.Mark
}

// Writer appends a capture in the capture form, JSON Lines (FormatCapture), to a
// stream. Times are on the clock of whoever calls it. It gathers lines in memory
// until Flush, which writes whole lines only: what a file has up to the last Flush
// can be read, however its writer ended. A Writer is not safe for concurrent use.
type Writer struct {
	to      io.Writer
	payload Payload
	mask    *Mask  // nil where payload is PayloadMask: bytes were missed, and what they left it in is not known
	lines   []byte // that wait for Flush
	masked  []byte // room for a chunk
	err     error
}

// NewWriter begins a capture on to. Where payload is PayloadMask and no mask is
// made for the body's type or coding, lengths are kept.
func NewWriter(to io.Writer, h Head, payload Payload) *Writer {
	w := &Writer{to: to, payload: payload}
	if payload == PayloadMask {
		if w.mask = NewMask(h.ContentType, h.ContentEncoding); w.mask == nil {
			w.payload = PayloadNone
		}
	}
	w.lines = append(w.lines, `{"heldbytes":"capture/1"`...)
	mediaType, _, _ := strings.Cut(h.ContentType, ";")
	w.text("content_type", strings.ToLower(strings.TrimSpace(mediaType)))
	w.text("content_encoding", h.ContentEncoding)
	if h.Level != capture.LevelUnknown {
		w.text("level", h.Level.String())
	}
	w.mark("accept_ms", h.Accept)
	w.end()
	return w
}

// Payload is what is kept, which is less than what was asked for where a body
// cannot be masked.
func (w *Writer) Payload() Payload { return w.payload }

// Accept says when the wait for the first byte began, where Head did not.
func (w *Writer) Accept(at time.Duration) {
	w.lines = append(w.lines, `{"accept_ms":`...)
	w.lines = capture.AppendMillis(w.lines, at)
	w.end()
}

// Chunk appends a read that returned p at a time. It keeps nothing of p but what
// Payload says, and does not change it.
func (w *Writer) Chunk(at time.Duration, p []byte) {
	switch {
	case w.payload == PayloadNone, w.payload == PayloadMask && w.mask == nil:
		w.Length(at, int64(len(p)))
		return
	case w.payload == PayloadMask:
		w.masked = append(w.masked[:0], p...)
		w.mask.Apply(w.masked)
		p = w.masked
	}
	w.begin(at)
	if utf8.Valid(p) {
		w.name("text")
		w.lines = appendString(w.lines, p)
	} else {
		w.name("b64")
		w.lines = append(w.lines, '"')
		w.lines = base64.StdEncoding.AppendEncode(w.lines, p)
		w.lines = append(w.lines, '"')
	}
	w.end()
}

// Length appends a read of n bytes without them. In a capture that keeps payload
// nothing is known of events from there on, and of what is masked lengths alone are
// kept.
func (w *Writer) Length(at time.Duration, n int64) {
	w.miss(n)
	w.begin(at)
	w.number("len", n)
	w.end()
}

// Row appends a row behind the chunks that it is of; the one behind EOF is EOF's.
func (w *Writer) Row(r Row) { w.row(r, capture.None) }

// row appends a row of so many bytes, if they are known.
func (w *Writer) row(r Row, bytes int64) {
	w.lines = append(w.lines, `{"row":`...)
	w.begin(r.At)
	w.number("chunk_bytes", bytes)
	w.number("held_bytes", r.Held)
	w.number("held_before", r.Before)
	w.number("parsed", r.Parsed)
	for i, m := range r.Marks {
		w.mark(markNames[i], m)
	}
	w.lines = append(w.lines, '}')
	w.end()
}

var markNames = [capture.MarkCount]string{"accept_ms", "read_ms", "parse_ms", "handoff_ms"}

// Dropped says that there was no room for reads and rows, samples in all, and of
// how many bytes the reads were. at is the time of the last of them.
func (w *Writer) Dropped(at time.Duration, samples, bytes int64) {
	w.miss(bytes)
	w.begin(at)
	w.number("dropped", samples)
	w.number("len", bytes)
	w.end()
}

// miss says that the mask does not see n bytes. Behind them it could take content for
// framing, which it leaves as it is.
func (w *Writer) miss(n int64) {
	if n > 0 {
		w.mask = nil
	}
}

// EOF says that the body ended.
func (w *Writer) EOF(at time.Duration) {
	w.lines = append(w.lines, `{"eof_ms":`...)
	w.lines = capture.AppendMillis(w.lines, at)
	w.end()
}

// Flush writes the lines that wait. After an error, which it returns from then on,
// nothing more is written or kept.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.lines) > 0 {
		if _, err := w.to.Write(w.lines); err != nil {
			w.err = fmt.Errorf("record: %w", err)
		}
	}
	w.lines = w.lines[:0]
	return w.err
}

// Buffered is how many bytes wait for Flush.
func (w *Writer) Buffered() int { return len(w.lines) }

// begin begins a line, or what is in it, with its time.
func (w *Writer) begin(at time.Duration) {
	w.lines = append(w.lines, `{"t_ms":`...)
	w.lines = capture.AppendMillis(w.lines, at)
}

func (w *Writer) end() { w.lines = append(w.lines, '}', '\n') }

func (w *Writer) name(name string) {
	w.lines = append(w.lines, ',', '"')
	w.lines = append(w.lines, name...)
	w.lines = append(w.lines, '"', ':')
}

func (w *Writer) text(name, s string) {
	if s != "" {
		w.name(name)
		w.lines = appendString(w.lines, []byte(strings.ToValidUTF8(s, "\ufffd")))
	}
}

func (w *Writer) number(name string, n int64) {
	if n != capture.None {
		w.name(name)
		w.lines = strconv.AppendInt(w.lines, n, 10)
	}
}

func (w *Writer) mark(name string, m capture.Mark) {
	if m.Set {
		w.name(name)
		w.lines = capture.AppendMillis(w.lines, m.Time)
	}
}

// appendString appends s, which is UTF-8, as a JSON string.
func appendString(b, s []byte) []byte {
	const hex = "0123456789abcdef"
	b = append(slices.Grow(b, len(s)+len(s)/8+2), '"')
	for len(s) > 0 {
		n := jsontext.Plain(s)
		b = append(b, s[:n]...)
		if s = s[n:]; n > 0 {
			continue
		}
		switch c := s[0]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
		s = s[1:]
	}
	return append(b, '"')
}
