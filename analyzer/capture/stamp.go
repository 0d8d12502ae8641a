package capture

import (
	"bytes"
	"time"
)

// stamp is the time that a line of a stamped recording begins with.
type stamp struct {
	time  time.Duration
	clock bool // a time of day, or a span of time written like one
	epoch bool // seconds since 1970
	rest  []byte
}

// epochFrom is the least number of seconds that is taken for a date.
const epochFrom = 100_000_000 * time.Second // 1973

// parseStamp reads what moreutils ts puts before a line with %.s or %H:%M:%.S,
// and the blank after it.
func parseStamp(line []byte) (s stamp, ok bool) {
	tod, fraction, n := parseClock(line)
	switch {
	case n > 0 && fraction:
		s.time, s.clock = tod, true
	case n > 0:
		return s, false
	default:
		if n = bytes.IndexByte(line, ' '); n < 0 {
			n = len(trimCR(line))
		}
		dot := bytes.IndexByte(line[:n], '.')
		if dot < 1 || dot > 11 || n-dot > 10 || line[0] == '-' {
			return s, false
		}
		// Not parseSeconds: 1e3 is a number of seconds, but no stamp.
		ns, ok := parseDecimal(line[:n], 9)
		if !ok {
			return s, false
		}
		s.time = time.Duration(ns)
		s.epoch = s.time >= epochFrom
	}
	if n < len(line) {
		if line[n] != ' ' && line[n] != '\r' {
			return s, false
		}
		if line[n] == ' ' {
			n++
		}
	}
	s.rest = line[n:]
	return s, true
}

// wholeSeconds says whether a line begins with a stamp that is too coarse: the
// default of ts (Nov 30 23:25:43), a time of day or an epoch without fraction.
func wholeSeconds(line []byte) bool {
	if len(line) > 7 && bytes.Contains([]byte("JanFebMarAprMayJunJulAugSepOctNovDec"), line[:3]) && line[3] == ' ' && line[6] == ' ' {
		line = line[7:]
	}
	_, fraction, n := parseClock(line)
	if n == 0 {
		digits := 0
		for digits < len(line) && line[digits]-'0' <= 9 {
			digits++
		}
		if digits == 9 || digits == 10 {
			n = digits
		}
	}
	return n > 0 && !fraction && (n == len(line) || line[n] == ' ')
}
