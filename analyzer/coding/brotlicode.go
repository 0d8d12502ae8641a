package coding

import (
	"fmt"
	"math/bits"
)

// cursor reads bits without taking them from their buffer, so that a field that
// is not whole can be left for later.
type cursor struct {
	bits  uint64
	n     uint
	short bool // something was not whole; what was read since is worthless
}

func (c *cursor) take(n uint) int {
	if n > c.n {
		c.short = true
		return 0
	}
	v := c.bits & (1<<n - 1)
	c.bits >>= n
	c.n -= n
	return int(v)
}

// symbol reads one of a code.
func (c *cursor) symbol(code prefixCode) int {
	e := code[c.bits&(1<<prefixRoot-1)]
	if e&flagSub != 0 {
		e = code[e>>16+entry(c.bits>>prefixRoot)&(1<<(e>>8&15)-1)]
	}
	c.take(uint(e & lengthMask))
	return int(e >> 16)
}

// small reads a number from 0 to 255 in 1 to 11 bits (RFC 7932, section 9.2,
// NBLTYPES and NTREES).
func (c *cursor) small() int {
	if c.take(1) == 0 {
		return 0
	}
	n := uint(c.take(3))
	return 1<<n + c.take(n)
}

// cursor begins at the next bit. No field that is read with one has more than
// 56 bits.
func (f *bitBuffer) cursor(in *input) cursor {
	if f.n < 56 {
		f.fill(in)
	}
	return cursor{bits: f.bits, n: f.n}
}

// took takes what c has read.
func (f *bitBuffer) took(c *cursor) { f.bits, f.n = c.bits, c.n }

// prefixCode is a table as of build, of prefixRoot bits, or one of a single
// symbol that takes no bits.
type prefixCode []entry

const (
	prefixRoot  = 8
	maxAlphabet = 704 // insert-and-copy lengths
)

// The code length code (RFC 7932, section 3.5).
const (
	lengthSymbols = 18
	lengthRoot    = 5
	repeatLength  = 16
	repeatZero    = 17
)

var (
	lengthOrder = [lengthSymbols]uint8{1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	// By the next four bits, the length of a code length code, and its own.
	lengthOfLength = [16]uint8{0, 4, 3, 2, 0, 4, 3, 1, 0, 4, 3, 2, 0, 4, 3, 5}
	lengthBits     = [16]uint8{2, 2, 2, 3, 2, 2, 2, 4, 2, 2, 2, 3, 2, 2, 2, 4}
	symbolMeaning  [maxAlphabet]entry
)

func init() {
	for s := range symbolMeaning {
		symbolMeaning[s] = entry(s) << 16
	}
}

// codeReader reads one prefix code after the other, each as its bits come
// (sections 3.4 and 3.5).
type codeReader struct {
	state    codeState
	alphabet int
	i        int // symbols read so far, or code length symbols
	left     int // of what all codes together can be, 1<<15 or 1<<5
	kinds    int // code length symbols that have a code
	previous uint8
	repeated int   // times, in a row of repeats
	repeats  uint8 // which length
	short    [lengthSymbols]uint8
	lengths  [maxAlphabet]uint8
	code     [1 << prefixRoot]entry // the code length code; of lengthRoot bits, repeated
	arena    []entry                // the codes of this meta-block
}

type codeState uint8

const (
	codeBegin   codeState = iota // which kind it is, and a simple code
	codeLengths                  // lengths of the code length code
	codeSymbols                  // lengths of the symbols
)

// read reads the code of an alphabet. code is nil where it is not whole.
func (r *codeReader) read(f *bitBuffer, in *input, alphabet int) (code prefixCode, wrong string) {
	if r.state == codeBegin {
		c := f.cursor(in)
		skip := c.take(2)
		if skip == 1 {
			return r.simple(f, &c, alphabet)
		}
		if c.short {
			return nil, ""
		}
		f.took(&c)
		r.state, r.alphabet, r.i, r.left, r.kinds = codeLengths, alphabet, skip, 1<<lengthRoot, 0
		clear(r.short[:])
	}
	if r.state == codeLengths {
		if done, wrong := r.shortLengths(f, in); !done {
			return nil, wrong
		}
	}
	if done, wrong := r.symbolLengths(f, in); !done {
		return nil, wrong
	}
	r.state = codeBegin
	return r.build(), ""
}

// simple reads a code of one to four symbols.
func (r *codeReader) simple(f *bitBuffer, c *cursor, alphabet int) (code prefixCode, wrong string) {
	var symbols [4]int
	n := c.take(2) + 1
	for i := range symbols[:n] {
		symbols[i] = c.take(uint(bits.Len(uint(alphabet - 1))))
	}
	lengths := [...][4]uint8{{0}, {1, 1}, {1, 2, 2}, {2, 2, 2, 2}, {1, 2, 3, 3}}
	kind := n - 1
	if n == 4 {
		kind += c.take(1)
	}
	if c.short {
		return nil, ""
	}
	r.alphabet = alphabet
	clear(r.lengths[:alphabet])
	for i, s := range symbols[:n] {
		if s >= alphabet {
			return nil, fmt.Sprintf("symbol %d of an alphabet of %d", s, alphabet)
		}
		for _, before := range symbols[:i] {
			if s == before {
				return nil, fmt.Sprintf("symbol %d twice", s)
			}
		}
		r.lengths[s] = lengths[kind][i]
	}
	f.took(c)
	if n == 1 {
		return r.single(symbols[0]), ""
	}
	return r.build(), ""
}

// shortLengths reads the lengths of the code length code.
func (r *codeReader) shortLengths(f *bitBuffer, in *input) (done bool, wrong string) {
	for r.i < lengthSymbols && r.left > 0 {
		f.need(in, 4)
		n := uint(lengthBits[f.bits&15])
		if n > f.n {
			return false, ""
		}
		length := lengthOfLength[f.bits&15]
		f.take(n)
		r.short[lengthOrder[r.i]] = length
		r.i++
		if length > 0 {
			r.left -= 1 << (lengthRoot - length)
			r.kinds++
		}
	}
	switch {
	case r.kinds == 1: // it takes no bits
		for s, length := range r.short {
			if length > 0 {
				fillCode(r.code[:], s)
			}
		}
	case r.left != 0:
		return false, "lengths of a code length code that is not complete"
	default:
		build(r.code[:], lengthRoot, r.short[:], symbolMeaning[:])
		for i := 1 << lengthRoot; i < len(r.code); i++ {
			r.code[i] = r.code[i&(1<<lengthRoot-1)]
		}
	}
	r.state, r.i, r.left, r.previous, r.repeated, r.repeats = codeSymbols, 0, 1<<maxCode, 8, 0, 0
	clear(r.lengths[:r.alphabet])
	return true, ""
}

// symbolLengths reads the lengths of the code itself.
func (r *codeReader) symbolLengths(f *bitBuffer, in *input) (done bool, wrong string) {
	for r.i < r.alphabet && r.left > 0 {
		c := f.cursor(in)
		s := c.symbol(r.code[:])
		extra := uint(0)
		switch s {
		case repeatLength:
			extra = 2
		case repeatZero:
			extra = 3
		}
		more := c.take(extra)
		if c.short {
			return false, ""
		}
		f.took(&c)
		length, times := uint8(s), 1
		if extra == 0 {
			r.repeated = 0
			if length > 0 {
				r.previous = length
			}
		} else {
			if length = 0; s == repeatLength {
				length = r.previous
			}
			times = r.repeat(length, more, extra)
		}
		if times > r.alphabet-r.i {
			return false, fmt.Sprintf("%d code lengths where %d are left", times, r.alphabet-r.i)
		}
		for range times {
			r.lengths[r.i] = length
			r.i++
		}
		if length > 0 {
			r.left -= times << (maxCode - length)
		}
	}
	if r.left != 0 {
		return false, "code lengths that are no complete code"
	}
	return true, ""
}

// repeat says how many times more a length is repeated: in a row of repeats, each
// multiplies those before.
func (r *codeReader) repeat(length uint8, more int, extra uint) int {
	if r.repeats != length {
		r.repeated, r.repeats = 0, length
	}
	before := r.repeated
	if before > 0 {
		r.repeated = (before - 2) << extra
	}
	r.repeated += more + 3
	return r.repeated - before
}

// table returns room for one.
func (r *codeReader) table(size int) prefixCode {
	if cap(r.arena)-len(r.arena) < size {
		r.arena = make([]entry, 0, 2*cap(r.arena)+size)
	}
	n := len(r.arena)
	return prefixCode(r.arena[n : n+size])
}

// keep returns as much of the room as a table takes.
func (r *codeReader) keep(code prefixCode, size int) prefixCode {
	r.arena = r.arena[:len(r.arena)+size]
	return code[:size:size]
}

func (r *codeReader) build() prefixCode {
	code := r.table(1<<prefixRoot + (r.alphabet/(maxCode-prefixRoot+1)+1)<<(maxCode-prefixRoot))
	return r.keep(code, build(code, prefixRoot, r.lengths[:r.alphabet], symbolMeaning[:]))
}

func (r *codeReader) single(symbol int) prefixCode {
	code := r.table(1 << prefixRoot)
	fillCode(code, symbol)
	return r.keep(code, len(code))
}

// fillCode makes table one of a single symbol that takes no bits.
func fillCode(table []entry, symbol int) {
	for i := range table {
		table[i] = symbolMeaning[symbol]
	}
}
