package picture

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// deflater makes DEFLATE (RFC 1951) of rows of pixels. Of flat colours nearly all
// goes on as it did before or as the row above, so it looks there first: it
// takes a tenth of the time of package compress/flate, and no more bytes.
type deflater struct {
	tokens []token
	seen   [1 << seenBits]int32 // after a place where four bytes were, by a hash of them
}

// token is a byte, or, if the highest bit is set, a length from bit 16 up and how
// far back as much is found.
type token uint32

const (
	seenBits = 12
	window   = 1 << 15 // how far back anything is found
	longest  = 258     // match
	far      = 1 << 31 // marks a match
	block    = 1 << 16 // tokens that share their codes
)

// The least lengths that are worth a match: near is the byte before.
const (
	leastNear = 4
	leastFar  = 6
	enough    = 32 // of a match to look for no better one
)

// deflate appends what becomes of data, whose rows are so many bytes.
func (d *deflater) deflate(out, data []byte, stride int) []byte {
	clear(d.seen[:])
	d.tokens = d.tokens[:0]
	w := bitWriter{out: out}
	for at := 0; at < len(data); {
		if len(d.tokens) >= block {
			w.block(d.tokens, false)
			d.tokens = d.tokens[:0]
		}
		length, back := d.match(data, at, stride)
		if length == 0 {
			d.tokens = append(d.tokens, token(data[at]))
			at++
			continue
		}
		at += length
		for ; length > 0; length -= longest {
			d.tokens = append(d.tokens, far|token(min(length, longest)<<16|back))
		}
	}
	w.block(d.tokens, true)
	return w.end()
}

// match finds what is at a place further back, if that is worth it. It can be as
// long as the data, but what is left when it is cut is never too short to be one.
func (d *deflater) match(data []byte, at, stride int) (length, back int) {
	if stride <= at && stride <= window {
		if n := alike(data[at-stride:], data[at:]); n >= leastFar {
			length, back = n, stride
		}
	}
	if length < enough && at > 0 {
		if n := alike(data[at-1:], data[at:]); n >= leastNear && n >= length {
			length, back = n, 1
		}
	}
	if length < enough && at+4 <= len(data) {
		seen := &d.seen[binary.LittleEndian.Uint32(data[at:])*2654435769>>(32-seenBits)]
		if from := int(*seen) - 1; from >= 0 && at-from <= window {
			if n := alike(data[from:], data[at:]); n >= leastFar && n > length {
				length, back = n, at-from
			}
		}
		*seen = int32(at + 1)
	}
	if rest := length % longest; length > longest && rest < leastFar {
		length -= rest
	}
	return length, back
}

// alike is how many bytes a and b, which is no longer, begin with alike.
func alike(a, b []byte) (n int) {
	for n+8 <= len(b) {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
		n += 8
		for n%64 == 0 && n+64 <= len(b) && bytes.Equal(a[n:n+64], b[n:n+64]) {
			n += 64
		}
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// The symbols of RFC 1951, section 3.2.5.
const (
	endOfBlock  = 256
	lengths     = 257 // the first of them
	literals    = 286 // and lengths, how many
	distances   = 30
	codeLengths = 16 // that are used; the other three repeat
)

// lengthSymbol is the symbol of a length, and what follows it in how many bits.
func lengthSymbol(length int) (symbol, extra, width int) {
	if length == longest {
		return literals - 1, 0, 0
	}
	n := length - 3
	width = max(bits.Len(uint(n))-3, 0)
	return lengths + width*4 + n>>width, n & (1<<width - 1), width
}

// distanceSymbol is that of a distance.
func distanceSymbol(back int) (symbol, extra, width int) {
	n := back - 1
	width = max(bits.Len(uint(n))-2, 0)
	return width*2 + n>>width, n & (1<<width - 1), width
}

// block writes tokens with codes of their own (section 3.2.7). The lengths of the
// codes are written in four bits each: a hundred bytes more than need be.
func (w *bitWriter) block(tokens []token, last bool) {
	var counts [literals]int
	counts[endOfBlock] = 1
	backs := [distances]int{1, 1} // so that there are two
	for _, t := range tokens {
		if t&far == 0 {
			counts[t]++
			continue
		}
		length, _, _ := lengthSymbol(t.length())
		back, _, _ := distanceSymbol(t.back())
		counts[length]++
		backs[back]++
	}
	literal, distance := codesOf(counts[:]), codesOf(backs[:])
	if last {
		w.write(1, 1)
	} else {
		w.write(0, 1)
	}
	w.write(2, 2)
	w.write(literals-lengths, 5)
	w.write(distances-1, 5)
	w.write(19-4, 4)
	w.write(0, 3*3) // none repeats
	for range codeLengths {
		w.write(4, 3)
	}
	for _, codes := range [][]code{literal, distance} {
		for _, c := range codes {
			w.write(uint64(bits.Reverse8(c.width)>>4), 4)
		}
	}
	for _, t := range tokens {
		if t&far == 0 {
			w.code(literal[t])
			continue
		}
		symbol, extra, width := lengthSymbol(t.length())
		w.code(literal[symbol])
		w.write(uint64(extra), width)
		symbol, extra, width = distanceSymbol(t.back())
		w.code(distance[symbol])
		w.write(uint64(extra), width)
	}
	w.code(literal[endOfBlock])
}

func (t token) length() int { return int(t >> 16 &^ (far >> 16)) }
func (t token) back() int   { return int(t & (1<<16 - 1)) }
