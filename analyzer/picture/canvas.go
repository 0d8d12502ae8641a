package picture

import (
	"image"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// canvas is a figure.Canvas of pixels, so many to a CSS pixel.
type canvas struct {
	*pixels
	scale  int
	origin image.Point // of the figure, in pixels
	tiles  map[*figure.Pattern]*tile
}

// newCanvas is a canvas of a size in CSS pixels and of one colour.
func newCanvas(width, height, scale int, ground string) *canvas {
	return &canvas{pixels: newPixels(width*scale, height*scale, parse(ground)), scale: scale, tiles: map[*figure.Pattern]*tile{}}
}

// Begin does nothing: the ground is laid.
func (c *canvas) Begin(figure.Sheet) {}

// End does nothing: all that was drawn is there.
func (c *canvas) End() {}

// at is a place in parts of a pixel, of one in parts of a CSS pixel.
func (c *canvas) at(x, y int) point {
	return point{x*c.scale + c.origin.X*unit, y*c.scale + c.origin.Y*unit}
}

// contours are those of a path, each moved by as much in parts of a CSS pixel.
func (c *canvas) contours(path []byte, by int) []contour {
	out := contours(path, c.scale*unit, 1)
	by *= c.scale
	for _, line := range out {
		for i := range line.points {
			line.points[i].x += by + c.origin.X*unit
			line.points[i].y += by + c.origin.Y*unit
		}
	}
	return out
}

// Rect rounds corners by a curve that is as good as a circle at their size.
func (c *canvas) Rect(x, y, width, height, radius int, i figure.Ink) {
	if radius == 0 {
		c.rect(c.at(x*unit, y*unit), c.at((x+width)*unit, (y+height)*unit))
		c.ink(i)
		return
	}
	n := strconv.Itoa
	left, right, top, bottom := n(x), n(x+width), n(y), n(y+height)
	x1, x2, y1, y2 := n(x+radius), n(x+width-radius), n(y+radius), n(y+height-radius)
	c.Fill([]byte("M"+strings.Join([]string{x1, top + "H" + x2 + "Q" + right, top, right, y1 + "V" + y2 + "Q" + right, bottom, x2,
		bottom + "H" + x1 + "Q" + left, bottom, left, y2 + "V" + y1 + "Q" + left, top, x1, top}, " ")), i)
}

func (c *canvas) Fill(path []byte, i figure.Ink) {
	c.fill(c.contours(path, 0), point{})
	c.ink(i)
}

// ink paints what is covered.
func (c *canvas) ink(i figure.Ink) {
	opacity := i.Opacity
	if opacity == 0 {
		opacity = 100
	}
	var t *tile
	if p := i.Pattern; p != nil {
		if t = c.tiles[p]; t == nil {
			t = newTile(p, c.scale)
			c.tiles[p] = t
		}
	}
	c.paint(parse(i.Colour), opacity, t, c.origin)
}

func (c *canvas) Stroke(s *figure.Stroke) { c.stroke(s, 0) }

func (c *canvas) Lines(strokes []*figure.Stroke) {
	for _, s := range strokes {
		c.stroke(s, unit/2)
	}
}

// stroke draws a stroke moved by as much in parts of a CSS pixel.
func (c *canvas) stroke(s *figure.Stroke, by int) {
	width := s.Width
	if width == 0 {
		width = 10
	}
	p := pen{&c.mask, width * c.scale * unit / 20, s.Square}
	var dashes []int
	for _, n := range s.Dashes {
		dashes = append(dashes, n*c.scale*unit)
	}
	for _, line := range c.contours(s.Path, by) {
		if dashes == nil {
			p.draw(line.points)
			continue
		}
		for _, dash := range dashed(line.points, dashes) {
			p.draw(dash)
		}
	}
	c.ink(figure.Ink{Colour: s.Colour, Opacity: s.Opacity})
}

func (c *canvas) Dot(x, y int, fill, ring string) {
	const middle, half = unit / 2, figure.RingWidth / 2
	at := c.at(x*unit+middle, y*unit+middle)
	part := func(tenths int) int { return tenths * c.scale * unit / 10 }
	c.fill([]contour{circle(at, part(figure.DotRadius), false)}, point{})
	c.ink(figure.Ink{Colour: fill})
	c.fill([]contour{circle(at, part(figure.DotRadius+half), false), circle(at, part(figure.DotRadius-half), true)}, point{})
	c.ink(figure.Ink{Colour: ring})
}

func (c *canvas) Text(x, y int, s string, t figure.Type) {
	c.set(c.at(x*unit, y*unit), s, figure.FontSize, t)
}

// set sets a text of a size in CSS pixels at a place in parts of a pixel.
func (c *canvas) set(at point, s string, size int, t figure.Type) {
	f := face(t.Bold)
	switch width := f.width(s, size*c.scale); t.Anchor {
	case figure.Middle:
		at.x -= width / 2
	case figure.End:
		at.x -= width
	}
	c.write(f, s, at, size*c.scale)
	c.ink(figure.Ink{Colour: t.Colour})
}
