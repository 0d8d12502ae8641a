package picture

import "math"

// pen draws lines into a mask: what SVG calls a stroke, with mitred corners.
type pen struct {
	*mask
	half   int  // of the width, in parts of a pixel
	square bool // its ends reach that much further
}

// draw strokes a line.
func (p pen) draw(line []point) {
	line = straightened(line)
	if len(line) == 1 {
		if at := line[0]; p.square {
			p.rect(point{at.x - p.half, at.y - p.half}, point{at.x + p.half, at.y + p.half})
		}
		return
	}
	for i := range len(line) - 1 {
		from, to := line[i], line[i+1]
		before, after := 0, 0 // how much further the piece reaches
		if i > 0 && turns(line[i-1], from, to) || i == 0 && p.square {
			before = p.half
		}
		if i+2 < len(line) && turns(from, to, line[i+2]) || i+2 == len(line) && p.square {
			after = p.half
		}
		p.piece(from, to, before, after)
	}
}

// straightened is a line without points that lie on the way of it.
func straightened(line []point) (out []point) {
	for _, p := range line {
		n := len(out)
		switch {
		case n > 0 && out[n-1] == p:
		case n > 1 && ahead(out[n-2], out[n-1], p):
			out[n-1] = p
		default:
			out = append(out, p)
		}
	}
	return out
}

// ahead says whether a line goes on in the same way at b, turns whether it turns
// there, which it does not where it goes back on itself.
func ahead(a, b, c point) bool {
	return !turns(a, b, c) && times(b.x-a.x, c.x-b.x)+times(b.y-a.y, c.y-b.y) > 0
}

func turns(a, b, c point) bool { return times(b.x-a.x, c.y-b.y) != times(b.y-a.y, c.x-b.x) }

// times does not overflow where an int has 32 bits.
func times(a, b int) int64 { return int64(a) * int64(b) }

// piece strokes a straight line. All that reach further are level or upright.
func (p pen) piece(a, b point, before, after int) {
	switch h := p.half; {
	case a.y == b.y && a.x < b.x:
		p.rect(point{a.x - before, a.y - h}, point{b.x + after, a.y + h})
	case a.y == b.y:
		p.rect(point{b.x - after, a.y - h}, point{a.x + before, a.y + h})
	case a.x == b.x && a.y < b.y:
		p.rect(point{a.x - h, a.y - before}, point{a.x + h, b.y + after})
	case a.x == b.x:
		p.rect(point{a.x - h, b.y - after}, point{a.x + h, a.y + before})
	default:
		// The root of an integer is rounded alike by every machine.
		long := int(math.Sqrt(float64(times(b.x-a.x, b.x-a.x) + times(b.y-a.y, b.y-a.y))))
		x, y := (b.y-a.y)*h/long, (a.x-b.x)*h/long
		p.fill([]contour{{points: []point{{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}}}}, point{})
	}
}

// dashed cuts a line of level and upright pieces into dashes, whose lengths and
// those of the gaps after them come in turn, in parts of a pixel.
func dashed(line []point, lengths []int) (out [][]point) {
	turn, left := 0, lengths[0]
	dash := line[:1:1]
	for i := range len(line) - 1 {
		at, to := line[i], line[i+1]
		for at != to {
			step := min(left, max(to.x-at.x, at.x-to.x, to.y-at.y, at.y-to.y))
			at = point{toward(at.x, to.x, step), toward(at.y, to.y, step)}
			if left -= step; turn%2 == 0 {
				dash = append(dash, at)
			}
			if left > 0 {
				continue
			}
			if turn%2 == 0 {
				out = append(out, dash)
			}
			turn++
			left, dash = lengths[turn%len(lengths)], []point{at}
		}
	}
	if turn%2 == 0 {
		out = append(out, dash)
	}
	return out
}

// toward is n, that much nearer to to.
func toward(n, to, by int) int {
	return min(max(to, n-by), n+by)
}
