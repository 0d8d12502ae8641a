package coding

import "fmt"

// unbrotli takes brotli off (RFC 7932). Like the inflater it is pushed: between
// two bytes of input it knows its state and the bits that do not make a whole
// field yet.
type unbrotli struct {
	bitBuffer
	ring
	brotliHeader
	brotliCommand
	state   brotliState
	isLast  bool // the meta-block is the last
	left    int  // bytes to come of the meta-block
	skip    int  // bytes to come of metadata
	taken   int64
	pending int64
	ratio   ratio
	err     *Error
}

type brotliState uint8

const (
	brotliWindow   brotliState = iota // WBITS
	brotliMeta                        // the fields in front of a meta-block
	brotliSkip                        // metadata
	brotliStored                      // a meta-block that is not compressed
	brotliCodes                       // the codes of one that is
	brotliCommands                    // its content
	brotliDone
)

// windowGap is how much less than the window a distance can be.
const windowGap = 16

// NewBrotli is the Maker of Brotli.
func NewBrotli(b *Budget) Decoder { return &unbrotli{ratio: ratio{budget: b}} }

func (u *unbrotli) Pending() int64 { return u.pending }

func (u *unbrotli) Close() error {
	switch {
	case u.err != nil:
		return u.err
	case u.state != brotliDone && u.taken > 0:
		return cut(Brotli, u.taken, "the rest of the stream")
	}
	return nil
}

func (u *unbrotli) Write(p []byte, emit func([]byte)) error {
	if u.err != nil {
		return u.err
	}
	u.emit = emit
	in := input{p: p, base: u.taken, last: none}
	for more := true; more && u.err == nil && u.state != brotliDone; {
		more = u.step(&in)
	}
	u.flush()
	u.emit = nil
	if u.pending += int64(in.i); in.last != none {
		u.pending = int64(in.since())
	}
	u.taken += int64(in.i)
	if u.err == nil && in.i < len(p) {
		u.err = corrupt(Brotli, u.taken, quote(p[in.i]), "nothing after the stream")
	}
	if u.err != nil {
		u.pending = 0
		return u.err
	}
	return nil
}

// fail makes an error of what is wrong with the bits that come next; "" is
// nothing.
func (u *unbrotli) fail(in *input, read, want string) {
	if read != "" {
		u.err = corrupt(Brotli, u.offset(in), read, want)
	}
}

// step takes one field, or as much content as there is. It returns false where
// what comes next is not whole.
func (u *unbrotli) step(in *input) (more bool) {
	switch u.state {
	case brotliWindow:
		return u.window(in)
	case brotliMeta:
		return u.meta(in)
	case brotliSkip:
		n := min(u.skip, len(in.p)-in.i)
		in.i += n
		if u.skip -= n; u.skip > 0 {
			return false
		}
		u.endMeta(in)
		return true
	case brotliStored:
		for u.left > 0 {
			n := u.put(in.p[in.i:min(len(in.p), in.i+u.left)])
			if n == 0 {
				return false
			}
			in.i += n
			u.left -= n
			in.last = in.i
		}
		u.endMeta(in)
		return true
	case brotliCodes:
		done, wrong := u.codes(&u.bitBuffer, in)
		if wrong != "" {
			u.fail(in, wrong, "the codes of a meta-block")
			return false
		}
		if done {
			u.state, u.part = brotliCommands, partLengths
		}
		return done
	}
	return u.commands(in)
}

// window takes the size of the window (section 9.1).
func (u *unbrotli) window(in *input) (more bool) {
	c := u.cursor(in)
	size := 16
	if c.take(1) == 1 {
		if n := c.take(3); n > 0 {
			size = 17 + n
		} else if n = c.take(3); n > 1 {
			size = 8 + n
		} else if size = 17; n == 1 && !c.short {
			u.fail(in, "a large window", "one of at most 16 MiB")
			return false
		}
	}
	if c.short {
		return false
	}
	u.took(&c)
	u.ring.init(1 << size)
	u.brotliCommand.init(1<<size - windowGap)
	u.state = brotliMeta
	return true
}

// meta takes what stands in front of a meta-block (section 9.2).
func (u *unbrotli) meta(in *input) (more bool) {
	c := u.cursor(in)
	last := c.take(1) == 1
	if last && c.take(1) == 1 {
		if c.short {
			return false
		}
		u.took(&c)
		u.isLast = true
		u.endMeta(in)
		return true
	}
	nibbles := uint(c.take(2)) + 4
	size, wrong := 0, ""
	metadata := nibbles == 7
	if metadata {
		if c.take(1) == 1 {
			wrong = "a reserved bit"
		}
		n := uint(c.take(2))
		size = c.take(8 * n)
		if n > 1 && size>>(8*(n-1)) == 0 {
			wrong = "a length of metadata with a zero byte too many"
		}
		if n > 0 {
			size++
		}
	} else {
		size = c.take(4*nibbles) + 1
		if nibbles > 4 && (size-1)>>(4*(nibbles-1)) == 0 {
			wrong = "a length with a zero nibble too many"
		}
	}
	stored := !metadata && !last && c.take(1) == 1
	if c.short {
		return false
	}
	if wrong != "" {
		u.fail(in, wrong, "a meta-block")
		return false
	}
	u.took(&c)
	u.isLast = last
	switch {
	case metadata:
		u.state, u.skip = brotliSkip, size
	case stored:
		u.state, u.left = brotliStored, size
	default:
		u.state, u.left = brotliCodes, size
		u.beginCodes()
		return true
	}
	return u.pad(in)
}

// pad goes to the next whole byte; what is in between is zero.
func (u *unbrotli) pad(in *input) (ok bool) {
	at := u.offset(in)
	if u.align(in) != 0 {
		u.err = corrupt(Brotli, at, "padding that is not zero", "zero bits")
		return false
	}
	return true
}

// endMeta comes after the content of a meta-block, and after the stream.
func (u *unbrotli) endMeta(in *input) {
	u.state = brotliMeta
	if u.isLast {
		if !u.pad(in) {
			return
		}
		u.state = brotliDone
	}
	u.used(in)
}

// tooMuch is what is read where content goes past the end of its meta-block.
func (u *unbrotli) tooMuch(what string, n int) string {
	return fmt.Sprintf("%s of %d bytes where %d are left", what, n, u.left)
}
