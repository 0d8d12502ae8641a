package capture

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
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

// joined reads a string, and those that are added to it: with a plus, or inside
// brackets with nothing between.
func (p *literals) joined(prefix string) (literal, error) {
	v := literal{kind: literalData, from: len(p.data), python: strings.ContainsAny(prefix, "bB")}
	v.bytes = v.python
	for {
		if err := p.quoted(prefix); err != nil {
			return v, err
		}
		c, err := p.blanks(p.depth > 0)
		if err != nil {
			return v, err
		}
		switch {
		case c == '+':
			p.br.Discard(1)
			if c, err = p.blanks(true); err != nil {
				return v, err
			}
			if !isQuote(c) {
				return v, p.fail("a string behind the plus")
			}
			continue
		case p.depth > 0 && isQuote(c):
			continue
		case p.depth > 0 && v.python && (p.see(2) == "b'" || p.see(2) == `b"`):
			p.br.Discard(1)
			continue
		case c == '.' && p.see(8) == ".encode(": // 'text'.encode()
			p.br.Discard(7)
			end := len(p.data)
			if _, err := p.arguments(); err != nil {
				return v, err
			}
			p.data, v.bytes = p.data[:end], true
		case c == '.' && p.see(3) == "...":
			if v.more, err = p.rest(); err != nil {
				return v, err
			}
		}
		v.to = len(p.data)
		return v, nil
	}
}

// quoted appends the bytes of a string, whose opening quote comes next.
func (p *literals) quoted(prefix string) error {
	quote, _ := p.br.ReadByte()
	raw := strings.ContainsAny(prefix, "rR")
	end, lines := 1, quote == '`'
	if s := p.see(2); len(s) == 2 && s[0] == quote && s[1] == quote && quote != '`' {
		p.br.Discard(2)
		end, lines = 3, true
	}
	p.high = 0
	line, start := p.no, len(p.data)
	for {
		c, err := p.br.ReadByte()
		switch {
		case err == io.EOF:
			return errCut
		case err != nil:
			return &Error{File: p.file, Line: p.no, Offset: None, Err: err}
		case c == quote && (end == 1 || p.see(2) == string([]byte{quote, quote})):
			p.br.Discard(end - 1)
			p.half(0)
			return nil
		case c == '\\' && !raw:
			if err := p.escape(quote, prefix); err != nil {
				return err
			}
			continue
		case c == '\n' && !lines || len(p.data)-start > maxLine:
			return &Error{File: p.file, Line: line, Offset: None, Read: Quote(p.data[start:]), Want: "the end of this string, on its line"}
		case c == '$' && quote == '`' && p.see(1) == "{":
			return &Error{File: p.file, Line: p.no, Offset: None, Read: Quote([]byte("$" + p.see(40))), Want: "a template string without ${}"}
		case c == '\n':
			p.no++
		case c == '\r' && lines && p.see(1) == "\n":
			continue
		}
		p.half(0)
		p.data = append(p.data, c)
		if c == '\\' { // raw: the byte behind it belongs to it, a quote too
			if next := p.see(1); next == string(quote) {
				p.br.Discard(1)
				p.data = append(p.data, quote)
			}
		}
	}
}

// escape appends what a backslash and what follows it stand for. A number from
// 128 on is a byte in bytes and between double quotes, where Go prints those that
// are no UTF-8, and a character between the other quotes, as JavaScript and
// Python print it.
func (p *literals) escape(quote byte, prefix string) error {
	isBytes := strings.ContainsAny(prefix, "bB")
	c, err := p.br.ReadByte()
	if err != nil {
		return p.fail("an escape")
	}
	if c != 'u' {
		p.half(0)
	}
	code := rune(-1)
	switch i := strings.IndexByte("abfnrtv", c); {
	case i >= 0:
		p.data = append(p.data, "\a\b\f\n\r\t\v"[i])
	case c >= '0' && c <= '7':
		p.br.UnreadByte()
		code = 0
		for i := 0; i < 3; i++ {
			s := p.see(1)
			if s == "" || s[0] < '0' || s[0] > '7' {
				break
			}
			code = code<<3 | rune(s[0]-'0')
			p.br.Discard(1)
		}
	case c == 'x':
		code, err = p.hexCode(2)
	case c == 'u' && !isBytes && p.see(1) == "{":
		p.br.Discard(1)
		digits := p.run(isWord)
		if code, err = hexRune(digits), nil; code < 0 || p.see(1) != "}" {
			return p.fail("a character as \\u{1f600}")
		}
		p.br.Discard(1)
		p.rune(code)
		return nil
	case c == 'u' && !isBytes:
		if code, err = p.hexCode(4); err == nil {
			p.rune(code)
		}
		return err
	case c == 'U' && !isBytes:
		if code, err = p.hexCode(8); err == nil {
			p.rune(code)
		}
		return err
	case c == '\n':
		p.no++
	case c == '\r' && p.see(1) == "\n":
		p.br.Discard(1)
		p.no++
	case prefix != "" && c != '\\' && !isQuote(c):
		p.data = append(p.data, '\\', c)
	default:
		p.data = append(p.data, c)
	}
	switch {
	case err != nil || code < 0:
	case isBytes || quote == '"' || code > 0xff:
		p.data = append(p.data, byte(code))
	default:
		p.data = utf8.AppendRune(p.data, code)
	}
	return err
}

func (p *literals) hexCode(digits int) (rune, error) {
	b, err := p.br.Peek(digits)
	code := hexRune(string(b))
	if err != nil && code >= 0 {
		p.br.Discard(len(b))
	}
	if err != nil || code < 0 {
		return 0, p.fail("hexadecimal digits")
	}
	p.br.Discard(digits)
	return code, nil
}

// hexRune reads a number in hexadecimal; it returns -1 for what is none.
func hexRune(s string) rune {
	code := rune(0)
	for i := range len(s) {
		digit, ok := hexDigit(s[i])
		if !ok || code > utf8.MaxRune {
			return -1
		}
		code = code<<4 | rune(digit)
	}
	if s == "" || code > utf8.MaxRune {
		return -1
	}
	return code
}

// rune appends a character, or half a surrogate pair.
func (p *literals) rune(r rune) {
	if p.high != 0 {
		if pair := utf16.DecodeRune(p.high, r); pair != utf8.RuneError {
			p.high, r = 0, pair
		}
	}
	p.half(0)
	switch {
	case utf16.IsSurrogate(r) && r < 0xdc00:
		p.half(r)
	case utf16.IsSurrogate(r):
		p.half(r)
		p.half(0)
	default:
		p.data = utf8.AppendRune(p.data, r)
	}
}

// half takes the first half of a surrogate pair; 0 says that the one before has
// no second.
func (p *literals) half(r rune) {
	if p.high != 0 {
		p.lone = true
		p.data = utf8.AppendRune(p.data, utf8.RuneError)
	}
	p.high = r
}
