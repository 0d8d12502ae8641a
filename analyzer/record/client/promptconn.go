package client

import (
	"bufio"
	"bytes"
	"math"
	"net"
	"net/http"
)

// promptConn is a connection of HTTP/1.1 on which the responses that are chunked
// (RFC 9112, section 7.1) come in chunks of what each read brought. The reader
// of net/http waits until a chunk is whole, or its buffer full; so that it never
// has to, none is ever cut. All else passes as it is: also what cannot be
// understood, for net/http to refuse.
type promptConn struct {
	net.Conn
	in    []byte // room for a chunk's size, what a read brings, and a line end
	out   []byte // what it brought, to be read here: in place, or in room
	room  []byte
	alone int // bytes of out that are read alone
	state state

	head     []byte // of a response, so far
	line     []byte // the size of a chunk, or a line of the trailer, so far
	left     uint64 // bytes of the body or of the chunk that are to come
	passing  bool   // state is inBody
	chunking bool   // a body of chunks has begun, and not ended
	chunk    int    // where in out a chunk begins; -1 where none does
}

// state takes what it can from the front of p, which is not empty, and returns
// the rest.
type state func(c *promptConn, p []byte) []byte

// maxHead is how much of a head is looked at, and maxLine how much of a line.
const (
	maxHead = 1 << 20
	maxLine = 4096
)

// all is more than any connection brings.
const all = math.MaxUint64

// sizeLine is the length of a chunk's size and its line end, as written here.
const sizeLine = 8 + len(lineEnd)

const lineEnd = "\r\n"

func newPromptConn(c net.Conn) *promptConn {
	return &promptConn{Conn: c, in: make([]byte, sizeLine+readBuffer+len(lineEnd)), state: inHead}
}

func (c *promptConn) Read(p []byte) (int, error) {
	if len(c.out) == 0 && c.passing {
		return c.pass(p)
	}
	for len(c.out) == 0 {
		p := c.in[sizeLine : sizeLine+readBuffer]
		n, err := c.Conn.Read(p)
		if n == 0 {
			return 0, err
		}
		c.take(p[:n]) // an error comes again with the next read
	}
	out := c.out
	if c.alone > 0 {
		out, c.alone = out[:c.alone], 0
	}
	n := copy(p, out)
	c.out = c.out[n:]
	return n, nil
}

// pass reads what is the same here.
func (c *promptConn) pass(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:min(uint64(len(p)), c.left)])
	c.passed(n)
	return n, err
}

// passed counts n bytes of what is the same here.
func (c *promptConn) passed(n int) {
	if c.left -= uint64(n); c.left == 0 {
		c.state, c.passing = inHead, false
	}
}

// passOn has the next n bytes be the same here.
func (c *promptConn) passOn(n uint64) { c.left, c.state, c.passing = n, inBody, true }

// take turns what a read brought into what is read here. That is nothing where
// it was only a part of what stands around a chunk.
//
// Among chunks that is done in place: of a fast stream, copies cost as much as all
// the rest. What is written is then never past what is still to be taken, since the
// size is all that is added, and has its room in front.
func (c *promptConn) take(p []byte) {
	inPlace := c.chunking
	if c.out, c.chunk = c.room[:0], -1; inPlace {
		c.out = c.in[:0]
	}
	for len(p) > 0 {
		p = c.state(c, p)
	}
	if c.chunk == 0 {
		c.alone = sizeLine // then net/http reads what is behind it without a copy
	}
	c.endChunk()
	if !inPlace {
		c.room = c.out[:0]
	}
}

// endChunks ends a body of chunks, or what was taken for one. What is still to be
// taken is moved out of the way of what is written.
func (c *promptConn) endChunks(rest []byte) []byte {
	rest = bytes.Clone(rest)
	c.endChunk()
	c.chunking = false
	return rest
}

// data puts p, which is data of chunks, into the chunk of this read.
func (c *promptConn) data(p []byte) {
	if c.chunk < 0 {
		c.chunk = len(c.out)
		c.out = append(c.out, "00000000\r\n"...)
	}
	if n := len(c.out); n < cap(c.out) && &c.out[:n+1][n] == &p[0] {
		c.out = c.out[:n+len(p)]
		return
	}
	c.out = append(c.out, p...)
}

// endChunk writes the size of the chunk of this read, if there is one.
func (c *promptConn) endChunk() {
	if c.chunk < 0 {
		return
	}
	n := len(c.out) - c.chunk - sizeLine
	for i := 7; n > 0; i-- {
		c.out[c.chunk+i] = "0123456789abcdef"[n&15]
		n >>= 4
	}
	c.out, c.chunk = append(c.out, lineEnd...), -1
}

// inHead passes the head of a response on, and then knows how its body ends.
func inHead(c *promptConn, p []byte) []byte {
	before := len(c.head)
	c.head = append(c.head, p...)
	end := headEnd(c.head, before)
	if end < 0 {
		c.out = append(c.out, p...)
		if len(c.head) > maxHead {
			c.passOn(all)
		}
		return nil
	}
	p, rest := p[:end-before], p[end-before:]
	c.out = append(c.out, p...)
	c.body(c.head[:end])
	c.head = c.head[:0]
	return rest
}

// headEnd is the offset past the blank line of a head of which the first seen
// bytes had none, or -1.
func headEnd(head []byte, seen int) int {
	for i := max(0, seen-3); ; {
		n := bytes.IndexByte(head[i:], '\n')
		if n < 0 {
			return -1
		}
		i += n + 1
		if rest := head[i:]; bytes.HasPrefix(rest, []byte("\n")) {
			return i + 1
		} else if bytes.HasPrefix(rest, []byte("\r\n")) {
			return i + 2
		}
	}
}

// body reads a head for what is behind it.
func (c *promptConn) body(head []byte) {
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(head)), nil)
	switch {
	case err != nil, r.StatusCode == http.StatusSwitchingProtocols:
		c.passOn(all)
	case r.Body == http.NoBody || r.ContentLength == 0:
		// The next head.
	case len(r.TransferEncoding) > 0:
		c.line, c.state, c.chunking = c.line[:0], inSize, true
	case r.ContentLength > 0:
		c.passOn(uint64(r.ContentLength))
	default:
		c.passOn(all)
	}
}

// inBody passes a body on.
func inBody(c *promptConn, p []byte) []byte {
	n := int(min(uint64(len(p)), c.left))
	c.out = append(c.out, p[:n]...)
	c.passed(n)
	return p[n:]
}

// inSize reads the line with the size of a chunk.
func inSize(c *promptConn, p []byte) []byte {
	rest, whole := c.inLine(p)
	if !whole {
		return rest
	}
	size, ok := chunkSize(c.line)
	switch {
	case !ok:
		rest = c.endChunks(rest)
		c.out = append(c.out, c.line...)
		c.passOn(all)
	case size == 0:
		c.head, c.state = append(c.head, "0\r\n"...), inTrailer
	default:
		c.left, c.state = size, inChunk
	}
	c.line = c.line[:0]
	return rest
}

// inLine reads on in a line. Where it grows too long, all is passed on.
func (c *promptConn) inLine(p []byte) (rest []byte, whole bool) {
	n := bytes.IndexByte(p, '\n') + 1
	if n == 0 {
		c.line = append(c.line, p...)
		if len(c.line) > maxLine {
			c.endChunks(nil)
			c.out = append(append(c.out, c.head...), c.line...)
			c.passOn(all)
		}
		return nil, false
	}
	c.line = append(c.line, p[:n]...)
	return p[n:], true
}

// chunkSize reads the line in front of a chunk, with its extensions left out.
func chunkSize(line []byte) (size uint64, ok bool) {
	line, _, _ = bytes.Cut(line, []byte(";"))
	line = bytes.TrimSpace(line)
	if len(line) == 0 || len(line) > 15 {
		return 0, false
	}
	for _, b := range line {
		switch {
		case b >= '0' && b <= '9':
			b -= '0'
		case b|0x20 >= 'a' && b|0x20 <= 'f':
			b = b | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		size = size<<4 | uint64(b)
	}
	return size, true
}

// inChunk reads the data of a chunk.
func inChunk(c *promptConn, p []byte) []byte {
	n := int(min(uint64(len(p)), c.left))
	c.data(p[:n])
	if c.left -= uint64(n); c.left == 0 {
		c.state = inEnd
	}
	return p[n:]
}

// inEnd reads the line end behind a chunk.
func inEnd(c *promptConn, p []byte) []byte {
	b, rest := p[0], p[1:]
	c.line = append(c.line, b)
	switch {
	case b == '\n':
		c.line, c.state = c.line[:0], inSize
	case b != '\r' || len(c.line) > 1:
		// No line end: net/http is to see it where it looks for a size.
		rest = c.endChunks(rest)
		c.out = append(c.out, c.line...)
		c.passOn(all)
	}
	return rest
}

// inTrailer passes the last chunk on, once the lines behind it have come, to a blank
// one: net/http waits for them, and would with the data in front of them.
func inTrailer(c *promptConn, p []byte) []byte {
	rest, whole := c.inLine(p)
	if !whole {
		return rest
	}
	c.head = append(c.head, c.line...)
	blank := len(bytes.TrimRight(c.line, "\r\n")) == 0
	c.line = c.line[:0]
	if !blank && len(c.head) < maxHead {
		return rest
	}
	rest = c.endChunks(rest)
	c.out, c.head = append(c.out, c.head...), c.head[:0]
	if c.state = inHead; !blank {
		c.passOn(all)
	}
	return rest
}
