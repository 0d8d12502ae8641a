package framing

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes at a time, as one word: on WebAssembly this is worth a factor of
// three over a byte loop, where there are no vector instructions to reach.
const (
	ones   = 0x0101010101010101
	highs  = 0x80 * ones
	spaces = ' ' * ones
)

// plain returns the number of bytes at the start of p that need no look inside
// a JSON string: ASCII that is no control, quote or backslash.
func plain(p []byte) int {
	i := 0
	for ; i+8 <= len(p); i += 8 {
		w := binary.LittleEndian.Uint64(p[i:])
		// The high bit of a byte's place is set where the byte is below 0x20,
		// equal to one of the two, or has it already. A borrow can set it for
		// a byte past one that is set rightly, never for the first.
		quote, slash := w^('"'*ones), w^('\\'*ones)
		if m := ((w - spaces) | (quote - ones) | (slash - ones) | w) & highs; m != 0 {
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

// blank reports whether c is white space (RFC 8259, section 2).
func blank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

// blanks returns the number of bytes of white space at the start of p.
func blanks(p []byte) int {
	i := 0
	for {
		// Long white space is indentation.
		for i+8 <= len(p) && binary.LittleEndian.Uint64(p[i:]) == spaces {
			i += 8
		}
		if i == len(p) || !blank(p[i]) {
			return i
		}
		i++
	}
}
