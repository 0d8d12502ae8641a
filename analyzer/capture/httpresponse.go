package capture

import (
	"bytes"
	"fmt"
	"time"
)

// httpResponses reads the responses of HTTP/1.1 that the server's side carries, one
// after the other (RFC 9112).
type httpResponses struct {
	side *side
	head httpHead
	out  *outlet // nil outside a body
	body httpBody
	at   int64 // bytes of the body that came, with its framing
	last Mark  // when the last chunk came, if its trailers did not
}

func (r *httpResponses) known(at time.Duration, b []byte) {
	for len(b) > 0 && r.side.is == carrier(r) {
		if r.out == nil {
			b = r.takeHead(at, b)
		} else {
			b = r.takeBody(at, b)
		}
	}
}

// takeHead returns what follows the head.
func (r *httpResponses) takeHead(at time.Duration, b []byte) []byte {
	rest, ok := r.head.add(b)
	switch {
	case !ok || !r.head.isResponse():
		r.side.is = newSeek(r.side, seekAfter)
		return nil
	case !r.head.done:
		return nil
	case r.head.interim():
		r.head = httpHead{}
		return rest
	}
	head, asked := r.head, r.side.conn.answered()
	r.head = httpHead{}
	out := r.side.newOutlet(asked)
	out.e.Status = head.status
	out.e.ContentType = mediaType(head.fields["content-type"])
	out.e.Coding = head.coding()
	switch {
	case head.status == 101:
		r.upgrade(out, list(head.fields["upgrade"]), at, rest)
		return nil
	case asked.method == "CONNECT" && head.status/100 == 2:
		r.side.other.is = newSeek(r.side.other, seekFresh)
		r.side.become(newSeek(r.side, seekFresh), at, rest)
		return nil
	}
	r.body, r.at, r.last = httpBody{}, 0, Mark{}
	if r.body.kind, r.body.left = head.body(asked.method); !r.body.whole() {
		r.out = out
	}
	return rest
}

// upgrade goes over to another protocol (RFC 9110, section 7.8). What the client
// says in it is not read.
func (r *httpResponses) upgrade(out *outlet, to []string, at time.Duration, rest []byte) {
	r.side.other.is = ignored{}
	r.side.become(&opaque{out: out}, at, rest)
}

// takeBody returns what follows the body.
func (r *httpResponses) takeBody(at time.Duration, b []byte) []byte {
	c := r.side.conn.all
	from := len(c.payload)
	payload, n, err := r.body.take(c.payload, b)
	c.payload = payload
	r.out.bytes(at, payload[from:len(payload):len(payload)])
	if err != nil {
		r.broken(b, n)
		return nil
	}
	r.at += int64(n)
	if r.body.whole() {
		r.out.eof(at)
		r.out = nil
	} else if r.body.framing.last() && !r.last.Set {
		r.last = Mark{Time: at, Set: true}
	}
	return b[n:]
}

// broken ends a body whose chunked framing cannot go on at offset n of b.
func (r *httpResponses) broken(b []byte, n int) {
	c := r.side.conn.all
	if !r.out.begun && c.broken == "" {
		line := b[bytes.LastIndexByte(b[:n], '\n')+1:]
		line, _, _ = bytes.Cut(line, []byte("\n"))
		c.broken = fmt.Sprintf("%s as chunked framing, %d bytes into the body of a response", Quote(trimCR(line)), r.at+int64(n))
	}
	r.out.stop(NoteChunkedBroken)
	r.side.is = newSeek(r.side, seekAfter)
}

func (r *httpResponses) unknown(at time.Duration, n int64) {}

func (r *httpResponses) lost() {
	if r.out != nil {
		r.out.stop(NoteLost)
	}
	r.side.is = newSeek(r.side, seekAfter)
}

func (r *httpResponses) end(at time.Duration) {
	switch {
	case r.out == nil || !r.out.begun:
	case r.body.kind == bodyClose:
		r.out.eof(at)
	case r.last.Set:
		r.out.eof(r.last.Time)
	}
}
