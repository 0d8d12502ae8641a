package timeline

import (
	"bufio"
	"fmt"
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
	Name string // observed, none, or a release rule
	Rows []Held // Len of the timeline
}

// Held is a cell of it. Numbers that are not known are capture.None.
type Held struct {
	After, Before int64 // bytes
	Parsed        bool
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
// chunk_bytes,held_before,spans where chunks and their events are known;
// coded_bytes,inflater_held where a content coding was taken off; and the marks
// where there are some. Lines of codes come before the header. What
// Write writes is read back as an equal Timeline, the column aside: only
// observed rows come back.
func Write(w io.Writer, t *Timeline, c Column) error {
	return write(w, t, c, t.Payload, t.Inflated != nil)
}

// WriteSeries writes the same without spans and without what was coded, so that
// what is read back says nothing of events.
func WriteSeries(w io.Writer, t *Timeline, c Column) error { return write(w, t, c, false, false) }

func write(w io.Writer, t *Timeline, c Column, payload, inflated bool) error {
	if err := c.fits(t); err != nil {
		return err
	}
	bw := bufio.NewWriter(w)
	bw.WriteString(codesOf(t, c.Name, payload))
	writeRows(bw, t, c, layoutOf(t, payload, inflated))
	return bw.Flush()
}

func (c *Column) fits(t *Timeline) error {
	if len(c.Rows) != t.Len() {
		return fmt.Errorf("timeline: a column of %d rows beside %d", len(c.Rows), t.Len())
	}
	return nil
}

// layout is which columns a CSV has besides the first four.
type layout struct{ chunks, before, spans, inflated, marks bool }

func layoutOf(t *Timeline, payload, inflated bool) layout {
	chunks := len(t.Chunks) > 0
	return layout{
		chunks:   chunks,
		before:   chunks || slices.ContainsFunc(t.Observed, func(s Sample) bool { return s.Before != capture.None }),
		spans:    chunks && payload,
		inflated: inflated,
		marks:    t.Marks != nil,
	}
}

// writeRows writes the header and the rows. An error is bw's, and stays there.
func writeRows(bw *bufio.Writer, t *Timeline, c Column, l layout) {
	bw.WriteString("i,t_ms,held_bytes,parsed")
	if l.chunks {
		bw.WriteString(",chunk_bytes")
	}
	if l.before {
		bw.WriteString(",held_before")
	}
	if l.spans {
		bw.WriteString(",spans")
	}
	if l.inflated {
		bw.WriteString(",coded_bytes,inflater_held")
	}
	if l.marks {
		bw.WriteString(",accept_ms,read_ms,parse_ms,handoff_ms")
	}
	bw.WriteByte('\n')

	var line []byte
	spans := spanCells{t: t, walk: t.Spans.Walk()}
	for i := range t.Len() {
		at, bytes := t.row(i)
		line = strconv.AppendInt(line[:0], int64(i), 10)
		line = append(line, ',')
		line = capture.AppendMillis(line, at)
		line = append(line, ',')
		line = appendNumber(line, c.Rows[i].After)
		line = append(line, ',')
		if c.Rows[i].Parsed {
			line = append(line, "True"...)
		} else {
			line = append(line, "False"...)
		}
		if l.chunks {
			line = append(line, ',')
			line = appendNumber(line, bytes)
		}
		if l.before {
			line = append(line, ',')
			line = appendNumber(line, c.Rows[i].Before)
		}
		if l.spans {
			line = append(line, ',')
			line = spans.append(line, i)
		}
		if l.inflated {
			line = append(line, ',')
			if i < len(t.Inflated) {
				line = appendNumber(line, t.CodedBytes(i))
			}
			line = append(line, ',')
			if i < len(t.Inflated) {
				line = appendNumber(line, t.Inflated[i].Held)
			}
		}
		if l.marks {
			for _, m := range t.Marks[i] {
				line = append(line, ',')
				if m.Set {
					line = capture.AppendMillis(line, m.Time)
				}
			}
		}
		line = append(line, '\n')
		if _, err := bw.Write(line); err != nil {
			return
		}
	}
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
		return t.Chunks[i].Time, t.Bytes(i)
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

// codesOf is the line of codes, with its LF.
func codesOf(t *Timeline, held string, payload bool) string {
	var line strings.Builder
	code := func(key, value string) {
		if value != "" {
			line.WriteString(" " + key + "=" + value)
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
	line.WriteByte('#')
	code("heldbytes", Version)
	code("format", t.Format.String())
	if payload {
		code("framing", t.Framing.String())
		yes("detected", t.Detected, true, "yes")
		if t.Other != framing.Unknown {
			code("other", t.Other.String())
		}
	}
	code("level", t.Level.String())
	code("coding", t.Coding.String())
	yes("coded", t.Coded, true, "yes")
	yes("timed", t.Timed, false, "no")
	code("held", held)
	mark("accept_ms", t.Accept)
	mark("eof_ms", t.EOF)
	if t.Rows.Count > 0 && len(t.Chunks) > 0 {
		code("rows", strconv.Itoa(t.Rows.Count))
		if t.Rows.Counted > 0 {
			code("counted", strconv.FormatInt(t.Rows.Counted, 10))
		}
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
	code("damage", writeDamage(t.Damage))
	if payload {
		code("traits", strings.Join(t.Traits.Names(), "+"))
	}
	line.WriteByte('\n')
	return line.String()
}
