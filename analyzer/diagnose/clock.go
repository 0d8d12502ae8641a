package diagnose

import "time"

// clock is the times of points, held where they run backwards.
type clock struct {
	n    int
	time func(k int) time.Duration
	held []time.Duration // nil where no time runs backwards
}

func newClock(n int, at func(k int) time.Duration) clock {
	c := clock{n: n, time: at}
	last := time.Duration(0)
	for k := range n {
		now := at(k)
		if now < last && c.held == nil {
			c.held = make([]time.Duration, n)
			for i := range k {
				c.held[i] = at(i)
			}
		}
		last = max(last, now)
		if c.held != nil {
			c.held[k] = last
		}
	}
	return c
}

// at is the time of point k.
func (c *clock) at(k int) time.Duration {
	if c.held != nil {
		return c.held[k]
	}
	return c.time(k)
}
