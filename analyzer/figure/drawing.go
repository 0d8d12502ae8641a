package figure

import (
	"fmt"
	"strings"
)

// drawing is a figure on its canvas.
type drawing struct {
	Canvas
	*layout
	theme  *theme
	words  *Labels
	inks   []Ink    // of the causes, then of the lanes
	paths  [][]byte // of the lines
	stalls []band
	why    []run
	bars   [][]bar // of the lanes
	marks  []spot
	dark   bool
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

func (d *drawing) draw(f *Figure) {
	d.inks = d.theme.patterned(d.bars != nil && !d.small)
	if d.small {
		d.drawOverview()
		return
	}
	d.begin(f.Title(d.words), d.description())
	d.drawStalls()
	d.drawAxes(f)
	d.drawLines()
	d.drawMarks()
	d.drawHeading()
	d.drawLanes()
	if d.strips {
		d.drawWhy()
	}
	d.End()
}

func (d *drawing) begin(title, description string) {
	d.Begin(Sheet{Width: d.width, Height: d.height, ID: d.id(), Title: title, Description: description,
		Inks: d.inks, Ground: d.theme.card})
}

// label writes s in a colour that stands back.
func (d *drawing) label(x, y int, a Anchor, s string) {
	d.Text(x, y, s, Type{Colour: d.theme.dim, Anchor: a})
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
	var strokes []*Stroke
	for _, l := range byWidth(d.lines, d.theme) {
		strokes = append(strokes, d.stroke(d.paths[l.place], l))
	}
	d.Lines(strokes)
}

// stroke is a path as a line is drawn.
func (d *drawing) stroke(path []byte, l line) *Stroke {
	s := strokeOf(l, d.theme)
	if d.small {
		s.fine()
	}
	s.Path, s.Square = path, s.Dashes == nil
	return s
}

func (d *drawing) drawMarks() {
	for _, m := range d.marks {
		d.Stroke(&Stroke{Path: upright(nil, m.x, d.top, d.bottom), Colour: d.theme.dim, Dashes: []int{1, 3}})
		d.Dot(m.x, m.y, d.theme.ink, d.theme.card)
	}
}

func (d *drawing) drawHeading() {
	for i, line := range d.title {
		d.label(d.margin, d.heading+i*lineHeight, Start, strings.TrimSpace(line))
	}
	for _, e := range d.keys {
		x, y := d.keysX+e.x, d.keysY+e.row*legendRow
		l := d.lines[e.index]
		d.Stroke(d.stroke(fmt.Appendf(nil, "M%d %d.5h%d", x+1, y-5, swatchWidth-2), l))
		ink := d.theme.dim
		if l.strong() {
			ink = d.theme.ink
		}
		d.Text(x+swatchWidth+swatchGap, y, e.text, Type{Colour: ink})
	}
}
