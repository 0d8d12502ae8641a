package figure

import (
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// maxLabels bounds the labels on stalls: the longest have them.
const maxLabels = 8

// maxMarks bounds the marks that are drawn.
const maxMarks = 32

// bandOpacity, in percent, leaves the lines before a stall the darkest thing in the graph.
const bandOpacity = 12

// fillRuns draws the runs of each cause as one path.
func (d *drawing) fillRuns(runs []run, y, height, opacity int) {
	for cause := range diagnose.CauseCount {
		var p []byte
		for _, r := range runs {
			if r.cause == cause {
				p = box(p, d.left+r.from, y, r.to-r.from, height)
			}
		}
		if p != nil {
			ink := d.inks[cause]
			ink.Opacity = opacity
			d.Fill(p, ink)
		}
	}
}

// fillStalls draws the bands.
func (d *drawing) fillStalls(opacity int) {
	runs := make([]run, len(d.stalls))
	for i, b := range d.stalls {
		runs[i] = b.run
	}
	d.fillRuns(runs, d.top, d.bottom-d.top, opacity)
}

func (d *drawing) drawStalls() {
	d.fillStalls(bandOpacity)
	var edges [diagnose.CauseCount][]byte
	for i, b := range d.stalls {
		if b.to-b.from <= 2 {
			continue
		}
		e := &edges[b.cause]
		if !b.cutLeft {
			*e = upright(*e, d.left+b.from, d.top, d.bottom)
		}
		if !b.cutRight && (i+1 == len(d.stalls) || d.stalls[i+1].from > b.to) {
			*e = upright(*e, d.left+b.to, d.top, d.bottom)
		}
	}
	for cause := range edges {
		if e := edges[cause]; e != nil {
			d.Stroke(&Stroke{Path: e, Colour: d.theme.cause[cause], Opacity: 40})
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
		d.Rect(middle-half, d.top+3, 2*half, 16, 3, Ink{Colour: d.theme.card, Opacity: 85})
		ink := d.theme.cause[b.cause]
		if b.cause == diagnose.Idle {
			ink = d.theme.dim
		}
		d.Text(middle, d.top+15, text, Type{ink, Middle, true})
	}
}

// drawWhy draws the strip under the graph and what its colours mean.
func (d *drawing) drawWhy() {
	d.label(d.left-2*edge, d.stripY+11, End, d.words.Why)
	d.fillRuns(d.why, d.stripY, stripHeight, 0)
	for _, e := range d.causes {
		x, y := d.margin+e.x, d.causesY+e.row*legendRow
		d.Rect(x, y-swatchHeight, swatchWidth, swatchHeight, 2, d.inks[e.index])
		d.Text(x+swatchWidth+swatchGap, y, e.text, Type{Colour: d.theme.ink})
	}
}

// box adds a rectangle to path data.
func box(b []byte, x, y, width, height int) []byte {
	b = strconv.AppendInt(append(b, 'M'), int64(x), 10)
	b = strconv.AppendInt(append(b, ' '), int64(y), 10)
	b = strconv.AppendInt(append(b, 'h'), int64(width), 10)
	b = strconv.AppendInt(append(b, 'v'), int64(height), 10)
	b = strconv.AppendInt(append(b, 'H'), int64(x), 10)
	return append(b, 'z')
}

// upright adds a line to path data, in the middle of the pixels at x.
func upright(b []byte, x, top, bottom int) []byte {
	b = strconv.AppendInt(append(b, 'M'), int64(x), 10)
	b = strconv.AppendInt(append(b, ".5 "...), int64(top), 10)
	return strconv.AppendInt(append(b, 'V'), int64(bottom), 10)
}
