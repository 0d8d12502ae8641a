package framing

import "github.com/heldbytes/heldbytes/analyzer/internal/jsontext"

// lines is the framing of JSON Lines and NDJSON: a value, then LF. A line
// opens at its first byte that is not white space and closes at its LF, the
// last one at EOF too.
type lines struct {
	*tape
	text  text
	begun bool
	cr    bool  // the byte before was CR
	other bool  // in this Write was a line of another sort than whole takes
	start int64 // of the line that has begun
	ready int64 // past its last byte that is not white space
}

func (l *lines) write(p []byte) {
	l.other = false
	for len(p) > 0 {
		if !l.begun {
			n := jsontext.Blanks(p)
			l.note(p[:n])
			l.pos += int64(n)
			if p = p[n:]; len(p) == 0 {
				return
			}
			if n := l.whole(p); n > 0 {
				p = p[n:]
				continue
			}
			l.begun, l.start = true, l.pos
			l.text.reset()
		}
		n := jsontext.LineFeed(p)
		l.take(p[:n])
		if n == len(p) {
			return
		}
		l.note(p[n : n+1])
		l.pos++
		l.end(false)
		p = p[n+1:]
	}
}

// whole takes the line that p begins with if it is as most are: filled by a
// good value, ended by an LF, and all of it in p. It returns the length of the
// line, or 0.
func (l *lines) whole(p []byte) int {
	if l.other {
		return 0
	}
	n := l.text.line(p)
	if n == 0 {
		l.other = true
		return 0
	}
	if l.text.Invalid {
		l.traits |= TraitInvalidUTF8
	}
	l.start = l.pos
	l.ready = l.pos + int64(n)
	l.pos = l.ready + 1
	l.cr = false
	l.end(false)
	return n + 1
}

// take takes bytes of a line.
func (l *lines) take(p []byte) {
	if len(p) == 0 {
		return
	}
	l.text.write(p)
	for n := len(p); n > 0; n-- {
		if !jsontext.Blank(p[n-1]) {
			l.ready = l.pos + int64(n)
			break
		}
	}
	l.cr = p[len(p)-1] == '\r'
	l.pos += int64(len(p))
	if l.text.Invalid {
		l.traits |= TraitInvalidUTF8
	}
}

// note looks for CR LF in white space.
func (l *lines) note(p []byte) {
	for _, c := range p {
		if c == '\n' && l.cr {
			l.traits |= TraitCRLF
		}
		l.cr = c == '\r'
	}
}

func (l *lines) end(eof bool) {
	l.begun = false
	s := Span{Start: l.start, Ready: l.ready, End: l.pos, Proof: l.pos, AtEOF: eof}
	s.Kind, s.Reason = l.text.judge()
	l.emit(s)
}

func (l *lines) close() {
	if l.begun {
		l.end(true)
	}
}

func (l *lines) open() (Span, bool) {
	s := Span{Start: l.start, Ready: Open, End: Open, Proof: Open}
	if l.text.whole() {
		s.Ready = l.ready
	}
	return s, l.begun
}
