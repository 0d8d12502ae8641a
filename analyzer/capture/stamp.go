package capture

import (
	"bytes"
	"time"
)

// stamp is the time that a line of a stamped recording begins with.
type stamp struct {
	time   time.Duration
	kind   stampKind
	boxed  bool // it stands in brackets
	coarse bool // it has no fraction of a second
	rest   []byte
}

// stampKind is how a stamp is written.
type stampKind byte

const (
	stampSeconds stampKind = iota // 1796081140.565138, or 0.022900 since some moment
	stampCount                    // 1796081140565: milli-, micro- or nanoseconds since 1970, by the number of digits
	stampClock                    // 23:25:43.123, a time of day or a span of time written like one
	stampMonth                    // Nov 30 23:25:43.123, of which the time of day is taken
	stampLocal                    // 2026-11-30 23:25:43.123, in a time zone that is not told
	stampDate                     // 2026-11-30T23:25:43.123Z
)

// epochFrom is the least number of seconds that is taken for a date.
const epochFrom = 100_000_000 * time.Second // 1973

// dated says whether the stamp tells the day.
func (s *stamp) dated() bool {
	return s.kind == stampDate || s.kind == stampLocal || s.kind == stampCount || s.kind == stampSeconds && s.time >= epochFrom
}

// like says whether two stamps are written alike, as those of one recording are.
func (s *stamp) like(o *stamp) bool { return s.kind == o.kind && s.boxed == o.boxed }

// parseStamp reads the time that a line begins with, to a fraction of a second at
// least, and the blank after it.
func parseStamp(line []byte) (s stamp, ok bool) {
	s, ok = readStamp(line)
	return s, ok && !s.coarse
}

// wholeSeconds says whether a line begins with a stamp that is too coarse, as
// those of ts are where nothing else is asked for.
func wholeSeconds(line []byte) bool {
	s, ok := readStamp(line)
	return ok && s.coarse
}

func readStamp(line []byte) (s stamp, ok bool) {
	b := line
	if s.boxed = len(b) > 0 && b[0] == '['; s.boxed {
		b = bytes.TrimLeft(b[1:], " ")
	}
	n := s.read(b)
	if n == 0 {
		return s, false
	}
	b = b[n:]
	if s.boxed {
		if len(b) == 0 || b[0] != ']' {
			return s, false
		}
		b = b[1:]
		if number := s.kind == stampSeconds || s.kind == stampCount; number && (len(b) == 0 || b[0] != ' ') {
			return s, false // an array of JSON
		}
	}
	if len(b) > 0 && b[0] != ' ' && b[0] != '\r' {
		return s, false
	}
	s.rest = bytes.TrimPrefix(b, []byte{' '})
	return s, true
}

// read reads the stamp at the front of b and returns the bytes that it took, 0
// where there is none.
func (s *stamp) read(b []byte) int {
	if n := s.date(b); n > 0 {
		return n
	}
	month := monthDay(b)
	if n := s.timeOfDay(b[month:]); n > 0 {
		s.kind = stampClock
		if month > 0 {
			s.kind = stampMonth
		}
		return month + n
	}
	return s.number(b)
}

// monthDay returns the length of a month and day as in syslog, 0 where there is none.
func monthDay(b []byte) int {
	if len(b) > 7 && bytes.Contains([]byte("JanFebMarAprMayJunJulAugSepOctNovDec"), b[:3]) && b[3] == ' ' && b[6] == ' ' {
		return 7
	}
	return 0
}

// timeOfDay reads HH:MM:SS with a fraction behind a point or a comma.
func (s *stamp) timeOfDay(b []byte) int {
	const most = len("HH:MM:SS.nnnnnnnnn")
	if len(b) > 8 && b[8] == ',' {
		b = bytes.Clone(b[:min(len(b), most)])
		b[8] = '.'
	}
	tod, fraction, n := parseClock(b)
	if n > 0 {
		s.time, s.coarse = tod, !fraction
	}
	return n
}

// date reads a date and time of day of ISO 8601, see parseDate. Slashes may stand
// in the date instead.
func (s *stamp) date(b []byte) int {
	const whole = len("2006-01-02T15:04:05")
	if len(b) < whole || b[4] != '-' && b[4] != '/' || b[7] != b[4] {
		return 0
	}
	n := whole
	for n < len(b) && (b[n]-'0' <= 9 || bytes.IndexByte([]byte(":.,+-Zz"), b[n]) >= 0) {
		n++
	}
	text := b[:n]
	if b[4] == '/' {
		text = bytes.Clone(text)
		text[4], text[7] = '-', '-'
	}
	at, ok := parseDate(text)
	if !ok || at < epochFrom {
		return 0
	}
	s.time, s.kind = at, stampLocal
	text = text[whole:]
	s.coarse = len(text) == 0 || text[0] != '.' && text[0] != ','
	if bytes.ContainsAny(text, "Zz+-") {
		s.kind = stampDate
	}
	return n
}

// number reads seconds with a fraction, or a number of parts of a second since
// 1970.
func (s *stamp) number(b []byte) int {
	n := bytes.IndexAny(b, " ]\r")
	if n < 0 {
		n = len(b)
	}
	dot := bytes.IndexByte(b[:n], '.')
	if dot < 0 {
		return s.count(b[:n])
	}
	if dot < 1 || dot > 11 || n-dot > 10 || b[0] == '-' {
		return 0
	}
	// Not parseUnit: 1e3 is a number of seconds, but no stamp.
	ns, ok := parseDecimal(b[:n], inSeconds)
	if !ok {
		return 0
	}
	s.time, s.kind = time.Duration(ns), stampSeconds
	return n
}

// count reads a whole number whose unit its digits tell, since it is a date of
// this century or of the end of the last.
func (s *stamp) count(b []byte) int {
	digits := inNanoseconds
	switch len(b) {
	case 9, 10:
		digits, s.coarse = inSeconds, true
	case 13:
		digits = inMilliseconds
	case 16:
		digits = inMicroseconds
	case 19:
	default:
		return 0
	}
	ns, ok := parseDecimal(b, digits)
	if !ok || time.Duration(ns) < epochFrom {
		return 0
	}
	s.time, s.kind = time.Duration(ns), stampCount
	return len(b)
}
