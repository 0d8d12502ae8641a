package picture

import "sync"

// outlines are those of the glyphs that were drawn at a size, as reading their
// paths takes longer than filling them.
type outlines struct {
	lock  sync.Mutex
	sizes map[int][]contour
}

// outline is the contours of a glyph at a size in pixels; nobody changes them.
func (g *glyph) outline(size int) []contour {
	g.lock.Lock()
	defer g.lock.Unlock()
	shape, ok := g.sizes[size]
	if !ok {
		if g.sizes == nil {
			g.sizes = map[int][]contour{}
		}
		shape = contours(g.path, size*unit, em)
		g.sizes[size] = shape
	}
	return shape
}
