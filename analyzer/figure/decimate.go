package figure

import (
	"strconv"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// column is what is left of all points that fall on one pixel column: the
// least and the most that was held there, and what was held when it ended.
// What was held when it began is the last of the column before.
type column struct {
	x               int
	low, high, last int64
}

// trace is a line within a window: what was held where it enters at the left,
// if it has begun before, its columns, and whether it goes on at the right.
type trace struct {
	*cuts
	level   int64
	columns []column
}

// cuts are where the points of a series, and of all with the same times, fall
// apart into pixel columns.
type cuts struct {
	enters, leaves bool
	first          int // point of the first column
	columns        []cut
}

// cut is a pixel column and the point after its last.
type cut struct{ x, end int }

// cut cuts the points within x. A point whose time runs backwards is where the
// one before it was. It does not go through all points.
func (p places) cut(x scale) *cuts {
	n := p.s.Len()
	i := p.seek(0, x.from)
	c := &cuts{enters: i > 0, first: i}
	for i < n {
		place := p.at(i)
		if place > x.to {
			break
		}
		at := x.at(place)
		i = p.seek(i+1, min(x.beyond(at), x.to+1))
		c.columns = append(c.columns, cut{at, i})
	}
	c.leaves = i < n
	return c
}

// decimate keeps first, least, most and last of each pixel column, so that any
// number of points fits into the width and no peak is lost.
func decimate(s *replay.Series, c *cuts) trace {
	t := trace{cuts: c, columns: make([]column, len(c.columns))}
	from := c.first
	if c.enters {
		t.level = max(s.After(from-1), 0)
	}
	for i, cut := range c.columns {
		low, high := s.Range(from, cut.end)
		t.columns[i] = column{cut.x, max(low, 0), max(high, 0), max(s.After(cut.end-1), 0)}
		from = cut.end
	}
	return t
}

// places are where the points of a series lie on the x axis.
type places struct {
	s     *replay.Series
	timed bool
}

// at is the place of a point that lies further right than all before it.
func (p places) at(k int) int64 {
	if p.timed {
		return min(max(int64(p.s.Time(k)), -int64(maxTime)), int64(maxTime))
	}
	return int64(k)
}

// seek is the first point from number k on that lies at least at to.
func (p places) seek(k int, to int64) int {
	switch {
	case to > int64(maxTime):
		return p.s.Len()
	case to <= -int64(maxTime):
		return k
	case p.timed:
		return p.s.Seek(k, time.Duration(to))
	}
	return int(min(max(to, int64(k)), int64(p.s.Len())))
}

// none reports whether there is nothing to draw.
func (t *trace) none() bool { return len(t.columns) == 0 && !(t.enters && t.leaves) }

// path draws a trace as a step function that begins at nothing held: level
// between chunks and, at a chunk, a stroke up to what was held before release
// and down to what was held after it. At most four moves to a column.
func (t *trace) path(left, right, bottom int, y scale) []byte {
	if t.none() {
		return nil
	}
	begin, level := left, bottom-y.above(t.level)
	if !t.enters {
		begin, level = left+t.columns[0].x, bottom
	}
	x := begin
	b := append(strconv.AppendInt([]byte("M"), int64(x), 10), ' ')
	b = strconv.AppendInt(b, int64(level), 10)
	across := func(to int) {
		if to != x {
			b = strconv.AppendInt(append(b, 'H'), int64(to), 10)
			x = to
		}
	}
	vertical := func(to int) {
		if to != level {
			b = strconv.AppendInt(append(b, 'V'), int64(to), 10)
			level = to
		}
	}
	for i, c := range t.columns {
		low, high, last := bottom-y.above(c.low), bottom-y.above(c.high), bottom-y.above(c.last)
		top, floor := min(level, last), max(level, last)
		still := high >= top && low <= floor && last == level
		if !still || i == len(t.columns)-1 {
			across(left + c.x)
		}
		if high < top {
			vertical(high)
		}
		if low > floor {
			vertical(low)
		}
		vertical(last)
	}
	if t.leaves {
		across(right)
	}
	if x == begin {
		b = strconv.AppendInt(append(b, 'H'), int64(x), 10) // a dot where nothing was held
	}
	return b
}
