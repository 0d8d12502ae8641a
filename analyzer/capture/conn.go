package capture

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"time"
)

// connections makes exchanges of the pieces of connections. What a connection
// carries shows in the first bytes of each direction: HTTP/1.1 and what can
// follow its 101, HTTP/2 in the clear, TLS, or anything else, which is taken as
// it is.
type connections struct {
	machine
	level   Level
	timed   bool
	file    string
	src     PieceReader
	conns   map[int64]*conn
	begun   int64  // connections so far
	piece   int64  // number of the piece that is read, from 1
	held    int    // bytes that wait, of all sides
	payload []byte // what came out of the framing of a piece; valid until the next step
	stop    error
	broken  string // the first thing that cannot be, for an error where there is nothing else
	lost    bool   // the recording lacks bytes
	plain   bool   // the pieces are bodies already
	cut     bool   // the recording ends inside a record
	over    []bool // of the exchanges, those that ended or were broken off
}

// conn is one connection.
type conn struct {
	all     *connections
	no      int64
	sides   [2]side
	queue   []*httpRequest         // of HTTP/1.1, that wait for their responses
	streams map[uint32]httpRequest // of HTTP/2, likewise
}

// httpRequest is what a response needs of its request.
type httpRequest struct {
	method string
	sent   Mark // when the last of its bytes was out
}

// maxQueue bounds the requests of a connection that wait: where the responses
// are not recorded, they do for ever.
const maxQueue = 1 << 12

// side is one direction of a connection.
type side struct {
	conn   *conn
	other  *side
	is     carrier // nil before the first piece
	role   sideRole
	joined bool // it was begun before the recording, and so what comes first
	ended  bool
}

type sideRole uint8

const (
	roleUnknown sideRole = iota
	roleClient
	roleServer
)

// carrier is what the bytes of a side are taken for. Times are those of the
// piece that the bytes are of.
type carrier interface {
	known(at time.Duration, b []byte)
	unknown(at time.Duration, n int64) // bytes that the recorder cut off
	lost()                             // bytes are missing before what comes next
	// end comes last; closed says that the direction ended, not the recording.
	end(at time.Duration, closed bool)
}

// NewConnections returns a Reader of the exchanges that the pieces of src
// carry: one for each body of a response of HTTP/1.1, each stream of HTTP/2,
// each WebSocket, and each direction of anything else. A piece gives an
// exchange at most one chunk. Where the recording ends inside a record, the
// exchanges that are open have NoteTruncated.
//
// f is the format of the recording, l the level of its clock; timed says that
// pieces have times, and file is the recording's name for errors. Beside those
// of src its errors are an *Error where there are too many connections or
// exchanges, and one where there is no exchange at all, which says why.
//
// What a recorder cut off a piece follows its Data, if it has any: Len counts
// both.
func NewConnections(f Format, l Level, timed bool, file string, src PieceReader) Reader {
	return newConnections(f, l, timed, file, src)
}

func newConnections(f Format, l Level, timed bool, file string, src PieceReader) *connections {
	c := &connections{level: l, timed: timed, file: file, src: src, conns: map[int64]*conn{}}
	c.machine = machine{format: f, step: c.read}
	return c
}

// read takes one piece.
func (c *connections) read() error {
	c.payload = c.payload[:0]
	p, err := c.src.NextPiece()
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		c.cut = err == io.ErrUnexpectedEOF
		return c.finish()
	case err != nil:
		return err
	}
	if !c.timed {
		p.Time = 0
	}
	n := c.conns[p.Conn]
	if n == nil {
		if p.End && p.Len == 0 && len(p.Data) == 0 {
			return nil // the second word of an end
		}
		if n = c.connect(p.Conn); n == nil {
			return c.tooMany()
		}
	}
	s := &n.sides[0]
	if p.Reverse {
		s = &n.sides[1]
	}
	if !s.ended {
		s.take(p)
	}
	if s.ended && s.other.ended {
		delete(c.conns, p.Conn)
	}
	return c.stop
}

// connect returns a new connection, or nil where there are too many.
func (c *connections) connect(id int64) *conn {
	if len(c.conns) == maxExchanges {
		return nil
	}
	n := &conn{all: c, no: c.begun}
	n.sides[0] = side{conn: n, other: &n.sides[1]}
	n.sides[1] = side{conn: n, other: &n.sides[0]}
	c.begun++
	c.conns[id] = n
	return n
}

func (s *side) take(p Piece) {
	c := s.conn.all
	if s.is == nil {
		s.joined = p.Joined
		switch {
		case c.plain:
			s.is = &opaque{out: s.outlet(httpRequest{})}
		case p.Joined:
			s.is = newSeek(s, seekJoined)
		default:
			s.is = newSeek(s, seekFresh)
		}
	}
	c.piece++
	if p.Lost > 0 {
		c.lost = true
		s.is.lost()
	}
	s.pass(p.Time, p.Data)
	if n := min(p.Len, maxBytes) - int64(len(p.Data)); n > 0 {
		s.is.unknown(p.Time, n)
	}
	if s.ended = p.End; s.ended {
		s.is.end(p.Time, true)
	}
}

// pass hands bytes to the carrier.
func (s *side) pass(at time.Duration, b []byte) {
	if len(b) > 0 {
		s.is.known(at, b)
	}
}

// become goes over to another carrier.
func (s *side) become(is carrier) {
	if k, waits := s.is.(*seek); waits {
		k.drop()
	}
	s.is = is
}

// seek goes over to looking for the next message. The rest of the piece is
// passed over.
func (s *side) seek() { s.become(newSeek(s, seekAfter)) }

// breaks keeps what cannot be, if it is the first: bytes that were read as what
// they are not, and where.
func (c *connections) breaks(read []byte, as string, at int64, of string) {
	if c.broken == "" {
		c.broken = fmt.Sprintf("%s as %s, %d bytes into %s", Quote(read), as, at, of)
	}
}

// breaksChunks is breaks for chunked framing that cannot go on at offset n of b,
// which began at offset at of a body.
func (c *connections) breaksChunks(b []byte, n int, at int64, of string) {
	line := b[bytes.LastIndexByte(b[:n], '\n')+1:]
	line, _, _ = bytes.Cut(line, []byte("\n"))
	c.breaks(trimCR(line), "chunked framing", at+int64(n), of)
}

// finish is the end of the recording.
func (c *connections) finish() error {
	open := make([]*conn, 0, len(c.conns))
	for _, n := range c.conns {
		open = append(open, n)
	}
	sort.Slice(open, func(i, j int) bool { return open[i].no < open[j].no })
	for _, n := range open {
		for i := range n.sides {
			if s := &n.sides[i]; s.is != nil && !s.ended {
				s.is.end(0, false)
			}
		}
	}
	for i, over := range c.over {
		if c.cut && !over {
			c.exchanges[i].Note(NoteTruncated)
		}
	}
	switch {
	case c.stop != nil:
		return c.stop
	case len(c.exchanges) == 0:
		return c.nothing()
	}
	return io.EOF
}

func (c *connections) tooMany() error {
	return &Error{File: c.file, Offset: None, Err: errTooMany}
}

// nothing is the error of a recording without an exchange.
func (c *connections) nothing() error {
	e := &Error{File: c.file, Offset: None, Read: fmt.Sprintf("%d connections", c.begun), Want: "a response with a body"}
	if c.begun == 1 {
		e.Read = "1 connection"
	}
	e.Read += " and no response with a body"
	if c.broken != "" {
		e.Read += ", but " + c.broken
	}
	if c.lost {
		e.Read += "; bytes are missing from the recording"
	}
	return e
}

// ask adds a request that waits for its response.
func (n *conn) ask(r *httpRequest) {
	if len(n.queue) == maxQueue {
		n.answer()
	}
	n.queue = append(n.queue, r)
}

// answer takes the request that waits for the next response.
func (n *conn) answer() httpRequest {
	if len(n.queue) == 0 {
		return httpRequest{}
	}
	r := n.queue[0]
	n.queue = n.queue[1:]
	return *r
}

// mark is a moment, if the recording has any.
func (c *connections) mark(at time.Duration) Mark { return Mark{Time: at, Set: c.timed} }
