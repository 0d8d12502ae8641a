package coding

import (
	"encoding/binary"
	"fmt"
)

// inflater decodes DEFLATE (RFC 1951) as it is pushed. compress/flate pulls, and
// keeps what it decoded until a block ends or its window is full.
//
// All that it knows between two bytes of input is its state and at most 47
// bits that do not make a whole symbol yet.
type inflater struct {
	window
	coding Name
	state  inflateState
	final  bool // the block is the last
	bitBuffer

	stored             int // bytes to come of a stored block
	nLit, nDist, nCode int // of a dynamic block, how many lengths it has of each code
	have               int // how many of them were read
	lengths            [litSymbols + distSymbols]uint8
	lit                *[litSize]entry
	dist               *[distSize]entry
	ownLit             [litSize]entry
	ownDist            [distSize]entry
	ownCode            [clSize]entry
}

type inflateState uint8

const (
	inflateBlock   inflateState = iota // the three bits before a block
	inflateLen                         // LEN and NLEN of a stored block
	inflateStored                      // its bytes
	inflateCounts                      // HLIT, HDIST and HCLEN
	inflateCodes                       // lengths of the code length code
	inflateLengths                     // lengths of the other two
	inflateSymbols                     // literals and matches
	inflateDone
)

var codeOrder = [clSymbols]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// reset begins a new stream: nothing before it can be referred to.
func (f *inflater) reset() {
	f.state, f.bits, f.n, f.pos, f.emitted = inflateBlock, 0, 0, 0, 0
}

func (f *inflater) done() bool { return f.state == inflateDone }

// write takes coded bytes up to the end of the stream. used is how many of p it
// took; since is how many of those came after the byte that last completed
// output or a block, or none where no byte of p did. base is the offset of p, for
// errors.
func (f *inflater) write(p []byte, base int64) (used, since int, err *Error) {
	in := input{p: p, base: base, last: none}
	for err == nil && f.state != inflateDone {
		var more bool
		switch f.state {
		case inflateStored:
			more = f.copyStored(&in)
		case inflateSymbols:
			more, err = f.symbols(&in)
		default:
			more, err = f.header(&in)
		}
		if !more {
			break
		}
	}
	f.flush()
	return in.i, in.since(), err
}

func (f *inflater) corrupt(in *input, read, want string) *Error {
	return corrupt(f.coding, f.offset(in), read, want)
}

// endBlock comes after the last symbol or byte of a block.
func (f *inflater) endBlock(in *input) {
	f.state = inflateBlock
	if f.final {
		f.state = inflateDone
		f.align(in)
	}
	f.used(in)
}

// header takes one field before the content of a block. It returns false where
// the field is not whole.
func (f *inflater) header(in *input) (more bool, err *Error) {
	switch f.state {
	case inflateBlock:
		if !f.need(in, 3) {
			return false, nil
		}
		switch f.bits >> 1 & 3 {
		case 0:
			f.state = inflateLen
		case 1:
			f.state, f.lit, f.dist = inflateSymbols, &fixedLit, &fixedDist
		case 2:
			f.state = inflateCounts
		default:
			return false, f.corrupt(in, "a block of type 3", "0 to 2")
		}
		f.final = f.take(1) == 1
		f.take(2)
		if f.state == inflateLen {
			f.take(f.n % 8)
		}
	case inflateLen:
		if !f.need(in, 32) {
			return false, nil
		}
		if n, not := uint16(f.bits), uint16(f.bits>>16); n != ^not {
			return false, f.corrupt(in, fmt.Sprintf("a stored length of %#04x beside %#04x", n, not), "its complement")
		}
		f.stored = f.take(16)
		f.take(16)
		f.align(in)
		if f.state = inflateStored; f.stored == 0 {
			f.endBlock(in)
		}
	case inflateCounts:
		if !f.need(in, 14) {
			return false, nil
		}
		f.nLit, f.nDist, f.nCode = int(f.bits&31)+257, int(f.bits>>5&31)+1, int(f.bits>>10&15)+4
		if f.nLit > 286 || f.nDist > 30 {
			return false, f.corrupt(in, fmt.Sprintf("%d literal and %d distance codes", f.nLit, f.nDist), "at most 286 and 30")
		}
		f.take(14)
		f.state, f.have = inflateCodes, 0
		clear(f.lengths[:clSymbols])
	case inflateCodes:
		for ; f.have < f.nCode; f.have++ {
			if !f.need(in, 3) {
				return false, nil
			}
			f.lengths[codeOrder[f.have]] = uint8(f.take(3))
		}
		if build(f.ownCode[:], clRoot, f.lengths[:clSymbols], clMeaning[:]) == 0 {
			return false, f.corrupt(in, "lengths of code length codes", "a complete prefix code")
		}
		f.state, f.have = inflateLengths, 0
	case inflateLengths:
		return f.codeLengths(in)
	}
	return true, nil
}

// codeLengths takes the lengths of the literal and the distance codes, as far
// as there are (section 3.2.7).
func (f *inflater) codeLengths(in *input) (more bool, err *Error) {
	all := f.nLit + f.nDist
	for f.have < all {
		f.need(in, 14)
		e := f.ownCode[f.bits&(clSize-1)]
		length, extra, n := uint(e&lengthMask), uint(0), 1
		if length > f.n {
			return false, nil
		}
		if e&flagBad != 0 {
			return false, f.corrupt(in, "bits that are no code", "a code length")
		}
		value := uint8(e >> 16)
		switch value {
		case 16:
			extra, n = 2, 3
		case 17:
			extra, n = 3, 3
		case 18:
			extra, n = 7, 11
		}
		if length+extra > f.n {
			return false, nil
		}
		n += int(f.bits >> length & (1<<extra - 1))
		switch {
		case n > all-f.have:
			return false, f.corrupt(in, fmt.Sprintf("%d code lengths where %d are left", n, all-f.have), "no more than are left")
		case value == 16 && f.have == 0:
			return false, f.corrupt(in, "a repeated code length", "one before it")
		case value == 16:
			value = f.lengths[f.have-1]
		case value > 16:
			value = 0
		}
		f.take(length + extra)
		for range n {
			f.lengths[f.have] = value
			f.have++
		}
	}
	if build(f.ownLit[:], litRoot, f.lengths[:f.nLit], litMeaning[:]) == 0 {
		return false, f.corrupt(in, "lengths of literal codes", "a complete prefix code")
	}
	if build(f.ownDist[:], distRoot, f.lengths[f.nLit:all], distMeaning[:]) == 0 {
		return false, f.corrupt(in, "lengths of distance codes", "a complete prefix code")
	}
	f.state, f.lit, f.dist = inflateSymbols, &f.ownLit, &f.ownDist
	return true, nil
}

// copyStored takes bytes of a stored block. It returns false where it is not
// at its end.
func (f *inflater) copyStored(in *input) bool {
	for f.stored > 0 {
		if f.pos >= windowFull {
			f.slide()
		}
		n := min(f.stored, len(in.p)-in.i, windowFull-f.pos)
		if n == 0 {
			return false
		}
		copy(f.buf[f.pos:], in.p[in.i:in.i+n])
		f.pos, in.i, f.stored = f.pos+n, in.i+n, f.stored-n
		in.last = in.i
	}
	f.endBlock(in)
	return true
}

// symbols takes literals and matches (section 3.2.3). A match is at most 15 + 5
// + 15 + 13 bits, so that the bit buffer holds it whole and it is taken whole or
// not at all. It returns false where the input ends first.
//
// Where a code is not whole, the bits above it are zero and choose some entry
// of the table; it is another symbol's only if that has more bits than there are.
func (f *inflater) symbols(in *input) (more bool, err *Error) {
	p, i, bits, n := in.p, in.i, f.bits, f.n
	buf, pos, lit, dist, last := &f.buf, f.pos, f.lit, f.dist, in.last
	read, want := "", ""
	for {
		if n < 48 {
			if len(p)-i >= 8 {
				// What is read beyond the whole bytes is read again the same.
				bits |= binary.LittleEndian.Uint64(p[i:]) << (n & 63)
				i += int((63 - n) / 8)
				n |= 56
			} else {
				for n <= 56 && i < len(p) {
					bits |= uint64(p[i]) << (n & 63)
					i++
					n += 8
				}
			}
		}
		if pos >= windowFull {
			f.pos = pos
			f.slide()
			pos = f.pos
		}
		e := lit[bits&(1<<litRoot-1)]
		if e&flagSub != 0 {
			e = lit[e>>16+entry(bits>>litRoot)&(1<<(e>>8&15)-1)]
		}
		length := uint(e & lengthMask)
		if length > n {
			break
		}
		if e&flagLiteral != 0 {
			buf[pos&(len(buf)-1)] = byte(e >> 16)
			pos++
			bits >>= length & 63
			n -= length
			last = i - int(n/8)
			continue
		}
		if e&(flagEnd|flagBad) != 0 {
			if e&flagBad != 0 {
				read, want = "bits that are no literal code", "a literal, a length or the end of the block"
				break
			}
			in.i, f.bits, f.n, f.pos = i, bits>>length, n-length, pos
			f.endBlock(in)
			return true, nil
		}
		extra := uint(e >> 8 & 15)
		size := int(e>>16) + int(bits>>length&(1<<extra-1))
		length += extra
		e = dist[bits>>length&(1<<distRoot-1)]
		if e&flagSub != 0 {
			e = dist[e>>16+entry(bits>>(length+distRoot))&(1<<(e>>8&15)-1)]
		}
		length += uint(e & lengthMask)
		if length > n {
			break
		}
		if e&flagBad != 0 {
			read, want = "bits that are no distance code", "a distance"
			break
		}
		extra = uint(e >> 8 & 15)
		far := int(e>>16) + int(bits>>length&(1<<extra-1))
		if length += extra; length > n {
			break
		}
		if far > pos {
			read, want = fmt.Sprintf("a match of %d bytes from %d back", size, far), fmt.Sprintf("it within the %d decoded", pos)
			break
		}
		match(buf, pos, far, size)
		pos += size
		bits >>= length & 63
		n -= length
		last = i - int(n/8)
	}
	in.i, in.last, f.bits, f.n, f.pos = i, last, bits, n, pos
	if read != "" {
		return false, f.corrupt(in, read, want)
	}
	return false, nil
}
