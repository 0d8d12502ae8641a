package coding

import "encoding/binary"

// bitBuffer holds bits that were received and not used yet, the first lowest.
// Those above n are zero between two writes.
type bitBuffer struct {
	bits uint64
	n    uint
}

const none = -1

// input is the piece that is being written.
type input struct {
	p    []byte
	i    int   // up to here its bytes are in the bit buffer, or used
	base int64 // the offset of p
	last int   // up to here it was of use; none where nothing was
}

// since is the number of bytes after the last that was of use, or none.
func (in *input) since() int {
	if in.last == none {
		return none
	}
	return in.i - in.last
}

// fill takes bytes until there are at least 56 bits, or all that there are.
func (f *bitBuffer) fill(in *input) {
	if len(in.p)-in.i >= 8 {
		// What is read beyond the whole bytes is read again the same.
		f.bits |= binary.LittleEndian.Uint64(in.p[in.i:]) << (f.n & 63)
		in.i += int((63 - f.n) / 8)
		f.n |= 56
		return
	}
	for f.n <= 55 && in.i < len(in.p) {
		f.bits |= uint64(in.p[in.i]) << f.n
		in.i++
		f.n += 8
	}
}

// need makes sure of n bits, at most 56.
func (f *bitBuffer) need(in *input, n uint) bool {
	if f.n < n {
		f.fill(in)
	}
	return f.n >= n
}

func (f *bitBuffer) take(n uint) int {
	v := f.bits & (1<<n - 1)
	f.bits >>= n
	f.n -= n
	return int(v)
}

// align drops the bits up to the next whole byte and puts whole bytes back. They
// are of this piece: no state that aligns leaves a whole byte between two. It
// returns the dropped bits.
func (f *bitBuffer) align(in *input) (dropped uint64) {
	dropped = f.bits & (1<<(f.n%8) - 1)
	in.i -= int(f.n / 8)
	f.bits, f.n = 0, 0
	return dropped
}

// offset is that of the byte with the next bit.
func (f *bitBuffer) offset(in *input) int64 { return in.base + int64(in.i) - int64(f.n+7)/8 }

// used says that all up to the next bit was of use.
func (f *bitBuffer) used(in *input) { in.last = in.i - int(f.n/8) }
