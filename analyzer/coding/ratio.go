package coding

import "fmt"

// What bodies may decode to, so that small ones cannot keep their reader busy for
// hours: DEFLATE alone makes at most 1032 bytes of one, brotli and a list of
// codings millions.
const (
	MaxRatio = 2048     // decoded bytes for each coded byte, beyond
	FreeSize = 16 << 20 // decoded bytes that are always allowed
)

// Budget is what the bodies of one recording have decoded to in all. The zero
// value is one to begin with.
type Budget struct{ coded, decoded int64 }

// ratio counts the part of one body in a budget.
type ratio struct {
	budget *Budget
	coded  int64 // counted so far
}

// see counts n more decoded bytes, of the coded byte at offset.
func (r *ratio) see(c Name, offset int64, n int) *Error {
	b := r.budget
	b.coded += offset + 1 - r.coded
	r.coded = offset + 1
	b.decoded += int64(n)
	if b.decoded-FreeSize <= b.coded*MaxRatio {
		return nil
	}
	return corrupt(c, offset, fmt.Sprintf("%d bytes out of %d", b.decoded, b.coded), fmt.Sprintf("at most %d for each, and %d", MaxRatio, FreeSize))
}
