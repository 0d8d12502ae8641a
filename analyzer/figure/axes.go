package figure

import (
	"fmt"
	"strings"
)

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
	d.label(d.right, d.xName, d.theme.dim, name, "text-anchor", "end")
}
