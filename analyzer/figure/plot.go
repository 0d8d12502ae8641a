package figure

import "time"

// Plot is where the plot lies within a drawing, in CSS pixels from its top
// left: enough to turn the place of a pointer into a time, and back.
type Plot struct {
	Width, Height            int // the whole drawing
	Left, Top, Right, Bottom int // the plot
	x, y                     scale
	timed                    bool
}

// Place says where SVG draws the plot of f with the same options.
func Place(f *Figure, o Options) Plot {
	return layOut(f, o).plot(f.Timed)
}

func (l *layout) plot(timed bool) Plot {
	return Plot{l.width, l.height, l.left, l.top, l.right, l.bottom, l.x, l.y, timed}
}

// Time is the time at x, where the figure is timed.
func (p Plot) Time(x int) time.Duration { return time.Duration(p.x.value(x - p.Left)) }

// Chunk is the chunk at x, where the figure is not timed.
func (p Plot) Chunk(x int) int { return int(p.x.value(x - p.Left)) }

// Spot is the pixel of a mark.
func (p Plot) Spot(m Mark) (x, y int) {
	at := int64(m.Time)
	if !p.timed {
		at = int64(m.Chunk)
	}
	return p.Left + p.x.at(at), p.Bottom - p.y.above(max(m.Held, 0))
}
