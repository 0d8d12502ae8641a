package coding

import "math/bits"

// A Huffman table (RFC 1951, section 3.2.2) is indexed by the next bits of the
// stream, the first in the lowest place. Codes longer than its root go through
// a second table behind the first. An entry holds all that its symbol means:
//
//	bits 0 to 3    the length of the code, 1 to 15
//	bits 4 to 7    one of the flags
//	bits 8 to 11   the number of extra bits; of a subtable, its index bits
//	bits 16 to 31  the literal, the base of a length or distance, the code
//	               length symbol; of a subtable, where it begins
type entry = uint32

const (
	flagLiteral entry = 1 << 4
	flagSub     entry = 1 << 5 // go on in a subtable
	flagEnd     entry = 1 << 6 // end of block
	flagBad     entry = 1 << 7 // no symbol, or one that may not occur

	lengthMask entry = 15
)

const (
	maxCode     = 15 // bits of the longest code
	litRoot     = 10
	distRoot    = 8
	clRoot      = 7 // no code of a code length symbol is longer
	litSymbols  = 288
	distSymbols = 32
	clSymbols   = 19

	// The most that a complete code can need: a subtable of 2^d entries has at
	// least d+1 symbols, so all of them together have at most
	// symbols/(d+1)·2^d, which is largest at the largest d.
	litSize  = 1<<litRoot + litSymbols/(maxCode-litRoot+1)*(1<<(maxCode-litRoot))
	distSize = 1<<distRoot + distSymbols/(maxCode-distRoot+1)*(1<<(maxCode-distRoot))
	clSize   = 1 << clRoot
)

// What each symbol means, as an entry without the length of its code.
var (
	litMeaning  [litSymbols]entry
	distMeaning [distSymbols]entry
	clMeaning   [clSymbols]entry
	fixedLit    [litSize]entry
	fixedDist   [distSize]entry
)

func init() {
	for s := range 256 {
		litMeaning[s] = entry(s)<<16 | flagLiteral
	}
	litMeaning[256] = flagEnd
	// Section 3.2.5. Of the lengths every four symbols have one extra bit more,
	// of the distances every two.
	for s, base := 257, 3; s < 285; s++ {
		extra := max(0, (s-261)/4)
		litMeaning[s] = entry(base)<<16 | entry(extra)<<8
		base += 1 << extra
	}
	litMeaning[285] = 258 << 16
	litMeaning[286], litMeaning[287] = flagBad, flagBad
	for s, base := 0, 1; s < 30; s++ {
		extra := max(0, s/2-1)
		distMeaning[s] = entry(base)<<16 | entry(extra)<<8
		base += 1 << extra
	}
	distMeaning[30], distMeaning[31] = flagBad, flagBad
	for s := range clMeaning {
		clMeaning[s] = entry(s) << 16
	}
	// Section 3.2.6.
	var lengths [litSymbols]uint8
	for s := range lengths {
		switch {
		case s < 144:
			lengths[s] = 8
		case s < 256:
			lengths[s] = 9
		case s < 280:
			lengths[s] = 7
		default:
			lengths[s] = 8
		}
	}
	build(fixedLit[:], litRoot, lengths[:], litMeaning[:])
	for s := range distSymbols {
		lengths[s] = 5
	}
	build(fixedDist[:], distRoot, lengths[:distSymbols], distMeaning[:])
}

// build fills table for the code that lengths describe, 0 for a symbol without
// one, and says how many entries it has. It returns 0 where that is no prefix code or leaves bits without a
// meaning. Two such are allowed, as compress/flate does: a code of a single
// bit, and none at all; bits that have no meaning are bad when they come.
func build(table []entry, root uint, lengths []uint8, meaning []entry) (size int) {
	var count, next [maxCode + 1]int
	longest := uint(0)
	for _, n := range lengths {
		count[n]++
		longest = max(longest, uint(n))
	}
	count[0] = 0
	left := 1 // codes of this length that are not spoken for
	for n := 1; n <= maxCode; n++ {
		next[n] = (next[n-1] + count[n-1]) << 1
		if left = left<<1 - count[n]; left < 0 {
			return 0
		}
	}
	if left > 0 {
		if longest > 1 {
			return 0
		}
		for i := range table[:1<<root] {
			table[i] = flagBad | 1
		}
	}

	var sub [1 << litRoot]uint8 // index bits of the subtable behind each entry of the first
	begin := 1 << root
	if longest > root {
		codes := next
		for _, n := range lengths {
			if uint(n) > root {
				i := reverse(codes[n], uint(n)) & (1<<root - 1)
				sub[i] = max(sub[i], n-uint8(root))
			}
			codes[n]++
		}
		for i, n := range sub[:1<<root] {
			if n > 0 {
				table[i] = entry(begin)<<16 | entry(n)<<8 | flagSub
				begin += 1 << n
			}
		}
	}
	for s, length := range lengths {
		n := uint(length)
		if n == 0 {
			continue
		}
		i := reverse(next[n], n)
		next[n]++
		e := meaning[s] | entry(n)
		if n <= root {
			for ; i < 1<<root; i += 1 << n {
				table[i] = e
			}
			continue
		}
		first := table[i&(1<<root-1)]
		at, size := int(first>>16), 1<<(first>>8&15)
		for i >>= root; i < size; i += 1 << (n - root) {
			table[at+i] = e
		}
	}
	return begin
}

// reverse turns a code of n bits around: the stream has its first bit lowest.
func reverse(code int, n uint) int { return int(bits.Reverse16(uint16(code)) >> (16 - n)) }
