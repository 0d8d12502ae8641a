package figure

import "time"

// Plot is where the plot lies within a drawing, in CSS pixels from its top
// left, and what it shows: enough to turn the place of a pointer into a time
// and held bytes, and back. A pixel x of it is at
// From + (x−Left)·(To−From)/(Right−Left), and bytes b lie at
// Bottom − b·(Bottom−High)/Most, rounded up from Bottom on.
type Plot struct {
	Width, Height            int    // the whole drawing
	Left, Top, Right, Bottom int    // the plot
	High                     int    // where Most lies, below Top: there is room for labels above it
	Window                          // of the x axis, between Left and Right
	Whole                    Window // all that there is
	Most                     int64  // bytes held, of the whole
	Timed                    bool   // else From and To are numbers of chunks
	x, y                     scale
}

// Place says where SVG draws the plot of f with the same options.
func Place(f *Figure, o Options) Plot {
	return layOut(f, o).plot()
}

// Time is the time at x, where the figure is timed.
func (p Plot) Time(x int) time.Duration { return time.Duration(p.x.value(x - p.Left)) }

// Chunk is the chunk at x, where the figure is not timed.
func (p Plot) Chunk(x int) int { return int(p.x.value(x - p.Left)) }

// Spot is the pixel of a mark. One that lies outside the window is at its edge.
func (p Plot) Spot(m Mark) (x, y int) {
	return p.Left + p.x.at(m.at(p.Timed)), p.Bottom - p.y.above(max(m.Held, 0))
}

// at is the place of a mark on the x axis.
func (m Mark) at(timed bool) int64 {
	if timed {
		return int64(m.Time)
	}
	return int64(m.Chunk)
}
