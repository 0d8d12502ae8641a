package ui

import (
	"slices"

	"github.com/heldbytes/heldbytes/ui/engine"
)

// view is how the graph is looked at. Each analysis begins with a zero one.
type view struct {
	window *engine.Window // nil: the whole
	lines  []string       // nil: what the command draws
	rule   string         // the knob; "" where it was not turned
	more   bool           // lines that are rarely wanted can be chosen
}

// View is what scripts of the page need to know of the graph that is shown, to
// answer pointers and keys within the frame.
type View struct {
	Of       int          `json:"of"`   // another number is another analysis
	Plot     *engine.Plot `json:"plot"` // null: nothing to point at
	Overview *engine.Plot `json:"overview"`
	Lines    []string     `json:"lines"` // that are drawn
	Rule     string       `json:"rule"`  // that is drawn besides
	Turned   *Turned      `json:"turned"`
}

// Turned is what the knob says. While it moves, scripts put that on the page.
type Turned struct {
	Rule  string            `json:"rule"`
	Step  string            `json:"step"` // of its slider
	N     string            `json:"n"`
	Text  string            `json:"text"`  // N with its unit
	Texts map[string]string `json:"texts"` // by the id of an element
}

func (c *Root) shownView() View {
	lines := c.graph.drawn.Lines
	if lines == nil {
		lines = c.usualLines()
	}
	v := View{Of: c.shownSeq, Plot: c.graph.plot, Overview: c.overview.plot, Lines: lines, Rule: c.graph.drawn.Rule}
	if c.known != nil {
		k := Knob{Report: c.Report, Rule: c.view.rule, Known: c.known}
		v.Turned = k.turned()
	}
	return v
}

// looks is what of the page an answer of the engine changes, but for the graphs
// and what scripts put on it.
type looks struct {
	state State
	lines int // that can be drawn
	knob  string
}

func (c *Root) looks() looks {
	l := looks{state: c.State}
	if c.graph.plot != nil {
		l.lines = len(c.graph.plot.Lines)
	}
	if c.known != nil {
		l.knob = ruleName(c.known.Rule)
	}
	return l
}

// manyChunks is from where on the overview is shown of the whole as well.
const manyChunks = 2000

// Overviewed reports whether the overview is in sight.
func (c *Root) Overviewed() bool {
	return c.graph.plot != nil && (c.view.window != nil || c.Report.Source.Chunks > manyChunks)
}

// OnWindow looks at a stretch of the x axis; nil is the whole.
func (c *Root) OnWindow(w *engine.Window) {
	c.env.Lock()
	was := c.Overviewed()
	c.view.window = w
	if c.Overviewed() != was {
		c.env.UnlockRender()
	} else {
		c.env.UnlockOnly()
	}
	c.redraw()
}

// usualLines are what is drawn unless asked otherwise: what was observed and
// at-close, or else the pair; and the inflater.
func (c *Root) usualLines() []string {
	lines := []string{"read-all"}
	if c.Report.Observed != nil {
		lines[0] = "observed"
	}
	if len(c.Report.Series) > 0 {
		lines = append(lines, "at-close")
	}
	if c.Report.Inflater != nil {
		lines = append(lines, "inflater")
	}
	return lines
}

func (c *Root) lines() []string {
	if c.view.lines == nil {
		return c.usualLines()
	}
	return c.view.lines
}

// Line is a series that can be switched on and off.
type Line struct {
	Name, Title string
	Sign        string // how it is drawn
	On          bool
	Last        bool // the only one that is on, and stays so
	Rare        bool // out of sight while it is off and not asked for
}

// lineTitles are the series as the graph calls them.
var lineTitles = map[string]string{
	"observed":   later("observed"),
	"at-close":   later("at close"),
	"read-all":   later("at EOF"),
	"chunk-end":  later("chunk end"),
	"next-chunk": later("next chunk"),
	"never":      later("never"),
	"inflater":   later("inflater"),
}

// LineToggles are the series that can be drawn of this recording.
func (c *Root) LineToggles() []Line {
	if c.graph.plot == nil {
		return nil
	}
	on := c.lines()
	var out []Line
	for _, name := range c.graph.plot.Lines {
		l := Line{Name: name, Title: t(word(lineTitles, name)), Sign: name, On: slices.Contains(on, name)}
		switch {
		case name == c.view.rule:
			l.Sign = "knob"
		case name == on[0]:
			l.Sign += " first"
		}
		l.Last = l.On && len(on) == 1
		l.Rare = !l.On && (name == "chunk-end" || name == "next-chunk" || name == "never")
		out = append(out, l)
	}
	return out
}

// Rare reports whether some of them are out of sight, or would be.
func (c *Root) Rare() bool {
	return slices.ContainsFunc(c.LineToggles(), func(l Line) bool { return l.Rare })
}

// OnMoreLines shows those that are rarely wanted, or puts them out of sight again.
func (c *Root) OnMoreLines() { c.view.more = !c.view.more }

// MoreTitle is what the control of that does.
func (c *Root) MoreTitle() string {
	if c.view.more {
		return t("Fewer lines")
	}
	return t("More lines")
}

// OnLine switches a series on or off. They are drawn in the order of the engine,
// of which the first is the darkest.
func (c *Root) OnLine(name string) {
	on := c.lines()
	var lines []string
	for _, l := range c.graph.plot.Lines {
		if slices.Contains(on, l) != (l == name) {
			lines = append(lines, l)
		}
	}
	usual := c.usualLines()
	switch {
	case len(lines) == 0: // a graph of nothing
		return
	case len(lines) == len(usual) && !slices.ContainsFunc(lines, func(l string) bool { return !slices.Contains(usual, l) }):
		lines = nil
	}
	c.view.lines = lines
	go c.redraw()
}
