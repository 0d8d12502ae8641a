package picture

import (
	"cmp"
	"image"
	"maps"
	"slices"
)

// rgb is a colour: red, green and blue from the highest bits down.
type rgb uint32

// parse reads #rrggbb.
func parse(s string) (c rgb) {
	for _, b := range []byte(s[1:]) {
		c = c<<4 | rgb(b&15)
		if b > '9' {
			c += 9
		}
	}
	return c
}

// over lays c on below, so much of it as alpha says of 255.
func (c rgb) over(below rgb, alpha rgb) rgb {
	switch alpha {
	case 0:
		return below
	case 255:
		return c
	}
	mix := func(shift int) rgb {
		return ((c>>shift&255)*alpha + (below>>shift&255)*(255-alpha) + 127) / 255 << shift
	}
	return mix(16) | mix(8) | mix(0)
}

// pixels are a picture in the making.
type pixels struct {
	mask
	colour []rgb
}

func newPixels(width, height int, ground rgb) *pixels {
	return &pixels{mask: newMask(width, height), colour: slices.Repeat([]rgb{ground}, width*height)}
}

// tile is how much of a colour there is, of 255, in each pixel of a square that
// is repeated from an origin.
type tile struct {
	size  int
	alpha []uint8
}

// paint colours what the mask covers, opacity being in percent, and empties it.
func (p *pixels) paint(c rgb, opacity int, t *tile, origin image.Point) {
	d := p.dirty
	for y := d.top; y < d.bottom; y++ {
		row := y * p.width
		for x := d.left; x < d.right; x++ {
			cover := int(p.cover[row+x])
			if cover == 0 {
				continue
			}
			p.cover[row+x] = 0
			if t != nil {
				cover = (cover*int(t.alpha[mod(y-origin.Y, t.size)*t.size+mod(x-origin.X, t.size)]) + 127) / 255
			}
			cover = (cover*opacity + 50) / 100
			p.colour[row+x] = c.over(p.colour[row+x], rgb(cover))
		}
	}
	p.dirty = box{}
}

func mod(n, by int) int {
	if n %= by; n < 0 {
		n += by
	}
	return n
}

// indexed is what there is to encode: for each pixel a colour of a palette.
type indexed struct {
	width, height int
	palette       []rgb
	pixels        []uint8
}

func (p *pixels) indexed() *indexed {
	img := &indexed{width: p.width, height: p.height, pixels: make([]uint8, len(p.colour))}
	indices := p.choose(img)
	last, index := none, uint8(0)
	for i, c := range p.colour {
		if c != last {
			last, index = c, indices[c]
		}
		img.pixels[i] = index
	}
	return img
}

// none is no colour.
const none rgb = 1 << 24

// choose gives an image the colours that most pixels have, and says which of
// them each colour is drawn in: itself or, of the edges of some letters, the
// nearest. With a palette there is a third of the bytes to deflate.
func (p *pixels) choose(img *indexed) map[rgb]uint8 {
	counts := map[rgb]int{}
	for i := 0; i < len(p.colour); {
		from := i
		for i++; i < len(p.colour) && p.colour[i] == p.colour[from]; {
			i++
		}
		counts[p.colour[from]] += i - from
	}
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b rgb) int {
		return cmp.Or(counts[b]-counts[a], int(a)-int(b))
	})
	img.palette = colours[:min(len(colours), 256)]
	indices := make(map[rgb]uint8, len(colours))
	for i, c := range colours {
		if i >= len(img.palette) {
			i = c.nearest(img.palette)
		}
		indices[c] = uint8(i)
	}
	return indices
}

// nearest is the one of colours that differs least from c.
func (c rgb) nearest(colours []rgb) (index int) {
	least := -1
	for i, other := range colours {
		apart := 0
		for shift := 0; shift < 24; shift += 8 {
			d := int(c>>shift&255) - int(other>>shift&255)
			apart += d * d
		}
		if least < 0 || apart < least {
			least, index = apart, i
		}
	}
	return index
}
