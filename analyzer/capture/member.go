package capture

import (
	"bytes"
	"encoding/json"
	"errors"
)

// What walking a JSON text can meet: its end, or a byte that cannot stand there.
var (
	errCut    = errors.New("the text ends inside a value")
	errSyntax = errors.New("not JSON")
)

// members walks the members of one JSON object (RFC 8259) without decoding the
// values: they are returned as text.
type members struct {
	text []byte
	pos  int
	open bool // past the brace
	some bool // past the first member
}

// next returns the name of the next member, its quotes and escapes removed, and
// the text of its value. ok is false after the last.
func (m *members) next() (name, value []byte, ok bool, err error) {
	if name, ok, err = m.name(); !ok {
		return nil, nil, false, err
	}
	value, err = m.value()
	return name, value, err == nil, err
}

// name returns the name of the next member and stands before its value, which
// may be out of sight.
func (m *members) name() (name []byte, ok bool, err error) {
	c, err := m.peek()
	switch {
	case err != nil:
		return nil, false, err
	case !m.open && c != '{':
		return nil, false, errSyntax
	case !m.open:
		m.pos, m.open = m.pos+1, true
		c, err = m.peek()
	}
	if err == nil && m.some && c == ',' {
		m.pos++
		c, err = m.peek()
	} else if err == nil && c == '}' {
		m.pos++
		return nil, false, nil
	} else if m.some && err == nil {
		return nil, false, errSyntax
	}
	if err != nil {
		return nil, false, err
	}
	if c != '"' {
		return nil, false, errSyntax
	}
	raw, err := m.value()
	if err != nil {
		return nil, false, err
	}
	if c, err = m.peek(); err != nil {
		return nil, false, err
	}
	if c != ':' {
		return nil, false, errSyntax
	}
	m.pos++
	m.some = true
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], true, nil
	}
	name, _, err = unquote(nil, raw)
	return name, err == nil, err
}

// peek returns the next byte that is not white space.
func (m *members) peek() (byte, error) {
	m.pos = skipSpace(m.text, m.pos)
	if m.pos == len(m.text) {
		return 0, errCut
	}
	return m.text[m.pos], nil
}

func (m *members) value() ([]byte, error) {
	if _, err := m.peek(); err != nil {
		return nil, err
	}
	end, err := valueEnd(m.text, m.pos)
	if err != nil {
		return nil, err
	}
	value := m.text[m.pos:end]
	m.pos = end
	return value, nil
}

// end reports what stands after the object, white space aside.
func (m *members) end() error {
	if _, err := m.peek(); err == errCut {
		return nil
	}
	return errSyntax
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// valueEnd returns the offset past the JSON value that begins at i. A number or
// a literal that reaches the end of b is cut, as more of it could follow.
func valueEnd(b []byte, i int) (int, error) {
	switch c := b[i]; {
	case c == '"':
		return stringEnd(b, i)
	case c == '{' || c == '[':
		return nestEnd(b, i)
	default:
		end := i
		for end < len(b) && !endsScalar(b[end]) {
			end++
		}
		if end == len(b) {
			return 0, errCut
		}
		if !json.Valid(b[i:end]) {
			return 0, errSyntax
		}
		return end, nil
	}
}

func endsScalar(c byte) bool {
	return c == ',' || c == '}' || c == ']' || c == ':' || c == '"' || isSpace(c)
}

func stringEnd(b []byte, i int) (int, error) {
	for j := i + 1; j < len(b); j++ {
		switch c := b[j]; {
		case c == '"':
			return j + 1, nil
		case c == '\\':
			j++
		case c < 0x20:
			return 0, errSyntax
		}
	}
	return 0, errCut
}

func nestEnd(b []byte, i int) (int, error) {
	depth := 0
	for j := i; j < len(b); j++ {
		switch b[j] {
		case '"':
			end, err := stringEnd(b, j)
			if err != nil {
				return 0, err
			}
			j = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				if !json.Valid(b[i : j+1]) {
					return 0, errSyntax
				}
				return j + 1, nil
			}
		}
	}
	return 0, errCut
}
