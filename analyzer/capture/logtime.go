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
	day     clock
}

// begin decides how times are read from the first, which has the name of an index
// of logNames.
func (c *logClock) begin(name int, first []byte) {
	first = bytes.Trim(first, `"`)
	*c = logClock{}
	switch {
	case name >= logSteps:
		c.digits, c.steps = 6, true
	case name < logSized:
		c.digits = 6
	default:
		if _, number := parseUnit(first, 0); !number {
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
		if c.sum += t; c.sum > MaxTime || c.sum < -MaxTime {
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
	n, ok := parseUnit(number, 0)
	switch n = max(n, -n); {
	case !ok || n >= 1e17:
		return 0, false
	case n >= 1e14:
		return 3, false
	case n >= MaxTime/time.Second:
		return 6, n < 1e11
	}
	return 9, n < 1e8
}

// parseUnit reads a number of a unit of 10^digits nanoseconds: 9 for seconds, 6
// for milliseconds.
func parseUnit(b []byte, digits int) (time.Duration, bool) {
	n, ok := parseDecimal(b, digits)
	if !ok && len(b) <= maxNumber {
		n, ok = parseDecimal(plain(string(b)), digits)
	}
	return time.Duration(n), ok
}

// parseDate reads a date and time of ISO 8601 in the extended form, as in RFC
// 3339: with T or a blank between the two, a fraction behind a point or a comma,
// and Z, an offset or nothing, which is read as Z.
func parseDate(b []byte) (time.Duration, bool) {
	if len(b) < len("2006-01-02T15:04:05") || len(b) > maxNumber || b[4] != '-' || b[7] != '-' || b[10] != 'T' && b[10] != 't' && b[10] != ' ' {
		return 0, false
	}
	year, ok1 := parseCount(b[:4])
	month, ok2 := parseCount(b[5:7])
	day, ok3 := parseCount(b[8:10])
	at := bytes.Replace(b[11:], []byte(","), []byte("."), 1)
	tod, _, n := parseClock(at)
	if !ok1 || !ok2 || !ok3 || n == 0 || month < 1 || month > 12 || day < 1 || day > 31 || year < 1900 || year > 2099 {
		return 0, false
	}
	offset, ok := parseOffset(at[n:])
	if !ok {
		return 0, false
	}
	midnight := time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	return time.Duration(midnight.Unix())*time.Second + tod - offset, true
}

// parseOffset reads the offset of a time zone: Z, +01:00, +0100 or +01.
func parseOffset(b []byte) (time.Duration, bool) {
	switch {
	case len(b) == 0 || string(b) == "Z" || string(b) == "z":
		return 0, true
	case b[0] != '+' && b[0] != '-':
		return 0, false
	}
	digits := bytes.Replace(b[1:], []byte(":"), nil, 1)
	n, ok := parseCount(digits)
	if len(digits) == 2 {
		n *= 100
	} else if len(digits) != 4 {
		return 0, false
	}
	offset := time.Duration(n/100)*time.Hour + time.Duration(n%100)*time.Minute
	if b[0] == '-' {
		offset = -offset
	}
	return offset, ok
}
