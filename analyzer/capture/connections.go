package capture

import (
	"fmt"
	"io"
	"sort"
	"time"
)

// connections makes exchanges of the pieces of connections. What a connection
// carries shows in the first bytes of each direction: HTTP/1.1 and what can
// follow a 101 of it, HTTP/2 in the clear, TLS, or anything else, which is
// taken as it is.
type connections struct {
	machine
	level   Level
	timed   bool
	file    string
	src     PieceReader
	conns   map[int64]*conn
	begun   int64  // connections so far
	piece   int64  // counts pieces, those that had to wait once more when their turn comes
	payload []byte // what was taken out of the piece's framing; valid until the next step
	stop    error
	broken  string // the first body whose chunked framing cannot be and of which nothing came
	lost    bool   // the recording lacks bytes
}

// conn is one connection.
type conn struct {
	all    *connections
	no     int64
	sides  [2]side
	queue  []*httpRequest  // requests that wait for their responses
	frames map[uint32]Mark // of HTTP/2: when the last of a stream's request was out
}

// httpRequest is what is known of a request until its response comes.
type httpRequest struct {
	method string
	sent   Mark // when the last of its bytes was out
}

// maxQueue bounds the requests that wait: those of a recording without the
// responses would wait for ever.
const maxQueue = 1 << 12

// side is one direction of a connection.
type side struct {
	conn   *conn
	other  *side
	is     carrier // nil before the first piece
	joined bool    // its beginning is not there, and no exchange was told so yet
	ended  bool
}

// carrier is what the bytes of a side are taken for. All times are those of the
// piece, 0 where the recording has none.
type carrier interface {
	known(at time.Duration, b []byte)
	unknown(at time.Duration, n int64) // bytes that were cut off
	lost()                             // bytes are missing here
	end(at time.Duration)              // of the direction
}

// NewConnections returns a Reader of the exchanges that the pieces of src
// carry: one for each response of HTTP/1.1, each stream of HTTP/2, each
// WebSocket, and each direction of anything else. f is the format of the
// recording, l its level; timed says that pieces have times, and file is its
// name for errors. Its errors beside those of src are *Error: too many exchanges,
// or nothing that could be one.
func NewConnections(f Format, l Level, timed bool, file string, src PieceReader) Reader {
	c := &connections{level: l, timed: timed, file: file, src: src, conns: map[int64]*conn{}}
	c.machine = machine{format: f, step: c.read}
	return c
}

// read takes one piece.
func (c *connections) read() error {
	p, err := c.src.NextPiece()
	if err == io.EOF {
		return c.finish()
	} else if err != nil {
		return err
	}
	c.payload = c.payload[:0]
	if !c.timed {
		p.Time = 0
	}
	n := c.conns[p.Conn]
	if n == nil {
		if p.End && p.Len == 0 && len(p.Data) == 0 {
			return nil
		}
		if len(c.conns) == maxExchanges {
			return c.tooMany()
		}
		n = &conn{all: c, no: c.begun}
		for i := range n.sides {
			n.sides[i] = side{conn: n, other: &n.sides[1-i]}
		}
		c.begun++
		c.conns[p.Conn] = n
	}
	s := &n.sides[0]
	if p.Reverse {
		s = &n.sides[1]
	}
	s.take(p)
	if s.ended && s.other.ended {
		delete(c.conns, p.Conn)
	}
	return c.stop
}

func (c *connections) tooMany() error {
	return &Error{File: c.file, Offset: None, Err: errTooMany}
}

func (s *side) take(p Piece) {
	if s.ended {
		return
	}
	if s.is == nil {
		s.joined = p.Joined
		s.is = newSeek(s, seekFresh)
		if p.Joined {
			s.is = newSeek(s, seekJoined)
		}
	}
	c := s.conn.all
	c.piece++
	if p.Lost > 0 {
		c.lost = true
		s.is.lost()
	}
	if len(p.Data) > 0 {
		s.is.known(p.Time, p.Data)
	}
	if n := min(p.Len, maxBytes) - int64(len(p.Data)); n > 0 {
		s.is.unknown(p.Time, n)
	}
	if p.End {
		s.ended = true
		s.is.end(p.Time)
	}
}

// finish is the end of the recording.
func (c *connections) finish() error {
	var open []*conn
	for _, n := range c.conns {
		open = append(open, n)
	}
	sort.Slice(open, func(i, j int) bool { return open[i].no < open[j].no })
	c.payload = c.payload[:0]
	for _, n := range open {
		for i := range n.sides {
			if k, ok := n.sides[i].is.(*seek); ok {
				k.settle()
			}
		}
	}
	switch {
	case c.stop != nil:
		return c.stop
	case len(c.exchanges) > 0:
		return io.EOF
	}
	e := &Error{File: c.file, Offset: None, Read: fmt.Sprintf("%d connections, and no body of a response in them", c.begun), Want: "responses with bodies"}
	if c.lost {
		e.Read += "; bytes of them are missing"
	}
	if c.broken != "" {
		e.Read = c.broken
	}
	if f := formatOf(c.format); f != nil && len(f.HowTo) > 0 {
		e.Want += ": " + f.HowTo[0]
	}
	return e
}

// become makes the rest of a piece, and what follows, that of another carrier.
func (s *side) become(is carrier, at time.Duration, rest []byte) {
	s.is = is
	if len(rest) > 0 {
		is.known(at, rest)
	}
}

// ask adds a request that waits for its response.
func (n *conn) ask(r *httpRequest) {
	if len(n.queue) == maxQueue {
		n.queue = append(n.queue[:0], n.queue[1:]...)
	}
	n.queue = append(n.queue, r)
}

// answered returns the request that a response answers.
func (n *conn) answered() httpRequest {
	if len(n.queue) == 0 {
		return httpRequest{}
	}
	r := n.queue[0]
	n.queue = append(n.queue[:0], n.queue[1:]...)
	return *r
}

// sent is the mark of a request of which bytes went out.
func (c *connections) sent(at time.Duration) Mark { return Mark{Time: at, Set: c.timed} }
