package picture

import "github.com/heldbytes/heldbytes/analyzer/figure"

// newTile draws a pattern once.
func newTile(p *figure.Pattern, scale int) *tile {
	size := p.Size * scale
	var m mask
	m.resize(size, size)
	shape := contours([]byte(p.Marks), scale*unit, 1)
	if p.Filled {
		m.fill(shape, point{})
	} else {
		for _, line := range shape {
			pen{mask: &m, half: figure.MarkWidth * scale * unit / 20}.draw(line.points)
		}
	}
	t := &tile{size: size, alpha: m.cover}
	tint := p.Tint * 255 / 100
	for i, a := range t.alpha {
		t.alpha[i] = uint8(tint + (255-tint)*int(a)/255)
	}
	return t
}
