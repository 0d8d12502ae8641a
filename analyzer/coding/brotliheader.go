package coding

// What is told apart in a meta-block (RFC 7932, section 2).
const (
	literals = iota
	lengths  // insert-and-copy lengths
	distances
	categories
)

// brotliHeader is the codes of a meta-block, and how far they were read (section
// 9.2).
type brotliHeader struct {
	codeReader
	field    brotliField
	which    int // the category, or the type of literals
	at       int // the context, or the code
	blocks   [categories]blocks
	modes    [256]byte // the context mode of each type of literals
	postfix  uint      // NPOSTFIX
	direct   int       // NDIRECT
	maps     [categories]contextMap
	trees    [categories][]prefixCode
	alphabet [categories]int
}

// blocks is the types that blocks of a category can have, and the one at hand.
type blocks struct {
	types             int
	typeCode, lenCode prefixCode
	now, before       int // types
	left              int // in the block at hand
}

// contextMap says which code a context has.
type contextMap struct {
	of    []byte
	codes int // NTREES
	runs  int // RLEMAX
	code  prefixCode
}

type brotliField uint8

const (
	fieldTypes    brotliField = iota // NBLTYPES
	fieldTypeCode                    // of block types
	fieldLenCode                     // of block lengths
	fieldFirstLen
	fieldDistances // NPOSTFIX, NDIRECT
	fieldModes
	fieldTrees // NTREES
	fieldRuns  // RLEMAX
	fieldMapCode
	fieldMap
	fieldMove  // IMTF
	fieldCodes // the codes themselves
	fieldEnd
)

const (
	lenSymbols = 26
	endless    = 1 << 24 // the length of the only block, as long as a meta-block can be
)

// By symbol, the extra bits and the base of a block's length (section 6).
var (
	lenExtra = [lenSymbols]uint8{2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24}
	lenBase  [lenSymbols]int
)

func init() {
	base := 1
	for s, extra := range lenExtra {
		lenBase[s] = base
		base += 1 << extra
	}
}

// blockLen reads the length of a block.
func (c *cursor) blockLen(code prefixCode) int {
	s := c.symbol(code)
	if c.short {
		return 0
	}
	return lenBase[s] + c.take(uint(lenExtra[s]))
}

// beginCodes begins a meta-block.
func (h *brotliHeader) beginCodes() {
	h.field, h.which, h.arena = fieldTypes, 0, h.arena[:0]
}

// codes reads what stands between the length of a meta-block and its content,
// as far as it has come. wrong says what cannot be.
func (h *brotliHeader) codes(f *bitBuffer, in *input) (done bool, wrong string) {
	for h.field != fieldEnd {
		ok := false
		switch h.field {
		case fieldTypes, fieldTypeCode, fieldLenCode, fieldFirstLen:
			ok, wrong = h.readBlocks(f, in)
		case fieldDistances, fieldModes:
			ok = h.readModes(f, in)
		case fieldCodes:
			ok, wrong = h.readCodes(f, in)
		default:
			ok, wrong = h.readMap(f, in)
		}
		if !ok {
			return false, wrong
		}
	}
	return true, ""
}

// readBlocks reads a field of the block types of a category.
func (h *brotliHeader) readBlocks(f *bitBuffer, in *input) (ok bool, wrong string) {
	b := &h.blocks[h.which]
	switch h.field {
	case fieldTypes:
		c := f.cursor(in)
		n := c.small() + 1
		if c.short {
			return false, ""
		}
		f.took(&c)
		*b = blocks{types: n, before: 1, left: endless}
		if h.field = fieldTypeCode; n == 1 {
			h.nextBlocks()
		}
	case fieldTypeCode:
		if b.typeCode, wrong = h.read(f, in, b.types+2); b.typeCode == nil {
			return false, wrong
		}
		h.field = fieldLenCode
	case fieldLenCode:
		if b.lenCode, wrong = h.read(f, in, lenSymbols); b.lenCode == nil {
			return false, wrong
		}
		h.field = fieldFirstLen
	case fieldFirstLen:
		c := f.cursor(in)
		if b.left = c.blockLen(b.lenCode); c.short {
			return false, ""
		}
		f.took(&c)
		h.nextBlocks()
	}
	return true, ""
}

func (h *brotliHeader) nextBlocks() {
	h.field = fieldTypes
	if h.which++; h.which == categories {
		h.field, h.which = fieldDistances, 0
	}
}

// readModes reads how distances and contexts of literals are made.
func (h *brotliHeader) readModes(f *bitBuffer, in *input) (ok bool) {
	if h.field == fieldDistances {
		if !f.need(in, 6) {
			return false
		}
		h.postfix = uint(f.take(2))
		h.direct = f.take(4) << h.postfix
		h.field = fieldModes
	}
	for ; h.which < h.blocks[literals].types; h.which++ {
		if !f.need(in, 2) {
			return false
		}
		h.modes[h.which] = byte(f.take(2))
	}
	h.beginMap(literals)
	return true
}

func (h *brotliHeader) beginMap(category int) { h.field, h.which = fieldTrees, category }

// readMap reads a field of a context map (section 7.3).
func (h *brotliHeader) readMap(f *bitBuffer, in *input) (ok bool, wrong string) {
	m := &h.maps[h.which]
	c := f.cursor(in)
	switch h.field {
	case fieldTrees:
		m.codes = c.small() + 1
		if c.short {
			return false, ""
		}
		f.took(&c)
		size := h.blocks[h.which].types << contextBits(h.which)
		m.of = append(m.of[:0], make([]byte, size)...)
		if h.field = fieldRuns; m.codes == 1 {
			h.nextMap()
		}
	case fieldRuns:
		if m.runs = c.take(1); m.runs == 1 {
			m.runs += c.take(4)
		}
		if c.short {
			return false, ""
		}
		f.took(&c)
		h.field = fieldMapCode
	case fieldMapCode:
		if m.code, wrong = h.read(f, in, m.codes+m.runs); m.code == nil {
			return false, wrong
		}
		h.field, h.at = fieldMap, 0
	case fieldMap:
		return h.readContexts(m, f, in)
	case fieldMove:
		move := c.take(1) == 1
		if c.short {
			return false, ""
		}
		f.took(&c)
		if move {
			moveToFront(m.of)
		}
		h.nextMap()
	}
	return true, ""
}

// readContexts reads the content of a context map: codes, and runs of zeros.
func (h *brotliHeader) readContexts(m *contextMap, f *bitBuffer, in *input) (ok bool, wrong string) {
	for h.at < len(m.of) {
		c := f.cursor(in)
		s, zeros := c.symbol(m.code), 0
		if s > 0 && s <= m.runs && !c.short {
			zeros = 1<<s + c.take(uint(s))
		}
		switch {
		case c.short:
			return false, ""
		case zeros > len(m.of)-h.at:
			return false, "a context map with too many zeros"
		case zeros > 0:
			h.at += zeros
		default:
			if s > 0 {
				m.of[h.at] = byte(s - m.runs)
			}
			h.at++
		}
		f.took(&c)
	}
	h.field = fieldMove
	return true, ""
}

// nextMap comes after a context map: lengths have none.
func (h *brotliHeader) nextMap() {
	if h.which == literals {
		h.beginMap(distances)
		return
	}
	h.field, h.which, h.at = fieldCodes, literals, 0
	h.alphabet = [...]int{literals: 256, lengths: maxAlphabet, distances: 16 + h.direct + 48<<h.postfix}
	for k, n := range [...]int{h.maps[literals].codes, h.blocks[lengths].types, h.maps[distances].codes} {
		h.trees[k] = append(h.trees[k][:0], make([]prefixCode, n)...)
	}
}

// readCodes reads the codes of the three categories.
func (h *brotliHeader) readCodes(f *bitBuffer, in *input) (ok bool, wrong string) {
	for ; h.which < categories; h.which, h.at = h.which+1, 0 {
		trees := h.trees[h.which]
		for ; h.at < len(trees); h.at++ {
			if trees[h.at], wrong = h.read(f, in, h.alphabet[h.which]); trees[h.at] == nil {
				return false, wrong
			}
		}
	}
	h.field = fieldEnd
	return true, ""
}

// contextBits is how many bits a context has.
func contextBits(category int) int {
	if category == literals {
		return 6
	}
	return 2
}

// moveToFront undoes the transform of the same name (section 7.3).
func moveToFront(of []byte) {
	var front [256]byte
	for i := range front {
		front[i] = byte(i)
	}
	for i, at := range of {
		v := front[at]
		of[i] = v
		copy(front[1:], front[:at])
		front[0] = v
	}
}
