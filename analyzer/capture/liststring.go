package capture

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

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
		if len(p.data) > maxLine { // of this string, and of those that are joined to it
			return &Error{File: p.file, Line: line, Offset: None, Read: Quote(p.data[start:]), Want: fmt.Sprintf("a chunk of at most %d bytes", maxLine)}
		}
		p.plain(quote, prefix, raw)
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
		case c == '\n' && !lines:
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

// plainWindow is how much plain looks at, in bytes: more than most strings have
// between what it leaves to others.
const plainWindow = 512

// plain appends what comes next of a string as long as it stands for itself or is
// an escape of JSON of one letter, up to the end of the string.
func (p *literals) plain(quote byte, prefix string, raw bool) {
	if p.high != 0 {
		return
	}
	b, _ := p.br.Peek(min(p.br.Buffered(), plainWindow))
	n := 0
	for n < len(b) {
		k := jsontext.Either(b[n:], quote, '\\')
		k = jsontext.LineEnd(b[n : n+k])
		if quote == '`' {
			k = jsontext.Either(b[n:n+k], '$', '$')
		}
		p.data = append(p.data, b[n:n+k]...)
		n += k
		if n+1 >= len(b) || b[n] != '\\' || raw || escapes[b[n+1]] == 0 || b[n+1] == '/' && prefix != "" {
			break
		}
		p.data = append(p.data, escapes[b[n+1]])
		n += 2
	}
	p.br.Discard(n)
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
