package figure

import (
	"math"
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// column is what is left of all points that fall on one pixel column: the
// least and the most that was held there, and what was held when it ended.
// What was held when it began is the last of the column before.
type column struct {
	x               int
	low, high, last int64
}

// decimate keeps first, least, most and last of each pixel column, so that any
// number of points fits into the width and no peak is lost. A point whose time
// runs backwards is drawn where the one before it was.
func decimate(s *replay.Series, x scale, timed bool) []column {
	var columns []column
	next := int64(math.MinInt64) // where the next column begins
	for i, p := range s.All() {
		place := int64(i)
		if timed {
			place = int64(p.Time)
		}
		before, after := max(p.Before, 0), max(p.After, 0)
		low, high := min(before, after), max(before, after)
		n := len(columns)
		if place < next || n > 0 && x.at(place) <= columns[n-1].x {
			c := &columns[n-1]
			c.low, c.high, c.last = min(c.low, low), max(c.high, high), after
			continue
		}
		at := x.at(place)
		columns = append(columns, column{at, low, high, after})
		next = x.beyond(at)
	}
	return columns
}

// path draws columns as a step function that begins at nothing held: level
// between chunks and, at a chunk, a stroke up to what was held before release
// and down to what was held after it. At most four moves to a column.
func path(columns []column, left, bottom int, y scale) []byte {
	if len(columns) == 0 {
		return nil
	}
	x, level := left+columns[0].x, bottom
	b := append(strconv.AppendInt([]byte("M"), int64(x), 10), ' ')
	b = strconv.AppendInt(b, int64(level), 10)
	vertical := func(to int) {
		if to != level {
			b = strconv.AppendInt(append(b, 'V'), int64(to), 10)
			level = to
		}
	}
	for i, c := range columns {
		low, high, last := bottom-y.above(c.low), bottom-y.above(c.high), bottom-y.above(c.last)
		top, floor := min(level, last), max(level, last)
		still := high >= top && low <= floor && last == level
		if at := left + c.x; at != x && (!still || i == len(columns)-1) {
			b = strconv.AppendInt(append(b, 'H'), int64(at), 10)
			x = at
		}
		if high < top {
			vertical(high)
		}
		if low > floor {
			vertical(low)
		}
		vertical(last)
	}
	if len(columns) == 1 {
		b = strconv.AppendInt(append(b, 'H'), int64(x), 10) // a dot where nothing was held
	}
	return b
}
