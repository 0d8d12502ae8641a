package figure

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// SVG draws f: a file of its own that refers to nothing outside and that a
// page can also take in as it is. The same figure gives the same bytes on
// every machine, and their number depends on the width, not on the points.
// The only errors are those of w.
func SVG(w io.Writer, f *Figure, o Options) error {
	_, err := Draw(w, f, o)
	return err
}

// Draw is SVG, and Place of what it drew. Once a figure was drawn, another
// window of it takes time by the width and the logarithm of the points.
func Draw(w io.Writer, f *Figure, o Options) (Plot, error) {
	d := drawing{layout: layOut(f, o), theme: o.theme(), words: o.labels()}
	d.lay(f)
	d.prefix = d.idPrefix(o.Dark)
	d.draw(f)
	if _, err := d.WriteTo(w); err != nil {
		return Plot{}, fmt.Errorf("figure: %w", err)
	}
	return d.plot(), nil
}

// drawing is an SVG in the making.
type drawing struct {
	canvas
	*layout
	theme  *theme
	words  *Labels
	paths  [][]byte // of the lines
	stalls []band
	why    []run
	bars   [][]bar // of the lanes
	marks  []spot
	prefix string // of ids
}

// spot is a mark and where it is drawn.
type spot struct {
	Mark
	x, y int
}

// lay finds what of f is drawn within the window.
func (d *drawing) lay(f *Figure) {
	var cuts *cuts
	for i, s := range d.lines {
		if i == 0 || !s.SameTimes(d.lines[i-1].Series) {
			cuts = places{s.Series, f.Timed}.cut(d.x)
		}
		t := decimate(s.Series, cuts)
		d.paths = append(d.paths, t.path(d.left, d.right, d.bottom, d.y))
	}
	if !d.blank() {
		d.marks = spots(f, d.plot())
	}
	if !f.Timed {
		return
	}
	if !d.blank() && !f.Fix {
		d.stalls = bands(f.Stalls, d.x)
	}
	if !d.blank() && d.strips {
		d.why = f.Why.runs(d.x)
	}
	if d.lanes.lanes != nil {
		for i := range d.lanes.lanes.stages {
			d.bars = append(d.bars, bars(&d.lanes.lanes.stages[i], d.x))
		}
	}
}

// spots are the first marks within the window, one to a pixel column.
func spots(f *Figure, p Plot) (out []spot) {
	drawn := map[int]bool{}
	for _, m := range f.Marks {
		if at := m.at(f.Timed); at < p.From || at > p.To || len(drawn) == maxMarks {
			continue
		}
		x, y := p.Spot(m)
		if !drawn[x] {
			drawn[x] = true
			out = append(out, spot{m, x, y})
		}
	}
	return out
}

func (d *drawing) viewBox() string { return fmt.Sprintf("0 0 %d %d", d.width, d.height) }

func (d *drawing) draw(f *Figure) {
	if d.small {
		d.drawOverview()
		return
	}
	title := strings.Join(titleParts(f, d.lines, d.words), d.words.Comma)
	d.begin("svg", "xmlns", "http://www.w3.org/2000/svg", "width", d.width, "height", d.height,
		"viewBox", d.viewBox(), "role", "img", "aria-label", title,
		"font-family", "system-ui, sans-serif", "font-size", fontSize, "font-variant", "tabular-nums")
	d.text("title", title)
	d.text("desc", d.description())
	d.patternDefs(d.prefix, d.theme, d.bars != nil)
	d.empty("rect", "width", d.width, "height", d.height, "fill", d.theme.card)
	d.drawStalls()
	d.drawAxes(f)
	d.drawLines()
	d.drawMarks()
	d.drawHeading()
	d.drawLanes()
	if d.strips {
		d.drawWhy()
	}
	d.end("svg")
}

// description says in numbers what the lines and colours show.
func (d *drawing) description() string {
	var parts []string
	for _, s := range d.lines {
		parts = append(parts, s.name(d.words)+" "+d.words.Peak.of(s.Peak()))
	}
	for i, name := range d.lanes.names {
		length := put(d.words.Duration, millis(d.lanes.lanes.stages[i].total()))
		parts = append(parts, put(d.words.InAll, name+" "+length))
	}
	for _, e := range d.causes {
		parts = append(parts, e.text)
	}
	if parts == nil {
		return d.words.Empty
	}
	return strings.Join(parts, d.words.Comma)
}

// drawLines draws the widest first: the others lie on it.
func (d *drawing) drawLines() {
	d.begin("g", "transform", "translate(0.5 0.5)", "stroke-linejoin", "miter")
	for _, l := range byWidth(d.lines, d.theme) {
		d.stroke(d.paths[l.place], l)
	}
	d.end("g")
}

// stroke draws a path as a line is drawn.
func (d *drawing) stroke(path []byte, l line) {
	s := strokeOf(l, d.theme)
	if d.small {
		s = s.fine()
	}
	attrs := []any{"d", path, "fill", "none", "stroke", s.colour, "stroke-width", s.width}
	if s.dashes != "" {
		attrs = append(attrs, "stroke-dasharray", s.dashes)
	} else {
		attrs = append(attrs, "stroke-linecap", "square")
	}
	d.empty("path", attrs...)
}

func (d *drawing) drawMarks() {
	for _, m := range d.marks {
		x := strconv.Itoa(m.x)
		d.empty("path", "d", fmt.Sprintf("M%s.5 %dV%d", x, d.top, d.bottom),
			"stroke", d.theme.dim, "stroke-dasharray", "1 3")
		d.empty("circle", "cx", x+".5", "cy", strconv.Itoa(m.y)+".5", "r", 3.5,
			"fill", d.theme.ink, "stroke", d.theme.card, "stroke-width", 1.5)
	}
}

func (d *drawing) drawHeading() {
	for i, line := range d.title {
		d.label(d.margin, d.heading+i*lineHeight, d.theme.dim, strings.TrimSpace(line))
	}
	for _, e := range d.keys {
		x, y := d.keysX+e.x, d.keysY+e.row*legendRow
		l := d.lines[e.index]
		d.stroke(fmt.Appendf(nil, "M%d %d.5h%d", x+1, y-5, swatchWidth-2), l)
		ink := d.theme.dim
		if l.strong() {
			ink = d.theme.ink
		}
		d.label(x+swatchWidth+swatchGap, y, ink, e.text)
	}
}
