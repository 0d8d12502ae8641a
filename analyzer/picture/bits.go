package picture

import "encoding/binary"

// bitWriter appends bits, the lowest first.
type bitWriter struct {
	out  []byte
	held uint64
	n    int // bits that are held, less than 32
}

// write appends up to 32 bits.
func (w *bitWriter) write(v uint64, width int) {
	w.held |= v << w.n
	if w.n += width; w.n >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.held))
		w.held >>= 32
		w.n -= 32
	}
}

func (w *bitWriter) code(c code) { w.write(uint64(c.bits), int(c.width)) }

// end is all that was written, the last byte filled up.
func (w *bitWriter) end() []byte {
	for ; w.n > 0; w.n -= 8 {
		w.out = append(w.out, byte(w.held))
		w.held >>= 8
	}
	return w.out
}
