package capture

import (
	"bytes"
	"slices"
)

// members walks the members of one JSON object (RFC 8259) without decoding the
// values: they are returned as text.
type members struct {
	text   []byte
	pos    int
	judged bool // text is known to be JSON
	open   bool // past the brace
	some   bool // past the first member
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
	end, err := 0, error(nil)
	if m.judged {
		end = pastValue(m.text, m.pos)
	} else if end, err = valueEnd(m.text, m.pos); err != nil {
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

// arrayParts splits the text of a JSON array with len(to) elements.
func arrayParts(text []byte, to [][]byte) error {
	m := members{text: text}
	for i := range to {
		mark := byte(',')
		if i == 0 {
			mark = '['
		}
		if err := m.mark(mark); err != nil {
			return err
		}
		var err error
		if to[i], err = m.value(); err != nil {
			return err
		}
	}
	if err := m.mark(']'); err != nil {
		return err
	}
	return m.end()
}

// mark takes the next byte that is not white space, which is to be c.
func (m *members) mark(c byte) error {
	is, err := m.peek()
	if err != nil {
		return err
	}
	if is != c {
		return errSyntax
	}
	m.pos++
	return nil
}

// membersOf finds the values of members of an object that is known to be JSON.
// Of those that stand twice the first counts.
func membersOf(object []byte, names []string, values [][]byte) {
	m := members{text: object, judged: true}
	for left := len(names); left > 0; {
		have, value, ok, err := m.next()
		if err != nil || !ok {
			return
		}
		if i := slices.Index(names, string(have)); i >= 0 && values[i] == nil {
			values[i] = value
			left--
		}
	}
}

// memberOf returns the value of a member of an object that is known to be JSON,
// or nil.
func memberOf(object []byte, name string) []byte {
	var value [1][]byte
	membersOf(object, []string{name}, value[:])
	return value[0]
}

// elements walks the elements of a JSON array that is known to be JSON.
type elements struct {
	text []byte
	pos  int
}

// next returns the text of the next element. ok is false after the last, and
// where the text is no array.
func (e *elements) next() (value []byte, ok bool) {
	if !e.begin() {
		return nil, false
	}
	from := e.pos
	e.pos = pastValue(e.text, from)
	return e.text[from:e.pos], true
}

// begin moves to the first byte of the next element. It returns false after the
// last, and where the text is no array.
func (e *elements) begin() bool {
	e.pos = skipSpace(e.text, e.pos)
	if e.pos == len(e.text) {
		return false
	}
	switch c := e.text[e.pos]; {
	case e.pos == 0 && c == '[', e.pos > 0 && c == ',':
		e.pos = skipSpace(e.text, e.pos+1)
	default:
		return false
	}
	if e.pos == len(e.text) || e.text[e.pos] == ']' {
		e.pos = len(e.text)
		return false
	}
	return true
}
