package jsontext

import (
	"strings"
	"unicode/utf8"
)

// sequence is the place inside a UTF-8 sequence: how many bytes are missing
// and which range the next one must be in (Unicode 16, table 3-7). The zero
// sequence is the place between two.
type sequence struct{ need, lo, hi byte }

// begin takes the first byte of a sequence, which is no ASCII byte. It reports
// whether a sequence can begin with it.
func (q *sequence) begin(c byte) bool {
	q.lo, q.hi = 0x80, 0xbf
	switch {
	case c < 0xc2 || c > 0xf4:
		return false
	case c < 0xe0:
		q.need = 1
	case c < 0xf0:
		q.need = 2
		switch c {
		case 0xe0:
			q.lo = 0xa0
		case 0xed: // no surrogates
			q.hi = 0x9f
		}
	default:
		q.need = 3
		switch c {
		case 0xf0:
			q.lo = 0x90
		case 0xf4: // nothing past U+10FFFF
			q.hi = 0x8f
		}
	}
	return true
}

// next takes one more byte of a sequence. Where it does not belong to it, the
// sequence is over and the byte is left for the caller.
func (q *sequence) next(c byte) bool {
	if c < q.lo || c > q.hi {
		q.need = 0
		return false
	}
	q.need--
	q.lo, q.hi = 0x80, 0xbf
	return true
}

// Decode reads b as browsers do: each maximal part of an ill-formed
// sequence becomes one U+FFFD (WHATWG Encoding, section 8.1.1). Go's own
// conversion makes one of each byte, strings.ToValidUTF8 one of each run.
func Decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			out.WriteByte(b[i])
			i++
			continue
		}
		var q sequence
		from := i
		ok := q.begin(b[i])
		for i++; ok && q.need > 0; i++ {
			if i == len(b) || !q.next(b[i]) {
				ok = false
				break
			}
		}
		if ok {
			out.Write(b[from:i])
		} else {
			out.WriteRune(utf8.RuneError)
		}
	}
	return out.String()
}
