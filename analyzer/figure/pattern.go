package figure

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

// pattern is the mark of a cause or a lane beside its colour, on a tint of it.
type pattern struct {
	name  string // of a lane
	size  int
	marks string // path data
	dots  bool   // marks are filled, else stroked
	tint  string // opacity
}

// patterns are those of the causes: diagonals, level lines, dots, plain.
var patterns = [diagnose.CauseCount]pattern{
	diagnose.Release:    {size: 6, marks: "M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5", tint: "0.25"},
	diagnose.OpenEvent:  {size: 4, marks: "M0 2H4", tint: "0.2"},
	diagnose.FillerOnly: {size: 5, marks: "M1.5 1.5h2v2h-2z", dots: true, tint: "0.2"},
	diagnose.Idle:       {size: 6, tint: "0.3"},
}

// lanePatterns are those of the lanes: upright lines, a grid, diagonals that
// fall where those of a release rise.
var lanePatterns = [diagnose.StageCount]pattern{
	diagnose.ToRead:    {name: "to-read", size: 4, marks: "M2 0V4", tint: "0.3"},
	diagnose.ToParse:   {name: "to-parse", size: 5, marks: "M0 2.5H5M2.5 0V5", tint: "0.3"},
	diagnose.ToHandoff: {name: "to-handoff", size: 6, marks: "M-1.5 4.5L1.5 7.5M0 0L6 6M4.5 -1.5L7.5 1.5", tint: "0.3"},
}

// patternDefs writes the patterns. Their ids begin with prefix, which tells
// the figures of one page apart.
func (c *canvas) patternDefs(prefix string, t *theme, lanes bool) {
	c.begin("defs")
	for cause, p := range patterns {
		c.pattern(prefix+diagnose.Cause(cause).String(), t.cause[cause], p)
	}
	if lanes {
		for stage, p := range lanePatterns {
			c.pattern(prefix+p.name, t.lane[stage], p)
		}
	}
	c.end("defs")
}

func (c *canvas) pattern(id, colour string, p pattern) {
	c.begin("pattern", "id", id, "patternUnits", "userSpaceOnUse", "width", p.size, "height", p.size)
	c.empty("rect", "width", p.size, "height", p.size, "fill", colour, "fill-opacity", p.tint)
	switch {
	case p.marks == "":
	case p.dots:
		c.empty("path", "d", p.marks, "fill", colour)
	default:
		c.empty("path", "d", p.marks, "fill", "none", "stroke", colour, "stroke-width", "1.2")
	}
	c.end("pattern")
}

// paint is the fill that draws a cause or a lane.
func paint(prefix, name string) string { return "url(#" + prefix + name + ")" }
