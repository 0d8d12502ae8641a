package picture

import (
	"image"
	"sync"
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

// pixels are a picture in the making: of each the number of its colour.
type pixels struct {
	mask
	palette
	number []uint16
	drawn  []bool // of each row, whether it may be more than ground
	file   encoder
}

// kept are pixels of earlier pictures: what they take up is much more than what
// is drawn on them.
var kept sync.Pool

func newPixels(width, height int, ground rgb) *pixels {
	p, ok := kept.Get().(*pixels)
	if !ok {
		p = &pixels{}
	}
	p.mask.resize(width, height)
	p.number = zeros(p.number, width*height)
	p.drawn = zeros(p.drawn, height)
	p.palette.begin(ground, width*height)
	return p
}

// done gives the pixels to a later picture.
func (p *pixels) done() { kept.Put(p) }

// zeros is s with n elements, each of them zero.
func zeros[T bool | uint8 | uint16 | int32](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
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
	m := mixer{palette: &p.palette, colour: c, opacity: opacity}
	for y := d.top; y < d.bottom; y++ {
		p.drawn[y] = true
		row := y*p.width + d.left
		cover := p.cover[row : row+d.right-d.left]
		number := p.number[row:][:len(cover)]
		if t != nil {
			t.thin(cover, d.left-origin.X, y-origin.Y)
		}
		m.lay(cover, number)
		clear(cover)
	}
	p.dirty = box{}
}

// thin lowers what is covered of a row that begins at a place in the pattern.
func (t *tile) thin(cover []uint8, x, y int) {
	alpha := t.alpha[mod(y, t.size)*t.size:][:t.size]
	x = mod(x, t.size)
	for i, c := range cover {
		if c != 0 {
			cover[i] = uint8((int(c)*int(alpha[x]) + 127) / 255)
		}
		if x++; x == t.size {
			x = 0
		}
	}
}

func mod(n, by int) int {
	if n %= by; n < 0 {
		n += by
	}
	return n
}
