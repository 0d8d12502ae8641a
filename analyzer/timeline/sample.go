package timeline

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Sample adds one row of a sample CSV. The rows of a wide CSV are chunks too,
// and bring their spans along. An error is a *capture.Error without its file.
func (b *Builder) Sample(at time.Duration, s *capture.Sample) error {
	if !s.Cut {
		return b.addSample(at, s)
	}
	log, spans, eof := b.log, b.t.Spans.Len(), b.t.EOF
	err := b.addSample(at, s)
	if err == nil || len(log.Samples) == 0 {
		return err
	}
	// What the recording ends inside of is left out, and said.
	b.log, b.t.EOF = log, eof
	b.t.Spans.truncate(spans)
	b.t.Chunks = b.t.Chunks[:min(len(b.t.Chunks), len(log.Samples))]
	b.t.cutInflated()
	b.t.note(capture.NoteTruncated)
	return nil
}

func (b *Builder) addSample(at time.Duration, s *capture.Sample) error {
	before := b.t.Total()
	if err := b.addRow(at, s); err != nil || s.Spans == "" {
		return err
	}
	return b.addSpans(s, before)
}

func (b *Builder) addRow(at time.Duration, s *capture.Sample) error {
	switch {
	case b.t.EOF.Set:
		return bad(s.Line, "a row after the one without chunk_bytes", "that row last: it is EOF")
	case s.Bytes != capture.None:
		if len(b.log.Samples) > len(b.t.Chunks) {
			return bad(s.Line, "chunk_bytes "+strconv.FormatInt(s.Bytes, 10), "it in every row, or in none")
		}
		if len(b.t.Chunks) > 0 && s.Coded.Set != (b.t.Inflated != nil) {
			what := "a row without coded_bytes"
			if s.Coded.Set {
				what = "a row with coded_bytes"
			}
			return bad(s.Line, what, "it in every row with chunk_bytes, or in none")
		}
		if err := b.Chunk(at, s.Bytes); err != nil {
			return named(err, s.Line)
		}
		if s.Coded.Set {
			if err := b.inflated(s.Coded.Bytes, s.Coded.Held); err != nil {
				return named(err, s.Line)
			}
		}
	case s.Coded.Set:
		return bad(s.Line, "coded_bytes", "chunk_bytes beside it")
	case len(b.t.Chunks) > 0:
		b.EOF(at)
	}
	b.log.add(Sample{Time: at, Held: s.Held, Before: s.Before, Bytes: s.Bytes, Parsed: s.Parsed}, s.Marks)
	return nil
}

// TakesRows reports whether rows of a time, held bytes and a flag alone can
// follow: there are no chunks beside them.
func (b *Builder) TakesRows() bool { return len(b.t.Chunks) == 0 && b.log.Marks == nil }

// AddRows adds plain rows.
func (b *Builder) AddRows(rows []capture.Row) {
	if n := len(b.log.Samples); n+len(rows) > cap(b.log.Samples) {
		b.log.Samples = slices.Grow(b.log.Samples, max(n, len(rows))) // millions, grown by a quarter, are copied too often
	}
	for i := range rows {
		r := &rows[i]
		b.log.Samples = append(b.log.Samples, Sample{Time: r.Time, Held: r.Held, Before: capture.None, Bytes: capture.None, Parsed: r.Parsed})
	}
}

// marked reports whether some mark is set. A comparison with none would cost
// more than reading all else of the row.
func marked(marks *Marks) bool {
	for i := range marks {
		if marks[i].Set {
			return true
		}
	}
	return false
}

func (b *Builder) addSpans(s *capture.Sample, before int64) error {
	if len(b.t.Chunks) == 0 {
		return bad(s.Line, "spans "+capture.Quote([]byte(s.Spans)), "chunk_bytes beside them")
	}
	for _, cell := range strings.Fields(s.Spans) {
		span, err := b.parseSpan(cell, before)
		if err != nil {
			return bad(s.Line, "span "+capture.Quote([]byte(cell)), err.Error())
		}
		b.Span(span)
	}
	return nil
}

func named(err error, line int) error {
	var at *capture.Error
	if errors.As(err, &at) {
		at.Line = line
	}
	return err
}

// Rows is the number of rows so far.
func (b *Builder) Rows() int { return len(b.log.Samples) }

// Log returns the rows as they were added, on the recorder's clock. x is the
// exchange that they came from. It fails where the rows say that they are no
// reader's own measurement, with a *capture.Error without its file.
func (b *Builder) Log(x *capture.Exchange) (Log, error) {
	if held, ok := x.Codes["held"]; ok && held != HeldObserved {
		return Log{}, &capture.Error{Line: x.CodesLine, Offset: capture.None,
			Read: "the code held=" + capture.Quote([]byte(held)), Want: "rows that a reader recorded of itself"}
	}
	log := b.log
	log.Counted = x.Counted
	return log, nil
}

func bad(line int, read, want string) error {
	return &capture.Error{Line: line, Offset: capture.None, Read: read, Want: want}
}
