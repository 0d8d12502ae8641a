package figure

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// maxLabels bounds the labels on stalls: the longest have them.
const maxLabels = 8

// maxMarks bounds the marks that are drawn.
const maxMarks = 32

// bandOpacity leaves the lines before a stall the darkest thing in the graph.
const bandOpacity = "0.12"

// SVG draws f: a file of its own that refers to nothing outside and that a
// page can also take in as it is. The same figure gives the same bytes on
// every machine, and their number depends on the width, not on the points.
// The only errors are those of w.
func SVG(w io.Writer, f *Figure, o Options) error {
	d := drawing{layout: layOut(f, o), theme: o.theme(), words: o.labels()}
	d.plot = d.layout.plot(f.Timed)
	for _, s := range d.lines {
		d.paths = append(d.paths, path(decimate(s, d.x, f.Timed), d.left, d.bottom, d.y))
	}
	d.prefix = idPrefix(d.paths, d.width, d.height, o.Dark, d.title, d.stalls, d.why, f.Marks)
	d.draw(f)
	if _, err := d.WriteTo(w); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	return nil
}

// drawing is an SVG in the making.
type drawing struct {
	canvas
	*layout
	theme  *theme
	words  *Labels
	plot   Plot
	paths  [][]byte // of the lines
	prefix string   // of ids
}

func (d *drawing) draw(f *Figure) {
	title := strings.Join(titleParts(f, d.lines, d.words), d.words.Comma)
	d.begin("svg", "xmlns", "http://www.w3.org/2000/svg", "width", d.width, "height", d.height,
		"viewBox", fmt.Sprintf("0 0 %d %d", d.width, d.height), "role", "img", "aria-label", title,
		"font-family", "system-ui, sans-serif", "font-size", fontSize, "font-variant", "tabular-nums")
	d.text("title", title)
	d.text("desc", d.description())
	d.patternDefs(d.prefix, d.theme)
	d.empty("rect", "width", d.width, "height", d.height, "fill", d.theme.card)
	d.drawStalls()
	d.drawAxes(f)
	d.drawLines()
	d.drawMarks(f.Marks)
	d.drawHeading()
	if d.strips {
		d.drawWhy()
	}
	d.end("svg")
}

// description says in numbers what the lines and colours show.
func (d *drawing) description() string {
	var parts []string
	for _, s := range d.lines {
		parts = append(parts, d.words.rule(s.Rule)+" "+d.words.Peak.of(s.Peak()))
	}
	for _, e := range d.causes {
		parts = append(parts, e.text)
	}
	if parts == nil {
		return d.words.Empty
	}
	return strings.Join(parts, d.words.Comma)
}

// fillRuns draws the runs of each cause as one path.
func (d *drawing) fillRuns(runs []run, y, height int, attrs ...any) {
	for cause := range diagnose.CauseCount {
		var p strings.Builder
		for _, r := range runs {
			if r.cause == cause {
				fmt.Fprintf(&p, "M%d %dh%dv%dH%dz", d.left+r.from, y, r.to-r.from, height, d.left+r.from)
			}
		}
		if p.Len() > 0 {
			d.empty("path", append([]any{"d", p.String(), "fill", paint(d.prefix, cause)}, attrs...)...)
		}
	}
}

func (d *drawing) drawStalls() {
	runs := make([]run, len(d.stalls))
	var edges [diagnose.CauseCount]strings.Builder
	for i, b := range d.stalls {
		runs[i] = b.run
		if b.to-b.from <= 2 {
			continue
		}
		e := &edges[b.cause]
		fmt.Fprintf(e, "M%d.5 %dV%d", d.left+b.from, d.top, d.bottom)
		if i+1 == len(d.stalls) || d.stalls[i+1].from > b.to {
			fmt.Fprintf(e, "M%d.5 %dV%d", d.left+b.to, d.top, d.bottom)
		}
	}
	d.fillRuns(runs, d.top, d.bottom-d.top, "opacity", bandOpacity)
	for cause := range edges {
		if e := edges[cause].String(); e != "" {
			d.empty("path", "d", e, "stroke", d.theme.cause[cause], "stroke-opacity", "0.4")
		}
	}
	for _, b := range longest(d.stalls, maxLabels) {
		text := put(d.words.Duration, millis(b.length))
		half := boldWidth(text)/2 + edge
		if 2*half+2*edge > b.to-b.from {
			continue
		}
		// The card behind the text keeps the pattern off it.
		middle := d.left + (b.from+b.to)/2
		d.empty("rect", "x", middle-half, "y", d.top+3, "width", 2*half, "height", 16,
			"rx", 3, "fill", d.theme.card, "fill-opacity", "0.85")
		ink := d.theme.cause[b.cause]
		if b.cause == diagnose.Idle {
			ink = d.theme.dim
		}
		d.label(middle, d.top+15, ink, text, "text-anchor", "middle", "font-weight", 600)
	}
}

// longest are the n longest of bands, in order of time.
func longest(bands []band, n int) []band {
	if len(bands) <= n {
		return bands
	}
	out := slices.Clone(bands)
	sort.SliceStable(out, func(i, j int) bool { return out[i].length > out[j].length })
	out = out[:n]
	sort.Slice(out, func(i, j int) bool { return out[i].from < out[j].from })
	return out
}

func (d *drawing) drawAxes(f *Figure) {
	unit := d.words.Bytes
	if _, name := byteUnit(d.y.to); name != "" {
		unit = name
	}
	d.label(d.margin, d.yName, d.theme.dim, put(d.words.Held, unit))
	var grid, marks strings.Builder
	for _, t := range d.yTicks {
		y := d.bottom - t.at
		if t.at > 0 {
			fmt.Fprintf(&grid, "M%d %d.5H%d", d.left, y, d.right)
		}
		d.label(d.left-2*edge, y+edge, d.theme.dim, t.text, "text-anchor", "end")
	}
	for _, t := range d.xTicks {
		fmt.Fprintf(&marks, "M%d.5 %dv4", d.left+t.at, d.bottom+1)
		if t.text != "" {
			d.label(d.left+t.label, d.bottom+lineHeight, d.theme.dim, t.text, "text-anchor", "middle")
		}
	}
	if grid.Len() > 0 {
		d.empty("path", "d", grid.String(), "stroke", d.theme.grid)
	}
	fmt.Fprintf(&marks, "M%d %d.5H%d", d.left, d.bottom, d.right+1)
	d.empty("path", "d", marks.String(), "stroke", d.theme.dim, "stroke-opacity", "0.6")
	if d.blank() {
		d.label((d.left+d.right)/2, (d.top+d.bottom)/2, d.theme.dim, d.words.Empty, "text-anchor", "middle")
		return
	}
	axis := d.words.Chunk
	switch {
	case f.Rows:
		axis = d.words.Row
	case f.Hops:
		axis = d.words.Point
	case f.MadeUp:
		axis = d.words.Made
	}
	name := axis.Untimed
	switch {
	case f.Timed && inSeconds(d.x):
		name = axis.Seconds
	case f.Timed:
		name = axis.Millis
	}
	d.label(d.right, d.xName, d.theme.dim, name, "text-anchor", "end")
}

// drawLines draws the first line first: the others, which are thinner, lie on it.
func (d *drawing) drawLines() {
	d.begin("g", "transform", "translate(0.5 0.5)", "stroke-linejoin", "miter")
	for i, p := range d.paths {
		d.stroke(string(p), i)
	}
	d.end("g")
}

// stroke draws a path as the line of that index is drawn.
func (d *drawing) stroke(path string, line int) {
	s := strokeOf(d.lines, line, d.theme)
	attrs := []any{"d", path, "fill", "none", "stroke", s.colour, "stroke-width", s.width}
	if s.dashes != "" {
		attrs = append(attrs, "stroke-dasharray", s.dashes)
	} else {
		attrs = append(attrs, "stroke-linecap", "square")
	}
	d.empty("path", attrs...)
}

// drawMarks draws the first marks, one to a pixel column.
func (d *drawing) drawMarks(marks []Mark) {
	if d.blank() {
		return
	}
	drawn := map[int]bool{}
	for _, m := range marks {
		x, y := d.plot.Spot(m)
		if drawn[x] || len(drawn) == maxMarks {
			continue
		}
		drawn[x] = true
		d.empty("path", "d", fmt.Sprintf("M%d.5 %dV%d", x, d.top, d.bottom),
			"stroke", d.theme.dim, "stroke-dasharray", "1 3")
		d.empty("circle", "cx", fmt.Sprintf("%d.5", x), "cy", fmt.Sprintf("%d.5", y), "r", 3.5,
			"fill", d.theme.ink, "stroke", d.theme.card, "stroke-width", 1.5)
	}
}

func (d *drawing) drawHeading() {
	for i, line := range d.title {
		d.label(d.margin, d.heading+i*lineHeight, d.theme.dim, strings.TrimSpace(line))
	}
	for _, e := range d.keys {
		x, y := d.keysX+e.x, d.keysY+e.row*legendRow
		d.stroke(fmt.Sprintf("M%d %d.5h%d", x+1, y-5, swatchWidth-2), e.index)
		ink := d.theme.dim
		switch d.lines[e.index].Rule.Kind {
		case replay.Observed, replay.AtClose, replay.Between:
			ink = d.theme.ink
		}
		d.label(x+swatchWidth+swatchGap, y, ink, e.text)
	}
}

// drawWhy draws the strip under the graph and what its colours mean.
func (d *drawing) drawWhy() {
	d.label(d.left-2*edge, d.stripY+11, d.theme.dim, d.words.Why, "text-anchor", "end")
	d.fillRuns(d.why, d.stripY, stripHeight)
	for _, e := range d.causes {
		x, y := d.margin+e.x, d.causesY+e.row*legendRow
		d.empty("rect", "x", x, "y", y-swatchHeight, "width", swatchWidth, "height", swatchHeight,
			"rx", 2, "fill", paint(d.prefix, diagnose.Cause(e.index)))
		d.label(x+swatchWidth+swatchGap, y, d.theme.ink, e.text)
	}
}
