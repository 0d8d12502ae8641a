package picture

// eighth is where a circle of radius 1000 meets its diagonal.
const eighth = 707

// corners are those of an octagon around a circle of radius 1000, between which
// the circle touches its sides, at the points that lie on axes and diagonals.
var corners, touches = [8]point{
	{1000, 414}, {414, 1000}, {-414, 1000}, {-1000, 414}, {-1000, -414}, {-414, -1000}, {414, -1000}, {1000, -414},
}, [8]point{
	{1000, 0}, {eighth, eighth}, {0, 1000}, {-eighth, eighth}, {-1000, 0}, {-eighth, -eighth}, {0, -1000}, {eighth, -eighth},
}

// circle is a circle around a place, the other way around where it is to be a hole.
func circle(at point, radius int, hole bool) contour {
	c := contour{closed: true}
	place := func(p point) point {
		if hole {
			p.y = -p.y
		}
		return point{at.x + p.x*radius/1000, at.y + p.y*radius/1000}
	}
	for i := range corners {
		for step := range curveSteps {
			c.points = append(c.points, on(place(touches[i]), place(corners[i]), place(touches[(i+1)%8]), step))
		}
	}
	return c
}
