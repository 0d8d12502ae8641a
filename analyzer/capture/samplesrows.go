package capture

import "time"

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
		t := dst[n].Time
		if s.order.set && t < s.order.last {
			e.Note(NoteTimesBackwards)
		}
		s.order.last, s.order.set = t, true
		at += size
		n++
	}
	s.lines.no += n
	s.lines.br.Discard(at) // what is in the buffer can be
	return n
}

// The longest numbers that plainRow reads: what is longer could be too large.
const (
	plainDigits = 14 // below maxBytes
	plainMillis = 12 // below MaxTime
	plainNanos  = 6  // of a millisecond
)

// plainRow reads a row such as "12,34.5,678,True\n" from the front of text and
// returns its size, or 0 where it is written otherwise. It calls nothing: on
// WebAssembly a call costs as much as a number.
func plainRow(text []byte, sep byte, row *Row) int {
	at := 0
	for at < len(text) && text[at]-'0' <= 9 { // i
		at++
	}
	if at == 0 || at > plainDigits || at >= len(text) || text[at] != sep {
		return 0
	}
	at++

	var n int64
	from := at
	for at < len(text) && text[at]-'0' <= 9 {
		n = n*10 + int64(text[at]-'0')
		at++
	}
	if at == from || at-from > plainMillis || at >= len(text) {
		return 0
	}
	digits := 0
	if text[at] == '.' {
		at++
		for from = at; at < len(text) && text[at]-'0' <= 9; at++ {
			n = n*10 + int64(text[at]-'0')
		}
		if digits = at - from; digits == 0 || digits > plainNanos {
			return 0
		}
	}
	for ; digits < plainNanos; digits++ {
		n *= 10
	}
	if at >= len(text) || text[at] != sep {
		return 0
	}
	at++
	row.Time = time.Duration(n)

	n = 0
	for from = at; at < len(text) && text[at]-'0' <= 9; at++ {
		n = n*10 + int64(text[at]-'0')
	}
	if at == from || at-from > plainDigits || len(text)-at < 8 || text[at] != sep {
		return 0
	}
	at++
	row.Held = n

	const tRUE, fALS = 'T' | 'r'<<8 | 'u'<<16 | 'e'<<24, 'F' | 'a'<<8 | 'l'<<16 | 's'<<24
	b := text[at : at+5 : at+5]
	switch word := (uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24) &^ 0x20; {
	case word == tRUE&^0x20:
		row.Parsed = true
		at += 4
	case word == fALS&^0x20 && b[4] == 'e':
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
