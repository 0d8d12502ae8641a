package capture

import "time"

// readUsual reads a row as most are: of the first four columns alone, in digits
// and a word, without blanks or quotes, and whole. It takes no other line, good
// or bad, and reports whether it took this one. One pass over the bytes is
// several times as fast as one for each cell.
func (s *samples) readUsual(line []byte) bool {
	if len(s.columns.of) != colParsed+1 || s.codes != nil || s.untimed || s.parsed.mode == parsedCount || !s.lines.whole {
		return false
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	sep := s.split.sep
	_, at := usualCount(line, 0, sep)
	if at < 0 {
		return false
	}
	t, at := usualMillis(line, at, sep)
	if at < 0 {
		return false
	}
	held, at := usualCount(line, at, sep)
	if at < 0 {
		return false
	}
	parsed := false
	switch string(line[at:]) {
	case "true", "True":
		parsed = true
	case "false", "False":
	default:
		return false
	}
	if !s.usual { // all others are as in the row before
		s.row()
		s.usual = true
	}
	s.sample.Line, s.sample.Held = s.lines.no, held
	v, _ := s.parsed.word(parsed)
	s.take(Record{Kind: RecordSample, Exchange: s.run, Time: t, Sample: &s.sample}, v)
	return true
}

// The longest numbers that usualCount and usualMillis read: what is longer could
// be too large.
const (
	usualCountDigits = 14 // below maxBytes
	usualMilliDigits = 12 // below MaxTime
	usualNanoDigits  = 6  // of a millisecond
)

// usualCount reads digits from offset i of line up to sep, and returns the
// offset past that, or -1 where it is written otherwise.
func usualCount(line []byte, i int, sep byte) (n int64, next int) {
	for from := i; i < len(line); i++ {
		c := line[i]
		if c-'0' <= 9 {
			n = n*10 + int64(c-'0')
			continue
		}
		if c != sep || i == from || i-from > usualCountDigits {
			break
		}
		return n, i + 1
	}
	return 0, -1
}

// usualMillis is usualCount for a time in milliseconds, with a point or without.
func usualMillis(line []byte, i int, sep byte) (t time.Duration, next int) {
	var n int64
	from, point := i, -1
	for ; i < len(line); i++ {
		c := line[i]
		if c-'0' <= 9 {
			n = n*10 + int64(c-'0')
			continue
		}
		if c != '.' || point >= 0 {
			break
		}
		point = i
	}
	whole, fraction := i-from, 0
	if point >= 0 {
		whole, fraction = point-from, i-point-1
	}
	if i >= len(line) || line[i] != sep || whole == 0 || whole > usualMilliDigits || fraction > usualNanoDigits || point >= 0 && fraction == 0 {
		return 0, -1
	}
	for ; fraction < usualNanoDigits; fraction++ {
		n *= 10
	}
	return time.Duration(n), i + 1
}
