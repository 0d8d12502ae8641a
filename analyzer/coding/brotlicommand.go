package coding

import "fmt"

// brotliCommand is how far a command was taken: literals that are inserted, and
// a copy of what is there or a word (RFC 7932, section 9.3).
type brotliCommand struct {
	part     commandPart
	insert   int // literals to come; before partExtra, the code of how many
	copied   int // bytes to copy, or the length of the word; before partExtra, its code
	implicit bool
	recent   [4]int // distances, the last first
	farthest int    // that a distance in the window can be
	word     [2*maxWord + 16]byte
}

type commandPart uint8

const (
	partLengths commandPart = iota // the symbol of both lengths
	partExtra                      // their extra bits
	partLiterals
	partDistance
)

func (c *brotliCommand) init(farthest int) {
	c.recent, c.farthest = [...]int{4, 11, 15, 16}, farthest
}

// By code, the extra bits and the bases of the two lengths (section 5).
var (
	insertExtra = [24]uint8{0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24}
	copyExtra   = [24]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24}
	insertBase  [24]int
	copyBase    [24]int
)

// insertCell and copyCell are the first codes by the symbol divided by 64; the
// first two cells repeat the last distance.
var (
	insertCell = [11]int{0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16}
	copyCell   = [11]int{0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16}
)

const implicitCells = 2

func init() {
	insert, copied := 0, 2
	for i := range insertBase {
		insertBase[i], copyBase[i] = insert, copied
		insert += 1 << insertExtra[i]
		copied += 1 << copyExtra[i]
	}
}

// commands takes the content of a meta-block. It returns false where what comes
// next is not whole.
func (u *unbrotli) commands(in *input) (more bool) {
	for u.err == nil {
		ok := false
		switch u.part {
		case partLengths:
			if u.left == 0 {
				u.endMeta(in)
				return true
			}
			ok = u.lengthSymbol(in)
		case partExtra:
			ok = u.extra(in)
		case partLiterals:
			ok = u.literals(in)
		case partDistance:
			ok = u.distance(in)
		}
		if !ok {
			return false
		}
	}
	return false
}

// block makes sure of a block of a category (section 6).
func (u *unbrotli) block(in *input, category int) (ok bool) {
	b := &u.blocks[category]
	for b.left == 0 {
		if b.types == 1 {
			b.left = endless
			return true
		}
		c := u.cursor(in)
		s := c.symbol(b.typeCode)
		left := c.blockLen(b.lenCode)
		if c.short {
			return false
		}
		u.took(&c)
		switch s {
		case 0:
			s = b.before
		case 1:
			s = b.now + 1
		default:
			s -= 2
		}
		if s >= b.types {
			s -= b.types
		}
		b.before, b.now, b.left = b.now, s, left
	}
	return true
}

func (u *unbrotli) lengthSymbol(in *input) (ok bool) {
	if !u.block(in, lengths) {
		return false
	}
	b := &u.blocks[lengths]
	c := u.cursor(in)
	s := c.symbol(u.trees[lengths][b.now])
	if c.short {
		return false
	}
	u.took(&c)
	b.left--
	cell := s >> 6
	u.insert, u.copied = insertCell[cell]+s>>3&7, copyCell[cell]+s&7
	u.implicit = cell < implicitCells
	u.part = partExtra
	return true
}

func (u *unbrotli) extra(in *input) (ok bool) {
	c := u.cursor(in)
	insert := insertBase[u.insert] + c.take(uint(insertExtra[u.insert]))
	copied := copyBase[u.copied] + c.take(uint(copyExtra[u.copied]))
	if c.short {
		return false
	}
	if insert > u.left {
		u.fail(in, u.tooMuch("literals", insert), "no more than are left of the meta-block")
		return false
	}
	if err := u.ratio.see(Brotli, u.offset(in), insert+min(copied, u.left)); err != nil {
		u.err = err
		return false
	}
	u.took(&c)
	u.insert, u.copied = insert, copied
	u.left -= insert
	u.part = partLiterals
	return true
}

// literals takes those of a command, one block after the other.
func (u *unbrotli) literals(in *input) (ok bool) {
	b, m := &u.blocks[literals], &u.maps[literals]
	for u.insert > 0 {
		if !u.block(in, literals) {
			return false
		}
		at, room := u.room()
		run := min(u.insert, b.left, room)
		n := u.literalRun(in, u.buf[at:at+run], m.of[b.now<<6:][:1<<6], u.modes[b.now])
		b.left -= n
		u.insert -= n
		u.total += int64(n)
		if n < run {
			return false
		}
	}
	u.part = partDistance
	if u.left == 0 { // the copy is not made
		u.part = partLengths
	}
	return true
}

// literalRun takes literals of one type into to and returns how many there were.
func (u *unbrotli) literalRun(in *input, to []byte, contexts []byte, mode byte) (done int) {
	trees := u.trees[literals]
	last, second := u.last()
	code := trees[0]
	b := u.bitBuffer
	for done < len(to) {
		if b.n < maxCode {
			b.fill(in)
		}
		if len(trees) > 1 {
			code = trees[contexts[literalContext(mode, last, second)&(1<<6-1)]]
		}
		e := code[b.bits&(1<<prefixRoot-1)]
		if e&flagSub != 0 {
			e = code[e>>16+entry(b.bits>>prefixRoot)&(1<<(e>>8&15)-1)]
		}
		size := uint(e & lengthMask)
		if size > b.n {
			break
		}
		b.bits >>= size & 63
		b.n -= size
		to[done] = byte(e >> 16)
		last, second = to[done], last
		done++
	}
	u.bitBuffer = b
	if done > 0 {
		u.used(in)
	}
	return done
}

// distance takes how far back the copy is, and makes it.
func (u *unbrotli) distance(in *input) (ok bool) {
	far, repeated := u.recent[0], true
	if !u.implicit {
		if !u.block(in, distances) {
			return false
		}
		b := &u.blocks[distances]
		c := u.cursor(in)
		context := min(u.copied, 5) - 2
		s := c.symbol(u.trees[distances][u.maps[distances].of[b.now<<2+context]])
		far, repeated = u.far(&c, s), s == 0
		if c.short {
			return false
		}
		if far <= 0 {
			u.fail(in, fmt.Sprintf("a distance of %d", far), "one from 1 up")
			return false
		}
		u.took(&c)
		b.left--
	}
	u.part = partLengths
	if farthest := int(min(u.total, int64(u.farthest))); far > farthest {
		return u.putWord(in, far-farthest-1)
	}
	if u.copied > u.left {
		u.fail(in, u.tooMuch("a copy", u.copied), "no more than are left of the meta-block")
		return false
	}
	if !repeated {
		copy(u.recent[1:], u.recent[:3])
		u.recent[0] = far
	}
	u.repeat(far, u.copied)
	u.left -= u.copied
	u.used(in)
	return true
}

// By symbol from 4 on, which of the last two distances, and how far from it
// (section 4).
var (
	nearRecent = [16]uint8{0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}
	nearBy     = [16]int{0, 0, 0, 0, -1, 1, -2, 2, -3, 3, -1, 1, -2, 2, -3, 3}
)

// far is the distance that a symbol and its extra bits mean.
func (u *unbrotli) far(c *cursor, s int) int {
	if s < len(nearBy) {
		return u.recent[nearRecent[s]] + nearBy[s]
	}
	if s -= len(nearBy); s < u.direct {
		return s + 1
	}
	s -= u.direct
	high, low := s>>u.postfix, s&(1<<u.postfix-1)
	extra := uint(1 + high>>1)
	offset := (2+high&1)<<extra - 4
	return (offset+c.take(extra))<<u.postfix + low + u.direct + 1
}

// putWord puts a word of the dictionary (section 8).
func (u *unbrotli) putWord(in *input, id int) (ok bool) {
	if u.copied < minWord || u.copied > maxWord {
		u.fail(in, fmt.Sprintf("a distance %d beyond what was decoded", id+1), fmt.Sprintf("it, or a word of %d to %d bytes", minWord, maxWord))
		return false
	}
	w, ok := word(u.word[:0], u.copied, id)
	if !ok {
		u.fail(in, fmt.Sprintf("a word changed in way %d", id>>wordBits[u.copied]), fmt.Sprintf("one of the first %d", len(wordChanges)))
		return false
	}
	if len(w) > u.left {
		u.fail(in, u.tooMuch("a word", len(w)), "no more than are left of the meta-block")
		return false
	}
	u.left -= len(w)
	for len(w) > 0 {
		w = w[u.put(w):]
	}
	u.used(in)
	return true
}
