package picture

import (
	"cmp"
	"slices"
)

// palette is the colours of a picture in the making, each with a number; 0 is the
// ground.
type palette struct {
	colours []rgb
	pixels  []int // that have each
	numbers map[rgb]uint16
}

// mostColours is how many have a number. No picture has had a tenth of them.
const mostColours = 1 << 16

// begin forgets all colours but the ground, which so many pixels have.
func (p *palette) begin(ground rgb, pixels int) {
	if p.numbers == nil {
		p.numbers = map[rgb]uint16{}
	}
	clear(p.numbers)
	p.colours, p.pixels = p.colours[:0], p.pixels[:0]
	p.numberOf(ground)
	p.pixels[0] = pixels
}

// numberOf is the number of a colour, which gets one if it has none.
func (p *palette) numberOf(c rgb) uint16 {
	n, ok := p.numbers[c]
	switch {
	case ok:
	case len(p.colours) == mostColours:
		n = uint16(c.nearest(p.colours))
	default:
		n = uint16(len(p.colours))
		p.numbers[c] = n
		p.colours, p.pixels = append(p.colours, c), append(p.pixels, 0)
	}
	return n
}

// move says that so many pixels have another colour now.
func (p *palette) move(from, to uint16, pixels int) {
	p.pixels[from] -= pixels
	p.pixels[to] += pixels
}

// choose is the colours that most pixels have, at most 256, and which of them
// each colour is drawn in: itself or, of the edges of some letters, the nearest.
// With so few there is a third of the bytes to deflate.
func (p *palette) choose() (chosen []rgb, indices []uint8) {
	order := make([]uint16, 0, len(p.colours))
	for n, pixels := range p.pixels {
		if pixels > 0 {
			order = append(order, uint16(n))
		}
	}
	slices.SortFunc(order, func(a, b uint16) int {
		return cmp.Or(p.pixels[b]-p.pixels[a], int(p.colours[a])-int(p.colours[b]))
	})
	indices = make([]uint8, len(p.colours))
	for i, n := range order {
		if i < 256 {
			chosen = append(chosen, p.colours[n])
		} else {
			i = p.colours[n].nearest(chosen)
		}
		indices[n] = uint8(i)
	}
	return chosen, indices
}

// nearest is the one of colours that differs least from c.
func (c rgb) nearest(colours []rgb) (index int) {
	least := 1 << 30
	for i, other := range colours {
		r, g, b := int(c>>16)-int(other>>16), int(c>>8&255)-int(other>>8&255), int(c&255)-int(other&255)
		if apart := r*r + g*g + b*b; apart < least {
			least, index = apart, i
		}
	}
	return index
}
