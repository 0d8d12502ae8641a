package capture

import (
	"bufio"
	"fmt"
	"io"
)

// formDocument reads the capture form as one JSON document, whose member chunks
// is an array. It reads one value at a time and never holds the array.
type formDocument struct {
	form
	br      *bufio.Reader
	no      int  // lines ended so far, plus one
	inside  bool // the array of chunks
	begun   bool
	members int // read so far, of the innermost container
	outer   int // members of the document before its chunks
	value   []byte
}

func newFormDocument(l lines) *formDocument {
	d := &formDocument{br: l.br, no: 1}
	d.init(d.read, l.file, func() int { return d.no })
	return d
}

func (d *formDocument) read() error {
	err := d.readNext()
	if err == errCut {
		d.e.Note(NoteTruncated)
		return io.EOF
	}
	return err
}

// readNext reads the next member or the next chunk.
func (d *formDocument) readNext() error {
	if !d.begun {
		d.begun = true
		if c, err := d.peek(); err != nil {
			return err
		} else if c != '{' {
			return d.unexpected("a JSON object")
		}
		d.skip()
	}
	c, err := d.peek()
	if err != nil {
		return err
	}
	closing, what := byte('}'), "a member or }"
	if d.inside {
		closing, what = ']', "a chunk or ]"
	}
	switch {
	case c == closing:
		d.skip()
		if d.inside {
			d.inside, d.members = false, d.outer
			return nil
		}
		return d.end()
	case d.members > 0 && c != ',':
		return d.unexpected("a comma, " + what)
	case d.members > 0:
		d.skip()
	}
	d.members++
	if d.inside {
		return d.readChunk()
	}
	return d.readMember()
}

func (d *formDocument) end() error {
	if _, err := d.peek(); err == nil {
		return d.unexpected("nothing after the document")
	} else if err != errCut {
		return err
	}
	d.finish()
	return io.EOF
}

func (d *formDocument) readMember() error {
	if c, err := d.peek(); err != nil {
		return err
	} else if c != '"' {
		return d.unexpected("the name of a member")
	}
	raw, err := d.readValue()
	if err != nil {
		return err
	}
	name, _, err := unquote(nil, raw)
	if err != nil {
		return d.syntax(raw, err)
	}
	if c, err := d.peek(); err != nil {
		return err
	} else if c != ':' {
		return d.unexpected("a colon")
	}
	d.skip()
	c, err := d.peek()
	if err != nil {
		return err
	}
	if string(name) == "chunks" {
		if c != '[' {
			return d.unexpected("chunks as an array")
		}
		if d.seen["chunks"] {
			return d.fail(name, "chunks once")
		}
		d.seen["chunks"] = true
		d.skip()
		d.inside, d.outer, d.members = true, d.members, 0
		return nil
	}
	value, err := d.readValue()
	if err != nil {
		return err
	}
	// The end of a number shows only in the byte after it; valueEnd wants one.
	if end, err := valueEnd(append(value, ','), 0); err != nil || end != len(value) {
		return d.fail(value, "a JSON value")
	}
	return d.member(name, value)
}

func (d *formDocument) readChunk() error {
	if c, err := d.peek(); err != nil {
		return err
	} else if c != '{' {
		return d.unexpected("a chunk as a JSON object")
	}
	raw, err := d.readValue()
	if err != nil {
		return err
	}
	var chunk chunkMembers
	m := members{text: raw}
	for {
		name, value, ok, err := m.next()
		if err != nil {
			return d.syntax(raw, errSyntax)
		}
		if !ok {
			return d.chunk(chunk, raw)
		}
		if _, twice := chunk.take(name, value); twice {
			return d.fail(raw, string(name)+" once")
		}
	}
}

// peek returns the next byte that is not white space, without taking it.
func (d *formDocument) peek() (byte, error) {
	for {
		c, err := d.br.ReadByte()
		if err != nil {
			return 0, d.broken(err)
		}
		if !isSpace(c) {
			return c, d.br.UnreadByte()
		}
		if c == '\n' {
			d.no++
		}
	}
}

// skip takes the byte that peek returned.
func (d *formDocument) skip() { d.br.ReadByte() }

// readValue returns the text of the value that begins at the byte that peek
// returned: up to where it ends, if it is JSON at all.
func (d *formDocument) readValue() ([]byte, error) {
	d.value = d.value[:0]
	depth, inString, escaped := 0, false, false
	for {
		if _, err := d.br.Peek(1); err != nil {
			return nil, d.broken(err)
		}
		window, _ := d.br.Peek(d.br.Buffered())
		for i, c := range window {
			end := -1
			switch {
			case escaped:
				escaped = false
			case inString && c == '\\':
				escaped = true
			case inString && c == '"':
				if inString = false; depth == 0 {
					end = i + 1
				}
			case inString:
			case c == '"':
				if depth == 0 && len(d.value)+i > 0 {
					end = i
				}
				inString = end < 0
			case c == '{' || c == '[':
				depth++
			case (c == '}' || c == ']') && depth > 0:
				if depth--; depth == 0 {
					end = i + 1
				}
			case depth == 0 && (c == '}' || c == ']' || c == ',' || c == ':' || isSpace(c)):
				end = i
			}
			if end >= 0 {
				return d.take(window[:end])
			}
			if c == '\n' {
				d.no++
			}
		}
		if _, err := d.take(window); err != nil {
			return nil, err
		}
	}
}

// take moves what was looked at into the value.
func (d *formDocument) take(window []byte) ([]byte, error) {
	d.value = append(d.value, window...)
	d.br.Discard(len(window))
	if len(d.value) > maxFormLine {
		return nil, d.fail(d.value, fmt.Sprintf("a value of at most %d bytes", maxFormLine))
	}
	return d.value, nil
}

// broken is what a failed read means: a document that is cut, or the error.
func (d *formDocument) broken(err error) error {
	if err == io.EOF {
		return errCut
	}
	return &Error{File: d.file, Line: d.no, Offset: None, Err: err}
}

func (d *formDocument) unexpected(want string) error {
	b, _ := d.br.Peek(min(d.br.Buffered(), 41))
	return d.fail(b, want)
}
