package figure

import (
	"fmt"
	"hash/fnv"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// pattern is the mark of a cause beside its colour: diagonals, level lines,
// dots, plain. It is drawn on a tint of the colour.
type pattern struct {
	size  int
	marks string // path data
	dots  bool   // marks are filled, else stroked
	tint  string // opacity
}

var patterns = [diagnose.CauseCount]pattern{
	diagnose.Release:    {size: 6, marks: "M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5", tint: "0.25"},
	diagnose.OpenEvent:  {size: 4, marks: "M0 2H4", tint: "0.2"},
	diagnose.FillerOnly: {size: 5, marks: "M1.5 1.5h2v2h-2z", dots: true, tint: "0.2"},
	diagnose.Idle:       {size: 6, tint: "0.3"},
}

// patternDefs writes the patterns. Their ids begin with prefix, which tells
// the figures of one page apart.
func (c *canvas) patternDefs(prefix string, t *theme) {
	c.begin("defs")
	for cause, p := range patterns {
		c.begin("pattern", "id", prefix+diagnose.Cause(cause).String(),
			"patternUnits", "userSpaceOnUse", "width", p.size, "height", p.size)
		c.empty("rect", "width", p.size, "height", p.size, "fill", t.cause[cause], "fill-opacity", p.tint)
		switch {
		case p.marks == "":
		case p.dots:
			c.empty("path", "d", p.marks, "fill", t.cause[cause])
		default:
			c.empty("path", "d", p.marks, "fill", "none", "stroke", t.cause[cause], "stroke-width", "1.2")
		}
		c.end("pattern")
	}
	c.end("defs")
}

// paint is the fill that draws cause.
func paint(prefix string, cause diagnose.Cause) string {
	return "url(#" + prefix + cause.String() + ")"
}

// idPrefix is made from all that is drawn: figures that differ have ids that
// differ, and one figure has the same ids every time.
func idPrefix(paths [][]byte, drawn ...any) string {
	h := fnv.New64a()
	for _, p := range paths {
		h.Write(p)
	}
	fmt.Fprint(h, drawn...)
	return fmt.Sprintf("hb%016x-", h.Sum64())
}
