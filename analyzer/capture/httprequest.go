package capture

import "time"

// httpRequests reads the requests of HTTP/1.1 that the client's side carries, as far
// as the responses need them: by which method, and when they were out.
type httpRequests struct {
	side *side
	head httpHead
	asks *httpRequest // nil outside a body
	body httpBody
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

func (r *httpRequests) takeHead(at time.Duration, b []byte) []byte {
	if r.head.fields == nil {
		r.head.request = true
	}
	rest, ok := r.head.add(b)
	if !ok {
		r.side.is = newSeek(r.side, seekAfter)
		return nil
	}
	if !r.head.done {
		return nil
	}
	r.asks = &httpRequest{method: r.head.method, sent: r.side.conn.all.sent(at)}
	r.side.conn.ask(r.asks)
	r.body = httpBody{}
	if r.body.kind, r.body.left = r.head.requestBody(); r.body.whole() {
		r.asks = nil
	}
	r.head = httpHead{}
	return rest
}

func (r *httpRequests) takeBody(at time.Duration, b []byte) []byte {
	c := r.side.conn.all
	from := len(c.payload)
	payload, n, err := r.body.take(c.payload, b)
	c.payload = payload[:from]
	r.asks.sent = c.sent(at)
	if err != nil {
		r.side.is = newSeek(r.side, seekAfter)
		return nil
	}
	if r.body.whole() {
		r.asks = nil
	}
	return b[n:]
}

func (r *httpRequests) unknown(at time.Duration, n int64) {}

func (r *httpRequests) lost() {
	r.side.conn.queue = r.side.conn.queue[:0]
	r.side.is = newSeek(r.side, seekAfter)
}

func (r *httpRequests) end(time.Duration) {}
