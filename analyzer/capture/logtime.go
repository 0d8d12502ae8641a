package capture

import (
	"bytes"
	"time"
)

// logClock reads the times of one log, all as the first.
type logClock struct {
	digits  int  // the unit is 10^digits nanoseconds
	dates   bool // the times are ISO 8601 dates, or times of day
	steps   bool // each is counted from the one before
	guessed bool // the unit was told from the size of the first
	sum     time.Duration
	day     dayClock
}

// begin decides how times are read from the first, which has the name of an index
// of logNames.
func (c *logClock) begin(name int, first []byte) {
	first = bytes.Trim(first, `"`)
	*c = logClock{}
	switch {
	case name >= logSteps:
		c.digits, c.steps = inMilliseconds, true
	case name < logSized:
		c.digits = inMilliseconds
	default:
		if _, number := parseUnit(first, inNanoseconds); !number {
			c.dates = true
			return
		}
		c.digits, c.guessed = sizedUnit(first)
	}
}

func (c *logClock) at(raw []byte) (t time.Duration, ok bool) {
	raw = bytes.Trim(raw, `"`)
	if c.dates {
		if tod, _, n := parseClock(raw); n > 0 && n == len(raw) {
			return c.day.at(tod), true
		}
		return parseDate(raw)
	}
	t, ok = parseUnit(raw, c.digits)
	if c.steps && ok {
		if c.sum += t; !isTime(c.sum) {
			c.sum -= t
			return 0, false
		}
		t = c.sum
	}
	return t, ok
}

// sizedUnit tells the unit of a number of which nothing else is known: dates of
// this century are above 1e8 in seconds, 1e11 in milliseconds, 1e14 in
// microseconds and 1e17 in nanoseconds. What is below is taken for seconds since
// some start, unless they were more than can be read, and that is a guess.
func sizedUnit(number []byte) (digits int, guessed bool) {
	n, ok := parseUnit(number, inNanoseconds)
	switch n = max(n, -n); {
	case !ok || n >= 1e17:
		return inNanoseconds, false
	case n >= 1e14:
		return inMicroseconds, false
	case n >= MaxTime/time.Second:
		return inMilliseconds, n < 1e11
	}
	return inSeconds, n < 1e8
}
