package framing

import "github.com/heldbytes/heldbytes/analyzer/internal/jsontext"

// text judges a payload that should be one JSON value, with white space around
// it, pushed in pieces.
type text struct {
	jsontext.Value
	over  bool // the value is complete
	bad   bool
	blank bool // bad for white space, and there was only white space since
	ascii bool // white space around the value is ASCII's, VT and FF too
}

func newText(t *tape) text { return text{Value: jsontext.Value{Repeats: &t.repeats}} }

func (t *text) reset() {
	t.Value.Reset()
	t.over, t.bad, t.blank = false, false, false
}

func (t *text) write(p []byte) {
	first := !t.Begun() && !t.over
	if !first {
		t.Repeats.Pause()
	}
	for len(p) > 0 && !t.bad {
		if t.ascii && (t.over || !t.Begun()) {
			if p = p[asciiBlanks(p):]; len(p) == 0 {
				return
			}
		}
		if t.over {
			t.bad = jsontext.Blanks(p) < len(p)
			return
		}
		if first {
			t.Repeats.Begin(p)
			first = false
		}
		n, said := t.Run(p)
		t.over = said == jsontext.Ended || said == jsontext.Before
		if said == jsontext.Broken {
			t.bad, t.blank = true, jsontext.Blank(p[n-1])
		}
		p = p[n:]
	}
	if t.blank {
		t.blank = jsontext.Blanks(p) == len(p)
	}
}

// line judges a payload that fills its line, which p begins with, and returns
// its length. Where p does not have all of that line, or the payload does not
// fill it, or is bad, it is as if nothing had been written, and line returns 0.
// It spares the search for the end of the line.
func (t *text) line(p []byte) int {
	t.reset()
	t.Repeats.Begin(p)
	invalid := t.Invalid
	t.Line = true
	n, said := t.Run(p)
	t.Line = false
	if said == jsontext.Ended && n < len(p) && p[n] == '\n' {
		t.Repeats.End(n)
		t.over = true
		return n
	}
	t.reset()
	t.Invalid = invalid // the line may have ended inside a character
	t.Repeats.Drop()
	return 0
}

// whole reports whether the payload would be good if it ended here.
func (t *text) whole() bool {
	return !t.bad && (t.over || t.Complete())
}

// judge says what the payload is, now that it has ended. White space at its
// end does not count: a string that it broke was cut.
func (t *text) judge() (Kind, Reason) {
	switch {
	case t.whole():
		return Event, NoReason
	case t.Deep:
		return Bad, ReasonDepth
	case t.bad && !t.blank:
		return Bad, ReasonJSON
	case !t.Begun():
		return Bad, ReasonEmpty
	}
	return Bad, ReasonCut
}

// asciiBlanks returns the number of bytes of ASCII white space at the start of p.
func asciiBlanks(p []byte) int {
	i := 0
	for i < len(p) && asciiBlank(p[i]) {
		i++
	}
	return i
}

// asciiBlank reports whether c is white space in ASCII, a wider set than JSON's.
func asciiBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
