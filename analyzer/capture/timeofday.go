package capture

import "time"

const (
	day     = 24 * time.Hour
	halfDay = 12 * time.Hour
)

// dayClock makes times of day, which have no date, run on past midnight: a time
// more than twelve hours before the one before it is of the next day, one more
// than twelve hours after it of the day before.
type dayClock struct {
	days time.Duration
	last time.Duration
	set  bool
}

func (c *dayClock) at(tod time.Duration) time.Duration {
	t := tod + c.days
	switch {
	case c.set && t < c.last-halfDay && c.days < MaxTime-2*day:
		c.days += day
		t += day
	case c.set && t > c.last+halfDay && c.days > 0:
		return t - day // a straggler, logged late
	}
	c.last, c.set = t, true
	return t
}

// parseClock reads HH:MM:SS with an optional fraction from the front of b and
// returns the bytes that it took, 0 where there is no such time.
func parseClock(b []byte) (tod time.Duration, fraction bool, n int) {
	if len(b) < 8 || b[2] != ':' || b[5] != ':' {
		return 0, false, 0
	}
	var part [3]time.Duration
	for i := range part {
		high, low := b[3*i]-'0', b[3*i+1]-'0'
		if high > 9 || low > 9 {
			return 0, false, 0
		}
		part[i] = time.Duration(high)*10 + time.Duration(low)
	}
	if part[0] > 23 || part[1] > 59 || part[2] > 60 { // 60 is a leap second
		return 0, false, 0
	}
	tod = part[0]*time.Hour + part[1]*time.Minute + part[2]*time.Second
	n = 8
	if n+1 < len(b) && b[n] == '.' && b[n+1]-'0' <= 9 {
		n++
		for unit := time.Second / 10; n < len(b) && b[n]-'0' <= 9; unit /= 10 {
			tod += time.Duration(b[n]-'0') * unit
			n++
		}
		fraction = true
	}
	return tod, fraction, n
}
