package capture

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// literals reads values as programs write them and as consoles print them: of
// JSON, JavaScript, Python and Go. It evaluates nothing, and takes more than any
// of these languages would.
type literals struct {
	file  string
	br    *bufio.Reader
	no    int // the current line, from 1
	depth int // brackets around the value that is being read
	data  []byte
	lone  bool // half of a surrogate pair was read
	high  rune // the first half of a surrogate pair, which was read last
}

// literal is a value. Its bytes lie in literals.data.
type literal struct {
	kind     literalKind
	from, to int
	more     int64     // bytes that were counted and not printed
	parts    []literal // of a list, the first of them
	bytes    bool      // a list of nothing but bytes
	python   bool      // it looks like Python
	text     string    // of a number
}

type literalKind uint8

const (
	literalNone literalKind = iota // null, None, undefined
	literalNumber
	literalData
	literalList
)

const (
	maxNest  = 8 // brackets in brackets
	maxParts = 4 // that are kept of a list
	maxWord  = 64
)

// see returns the next n bytes, fewer at the end.
func (p *literals) see(n int) string {
	b, _ := p.br.Peek(n)
	return string(b)
}

// blanks passes over blanks on this line, or over all white space and comments,
// and returns the byte that follows, 0 at the end.
func (p *literals) blanks(lines bool) (byte, error) {
	for {
		b, err := p.br.Peek(1)
		if err == io.EOF {
			return 0, nil
		} else if err != nil {
			return 0, &Error{File: p.file, Line: p.no, Offset: None, Err: err}
		}
		switch c := b[0]; {
		case c == '\n' && !lines:
			return c, nil
		case c == '\n':
			p.no++
		case c == ' ' || c == '\t' || c == '\r':
		case lines && (c == '#' || p.see(2) == "//"):
			for c != '\n' {
				if c, err = p.br.ReadByte(); err == io.EOF {
					return 0, nil
				} else if err != nil {
					return 0, &Error{File: p.file, Line: p.no, Offset: None, Err: err}
				}
			}
			p.no++
			continue
		default:
			return c, nil
		}
		p.br.Discard(1)
	}
}

// fail is the error of the bytes that come next.
func (p *literals) fail(want string) error {
	if _, err := p.br.Peek(1); err == io.EOF {
		return errCut
	} else if err != nil {
		return &Error{File: p.file, Line: p.no, Offset: None, Err: err}
	}
	b, _, _ := strings.Cut(p.see(41), "\n")
	return &Error{File: p.file, Line: p.no, Offset: None, Read: Quote(trimCR([]byte(b))), Want: want}
}

const literalWant = "a string, bytes or a list of them"

// value reads the next value.
func (p *literals) value() (literal, error) {
	c, err := p.blanks(true)
	switch {
	case err != nil:
		return literal{}, err
	case isQuote(c):
		return p.joined("")
	case c == '<':
		return p.buffer()
	case c == '[' || c == '(' || c == '{' && p.depth > 0:
		return p.list(closing(c))
	case c >= '0' && c <= '9' || c == '-':
		return p.number()
	case isWord(c):
		return p.word()
	}
	return literal{}, p.fail(literalWant)
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '.' || c == '!'
}

func closing(c byte) byte {
	if c == '(' {
		return ')'
	}
	return c + 2
}

// run takes bytes while they belong, at most maxWord.
func (p *literals) run(belongs func(byte) bool) string {
	s := p.see(maxWord)
	n := 0
	for n < len(s) && belongs(s[n]) {
		n++
	}
	p.br.Discard(n)
	return s[:n]
}

func (p *literals) number() (literal, error) {
	return literal{kind: literalNumber, text: p.run(func(c byte) bool { return c == '-' || c == '+' || isWord(c) })}, nil
}

// list reads a list up to the bracket that closes it.
func (p *literals) list(closing byte) (literal, error) {
	if p.depth++; p.depth > maxNest {
		return literal{}, p.fail("fewer brackets in brackets")
	}
	p.br.Discard(1)
	v := literal{kind: literalList, from: len(p.data), to: len(p.data), bytes: true, python: closing == ')'}
	for {
		c, err := p.blanks(true)
		switch {
		case err != nil:
			return v, err
		case c == 0:
			return v, errCut
		case c == ',':
			p.br.Discard(1)
			continue
		case c == closing:
			p.br.Discard(1)
			p.depth--
			if next := p.see(1); len(v.parts) == 0 && next != "" && isWord(next[0]) { // the []byte of Go
				return p.word()
			}
			return v, nil
		case c == '.' && p.see(3) == "...":
			if v.more, err = p.rest(); err != nil {
				return v, err
			}
			continue
		}
		part, err := p.value()
		if err != nil {
			return v, err
		}
		n, isByte := parseByte(part.text)
		if v.bytes = v.bytes && part.kind == literalNumber && isByte; v.bytes {
			p.data = append(p.data, n)
			v.to++
			if v.to-v.from > maxLine {
				return v, p.fail("a shorter list")
			}
		}
		v.python = v.python || part.python
		if len(v.parts) < maxParts {
			v.parts = append(v.parts, part)
		}
	}
}

func parseByte(s string) (byte, bool) {
	if hex, ok := strings.CutPrefix(s, "0x"); ok && len(hex) == 2 {
		high, ok1 := hexDigit(hex[0])
		low, ok2 := hexDigit(hex[1])
		return high<<4 | low, ok1 && ok2
	}
	n, ok := parseCount([]byte(s))
	return byte(n), ok && n <= 0xff
}

// rest reads what a console prints for what it leaves out: "... 12 more bytes",
// items or characters.
func (p *literals) rest() (int64, error) {
	p.br.Discard(3)
	if _, err := p.blanks(false); err != nil {
		return 0, err
	}
	n, ok := parseCount([]byte(p.run(isWord)))
	p.blanks(false)
	more := p.run(isWord)
	p.blanks(false)
	if what := p.run(isWord); !ok || more != "more" || what == "" {
		return 0, p.fail("how many more there are")
	}
	return n, nil
}

// buffer reads <Buffer 64 61 74>.
func (p *literals) buffer() (literal, error) {
	v := literal{kind: literalData, from: len(p.data), bytes: true}
	p.br.Discard(1)
	if name := p.run(isWord); name != "Buffer" {
		return v, p.fail("<Buffer and bytes in hexadecimal")
	}
	for {
		c, err := p.blanks(true)
		switch {
		case err != nil:
			return v, err
		case c == '>':
			p.br.Discard(1)
			v.to = len(p.data)
			return v, nil
		case c == '.' && p.see(3) == "...":
			if v.more, err = p.rest(); err != nil {
				return v, err
			}
			continue
		}
		code, err := p.hexCode(2)
		if err != nil {
			return v, err
		}
		if p.data = append(p.data, byte(code)); len(p.data)-v.from > maxLine {
			return v, p.fail("a shorter buffer")
		}
	}
}

// word reads a value that begins with a word: bytes that are made of something
// else, a string with a prefix, or nothing.
func (p *literals) word() (literal, error) {
	word := p.run(isWord)
	if next := p.see(1); next != "" && isQuote(next[0]) && strings.Trim(word, "bBrRuUf") == "" {
		return p.joined(word)
	}
	if p.depth++; p.depth > maxNest {
		return literal{}, p.fail("fewer calls in calls")
	}
	defer func() { p.depth-- }()
	switch word {
	case "new":
		return p.value()
	case "null", "None", "undefined":
		return literal{}, nil
	}
	name := word[strings.LastIndexByte(word, '.')+1:]
	switch name {
	case "from", "Buffer", "Uint8Array", "TextEncoder", "encode", "bytes", "bytearray", "byte", "memoryview", "vec!":
	default:
		return literal{}, p.fail(literalWant + ", not " + Quote([]byte(word)))
	}
	c, err := p.blanks(true)
	if err != nil {
		return literal{}, err
	}
	v := literal{}
	switch c {
	case '(':
		if v, err = p.arguments(); err != nil {
			return v, err
		}
		if v.kind == literalNone { // new TextEncoder().encode(...)
			return p.word()
		}
		if c, err = p.blanks(true); err == nil && c == '[' && v.kind == literalNumber { // Uint8Array(3) [ 1, 2, 3 ]
			v, err = p.list(']')
		}
	case '[', '{':
		v, err = p.list(closing(c))
	}
	if err != nil {
		return v, err
	}
	if v.kind == literalList && v.bytes {
		v.kind = literalData
	}
	if v.kind != literalData {
		return v, p.fail("bytes behind " + Quote([]byte(word)))
	}
	v.bytes, v.python = true, strings.HasPrefix(name, "byte") && name != "byte"
	return v, nil
}

// arguments reads those of a call: the value, and its encoding if there is one.
func (p *literals) arguments() (v literal, err error) {
	p.br.Discard(1)
	for i := 0; ; i++ {
		c, err := p.blanks(true)
		switch {
		case err != nil:
			return v, err
		case c == ')':
			p.br.Discard(1)
			return v, nil
		case c == ',':
			p.br.Discard(1)
		}
		start := len(p.data)
		arg, err := p.value()
		if err != nil {
			return v, err
		}
		if i == 0 {
			v = arg
			continue
		}
		encoding := string(p.data[start:])
		p.data = p.data[:start]
		if v.kind != literalData {
			continue
		}
		coded, ok := bytes.Clone(p.data[v.from:v.to]), true
		switch encoding {
		case "base64", "base64url":
			p.data, ok = appendBase64(p.data[:v.from], coded)
		case "hex":
			p.data, ok = appendHex(p.data[:v.from], coded)
		}
		if v.to = len(p.data); !ok {
			return v, p.fail("a string of " + encoding)
		}
	}
}
