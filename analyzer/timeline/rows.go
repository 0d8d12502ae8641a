package timeline

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Sample adds one row of a sample CSV. The rows of a wide CSV are chunks too,
// and bring their spans along. An error is a *capture.Error without its file.
func (b *Builder) Sample(at time.Duration, s capture.Sample) error {
	before, rows, spans, eof := b.total, len(b.log.Samples), len(b.t.Spans), b.t.EOF
	err := b.addRow(at, s)
	if err == nil {
		err = b.addSpans(s, before)
	}
	if err == nil || !s.Cut || rows == 0 {
		return err
	}
	// What the recording ends inside of is left out, and said.
	b.log.Samples, b.t.Spans, b.t.EOF, b.total = b.log.Samples[:rows], b.t.Spans[:spans], eof, before
	b.t.Chunks = b.t.Chunks[:min(len(b.t.Chunks), rows)]
	if b.log.Marks != nil {
		b.log.Marks = b.log.Marks[:rows]
	}
	b.t.note(capture.NoteTruncated)
	return nil
}

func (b *Builder) addRow(at time.Duration, s capture.Sample) error {
	switch {
	case b.t.EOF.Set:
		return bad(s.Line, "a row after the one without chunk_bytes", "that row last: it is EOF")
	case s.Bytes != capture.None:
		if len(b.log.Samples) > len(b.t.Chunks) {
			return bad(s.Line, "chunk_bytes "+strconv.FormatInt(s.Bytes, 10), "it in every row, or in none")
		}
		if err := b.Chunk(at, s.Bytes); err != nil {
			return named(err, s.Line)
		}
	case len(b.t.Chunks) > 0:
		b.EOF(at)
	}
	b.log.Samples = append(b.log.Samples, Sample{Time: at, Held: s.Held, Before: s.Before, Bytes: s.Bytes, Parsed: s.Parsed})
	if s.Marks != (Marks{}) && b.log.Marks == nil {
		b.log.Marks = make([]Marks, len(b.log.Samples)-1, cap(b.log.Samples))
	}
	if b.log.Marks != nil {
		b.log.Marks = append(b.log.Marks, s.Marks)
	}
	return nil
}

func (b *Builder) addSpans(s capture.Sample, before int64) error {
	if s.Spans == "" {
		return nil
	}
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

// Log returns the rows as they were added, on the recorder's clock.
func (b *Builder) Log() Log { return b.log }

func bad(line int, read, want string) error {
	return &capture.Error{Line: line, Offset: capture.None, Read: read, Want: want}
}

// parseSpan reads what appendSpan wrote in a row before which `before` bytes
// had been received. It refuses a span that this row cannot have proved.
func (b *Builder) parseSpan(cell string, before int64) (framing.Span, error) {
	var s framing.Span
	want := fmt.Errorf("start:end, a letter of eshbkf and what belongs to it")
	startText, rest, ok := strings.Cut(cell, ":")
	start, err := strconv.ParseInt(startText, 10, 64)
	if !ok || err != nil || start < 0 {
		return s, want
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	end := int64(framing.Open)
	if digits > 0 {
		if end, err = strconv.ParseInt(rest[:digits], 10, 64); err != nil {
			return s, want
		}
	}
	rest = rest[digits:]
	kind := strings.IndexByte("eshbkf", firstByte(rest))
	if kind < 0 {
		return s, want
	}
	rest = rest[1:]
	s = framing.Span{Start: start, Ready: end, End: end, Proof: end, Kind: framing.Kind(kind)}
	if r, late := strings.CutPrefix(rest, "+"); late {
		rest = r
		s.Proof++
	}
	rest, tail, hasTail := strings.Cut(rest, "-")
	if reason, ok := strings.CutPrefix(rest, "."); ok && s.Kind == framing.Bad {
		if s.Reason, err = framing.ParseReason(reason); err != nil {
			return s, err
		}
	} else if rest != "" {
		return s, want
	}
	if hasTail {
		n, err := strconv.ParseInt(tail, 10, 64)
		at := end
		if end == framing.Open {
			at = b.total
		}
		if err != nil || n < 0 || at-n < start {
			return s, want
		}
		s.Ready = at - n
	}
	return s, b.checkSpan(&s, before)
}

func (b *Builder) checkSpan(s *framing.Span, before int64) error {
	last := int64(0)
	if n := len(b.t.Spans); n > 0 {
		if last = b.t.Spans[n-1].End; last == framing.Open {
			return fmt.Errorf("no span after one that is open")
		}
	}
	if s.Start < last || s.Start >= b.total {
		return fmt.Errorf("a start from %d to %d", last, b.total-1)
	}
	if s.End == framing.Open {
		s.Proof = framing.Open
		return nil
	}
	if s.End <= s.Start || s.End > b.total {
		return fmt.Errorf("an end from %d to %d", s.Start+1, b.total)
	}
	if b.t.EOF.Set {
		s.AtEOF = true
		return nil
	}
	if s.Proof <= before || s.Proof > b.total {
		return fmt.Errorf("a span that this row proves, from %d to %d", before+1, b.total)
	}
	return nil
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}
