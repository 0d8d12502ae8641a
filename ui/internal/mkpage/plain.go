package main

import (
	"bytes"
	"strings"
)

// plain is a script (.js) or a style sheet (.css) without what only its authors
// read: comments, but for a notice of copyright at its beginning, indentation and
// other space that says nothing. Each line keeps its number, by which a report
// tells where a script failed.
//
// A slash of a script begins a regular expression where a value may begin, as it
// does after an operator or a word such as return. After a bracket that closes it
// divides: no regular expression may stand there.
func plain(extension string, text []byte) []byte {
	p := plainer{text: string(text), script: extension == ".js"}
	p.notice()
	p.code(0)
	return p.out.Bytes()
}

// plainer reads a text from at on and writes what is left of it.
type plainer struct {
	text   string
	at     int
	script bool
	out    bytes.Buffer
	spaced bool // whether space came after what is written
}

// notice keeps the lines of a comment that a text begins with, where they are a
// notice.
func (p *plainer) notice() {
	end := 0
	for p.script && strings.HasPrefix(p.text[end:], "//") {
		end += len(line(p.text[end:]))
	}
	if strings.Contains(p.text[:end], "Copyright") {
		p.keep(end)
	}
}

// code goes on to the end of the text, or past the brace that ends what a template
// literal holds: depth is the number of braces that are open, of which it is the
// first.
func (p *plainer) code(depth int) {
	within := depth > 0
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch c := rest[0]; {
		case c == '\n':
			p.spaced = false
			p.keep(1)
			continue
		case c == ' ' || c == '\t':
			p.at++
			p.spaced = true
			continue
		case strings.HasPrefix(rest, "/*"):
			p.comment(rest)
			continue
		case p.script && strings.HasPrefix(rest, "//"):
			p.at += len(strings.TrimSuffix(line(rest), "\n"))
			continue
		}
		if p.spaced && p.out.Len() > 0 && !bytes.HasSuffix(p.out.Bytes(), []byte("\n")) {
			p.out.WriteByte(' ')
		}
		p.spaced = false
		switch c := rest[0]; {
		case c == '"' || c == '\'':
			p.keep(closed(rest, c))
		case c == '`' && p.script:
			p.template()
		case c == '/' && p.script && p.beginsValue():
			p.keep(closed(rest, '/'))
		case c == '{':
			depth++
			p.keep(1)
		case c == '}':
			depth--
			p.keep(1)
			if within && depth == 0 {
				return
			}
		default:
			p.keep(1)
		}
	}
}

// comment leaves out a comment but for the ends of its lines.
func (p *plainer) comment(rest string) {
	length := len(rest)
	if end := strings.Index(rest[2:], "*/"); end >= 0 {
		length = end + 4
	}
	p.out.WriteString(strings.Repeat("\n", strings.Count(rest[:length], "\n")))
	p.spaced = true
	p.at += length
}

// template keeps a template literal as it is, and what it holds as code.
func (p *plainer) template() {
	p.keep(1)
	for p.at < len(p.text) {
		switch rest := p.text[p.at:]; {
		case rest[0] == '`':
			p.keep(1)
			return
		case rest[0] == '\\':
			p.keep(min(2, len(rest)))
		case strings.HasPrefix(rest, "${"):
			p.keep(2)
			p.code(1)
		default:
			p.keep(1)
		}
	}
}

// keep writes the next n bytes as they are.
func (p *plainer) keep(n int) {
	p.out.WriteString(p.text[p.at : p.at+n])
	p.at += n
}

// beginsValue reports whether what follows begins a value rather than goes on
// after one.
func (p *plainer) beginsValue() bool {
	before := strings.TrimRight(p.out.String(), " \n")
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return !isWord(r) })+1:]
	switch word {
	case "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "await", "yield", "instanceof":
		return true
	}
	return word == "" && (before == "" || !strings.ContainsRune(")]}\"'`", rune(before[len(before)-1])))
}

func isWord(r rune) bool {
	return r == '_' || r == '$' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80
}

// closed is the length of what begins with a quote, or a slash, up to its end: the
// same sign again, but for one after a backslash or in brackets of a regular
// expression. It ends with its line at the latest.
func closed(s string, end byte) int {
	bracketed := false
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '\n':
			return i
		case c == end && !bracketed:
			return i + 1
		case end == '/' && c == '[':
			bracketed = true
		case end == '/' && c == ']':
			bracketed = false
		}
	}
	return len(s)
}

// line is the first line of s with its end.
func line(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i+1]
	}
	return s
}
