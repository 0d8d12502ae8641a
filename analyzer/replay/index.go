package replay

import (
	"math"
	"sort"
	"time"
)

// fan is how many points make a block, and how many blocks one of the level
// above.
const fan = 16

// index finds the points of a time, and the bounds of what many points held,
// without going through them. It takes some two bytes a point.
type index struct {
	*times
	levels [][]bounds // by block of points, then by block of the blocks before
}

// times are those of the points. Series over one timeline share them.
type times struct {
	first, last time.Duration   // the earliest and the latest
	reached     []time.Duration // by block of points: the latest up to its end
}

// bounds are the least and the most bytes held.
type bounds struct{ least, most int64 }

// nothing are the bounds of no points.
var nothing = bounds{math.MaxInt64, math.MinInt64}

func (b bounds) with(c bounds) bounds { return bounds{min(b.least, c.least), max(b.most, c.most)} }

func (b bounds) held(before, after int64) bounds {
	return bounds{min(b.least, before, after), max(b.most, before, after)}
}

// indexed goes through the points when it is asked first.
func (s *Series) indexed() *index {
	if s.found != nil {
		return s.found
	}
	n := s.Len()
	x := &index{times: s.timed()}
	level := make([]bounds, 0, (n+fan-1)/fan)
	for from := 0; from < n; from += fan {
		level = append(level, s.scan(from, min(from+fan, n)))
	}
	for {
		x.levels = append(x.levels, level)
		if len(level) <= fan {
			break
		}
		above := make([]bounds, 0, (len(level)+fan-1)/fan)
		for from := 0; from < len(level); from += fan {
			above = append(above, join(level[from:min(from+fan, len(level))]))
		}
		level = above
	}
	s.found = x
	return x
}

// timed goes through the times when they are asked for first.
func (s *Series) timed() *times {
	if s.times != nil {
		return s.times
	}
	n := s.Len()
	x := &times{reached: make([]time.Duration, 0, (n+fan-1)/fan)}
	if n > 0 {
		x.first, x.last = s.Time(0), s.Time(0)
	}
	for from := 0; from < n; from += fan {
		for k := from; k < min(from+fan, n); k++ {
			now := s.Time(k)
			x.first, x.last = min(x.first, now), max(x.last, now)
		}
		x.reached = append(x.reached, x.last)
	}
	s.times = x
	return x
}

func join(all []bounds) bounds {
	b := nothing
	for _, c := range all {
		b = b.with(c)
	}
	return b
}

// scan are the bounds of points from..to-1, one after the other.
func (s *Series) scan(from, to int) bounds {
	b := nothing
	switch {
	case from >= to:
	case s.t == nil:
		for k := from; k < to; k++ {
			b = b.held(s.points[k].Before, s.points[k].After)
		}
	case s.alone():
		last := int64(0)
		if from > 0 {
			last = s.rowHeld(from - 1)
		}
		for k := from; k < to; k++ {
			after := s.rowHeld(k)
			b = b.held(max(last, after, s.t.Observed[k].Before), after)
			last = after
		}
	case s.Rule.Kind == Observed || s.released == nil || to > len(s.t.Chunks):
		for k := from; k < to; k++ {
			p := s.At(k)
			b = b.held(p.Before, p.After)
		}
	default:
		last := int64(0)
		if from > 0 {
			last = s.released[from-1]
		}
		released := s.released[from:to]
		for i, c := range s.t.Chunks[from:to] {
			before := c.End - last
			last = released[i]
			b.least = min(b.least, c.End-last) // what is let go was held before
			b.most = max(b.most, before)
		}
	}
	return b
}

// Time is the time of point k.
func (s *Series) Time(k int) time.Duration {
	switch {
	case s.t == nil:
		return s.points[k].Time
	case s.alone():
		return s.t.Observed[k].Time
	case k < len(s.t.Chunks):
		return s.t.Chunks[k].Time
	}
	return s.t.EOF.Time
}

// Range is the least and the most that was held just before or just after
// points from..to-1, of which there is one at least. It costs no more for many
// points than for few.
func (s *Series) Range(from, to int) (least, most int64) {
	if s.t != nil && s.released == nil && !s.alone() { // it only grows up to EOF
		b := s.scan(from, from+1).with(s.scan(to-1, to))
		return b.least, b.most
	}
	x := s.indexed()
	up, down := (from+fan-1)/fan, to/fan
	if up >= down {
		b := s.scan(from, to)
		return b.least, b.most
	}
	b := s.scan(from, up*fan).with(s.scan(down*fan, to))
	for _, level := range x.levels {
		from, to = up, down
		if up, down = (from+fan-1)/fan, to/fan; up >= down {
			b = b.with(join(level[from:to]))
			break
		}
		b = b.with(join(level[from : up*fan])).with(join(level[down*fan : to]))
	}
	return b.least, b.most
}

// Seek is the first point from number k on whose time is not before at, or Len.
// Where no earlier point has such a time, it costs O(log n); times may run
// backwards.
func (s *Series) Seek(k int, at time.Duration) int {
	x, n := s.timed(), s.Len()
	for k < n {
		block := k / fan
		if x.reached[block] < at {
			block = x.seek(block+1, at)
			k = block * fan
		}
		for end := min((block+1)*fan, n); k < end; k++ {
			if s.Time(k) >= at {
				return k
			}
		}
	}
	return n
}

// seek is the first block from that number on that reaches at. It looks at
// those nearby first: a drawing goes on in small steps.
func (x *times) seek(block int, at time.Duration) int {
	step := 1
	for block+step <= len(x.reached) && x.reached[block+step-1] < at {
		block += step
		step *= 2
	}
	to := min(block+step, len(x.reached))
	return block + sort.Search(to-block, func(i int) bool { return x.reached[block+i] >= at })
}

// Extent is the earliest and the latest time of a series that has points.
func (s *Series) Extent() (first, last time.Duration) {
	x := s.timed()
	return x.first, x.last
}

// SameTimes reports whether the points of o have the same times by number.
func (s *Series) SameTimes(o *Series) bool {
	return s == o || s.t != nil && s.t == o.t && !s.alone() && !o.alone()
}
