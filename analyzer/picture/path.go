package picture

// unit is how many parts a pixel has: all of drawing is integer arithmetic, so
// that a picture is the same on every machine.
const unit = 256

// point is a place in parts of a pixel.
type point struct{ x, y int }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

// contour is a line through points. A closed one goes back to its first point.
type contour struct {
	points []point
	closed bool
}

// curveSteps are the straight pieces of a curve: at the sizes of texts none is
// off by as much as a tenth of a pixel.
const curveSteps = 6

// contours reads path data: M, L, Q, H, V and their relatives h and v, and z,
// with numbers in decimals. A number n is drawn at n·num/den parts of a pixel.
func contours(path []byte, num, den int) (out []contour) {
	r := pathReader{path: path, num: num, den: den}
	var at point
	add := func(p point) {
		c := &out[len(out)-1]
		c.points = append(c.points, p)
		at = p
	}
	for {
		switch r.command() {
		case 'M':
			out = append(out, contour{})
			add(point{r.number(), r.number()})
		case 'L':
			add(point{r.number(), r.number()})
		case 'Q':
			from, over, to := at, point{r.number(), r.number()}, point{r.number(), r.number()}
			for i := 1; i <= curveSteps; i++ {
				add(on(from, over, to, i))
			}
		case 'H':
			add(point{r.number(), at.y})
		case 'V':
			add(point{at.x, r.number()})
		case 'h':
			add(point{at.x + r.number(), at.y})
		case 'v':
			add(point{at.x, at.y + r.number()})
		case 'z':
			out[len(out)-1].closed = true
		default:
			return out
		}
	}
}

// on is the place on a quadratic curve after i of its pieces.
func on(from, over, to point, i int) point {
	const n = curveSteps
	a, b, c := (n-i)*(n-i), 2*i*(n-i), i*i
	return point{(a*from.x + b*over.x + c*to.x) / (n * n), (a*from.y + b*over.y + c*to.y) / (n * n)}
}

// pathReader reads the letters and numbers of path data.
type pathReader struct {
	path     []byte
	num, den int
}

// command is the next letter, or 0 at the end.
func (r *pathReader) command() byte {
	if len(r.path) == 0 {
		return 0
	}
	b := r.path[0]
	r.path = r.path[1:]
	return b
}

// number is the next number, in parts of a pixel.
func (r *pathReader) number() int {
	for len(r.path) > 0 && r.path[0] == ' ' {
		r.path = r.path[1:]
	}
	n, sign, scale, point := 0, 1, 1, false
	for len(r.path) > 0 {
		switch b := r.path[0]; {
		case b == '-':
			sign = -1
		case b == '.':
			point = true
		case '0' <= b && b <= '9':
			n = n*10 + int(b-'0')
			if point {
				scale *= 10
			}
		default:
			return sign * n * r.num / (scale * r.den)
		}
		r.path = r.path[1:]
	}
	return sign * n * r.num / (scale * r.den)
}
