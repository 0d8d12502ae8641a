package timeline

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// spanCells writes each span once, in the row that proves it.
type spanCells struct {
	t    *Timeline
	walk Walk
}

func (c *spanCells) append(line []byte, row int) []byte {
	t := c.t
	received := t.Total()
	if row < len(t.Chunks) {
		received = t.Chunks[row].End
	}
	last := row == t.Len()-1
	for first := true; ; first = false {
		s, ok := c.walk.Next()
		if !ok || !last && !s.ProvedBy(received) {
			return line
		}
		if !first {
			line = append(line, ' ')
		}
		line = appendSpan(line, s, received)
		c.walk.Step()
	}
}

// appendSpan writes start:end, the kind's letter, + for a late proof, . and the
// reason of a bad one, and - with the bytes from ready to the end (of the
// stream so far, where the span is open) unless ready is end.
func appendSpan(b []byte, s framing.Span, received int64) []byte {
	b = strconv.AppendInt(b, s.Start, 10)
	b = append(b, ':')
	if s.End != framing.Open {
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
	if n, ok := tail(s, received); ok {
		b = append(b, '-')
		b = strconv.AppendInt(b, n, 10)
	}
	return b
}

// tail is the bytes from ready to the end, or of an open span to the last of
// those received, if it has to be said: ready is known, and not the end.
func tail(s framing.Span, received int64) (n int64, ok bool) {
	switch {
	case s.Ready == framing.Open || s.Ready == s.End:
		return 0, false
	case s.End == framing.Open:
		return received - s.Ready, true
	}
	return s.End - s.Ready, true
}

// parseSpan reads what appendSpan wrote in a row before which `before` bytes
// had been received. It refuses a span that this row cannot have proved.
func (b *Builder) parseSpan(cell string, before int64) (framing.Span, error) {
	var s framing.Span
	want := errors.New("start:end, the letter of a kind and what belongs to it")
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
	if rest == "" {
		return s, want
	}
	kind, err := framing.ParseKind(rest[0])
	if err != nil {
		return s, err
	}
	rest = rest[1:]
	s = framing.Span{Start: start, Ready: end, End: end, Proof: end, Kind: kind}
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
	} else if s.Kind == framing.Bad {
		return s, errors.New("the reason behind the letter of a bad one")
	}
	if hasTail {
		n, err := strconv.ParseInt(tail, 10, 64)
		at := end
		if end == framing.Open {
			at = b.t.Total()
		}
		if err != nil || n < 0 || at-n < start {
			return s, want
		}
		s.Ready = at - n
	}
	return s, b.checkSpan(&s, before)
}

func (b *Builder) checkSpan(s *framing.Span, before int64) error {
	last, total := b.t.Spans.end, b.t.Total()
	if b.t.Spans.open {
		return fmt.Errorf("no span after one that is open")
	}
	if s.Start < last || s.Start >= total {
		return fmt.Errorf("a start from %d to %d", last, total-1)
	}
	if s.End == framing.Open {
		switch s.Kind {
		case framing.Sentinel, framing.Heartbeat, framing.Bad: // what an event is shows at its end
			return errors.New("an end: only events, blocks and filler can be open")
		}
		s.Proof = framing.Open
		return nil
	}
	if s.End <= s.Start || s.End > total {
		return fmt.Errorf("an end from %d to %d", s.Start+1, total)
	}
	if b.t.EOF.Set {
		s.AtEOF = true
		return nil
	}
	if s.Proof <= before || s.Proof > total {
		return fmt.Errorf("a span that this row proves, from %d to %d", before+1, total)
	}
	return nil
}
