package framing

import "github.com/heldbytes/heldbytes/analyzer/internal/jsontext"

// elements is the framing of one JSON array of any length, whose elements are
// the events: they open and close as values do. The brackets and commas of the
// outer array are free and its own grammar is not judged, as what stands
// between two elements holds nothing up.
type elements struct {
	values
	opened bool // past the outer array's bracket
}

func (e *elements) write(p []byte) {
	for len(p) > 0 {
		if e.between() {
			n := e.separators(p)
			e.pos += int64(n)
			if p = p[n:]; len(p) == 0 {
				return
			}
		}
		p = p[e.step(p):]
	}
}

// separators returns the number of bytes at the start of p that belong to no
// element.
func (e *elements) separators(p []byte) int {
	for i, c := range p {
		switch {
		case jsontext.Blank(c) || c == ',' || c == ']':
		case c == '[' && !e.opened:
			e.opened = true
		default:
			return i
		}
	}
	return len(p)
}
