package figure

import "fmt"

func (d *drawing) drawAxes(f *Figure) {
	unit := d.words.Bytes
	if _, name := byteUnit(d.y.to); name != "" {
		unit = name
	}
	d.label(d.margin, d.yName, Start, put(d.words.Held, unit))
	var grid, marks []byte
	for _, t := range d.yTicks {
		y := d.bottom - t.at
		if t.at > 0 {
			grid = fmt.Appendf(grid, "M%d %d.5H%d", d.left, y, d.right)
		}
		d.label(d.left-2*edge, y+edge, End, t.text)
	}
	for _, t := range d.xTicks {
		marks = fmt.Appendf(marks, "M%d.5 %dv4", d.left+t.at, d.bottom+1)
		if t.text != "" {
			d.label(d.left+t.label, d.bottom+lineHeight, Middle, t.text)
		}
	}
	if grid != nil {
		d.Stroke(&Stroke{Path: grid, Colour: d.theme.grid})
	}
	marks = fmt.Appendf(marks, "M%d %d.5H%d", d.left, d.bottom, d.right+1)
	d.Stroke(&Stroke{Path: marks, Colour: d.theme.dim, Opacity: 60})
	if d.blank() {
		d.label((d.left+d.right)/2, (d.top+d.bottom)/2, Middle, d.words.Empty)
		if d.lanes.lanes == nil {
			return
		}
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
	d.label(d.right, d.xName, End, name)
}
