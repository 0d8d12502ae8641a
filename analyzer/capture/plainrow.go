package capture

import (
	"encoding/binary"
	"time"
)

// Row is a row of the sample CSV that has the first four columns alone.
type Row struct {
	Time   time.Duration
	Held   int64 // held_bytes
	Parsed bool
}

// RowReader is a Reader of the sample CSV that hands over plain rows by the
// hundred: to take each as a Record costs several times what it takes to read it.
type RowReader interface {
	Reader
	// Rows reads on into dst while plain rows of the exchange of the last record
	// follow, and returns how many there were. It returns 0 where anything else
	// comes next, or nothing that has been read yet: then Next goes on.
	Rows(dst []Row) int
}

// Rows implements RowReader. It takes what lies whole in the buffer, and leaves
// every row that is not written as most are, good or bad, to Next.
func (s *samples) Rows(dst []Row) int {
	if s.next < len(s.records) || s.err != nil || s.lines.again || len(s.waiting) > 0 || s.run == None || s.codes != nil ||
		s.untimed || len(s.columns.of) != colParsed+1 || s.parsed.mode != parsedBool {
		return 0
	}
	text, err := s.lines.br.Peek(s.lines.br.Buffered())
	if err != nil {
		return 0 // Next meets it again
	}
	e := s.exchanges[s.run]
	n, at := 0, 0
	for n < len(dst) {
		size := plainRow(text[at:], s.split.sep, &dst[n])
		if size == 0 {
			break
		}
		s.order.see(e, dst[n].Time)
		at += size
		n++
	}
	s.lines.no += n
	s.lines.br.Discard(at) // what is in the buffer can be
	return n
}

// plainRow reads a row such as "12,34.5,678,True\n" from the front of text and
// returns its size, or 0.
func plainRow(text []byte, sep byte, row *Row) int {
	_, at := plainCount(text, 0, sep)
	if at < 0 {
		return 0
	}
	if row.Time, at = plainTime(text, at, sep); at < 0 {
		return 0
	}
	if row.Held, at = plainCount(text, at, sep); at < 0 || len(text)-at < 7 {
		return 0
	}
	const tRUE, fALS = 'T' | 'r'<<8 | 'u'<<16 | 'e'<<24, 'F' | 'a'<<8 | 'l'<<16 | 's'<<24
	switch word := binary.LittleEndian.Uint32(text[at:]) &^ 0x20; {
	case word == tRUE&^0x20:
		row.Parsed = true
		at += 4
	case word == fALS&^0x20 && text[at+4] == 'e':
		row.Parsed = false
		at += 5
	default:
		return 0
	}
	if text[at] == '\r' {
		at++
	}
	if text[at] != '\n' {
		return 0
	}
	return at + 1
}

// The longest numbers that plainCount and plainTime read: what is longer could
// be too large.
const (
	plainDigits = 14 // below maxBytes
	plainMillis = 12 // below MaxTime
	plainNanos  = 6  // of a millisecond
)

// plainCount reads digits from offset i of line up to sep, and returns the
// offset past that, or -1 where it is written otherwise.
func plainCount(line []byte, i int, sep byte) (n int64, next int) {
	for from := i; i < len(line); i++ {
		c := line[i]
		if c-'0' <= 9 {
			n = n*10 + int64(c-'0')
			continue
		}
		if c != sep || i == from || i-from > plainDigits {
			break
		}
		return n, i + 1
	}
	return 0, -1
}

// plainTime is plainCount for a time in milliseconds, with a point or without.
func plainTime(line []byte, i int, sep byte) (t time.Duration, next int) {
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
	if i >= len(line) || line[i] != sep || whole == 0 || whole > plainMillis || fraction > plainNanos || point >= 0 && fraction == 0 {
		return 0, -1
	}
	for ; fraction < plainNanos; fraction++ {
		n *= 10
	}
	return time.Duration(n), i + 1
}
