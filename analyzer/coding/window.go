package coding

import "encoding/binary"

// window is the output of an inflater: the last 32 KiB of what was emitted, to
// which matches refer, and behind it what is still to be emitted. It lies in one
// piece, so that a match is never cut in two; when it is full, it is emitted and
// its end moved to the front.
type window struct {
	buf     [2 * windowSize]byte
	pos     int // where the next byte goes
	emitted int // up to here buf has been emitted
	emit    func([]byte)
}

const (
	windowSize = 32 << 10 // RFC 1951, section 2
	maxMatch   = 258
	step       = 8 // match copies it many bytes at a time and may write past the end
	// windowFull is where no further match is sure to find room.
	windowFull = 2*windowSize - maxMatch - step
)

// flush emits what has not been.
func (w *window) flush() {
	for w.emitted < w.pos {
		piece := w.buf[w.emitted:min(w.pos, w.emitted+MaxPiece)]
		w.emitted += len(piece)
		w.emit(piece)
	}
}

// slide emits all and makes room.
func (w *window) slide() {
	w.flush()
	if w.pos > windowSize {
		copy(w.buf[:windowSize], w.buf[w.pos-windowSize:w.pos])
		w.pos, w.emitted = windowSize, windowSize
	}
}

// match repeats length bytes from distance back, which may be fewer than
// length: then what was just written is repeated.
func match(buf *[2 * windowSize]byte, pos, distance, length int) {
	from, end := pos-distance, pos+length
	switch {
	case distance >= step:
		for pos < end {
			binary.LittleEndian.PutUint64(buf[pos:pos+step], binary.LittleEndian.Uint64(buf[from:from+step]))
			pos, from = pos+step, from+step
		}
	case distance == 1:
		fill := uint64(buf[from]) * 0x0101010101010101
		for pos < end {
			binary.LittleEndian.PutUint64(buf[pos:pos+step], fill)
			pos += step
		}
	default:
		for pos < end {
			buf[pos] = buf[from]
			pos, from = pos+1, from+1
		}
	}
}
