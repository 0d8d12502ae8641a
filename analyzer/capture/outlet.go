package capture

import "time"

// outlet is where the bytes of one exchange go. The exchange is begun with them:
// what has none is none. A piece gives it one chunk, whatever parts it comes in.
type outlet struct {
	side   *side
	e      Exchange // what is known beforehand
	index  int      // of the exchange, once begun
	begun  bool
	over   bool
	order  order
	piece  int64 // that the last chunk is of
	record int   // the last chunk, as long as the piece is the same
	own    bool  // its bytes are a copy of ours
}

// newOutlet is an outlet of an exchange that answers a request.
func (s *side) newOutlet(r httpRequest) *outlet {
	c := s.conn.all
	return &outlet{side: s, e: Exchange{Level: c.level, Timed: c.timed, Payload: true, Method: r.method, Accept: r.sent}}
}

// open begins the exchange, unless it has. It returns false where there are too many.
func (o *outlet) open() bool {
	if o.begun || o.over {
		return !o.over
	}
	c := o.side.conn.all
	e := o.e
	if o.index, o.begun = c.begin(&e); !o.begun {
		o.over = true
		c.stop = c.tooMany()
		return false
	}
	if o.side.joined {
		o.side.joined = false
		e.Note(NoteMidStream)
	}
	return true
}

// note tells the exchange, if it has begun.
func (o *outlet) note(n Note) {
	if o.begun {
		o.exchange().Note(n)
	}
}

func (o *outlet) exchange() *Exchange { return o.side.conn.all.exchanges[o.index] }

// bytes adds bytes, which stay valid as long as the piece's.
func (o *outlet) bytes(at time.Duration, b []byte) { o.put(at, b, int64(len(b))) }

// length adds bytes that are not known.
func (o *outlet) length(at time.Duration, n int64, why Note) {
	if n > 0 && o.open() {
		e := o.exchange()
		e.Payload = false
		e.Note(why)
		o.put(at, nil, n)
	}
}

func (o *outlet) put(at time.Duration, b []byte, n int64) {
	if n == 0 || !o.open() {
		return
	}
	c := o.side.conn.all
	if o.piece != c.piece {
		o.order.see(o.exchange(), at)
		o.piece, o.record, o.own = c.piece, len(c.records), false
		c.push(Record{Kind: RecordChunk, Exchange: o.index, Time: at, Data: b, Len: n})
		return
	}
	r := &c.records[o.record]
	r.Len += n
	switch {
	case r.Data == nil || b == nil:
		r.Data = nil
	case o.own:
		r.Data = append(r.Data, b...)
	default:
		r.Data, o.own = append(append([]byte(nil), r.Data...), b...), true
	}
}

// eof ends the body.
func (o *outlet) eof(at time.Duration) {
	if o.open() {
		o.over = true
		o.order.see(o.exchange(), at)
		o.side.conn.all.push(Record{Kind: RecordEOF, Exchange: o.index, Time: at})
	}
}

// stop ends the exchange where its body goes on, for the reason given.
func (o *outlet) stop(why Note) {
	o.note(why)
	o.over = true
}
