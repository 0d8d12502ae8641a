// Package picture draws figures as PNG: in pixels what package figure draws in
// SVG, from the same layout. Its words are English, as its typeface has no more
// than the Latin script.
package picture

import (
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// Note says what the words of a picture are, to who asked in another language.
const Note = "the words of the PNG are English: its font has the Latin script alone"

// Options are the size in CSS pixels and the colours.
type Options struct {
	Width  int // as in figure.Options
	Height int // as in figure.Options
	Scale  int // pixels to a CSS pixel; 0: 2; at most 4, and less where that makes too many
	Dark   bool
}

const (
	defaultScale = 2
	maxScale     = 4
	maxPixels    = 1 << 24 // of a picture whose scale is more than 1
)

// PNG draws f. The same figure gives the same pixels on every machine. The only
// errors are those of w.
func PNG(w io.Writer, f *figure.Figure, o Options) error {
	scale := o.Scale
	if scale <= 0 {
		scale = defaultScale
	}
	options := figure.Options{Width: o.Width, Height: o.Height, Dark: o.Dark}
	place := figure.Place(f, options)
	for scale = min(scale, maxScale); scale > 1 && place.Width*place.Height > maxPixels/(scale*scale); {
		scale--
	}
	ground, _, _ := figure.TextColours(o.Dark)
	c := newCanvas(place.Width, place.Height, scale, ground)
	figure.DrawOn(c, f, options)
	return encode(w, c)
}

func encode(w io.Writer, c *canvas) error {
	_, err := w.Write(c.png())
	c.done()
	if err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	return nil
}
