package picture

// mask says of every pixel how much of it a shape covers, 0 to 255, until it is
// painted.
type mask struct {
	width, height int
	cover         []uint8
	dirty         box     // what may be covered
	cells         []int32 // of the shape that is being filled
}

// box is a rectangle of pixels, its right and bottom excluded.
type box struct{ left, top, right, bottom int }

// resize gives a mask that is empty, as one is that was painted, another size.
func (m *mask) resize(width, height int) {
	m.width, m.height, m.dirty = width, height, box{}
	if n := width * height; n <= cap(m.cover) {
		m.cover = m.cover[:n]
	} else {
		m.cover = make([]uint8, n)
	}
}

// touch clips b to the mask and remembers that it may be covered.
func (m *mask) touch(b box) (clipped box, some bool) {
	b = box{max(b.left, 0), max(b.top, 0), min(b.right, m.width), min(b.bottom, m.height)}
	if b.left >= b.right || b.top >= b.bottom {
		return b, false
	}
	if d := &m.dirty; d.left >= d.right {
		*d = b
	} else {
		*d = box{min(d.left, b.left), min(d.top, b.top), max(d.right, b.right), max(d.bottom, b.bottom)}
	}
	return b, true
}

// raise covers a pixel at least that much. Shapes of one ink that overlap, such
// as the two lines at a corner, do not add up.
func (m *mask) raise(i int, cover int) {
	m.cover[i] = max(m.cover[i], uint8(min(cover, 255)))
}

// rect covers what lies between two corners, in parts of pixels.
func (m *mask) rect(from, to point) {
	b, some := m.touch(box{from.x / unit, from.y / unit, (to.x + unit - 1) / unit, (to.y + unit - 1) / unit})
	if !some {
		return
	}
	for y := b.top; y < b.bottom; y++ {
		high := min(to.y, (y+1)*unit) - max(from.y, y*unit)
		row := y * m.width
		for x := b.left; x < b.right; x++ {
			wide := min(to.x, (x+1)*unit) - max(from.x, x*unit)
			if wide == unit && high == unit {
				next := min(to.x/unit, b.right)
				full(m.cover[row+x : row+next])
				x = next - 1
				continue
			}
			m.raise(row+x, high*wide*255/(unit*unit))
		}
	}
}

// full covers pixels.
func full(cover []uint8) {
	for i := range cover {
		cover[i] = 255
	}
}

// fill covers what lies within contours, moved by as much, each of which is
// closed if need be.
func (m *mask) fill(shape []contour, by point) {
	if len(shape) == 0 {
		return
	}
	first := shape[0].points[0]
	least, most := first, first
	for _, c := range shape {
		for _, p := range c.points {
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	b, some := m.touch(box{floor(least.x + by.x), floor(least.y + by.y), floor(most.x + by.x + unit - 1), floor(most.y + by.y + unit - 1)})
	if !some {
		return
	}
	f := filling{box: b, stride: b.right - b.left + 2}
	m.cells = zeros(m.cells, f.stride*(b.bottom-b.top))
	f.cells = m.cells
	for _, c := range shape {
		last := c.points[len(c.points)-1].plus(by)
		for _, p := range c.points {
			p = p.plus(by)
			f.edge(last, p)
			last = p
		}
	}
	for y := b.top; y < b.bottom; y++ {
		cells := f.cells[(y-b.top)*f.stride:]
		cover := m.cover[y*m.width+b.left : y*m.width+b.right]
		sum, of := 0, uint8(0)
		for x := 0; x < len(cover); x++ {
			if x+flat < len(cover) && *(*[flat]int32)(cells[x:]) == [flat]int32{} {
				if of > 0 {
					for i, c := range cover[x : x+flat] {
						cover[x+i] = max(c, of)
					}
				}
				x += flat - 1
				continue
			}
			if cell := cells[x]; cell != 0 {
				sum += int(cell)
				of = uint8(min(max(sum, -sum), whole) * 255 / whole)
			}
			if cover[x] < of {
				cover[x] = of
			}
		}
	}
}

// flat is how many pixels are looked at together for an edge.
const flat = 32

// whole is the sum of the cells up to a pixel that is covered.
const whole = 2 * unit * unit

// filling is a shape as its edges: each adds to the cell of a pixel what it
// covers of it to its right, so that the sum along a row up to a pixel is what is
// covered of it, twice the area, with a sign that is the way around.
type filling struct {
	box
	stride int
	cells  []int32
}

// edge adds what lies to the right of a line from p to q.
func (f *filling) edge(p, q point) {
	way := 1
	if p.y > q.y {
		p, q, way = q, p, -1
	}
	if p.y == q.y || q.y <= f.top*unit || p.y >= f.bottom*unit {
		return
	}
	across := func(y int) int { return p.x + int(times(q.x-p.x, y-p.y)/int64(q.y-p.y)) }
	y := max(p.y, f.top*unit)
	for x := across(y); y < min(q.y, f.bottom*unit); {
		row := floor(y)
		to := min((row+1)*unit, q.y)
		next := across(to)
		f.slope((row-f.top)*f.stride, x, next, way*(to-y))
		x, y = next, to
	}
}

// slope adds what lies to the right of a line that goes from one x to another
// while it goes down by height, within the row of pixels whose cells begin at row.
func (f *filling) slope(row, from, to, height int) {
	if from > to {
		from, to = to, from
	}
	left, right := f.left*unit, f.right*unit
	from, to = min(max(from, left), right), min(max(to, left), right)
	for last := floor(to); ; {
		cell := floor(from)
		if cell == last {
			f.add(row+cell-f.left, from, to, cell, height)
			return
		}
		next := (cell + 1) * unit
		part := height * (next - from) / (to - from)
		f.add(row+cell-f.left, from, next, cell, part)
		from, height = next, height-part
	}
}

// add adds a piece of a line that stays within a cell.
func (f *filling) add(at, from, to, cell, height int) {
	right := height * (from + to - 2*cell*unit)
	f.cells[at] += int32(2*unit*height - right)
	f.cells[at+1] += int32(right)
}

// floor is the pixel that a place lies in.
func floor(n int) int { return n >> 8 }
