package capture

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// terminal takes back what a terminal makes of the bytes that a program wrote
// to it, so that the stream is there again as curl printed it.
//
//   - A terminal puts a CR before each LF (POSIX, ONLCR): one CR before an LF is
//     left out, also where the two come apart. A CR LF of the stream shows as
//     CR CR LF, and is CR LF again.
//   - Escape sequences (ECMA-48: colours, titles, the modes of the terminal) are
//     left out, also those that come in pieces. Those that the stream may have
//     had of its own go with them: nothing tells them apart.
//   - What a shell shows while a command is typed is left out where the shell
//     says so: between switching bracketed paste on and off, with the CR behind
//     it. That is the prompt and the command of bash, and all but the prompt of
//     zsh. Other prompts stay: record the command alone, without a shell.
type terminal struct {
	state   terminalState
	cr      crState
	editing bool   // a command is being typed
	edited  bool   // it was, and nothing has come since but CR
	control []byte // the parameters of a control sequence, as many as matter
}

type terminalState byte

const (
	inText    terminalState = iota
	inEscape                // past ESC
	inCharset               // past ESC and a byte from 0x20 to 0x2F
	inControl               // past ESC [
	inString                // past ESC ] and the like, up to BEL or ESC \
	inStringEscape
)

// crState says whether a CR waits for what follows it, and since when.
type crState byte

const (
	noCR   crState = iota
	newCR          // it came in this call of take
	heldCR         // it came in an earlier one
)

const (
	ctlBEL, ctlCAN, ctlSUB, ctlESC = 0x07, 0x18, 0x1a, 0x1b

	pasteOn, pasteOff = "?2004h", "?2004l"
)

// take appends to dst what text is of the stream. late says that the CR at the
// end of an earlier text is of the stream too.
func (t *terminal) take(dst, text []byte) (out []byte, late bool) {
	if t.cr == newCR {
		t.cr = heldCR
	}
	for len(text) > 0 {
		c := text[0]
		if n := jsontext.Control(text); n > 0 && t.state == inText && !t.editing {
			t.edited = false
			if t.cr == heldCR {
				late = true
			} else if t.cr == newCR {
				dst = append(dst, '\r')
			}
			t.cr = noCR
			dst, text = append(dst, text[:n]...), text[n:]
			continue
		}
		text = text[1:]
		if !t.shows(c) || t.editing {
			continue
		}
		if t.edited && c == '\r' {
			continue
		}
		t.edited = false
		if t.cr != noCR && c != '\n' {
			if t.cr == heldCR {
				late = true
			} else {
				dst = append(dst, '\r')
			}
		}
		if t.cr = noCR; c == '\r' {
			t.cr = newCR
			continue
		}
		dst = append(dst, c)
	}
	return dst, late
}

// shows steps through escape sequences and reports whether c is outside them.
func (t *terminal) shows(c byte) bool {
	if t.state == inStringEscape {
		t.state = inEscape
		if c == '\\' {
			t.state = inText
			return false
		}
	}
	switch {
	case t.state == inString && (c == ctlBEL || c == ctlCAN || c == ctlSUB):
		t.state = inText
		return false
	case t.state == inString && c == ctlESC:
		t.state = inStringEscape
		return false
	case t.state == inString && c != '\n':
		return false
	case c == ctlESC:
		t.state = inEscape
		return false
	case t.state == inText:
		return true
	case c < 0x20 || c > 0x7e: // no sequence has such a byte: this one is over
		t.state = inText
		return c != ctlCAN && c != ctlSUB
	}
	switch t.state {
	case inEscape:
		t.escape(c)
	case inCharset:
		if c >= 0x30 {
			t.state = inText
		}
	case inControl:
		if len(t.control) < len(pasteOn) {
			t.control = append(t.control, c)
		}
		if c >= 0x40 {
			t.state = inText
			t.mode()
		}
	}
	return false
}

// escape takes the byte after ESC.
func (t *terminal) escape(c byte) {
	switch {
	case c == '[':
		t.state, t.control = inControl, t.control[:0]
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		t.state = inString
	case c < 0x30:
		t.state = inCharset
	default:
		t.state = inText
	}
}

// mode looks for the sequences with which a shell begins and ends to let a
// command be typed.
func (t *terminal) mode() {
	switch string(t.control) {
	case pasteOn:
		t.editing = true
	case pasteOff:
		t.edited = t.editing
		t.editing = false
	}
}

// terminalChunks makes the one exchange of a recording of a terminal. A text
// that ends in CR waits for the next one, which says whose the CR is.
type terminalChunks struct {
	m     *machine
	e     *Exchange
	term  terminal
	order order
	wait  Record
	waits bool
	room  [2][]byte // of wait, and of what comes after it
	free  int       // of room, the one that wait does not use
}

func (c *terminalChunks) begin(m *machine) {
	c.m, c.e = m, &Exchange{Level: LevelRead, Timed: true, Payload: true, Notes: []Note{NoteTerminal}}
	m.begin(c.e)
}

// add takes a piece of output.
func (c *terminalChunks) add(at time.Duration, text []byte) {
	data, late := c.term.take(c.room[c.free][:0], text)
	c.room[c.free] = data
	if c.term.cr != heldCR {
		c.settle(late)
	}
	r := Record{Kind: RecordChunk, Time: at, Data: data}
	switch {
	case c.term.cr == newCR:
		c.wait, c.waits = r, true
		c.free = 1 - c.free
	case len(data) > 0:
		c.push(r)
	}
}

// settle pushes the chunk that waits. cr says that it ends in CR.
func (c *terminalChunks) settle(cr bool) {
	if !c.waits {
		return
	}
	c.waits = false
	if cr {
		used := 1 - c.free
		c.room[used] = append(c.wait.Data, '\r')
		c.wait.Data = c.room[used]
	}
	if len(c.wait.Data) > 0 {
		c.push(c.wait)
	}
}

// finish is the end of the recording, which is not the end of a body.
func (c *terminalChunks) finish() { c.settle(true) }

func (c *terminalChunks) push(r Record) {
	r.Len = int64(len(r.Data))
	c.order.see(c.e, r.Time)
	c.m.push(r)
}
