package capture

import (
	"bytes"
	"time"
)

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
