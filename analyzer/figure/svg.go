package figure

import (
	"fmt"
	"io"
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
	var c svg
	plot := DrawOn(&c, f, o)
	if _, err := c.WriteTo(w); err != nil {
		return Plot{}, fmt.Errorf("figure: %w", err)
	}
	return plot, nil
}

// DrawOn draws f on any canvas, and says where the plot lies.
func DrawOn(c Canvas, f *Figure, o Options) Plot {
	d := drawing{Canvas: c, layout: layOut(f, o), theme: o.theme(), words: o.labels(), dark: o.Dark}
	d.lay(f)
	d.draw(f)
	return d.plot()
}
