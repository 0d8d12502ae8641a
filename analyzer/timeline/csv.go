package timeline

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Column is whose held bytes the CSV carries: a value for each chunk and, where
// the stream ended, one for EOF.
type Column struct {
	Name   string // observed, none, or a release rule
	Held   []int64
	Before []int64
	Parsed []bool
}

// Add adds a row; numbers that are not known are capture.None.
func (c *Column) Add(held, before int64, parsed bool) {
	c.Held = append(c.Held, held)
	c.Before = append(c.Before, before)
	c.Parsed = append(c.Parsed, parsed)
}

// Whose held bytes a column is, besides the release rules: a reader's own
// measurement, the only one that is read back as such, or nobody's.
const (
	HeldObserved = "observed"
	HeldNone     = "none"
)

// Version is the form of the CSV that Write writes.
const Version = "timeline/1"

// Write writes t as CSV: the columns i,t_ms,held_bytes,parsed; then
// chunk_bytes,held_before,spans where chunks and their events are known, and
// the marks where there are some. Lines of codes come before the header. What
// Write writes is read back as an equal Timeline, the column aside: only
// observed rows come back.
func Write(w io.Writer, t *Timeline, c Column) error {
	bw := bufio.NewWriter(w)
	writeCodes(bw, t, c.Name)
	chunks := len(t.Chunks) > 0
	before := chunks || slices.ContainsFunc(t.Observed, func(s Sample) bool { return s.Before != capture.None })
	marks := t.Marks != nil
	bw.WriteString("i,t_ms,held_bytes,parsed")
	if chunks {
		bw.WriteString(",chunk_bytes")
	}
	if before {
		bw.WriteString(",held_before")
	}
	if chunks && t.Payload {
		bw.WriteString(",spans")
	}
	if marks {
		bw.WriteString(",accept_ms,read_ms,parse_ms,handoff_ms")
	}
	bw.WriteByte('\n')

	var line []byte
	spans := spanCells{t: t}
	for i := range t.Len() {
		at, bytes := t.row(i)
		line = strconv.AppendInt(line[:0], int64(i), 10)
		line = append(line, ',')
		line = capture.AppendMillis(line, at)
		line = append(line, ',')
		line = appendNumber(line, c.Held[i])
		line = append(line, ',')
		if c.Parsed[i] {
			line = append(line, "True"...)
		} else {
			line = append(line, "False"...)
		}
		if chunks {
			line = append(line, ',')
			line = appendNumber(line, bytes)
		}
		if before {
			line = append(line, ',')
			line = appendNumber(line, c.Before[i])
		}
		if chunks && t.Payload {
			line = append(line, ',')
			line = spans.append(line, i)
		}
		if marks {
			for _, m := range t.Marks[i] {
				line = append(line, ',')
				if m.Set {
					line = capture.AppendMillis(line, m.Time)
				}
			}
		}
		line = append(line, '\n')
		bw.Write(line)
	}
	return bw.Flush()
}

// Len is the number of rows: chunks and EOF, or a reader's rows alone.
func (t *Timeline) Len() int {
	switch {
	case len(t.Chunks) == 0 && len(t.Observed) > 0:
		return len(t.Observed)
	case t.EOF.Set:
		return len(t.Chunks) + 1
	}
	return len(t.Chunks)
}

func (t *Timeline) row(i int) (at time.Duration, bytes int64) {
	switch {
	case i < len(t.Chunks):
		return t.Chunks[i].Time, t.Chunks[i].Bytes
	case len(t.Chunks) > 0 || len(t.Observed) == 0:
		return t.EOF.Time, capture.None
	}
	return t.Observed[i].Time, capture.None
}

func appendNumber(b []byte, n int64) []byte {
	if n == capture.None {
		return b
	}
	return strconv.AppendInt(b, n, 10)
}

func writeCodes(bw *bufio.Writer, t *Timeline, held string) {
	code := func(key, value string) {
		if value != "" {
			bw.WriteString(" " + key + "=" + value)
		}
	}
	mark := func(key string, m capture.Mark) {
		if m.Set {
			code(key, capture.FormatMillis(m.Time))
		}
	}
	yes := func(key string, is, want bool, word string) {
		if is == want {
			code(key, word)
		}
	}
	bw.WriteByte('#')
	code("heldbytes", Version)
	code("format", t.Format.String())
	if t.Payload {
		code("framing", t.Framing.String())
		yes("detected", t.Detected, true, "yes")
	}
	code("level", t.Level.String())
	yes("coding", t.Coded, true, "coded")
	yes("timed", t.Timed, false, "no")
	code("held", held)
	mark("accept_ms", t.Accept)
	mark("eof_ms", t.EOF)
	if t.Rows.Count > 0 && len(t.Chunks) > 0 {
		code("rows", strconv.Itoa(t.Rows.Count))
		if t.Rows.Misfit != Fits {
			code("misfit", t.Rows.Misfit.String()+":"+strconv.Itoa(t.Rows.At))
		}
		code("rows_ms", capture.FormatMillis(t.Rows.From)+".."+capture.FormatMillis(t.Rows.To))
	}
	var notes []string
	for _, n := range t.Notes {
		notes = append(notes, n.String())
	}
	code("notes", strings.Join(notes, "+"))
	code("traits", strings.Join(t.Traits.Names(), "+"))
	bw.WriteByte('\n')
}

// spanCells writes each span once, in the row that proves it.
type spanCells struct {
	t        *Timeline
	next     int
	received int64
}

func (c *spanCells) append(line []byte, row int) []byte {
	t := c.t
	if row < len(t.Chunks) {
		c.received += t.Chunks[row].Bytes
	}
	last := row == t.Len()-1
	for first := true; c.next < len(t.Spans); first = false {
		s := t.Spans[c.next]
		if !last && !s.ProvedBy(c.received) {
			break
		}
		if !first {
			line = append(line, ' ')
		}
		line = appendSpan(line, s, c.received)
		c.next++
	}
	return line
}

// appendSpan writes start:end, the kind's letter, + for a late proof, . and the
// reason of a bad one, and - with the bytes from ready to the end (of the
// stream so far, where the span is open) unless ready is end.
func appendSpan(b []byte, s framing.Span, received int64) []byte {
	b = strconv.AppendInt(b, s.Start, 10)
	b = append(b, ':')
	end := received
	if s.End != framing.Open {
		end = s.End
		b = strconv.AppendInt(b, s.End, 10)
	}
	b = append(b, s.Kind.Letter())
	if s.Proof > s.End {
		b = append(b, '+')
	}
	if s.Reason != framing.NoReason {
		b = append(b, '.')
		b = append(b, s.Reason.String()...)
	}
	if s.Ready != framing.Open && (s.End == framing.Open || s.Ready != s.End) {
		b = append(b, '-')
		b = strconv.AppendInt(b, end-s.Ready, 10)
	}
	return b
}
