package jsontext

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes at a time, as one word: on WebAssembly this is worth a factor of
// three over a byte loop, and of two or more over bytes.IndexByte.
const (
	ones   = 0x0101010101010101
	highs  = 0x80 * ones
	spaces = ' ' * ones
)

// eight is the eight bytes of p from i on, which must be there. Go compiles it to
// a load alone where a loop runs while i < len(p)-7: a slice without a capacity
// of its own would cost a mask, i+8 <= len(p) a test of its bounds.
func eight(p []byte, i int) uint64 { return binary.LittleEndian.Uint64(p[i : i+8 : i+8]) }

// special sets the high bit in the place of each byte of w that needs a look
// inside a JSON string: what is a control, a quote, a backslash or no ASCII. A
// borrow can set it in places above one that is set rightly, but the lowest
// one is always right.
func special(w uint64) uint64 {
	return ((w - spaces) | ((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones) | w) & highs
}

// Plain returns the number of bytes at the start of p that are not special.
func Plain(p []byte) int {
	i := 0
	for ; i < len(p)-7; i += 8 {
		if m := special(eight(p, i)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for ; i < len(p); i++ {
		if c := p[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x80 {
			break
		}
	}
	return i
}

// Control returns the place of the first byte of p below 0x20, or len(p).
func Control(p []byte) int {
	i := 0
	for ; i < len(p)-7; i += 8 {
		w := eight(p, i)
		if m := (w - spaces) &^ w & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(p) && p[i] >= ' ' {
		i++
	}
	return i
}

// Blank reports whether c is white space (RFC 8259, section 2).
func Blank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

// Blanks returns the number of bytes of white space at the start of p.
func Blanks(p []byte) int {
	i := 0
	for {
		// Long white space is indentation.
		for i < len(p)-7 && eight(p, i) == spaces {
			i += 8
		}
		if i >= len(p) || !Blank(p[i]) {
			return i
		}
		i++
	}
}

// LineEnd returns the place of the first CR or LF in p, or len(p).
func LineEnd(p []byte) int {
	i := 0
	for i < len(p)-7 {
		w := eight(p, i)
		m := (w - ('\r'+1)*ones) &^ w & highs // what is no more than CR; as in special, the lowest is right
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) >> 3
		if c := p[i]; c == '\n' || c == '\r' {
			return i
		}
		i++
	}
	for i < len(p) && p[i] != '\r' && p[i] != '\n' {
		i++
	}
	return i
}

// LineFeed returns the place of the first LF in p, or len(p).
func LineFeed(p []byte) int {
	i := 0
	for ; i < len(p)-7; i += 8 {
		w := eight(p, i) ^ '\n'*ones
		if m := (w - ones) &^ w & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(p) && p[i] != '\n' {
		i++
	}
	return i
}

// alike returns the number of bytes with which both p and q begin. On
// WebAssembly a turn of a loop costs more than the words compared in it.
func alike(p, q []byte) int {
	n := min(len(p), len(q))
	p, q = p[:n:n], q[:n:n]
	i := 0
	for ; i < len(p)-31 && i < len(q)-31; i += 32 {
		if d := eight(p, i) ^ eight(q, i); d != 0 {
			return i + bits.TrailingZeros64(d)>>3
		}
		if d := eight(p, i+8) ^ eight(q, i+8); d != 0 {
			return i + 8 + bits.TrailingZeros64(d)>>3
		}
		if d := eight(p, i+16) ^ eight(q, i+16); d != 0 {
			return i + 16 + bits.TrailingZeros64(d)>>3
		}
		if d := eight(p, i+24) ^ eight(q, i+24); d != 0 {
			return i + 24 + bits.TrailingZeros64(d)>>3
		}
	}
	for ; i < len(p)-7 && i < len(q)-7; i += 8 {
		if d := eight(p, i) ^ eight(q, i); d != 0 {
			return i + bits.TrailingZeros64(d)>>3
		}
	}
	for i < len(p) && i < len(q) && p[i] == q[i] {
		i++
	}
	return i
}

// Either returns the place of the first a or b in p, or len(p).
func Either(p []byte, a, b byte) int {
	i := 0
	for ; i < len(p)-7; i += 8 {
		w := eight(p, i)
		l, r := w^uint64(a)*ones, w^uint64(b)*ones
		if m := ((l-ones) & ^l | (r-ones) & ^r) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(p) && p[i] != a && p[i] != b {
		i++
	}
	return i
}

// LineFeeds returns how many LFs p has.
func LineFeeds(p []byte) int {
	n, i := 0, 0
	for ; i < len(p)-7; i += 8 {
		// Exact in every place: adding 0x7f to seven bits carries into the eighth
		// unless they are all zero.
		w := eight(p, i) ^ '\n'*ones
		n += 8 - bits.OnesCount64((w&^highs+^uint64(highs)|w)&highs)
	}
	for ; i < len(p); i++ {
		if p[i] == '\n' {
			n++
		}
	}
	return n
}
