package capture

import (
	"fmt"
	"io"
	"time"
)

const castHowTo = `asciinema rec -c "curl -sN URL" out.cast`

var asciicastFormat = FormatInfo{
	Format: FormatAsciicast, Level: LevelRead,
	Title:      "A recording of asciinema, versions 1 to 3",
	Short:      "an asciicast",
	HowTo:      []string{castHowTo},
	Extensions: []string{".cast", ".json"},
}

var asciicastImporter = importer{
	FormatInfo: &asciicastFormat,
	looks:      looksLikeCast,
}

// asciicast reads what asciinema records: the output of a terminal, each piece
// with a time. What the terminal did to the bytes is taken back, see terminal.
// Characters that a read cut are held back by the recorder and come whole in the
// next piece.
//
//	{"version": 2, "width": 80, "height": 24}         a header, and a line an event:
//	[0.075479, "o", "data: 1\r\n"]                    seconds since the start
//	{"version": 3, "term": {"cols": 80, "rows": 24}}  the same, but for the times:
//	[0.075479, "o", "data: 1\r\n"]                    seconds since the event before
//	{"version": 1, …, "stdout": [[0.075479, "data: 1\r\n"], …]}   the same in one value
//
// Only output counts; the times of other events do in version 3. An event that
// cannot be read is passed over. A recording ends where its terminal was closed,
// which does not tell the end of a body.
//
// https://docs.asciinema.org/manual/asciicast/v3/
type asciicast struct {
	machine
	lines   lines
	walk    *jsonWalk // of version 1
	inside  bool      // walk stands among the events
	apart   bool      // times are intervals
	sum     time.Duration
	count   int // events of output
	out     terminalChunks
	started bool
	text    []byte
}

// looksLikeCast looks at the names of the first object.
func looksLikeCast(head []byte) bool {
	version, kind := castHeader(head)
	return version != nil && kind
}

// castHeader returns the version that the first object of head states, and
// whether the object is the header of an asciicast.
func castHeader(head []byte) (version []byte, is bool) {
	m := members{text: head}
	for {
		name, ok, err := m.name()
		if err != nil || !ok {
			return version, is
		}
		switch string(name) {
		case "width", "term", "stdout":
			is = true
		}
		value, err := m.value()
		if err != nil {
			return version, is
		}
		if string(name) == "version" {
			version = value
		}
	}
}

func newAsciicast(l lines, head []byte) *asciicast {
	c := &asciicast{lines: l}
	c.machine = machine{format: FormatAsciicast, step: c.readLine}
	if version, _ := castHeader(head); string(version) == "1" {
		c.walk = newJSONWalk(l)
		c.step = c.readValue
	}
	c.out.begin(&c.machine)
	return c
}

// readLine takes one line of version 2 or 3.
func (c *asciicast) readLine() error {
	if err := c.lines.next(); err == io.EOF {
		return c.finish()
	} else if err != nil {
		return err
	}
	line := c.lines.text
	i := skipSpace(line, 0)
	switch {
	case i == len(line) || line[i] == '#':
		return nil
	case !c.started:
		return c.header(line)
	}
	var part [3][]byte
	err := arrayParts(line, part[:])
	if err != nil && !c.lines.whole {
		c.out.e.Note(NoteTruncated)
		return c.finish()
	}
	if err != nil || !c.event(part[0], part[1], part[2]) {
		c.damaged(c.lines.no, None)
	}
	return nil
}

func (c *asciicast) header(line []byte) error {
	c.started = true
	switch version, _ := castHeader(line); string(version) {
	case "2":
		return nil
	case "3":
		c.apart = true
		return nil
	}
	return c.lines.fail(line, "the header of an asciicast, version 1, 2 or 3")
}

// readValue takes one event of version 1, or one member around them.
func (c *asciicast) readValue() error {
	var part [2][]byte
	more, err := c.enter()
	switch {
	case err == nil && more && c.inside:
		var text []byte
		if text, err = c.walk.value(); err == nil {
			if arrayParts(text, part[:]) != nil || !c.event(part[0], castOutput, part[1]) {
				c.damaged(c.walk.no, None)
			}
			return nil
		}
	case err == nil && !more && c.inside:
		c.inside = false
		return nil
	case err == nil && !more:
		if err = c.walk.end(); err == nil {
			return c.finish()
		}
	case err == nil:
		var name []byte
		if name, err = c.walk.name(); err == nil && string(name) == "stdout" {
			err = c.walk.enter('[')
			c.inside = err == nil
		} else if err == nil {
			err = c.walk.skip()
		}
	}
	switch bad, broken := brokenAt(err); {
	case err == errCut:
		c.out.e.Note(NoteTruncated)
		return c.finish()
	case c.count > 0 && broken:
		c.damaged(bad.Line, None) // nothing tells where the next event begins
		return c.finish()
	}
	return err
}

// enter takes what stands before the next event or member.
func (c *asciicast) enter() (more bool, err error) {
	if !c.started {
		c.started, c.apart = true, true
		if err := c.walk.enter('{'); err != nil {
			return false, err
		}
	}
	if c.inside {
		return c.walk.next(']')
	}
	return c.walk.next('}')
}

var castOutput = []byte(`"o"`)

// event takes the texts of the parts of an event. It returns false where they
// are not those of one.
func (c *asciicast) event(seconds, code, text []byte) bool {
	at, ok := parseUnit(seconds, inSeconds)
	if !ok {
		return false
	}
	if c.apart {
		at += c.sum
		if !isTime(at) {
			return false
		}
		c.sum = at
	}
	if string(code) != string(castOutput) {
		return len(code) > 1 && code[0] == '"'
	}
	out, lone, err := unquote(c.text[:0], text)
	if c.text = out; err != nil {
		return false
	}
	if lone {
		c.out.e.Note(NoteLoneSurrogate)
	}
	c.count++
	c.out.add(at, c.text)
	return true
}

func (c *asciicast) finish() error {
	if c.count == 0 {
		return &Error{File: c.lines.file, Line: c.damage.Line, Offset: None,
			Read: fmt.Sprintf("an asciicast without output, %d events of which cannot be read", c.damage.Records), Want: "a recording of a stream: " + castHowTo}
	}
	c.out.finish()
	return io.EOF
}
