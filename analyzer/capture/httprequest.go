package capture

import (
	"bytes"
	"time"
)

// httpRequests reads the requests of HTTP/1.1 that a client's side carries, as
// far as the responses need them: by which method, and when they were out.
type httpRequests struct {
	side *side
	head httpHead
	asks *httpRequest // nil outside a body
	body httpBody
	size int64 // bytes of the body that came, with its framing
}

func newHTTPRequests(s *side) *httpRequests {
	return &httpRequests{side: s, head: httpHead{request: true}}
}

func (r *httpRequests) known(at time.Duration, b []byte) {
	for len(b) > 0 && r.side.is == carrier(r) {
		if r.asks == nil {
			b = r.takeHead(at, b)
		} else {
			b = r.takeBody(at, b)
		}
	}
}

// takeHead returns what follows the head.
func (r *httpRequests) takeHead(at time.Duration, b []byte) []byte {
	rest, ok := r.head.add(b)
	if !ok || r.head.bad {
		r.side.seek()
		return nil
	}
	if r.head.done {
		r.body.kind, r.body.left = r.head.requestBody()
		r.asked(at)
	}
	return rest
}

// asked is the end of a head.
func (r *httpRequests) asked(at time.Duration) {
	c := r.side.conn
	r.asks = &httpRequest{method: r.head.method, sent: c.all.mark(at)}
	c.ask(r.asks)
	r.head, r.size, r.body.framing = httpHead{request: true}, 0, dechunker{}
	if r.body.whole() {
		r.asks = nil
	}
}

// takeBody returns what follows the body.
func (r *httpRequests) takeBody(at time.Duration, b []byte) []byte {
	c := r.side.conn.all
	from := len(c.payload)
	payload, n, err := r.body.take(c.payload, b)
	c.payload = payload[:from]
	r.asks.sent = c.mark(at)
	if err != nil {
		c.breaksChunks(b, n, r.size, "the body of a request")
		r.side.seek()
		return nil
	}
	r.size += int64(n)
	if r.body.whole() {
		r.asks = nil
	}
	return b[n:]
}

func (r *httpRequests) unknown(at time.Duration, n int64) {
	if r.asks == nil {
		if r.head.fields == nil {
			method, _, _ := bytes.Cut(r.head.partial, []byte(" "))
			r.head.method = string(method[:min(len(method), maxMethod)])
		}
		r.body.kind = bodyNone
		r.asked(at)
		r.side.seek()
		return
	}
	r.asks.sent = r.side.conn.all.mark(at)
	_, took, ok := r.body.skip(n)
	switch {
	case !ok || took < n:
		r.side.seek()
	case r.body.whole():
		r.asks = nil
	}
}

func (r *httpRequests) lost() {
	r.side.conn.queue = nil
	r.side.seek()
}

func (r *httpRequests) end(time.Duration, bool) {}
