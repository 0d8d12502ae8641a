package capture

import "time"

// outlet is where the bytes of one exchange go. The exchange is begun with the
// first of them. Those of one piece become one chunk, however they come.
type outlet struct {
	side   *side
	e      *Exchange
	index  int // of the exchange, or None
	over   bool
	order  order
	piece  int64 // that the last chunk is of
	record int   // the last chunk, while the piece is the same
	own    bool  // its bytes are a copy
}

// outlet returns one for what answers a request.
func (s *side) outlet(r httpRequest) *outlet {
	c := s.conn.all
	return &outlet{side: s, index: None, e: &Exchange{Level: c.level, Timed: c.timed, Payload: true, Method: r.method, Accept: r.sent}}
}

func (o *outlet) begun() bool { return o.index != None }

// open begins the exchange, unless it has begun. It returns false where no more
// can be added to it.
func (o *outlet) open() bool {
	c := o.side.conn.all
	if o.over || o.begun() {
		return !o.over
	}
	if i, ok := c.begin(o.e); ok {
		o.index = i
		c.over = append(c.over, false)
	} else {
		o.over, c.stop = true, c.tooMany()
		return false
	}
	if o.side.joined {
		o.side.joined = false
		o.e.Note(NoteMidStream)
	}
	return true
}

// bytes adds bytes, which stay valid until the next step.
func (o *outlet) bytes(at time.Duration, b []byte) { o.put(at, b, int64(len(b))) }

// length adds bytes that are not there, for the reason given.
func (o *outlet) length(at time.Duration, n int64, why Note) {
	if n > 0 && !o.over {
		o.e.Payload = false
		o.e.Note(why)
		o.put(at, nil, n)
	}
}

func (o *outlet) put(at time.Duration, b []byte, n int64) {
	if n == 0 || !o.open() {
		return
	}
	c := o.side.conn.all
	if o.piece != c.piece {
		o.order.see(o.e, at)
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

// eof ends the body, which may have had no bytes.
func (o *outlet) eof(at time.Duration) {
	if o.open() {
		o.close()
		o.order.see(o.e, at)
		o.side.conn.all.push(Record{Kind: RecordEOF, Exchange: o.index, Time: at})
	}
}

// stop ends the exchange inside its body, for the reason given.
func (o *outlet) stop(why Note) {
	o.close()
	if why == NoteNone {
		return
	}
	if o.e.Note(why); why == NoteDamaged {
		o.e.Damage = Damage{Records: 1, Offset: None}
	}
}

func (o *outlet) close() {
	if o.over = true; o.begun() {
		o.side.conn.all.over[o.index] = true
	}
}
