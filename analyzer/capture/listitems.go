package capture

import (
	"io"
	"strings"
)

// listItem is a chunk of a list.
type listItem struct {
	line int
	data []byte // nil: only the length is known
	len  int64
	time string // as written, "" where there is none
}

// listItems walks the chunks of a list.
type listItems struct {
	*literals
	begun  bool
	inside bool
	close  byte // the bracket that ends the list
	closed bool
	more   bool // the console left chunks out
	python bool // the last one looked like Python
}

// next returns the next chunk, or io.EOF after the last. Its data are valid until
// the next call.
func (l *listItems) next() (listItem, error) {
	if !l.begun {
		l.begun = true
		l.fence()
		l.assignment()
	}
	for {
		c, err := l.blanks(true)
		if err != nil {
			return listItem{}, err
		}
		switch {
		case c == 0 && l.inside:
			return listItem{}, errCut
		case c == 0:
			return listItem{}, io.EOF
		case l.inside && c == l.close:
			l.br.Discard(1)
			l.inside, l.closed, l.depth = false, true, 0
			continue
		case l.inside && c == ',', l.closed && (c == ')' || c == ';' || c == ','):
			l.br.Discard(1)
			continue
		case !l.inside && l.fence():
			continue
		case l.closed:
			return listItem{}, l.fail("nothing behind the list")
		case l.inside && c == '.' && l.see(3) == "...":
			if _, err := l.rest(); err != nil {
				return listItem{}, err
			}
			l.more = true
			continue
		case !l.inside && l.opens(c):
			continue
		}
		item, ok, err := l.item()
		if err != nil || ok {
			return item, err
		}
	}
}

// fence passes over the line of Markdown that begins or ends a block of code.
func (l *listItems) fence() bool {
	c, _ := l.blanks(true)
	if c != '`' || l.see(3) != "```" {
		return false
	}
	for l.see(1) != "\n" && l.see(1) != "" {
		l.br.Discard(1)
	}
	return true
}

// assignment passes over what stands in front of a list that is given a name:
// const chunks = [, chunks: list[bytes] = [, chunks := [][]byte{.
func (l *listItems) assignment() {
	l.blanks(true)
	for i, c := range []byte(l.see(4 * maxWord)) {
		if c == '=' {
			l.br.Discard(i + 1)
			return
		}
		if !isWord(c) && !strings.ContainsRune(" :[]<>|,*", rune(c)) {
			return
		}
	}
}

// opens takes the bracket that opens the list, and what belongs to it: a type, the
// number that a console prints in front.
func (l *listItems) opens(c byte) bool {
	if c == '{' { // of an object: that of a list has its type in front
		return false
	}
	s := strings.TrimSpace(l.see(maxWord))
	word := strings.TrimLeft(s, "[]")
	for _, of := range []string{"string{", "byte{", "vec![", "Array ["} {
		if bracket := of[len(of)-1]; strings.HasPrefix(word, of) && (c == '[') == (bracket == '{') {
			l.run(func(c byte) bool { return c != bracket })
			c = bracket
		}
	}
	if c == '(' {
		if n, rest, ok := strings.Cut(s[1:], ")"); ok && strings.HasPrefix(rest, " [") {
			if _, number := parseCount([]byte(n)); number {
				l.br.Discard(len(n) + 3)
				c = '['
			}
		}
	}
	if c != '[' && c != '(' && c != '{' {
		return false
	}
	inner := strings.TrimSpace(strings.TrimLeft(l.see(maxWord)[1:], "\r\n\t "))
	if c != '{' && inner != "" && (inner[0] >= '0' && inner[0] <= '9' || inner[0] == '-') {
		return false // a chunk with its time
	}
	l.br.Discard(1)
	l.inside, l.close, l.depth = true, closing(c), 1
	return true
}

// item reads a chunk. ok is false where there was none, but null.
func (l *listItems) item() (item listItem, ok bool, err error) {
	l.data = l.data[:0]
	item.line = l.no
	v, err := l.value()
	if err != nil {
		return item, false, err
	}
	l.python = v.python
	if v.kind == literalNumber && !l.inside { // a time in front of a chunk
		item.time = v.text
		if c, err := l.blanks(false); err != nil {
			return item, false, err
		} else if c == ',' || c == ':' {
			l.br.Discard(1)
		}
		if c, err := l.blanks(false); err != nil {
			return item, false, err
		} else if c == '\n' || c >= '0' && c <= '9' {
			return item, false, l.fail("a chunk behind its time")
		}
		if v, err = l.value(); err != nil {
			return item, false, err
		}
		l.python = l.python || v.python
	}
	if v.kind == literalList {
		if v, item.time = pair(v); v.kind == literalNumber {
			n, ok := parseCount([]byte(v.text))
			_, guessed := sizedUnit([]byte(item.time))
			if !ok || guessed {
				return item, false, l.fail("a time that is a date in front of a length")
			}
			item.len = n
			return item, true, l.lineEnd()
		}
	}
	if v.kind == literalNone && item.time == "" {
		return item, false, l.lineEnd()
	}
	if v.kind != literalData {
		return item, false, l.fail(literalWant)
	}
	if item.data = l.data[v.from:v.to:v.to]; item.data == nil {
		item.data = []byte{}
	}
	if item.len = int64(len(item.data)) + v.more; v.more > 0 {
		item.data = nil
	}
	return item, item.len <= maxBytes, l.lineEnd()
}

// pair returns the chunk and the time of a list of the two, in either order. A
// number is a length, and behind it may stand what the chunk was called.
func pair(v literal) (chunk literal, time string) {
	switch p := v.parts; {
	case len(p) == 2 && p[0].kind == literalData && p[1].kind == literalNumber:
		return p[0], p[1].text
	case len(p) == 2 && p[0].kind == literalNumber && p[1].kind != literalList,
		len(p) == 3 && p[0].kind == literalNumber && p[1].kind == literalNumber && p[2].kind == literalData:
		return p[1], p[0].text
	}
	return v, ""
}

// lineEnd sees to it that outside of brackets a chunk has its lines for itself.
func (l *listItems) lineEnd() error {
	if l.inside {
		return nil
	}
	for _, c := range []byte{',', ';'} {
		if s, err := l.blanks(false); err != nil {
			return err
		} else if s == c {
			l.br.Discard(1)
		}
	}
	c, err := l.blanks(false)
	if err != nil || c == 0 || c == '\n' || c == '#' || l.see(2) == "//" {
		return err
	}
	return l.fail("a chunk on a line for itself")
}
