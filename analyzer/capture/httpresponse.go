package capture

import (
	"bytes"
	"slices"
	"time"
)

// httpResponses reads the responses of HTTP/1.1 that a server's side carries,
// one after the other (RFC 9112).
type httpResponses struct {
	side    *side
	head    httpHead
	piece   int64   // that the last bytes of the head are of
	part    int64   // how many those are
	out     *outlet // nil outside a body
	body    httpBody
	size    int64 // bytes of the body that came, with its framing
	last    Mark  // when the last chunk came, if its trailers did not
	snapped bool  // of the body, something was cut off
	unasked bool  // the request is not known
}

func (r *httpResponses) known(at time.Duration, b []byte) {
	if r.out != nil && r.none(b) {
		r.out = nil
	}
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
	if c := r.side.conn.all; r.piece != c.piece {
		r.piece, r.part = c.piece, 0
	}
	r.part += int64(len(b) - len(rest))
	switch {
	case !ok || !r.head.isResponse():
		r.side.seek()
		return nil
	case !r.head.done:
		return nil
	}
	head := r.head
	if r.head, r.part = (httpHead{}), 0; head.interim() {
		return rest
	}
	asked := r.side.conn.answer()
	out := r.outlet(&head, asked)
	switch {
	case head.status == 101:
		r.upgrade(out, asked, list(head.fields["upgrade"]))
		r.side.pass(at, rest)
		return nil
	case asked.method == "CONNECT" && head.status/100 == 2: // a tunnel, of anything
		r.side.role, r.side.other.role = roleUnknown, roleUnknown
		r.side.other.become(newSeek(r.side.other, seekFresh))
		r.side.become(newSeek(r.side, seekFresh))
		r.side.pass(at, rest)
		return nil
	}
	r.body, r.size, r.last, r.snapped = httpBody{}, 0, Mark{}, false
	if r.body.kind, r.body.left = head.body(asked.method); !r.body.whole() {
		r.out, r.unasked = out, asked.method == ""
	}
	return rest
}

// none says whether b, a piece, shows that the response has no body: it was most
// likely the answer to a HEAD that is not recorded, and the next begins.
func (r *httpResponses) none(b []byte) bool {
	return r.unasked && r.size == 0 && bytes.HasPrefix(b, []byte(httpSign))
}

func (r *httpResponses) outlet(head *httpHead, asked httpRequest) *outlet {
	out := r.side.outlet(asked)
	out.e.Status = head.status
	out.e.ContentType = mediaType(head.fields["content-type"])
	out.e.Coding = head.coding()
	return out
}

// upgrade goes over to another protocol (RFC 9110, section 7.8), in which what
// the client says is not read.
func (r *httpResponses) upgrade(out *outlet, asked httpRequest, to []string) {
	var is carrier = &opaque{out: out}
	r.side.other.become(ignored{})
	switch {
	case slices.Contains(to, "websocket"):
		out.e.Note(NoteMessages)
		is = &webSocket{out: out}
	case slices.Contains(to, "h2c"): // the response is that of stream 1 (RFC 7540, section 3.2)
		r.side.conn.streams = map[uint32]httpRequest{1: asked}
		r.side.other.become(newSeek(r.side.other, seekFresh))
		is = newFrames(r.side, 0)
	}
	r.side.become(is)
}

// takeBody returns what follows the body.
func (r *httpResponses) takeBody(at time.Duration, b []byte) []byte {
	c := r.side.conn.all
	from := len(c.payload)
	payload, n, err := r.body.take(c.payload, b)
	c.payload = payload
	r.put(at, payload[from:])
	if err != nil {
		r.broken(at, b, n)
		return nil
	}
	r.size += int64(n)
	r.ends(at)
	return b[n:]
}

func (r *httpResponses) put(at time.Duration, data []byte) {
	if r.snapped {
		r.out.length(at, int64(len(data)), NoteSnapped)
	} else {
		r.out.bytes(at, data)
	}
}

// ends looks whether the body does.
func (r *httpResponses) ends(at time.Duration) {
	switch {
	case r.body.whole():
		r.out.eof(at)
		r.out = nil
	case r.body.framing.last() && !r.last.Set:
		r.last = Mark{Time: at, Set: true}
	}
}

// broken ends a body whose chunked framing cannot go on at offset n of b.
func (r *httpResponses) broken(at time.Duration, b []byte, n int) {
	if r.snapped { // it was a guess where the framing is
		r.blind(r.out)
		r.side.is.known(at, b[n:])
		return
	}
	if !r.out.begun() {
		r.side.conn.all.breaksChunks(b, n, r.size, "the body of a response")
	}
	r.out.stop(NoteChunkedBroken)
	r.side.seek()
}

// blind goes on with the lengths of what comes: where the framing is does not
// show any more.
func (r *httpResponses) blind(out *outlet) {
	r.side.become(&opaque{out: out, hidden: NoteSnapped, until: true})
}

func (r *httpResponses) unknown(at time.Duration, n int64) {
	if r.out != nil {
		r.snapped = true
		data, took, ok := r.body.skip(n)
		r.out.length(at, data, NoteSnapped)
		if ok {
			r.size += took
			r.ends(at)
		} else {
			r.blind(r.out)
		}
		n -= took
	} else {
		head, asked := r.head, r.side.conn.answer()
		if kind, _ := head.body(asked.method); kind == bodyNone {
			r.side.seek() // what was cut off is the head's
			return
		}
		if r.piece == r.side.conn.all.piece {
			n += r.part // what there is of the head counts too
		}
		r.blind(r.outlet(&head, asked))
	}
	if n > 0 {
		r.side.is.unknown(at, n)
	}
}

func (r *httpResponses) lost() {
	if r.out != nil {
		r.out.stop(NoteLost)
	}
	r.side.seek()
}

func (r *httpResponses) end(at time.Duration, closed bool) {
	switch {
	case r.out == nil || !r.out.begun():
	case r.last.Set:
		r.out.eof(r.last.Time)
	case closed && r.body.kind == bodyClose:
		r.out.eof(at)
	case closed:
		r.out.stop(NoteCutShort)
	}
}
