package framing

import (
	"bytes"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// sse is the framing of text/event-stream (WHATWG HTML, section 9.2.6). A
// block of field lines opens at its first byte and closes at the CR or LF that
// ends the blank line after it; it is an event if it has a data line. An LF
// right after a CR belongs to no span, as a reader need not wait for it.
type sse struct {
	*tape
	lenient bool
	block   block
	begun   bool  // a field line of the block has ended
	start   int64 // of the block
	ready   int64 // past the first byte of its last field line's end
	at      linePlace
	name    word // of the field, while it is read
	field   field
	line    int64 // where the line begins
	cr      bool  // the byte before was CR
	other   bool  // in this Write was a data line of another sort than whole takes
}

// linePlace is a place in a line of SSE.
type linePlace uint8

const (
	atLine    linePlace = iota // before its first byte
	inComment                  // after a colon at its start
	inName
	atSpace // after a colon, where one space is no part of the value
	inValue
)

// field is a field of SSE by its name.
type field uint8

const (
	otherField field = iota
	dataField
	eventField
	knownField // id, retry
)

func fieldNamed(w *word) field {
	switch string(w.bytes()) {
	case "data":
		return dataField
	case "event":
		return eventField
	case "id", "retry":
		return knownField
	}
	return otherField
}

// longestField is the length of the longest name that fieldNamed knows.
const longestField = len("event")

func newSSE(t *tape, o Options, judge bool) *sse {
	return &sse{tape: t, lenient: o.LenientEOF, name: newWord(longestField), block: newBlock(t, o.Heartbeats, judge)}
}

func (s *sse) write(p []byte) {
	s.other = !s.block.json
	for len(p) > 0 {
		if s.cr {
			s.cr = false
			if p[0] == '\n' {
				s.traits |= TraitCRLF
				s.pos++
				p = p[1:]
				continue
			}
			s.traits |= TraitCR
		}
		if n := s.whole(p); n > 0 {
			if p = p[n:]; len(p) > 0 && p[0] == '\n' {
				s.pos++
				s.flush(false)
				p = p[1:]
			}
			continue
		}
		n := jsontext.LineEnd(p)
		if n > 0 {
			s.take(p[:n])
		}
		s.pos += int64(n)
		if n == len(p) {
			return
		}
		s.pos++
		s.cr = p[n] == '\r'
		s.end(false)
		p = p[n+1:]
	}
}

// whole takes the data line that p begins with if it is as most are: the first
// of its block, filled by a good value, ended by an LF, and all of it in p. It
// returns the length of the line, or 0.
func (s *sse) whole(p []byte) int {
	const before = "data: "
	if s.other || s.at != atLine || s.block.lines > 0 || len(p) <= len(before) || string(p[:len(before)]) != before || p[len(before)] != '{' {
		return 0
	}
	n := s.block.object(p[len(before):])
	if n == 0 {
		s.other = true
		return 0
	}
	if s.block.text.Invalid {
		s.traits |= TraitInvalidUTF8
	}
	if !s.begun {
		s.begun, s.start = true, s.pos
	}
	n += len(before) + 1
	s.pos += int64(n)
	s.ready = s.pos
	return n
}

// take takes bytes of a line, at least one, the first of which stands at pos.
func (s *sse) take(p []byte) {
	if s.at == atLine {
		s.line = s.pos
		s.name.reset()
		s.at = inName
		switch {
		case p[0] == ':':
			s.at = inComment
		case len(p) > 5 && string(p[:5]) == "data:": // as nearly all lines do
			s.begin(dataField)
			s.at = atSpace
			p = p[5:]
		}
	}
	if s.at == inName {
		n := bytes.IndexByte(p, ':')
		if n < 0 {
			s.name.write(p)
			return
		}
		s.name.write(p[:n])
		s.begin(fieldNamed(&s.name))
		s.at = atSpace
		if p = p[n+1:]; len(p) == 0 {
			return
		}
	}
	if s.at == atSpace {
		s.at = inValue
		if p[0] == ' ' {
			p = p[1:]
		} else if s.field != otherField {
			s.traits |= TraitNoSpace
		}
	}
	if s.at == inValue {
		s.block.write(s.field, p)
		if s.block.text.Invalid {
			s.traits |= TraitInvalidUTF8
		}
	}
}

// begin takes the name of a field.
func (s *sse) begin(f field) {
	s.field = f
	s.block.begin(f)
}

// end takes the end of a line, which stands before pos.
func (s *sse) end(eof bool) {
	switch s.at {
	case atLine:
		if s.begun {
			s.flush(eof)
		}
	case inComment:
		if !s.begun {
			s.emit(Span{Start: s.line, Ready: s.pos, End: s.pos, Proof: s.pos, Kind: Filler, AtEOF: eof})
		}
	default:
		if s.at == inName { // a name without a colon has the empty value
			s.begin(fieldNamed(&s.name))
		}
		if !s.begun {
			s.begun, s.start = true, s.line
		}
		s.block.end(s.field)
		s.ready = s.pos
	}
	s.at = atLine
}

// flush takes the blank line, or EOF, that ends a block. Only an event can be
// ready before it: a block may still become one.
func (s *sse) flush(eof bool) {
	e := Span{Start: s.start, Ready: s.pos, End: s.pos, Proof: s.pos, AtEOF: eof}
	if e.Kind, e.Reason = s.block.judge(); e.Kind != Block {
		e.Ready = s.ready
	}
	s.begun = false
	s.block.reset()
	s.emit(e)
}

// close discards what is open, as the WHATWG text does, or takes EOF for the
// end of its line and a blank line.
func (s *sse) close() {
	if !s.lenient {
		return
	}
	if s.at != atLine {
		s.end(true)
	}
	s.end(true)
}

func (s *sse) open() (Span, bool) {
	e := Span{Start: s.line, Ready: Open, End: Open, Proof: Open}
	switch {
	case s.begun:
		e.Start = s.start
		if s.block.lines == 0 {
			e.Kind = Block
		} else if s.at == atLine || s.at == inComment {
			e.Ready = s.ready
		}
	case s.at == atLine:
		return Span{}, false
	case s.at == inComment:
		e.Kind = Filler
	}
	return e, true
}
