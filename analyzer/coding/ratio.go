package coding

import "fmt"

// What a body may decode to, so that a small one cannot keep its reader busy
// for hours: DEFLATE alone makes at most 1032 bytes of one, brotli and a list of
// codings millions.
const (
	MaxRatio = 2048     // decoded bytes for each coded byte, beyond
	FreeSize = 64 << 20 // decoded bytes that any body may have
)

// ratio counts what a body decodes to.
type ratio struct{ decoded int64 }

// see counts n more decoded bytes, of the coded byte at offset.
func (r *ratio) see(c Name, offset int64, n int) *Error {
	r.decoded += int64(n)
	if r.decoded-FreeSize <= (offset+1)*MaxRatio {
		return nil
	}
	return corrupt(c, offset, fmt.Sprintf("%d bytes out of %d", r.decoded, offset+1), fmt.Sprintf("at most %d for each, and %d", MaxRatio, FreeSize))
}
