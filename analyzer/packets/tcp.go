package packets

import (
	"bytes"
	"container/list"
	"slices"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Bounds of what waits for bytes before it. One direction holds more than the
// usual window of a receiver. Where more waits, the bytes that it waits for are
// given up, as they are where the receiver has acknowledged them.
const (
	maxWaiting     = 1 << 12  // segments of one direction
	maxHeld        = 8 << 20  // their bytes
	maxHeldOfAll   = 64 << 20 // of all connections
	maxConnections = 1 << 16
	spanCost       = 64 // of one that waits, beside its bytes
)

// maxWindow is the largest window there is (RFC 7323, section 2.3). What lies
// farther ahead is of another connection, or of none.
const maxWindow = 1 << 30

// streams puts the segments of TCP in order, as the receiver has to, and makes
// pieces of them: each byte once, at the time of the segment with which all
// before it had come.
type streams struct {
	connections map[pair]*connection
	order       *list.List // of *connection, the one heard of last in front
	begun       int64
	held        int64
	pieces      []capture.Piece
}

// pair is the two ends of a connection, in the order of their bytes.
type pair [2]endpoint

type connection struct {
	ends    pair
	id      int64
	first   endpoint // who was heard first
	sides   [2]side  // its side, and the other
	over    bool     // reset, or ended in both directions
	element *list.Element
}

// side is one direction of a connection. Places in it are counted from 0, the
// byte after the SYN, and do not wrap.
type side struct {
	begun   bool
	joined  bool   // without a SYN
	start   uint32 // the sequence number of place 0
	next    int64  // the place of the byte to come
	fin     int64  // the place of the FIN, or none
	finAt   time.Duration
	ended   bool
	last    time.Duration
	waiting []span // beyond next, in order, apart from each other
	held    int64
}

// span is bytes that came before those in front of them.
type span struct {
	start, end int64
	at         time.Duration
	data       []byte // the first of them, where the others were cut off
}

const none = -1

func newStreams() *streams {
	return &streams{connections: map[pair]*connection{}, order: list.New()}
}

// add takes the next segment of the recording. Its pieces may refer to its data.
func (t *streams) add(s segment) {
	ends := pair{s.from, s.to}
	if s.to.before(s.from) {
		ends = pair{s.to, s.from}
	}
	c := t.connections[ends]
	if c != nil && s.syn && c.replaced(s) {
		t.drop(c)
		c = nil
	}
	if c == nil {
		if !s.syn && s.length == 0 {
			return // the end of a connection of which nothing was recorded, or its idling
		}
		c = t.begin(ends, s.from)
	}
	t.order.MoveToFront(c.element)
	way := 0
	if s.from != c.first {
		way = 1
	}
	t.take(c, way, s)
	for len(t.connections) > maxConnections || t.held > maxHeldOfAll {
		t.drop(t.order.Back().Value.(*connection))
	}
}

func (t *streams) begin(ends pair, first endpoint) *connection {
	c := &connection{ends: ends, id: t.begun, first: first}
	c.sides[0].fin, c.sides[1].fin = none, none
	c.element = t.order.PushFront(c)
	t.connections[ends] = c
	t.begun++
	return c
}

// drop forgets a connection.
func (t *streams) drop(c *connection) {
	t.settle(c, 0)
	t.settle(c, 1)
	t.order.Remove(c.element)
	delete(t.connections, c.ends)
}

// finish is the end of the recording.
func (t *streams) finish() {
	for e := t.order.Back(); e != nil; e = e.Prev() {
		t.settle(e.Value.(*connection), 0)
		t.settle(e.Value.(*connection), 1)
	}
}

// settle gives up all that one direction waits for, up to its end.
func (t *streams) settle(c *connection, way int) {
	d := &c.sides[way]
	t.giveUp(c, way, d.next+maxWindow)
	if d.fin == none || d.ended {
		return
	}
	d.ended = true
	t.pieces = append(t.pieces, capture.Piece{
		Conn: c.id, Reverse: way == 1, Time: max(d.last, d.finAt),
		Lost: d.fin - d.next, Joined: d.joined, End: true,
	})
}

// replaced says whether a SYN begins another connection between the same ends:
// it is not one that was sent again.
func (c *connection) replaced(s segment) bool {
	own, other := &c.sides[0], &c.sides[1]
	if s.from != c.first {
		own, other = other, own
	}
	switch {
	case c.over:
		return true
	case own.begun:
		return own.joined || own.start != s.seq+1
	}
	return !s.ack && other.next > 0
}

// take takes a segment into one direction of its connection.
func (t *streams) take(c *connection, way int, s segment) {
	d := &c.sides[way]
	before := len(t.pieces)
	if s.syn {
		s.seq++ // a SYN counts as one
	}
	if s.rst {
		s.data, s.length = nil, 0 // what it carries is a remark of the sender's (RFC 9293, section 3.5.2)
	}
	switch {
	case d.begun:
	case s.syn:
		d.begun, d.start = true, s.seq
	case s.length > 0 || s.fin:
		// Not with an empty segment: that may be a probe, which stands one byte
		// before what was sent already (RFC 9293, section 3.8.4).
		d.begun, d.joined, d.start = true, true, s.seq
	}
	start := d.place(s.seq)
	near := start-d.next < maxWindow
	if d.begun && !d.ended && near {
		end := start + s.length
		if s.fin && d.fin == none && end >= d.next {
			d.fin, d.finAt = end, s.at
		}
		t.bytes(c, way, span{start, end, s.at, s.data})
	}
	if o := &c.sides[1-way]; s.ack && o.begun && !o.ended {
		t.acknowledged(c, 1-way, o.place(s.acked))
	}
	if s.rst && (!d.begun || start >= d.next && near) && !c.over {
		c.over = true
		t.giveUp(c, 0, c.sides[0].next+maxWindow)
		t.giveUp(c, 1, c.sides[1].next+maxWindow)
		t.end(c, 0, s.at, before)
		t.end(c, 1, s.at, before)
	}
	if d.fin != none && d.next >= d.fin {
		t.end(c, way, s.at, before)
	}
	c.over = c.over || c.sides[0].ended && c.sides[1].ended
}

// bytes takes what a segment carries, which may lie anywhere.
func (t *streams) bytes(c *connection, way int, s span) {
	d := &c.sides[way]
	s = s.from(d.next).to(s.end)
	switch {
	case s.start >= s.end:
	case s.start == d.next:
		t.pass(c, way, s, 0)
		t.follow(c, way, s.at)
	default:
		t.wait(d, s)
		if len(d.waiting) > maxWaiting || d.held > maxHeld {
			t.giveUp(c, way, d.next+maxWindow)
		}
	}
}

// acknowledged gives up what the recording lacks in front of a place up to which
// the receiver had all: it will not be sent again.
func (t *streams) acknowledged(c *connection, way int, place int64) {
	switch d := &c.sides[way]; {
	case d.fin != none && place == d.fin+1: // a FIN counts as one
		t.settle(c, way)
	case place-d.next < maxWindow:
		t.giveUp(c, way, place)
	}
}

// follow passes on what waited for the bytes before it, which came at at.
func (t *streams) follow(c *connection, way int, at time.Duration) {
	d := &c.sides[way]
	n := 0
	for _, s := range d.waiting {
		if s.start > d.next {
			break
		}
		t.hold(d, s, -1)
		n++
		if s = s.from(d.next); s.start < s.end {
			s.at = max(s.at, at) // where times run backwards, both must have come
			t.pass(c, way, s, 0)
		}
	}
	d.forget(n)
}

// giveUp passes on what waits in front of a place for bytes that the recording
// lacks.
func (t *streams) giveUp(c *connection, way int, place int64) {
	d := &c.sides[way]
	n := 0
	for ; n < len(d.waiting) && d.waiting[n].start < place; n++ {
		s := d.waiting[n]
		t.hold(d, s, -1)
		s.at = max(s.at, d.last) // it may have come before some that are in front of it
		t.pass(c, way, s, s.start-d.next)
	}
	d.forget(n)
}

// forget takes the first n off what waits. Of what is not there any more nothing is
// kept, since nothing counts it.
func (d *side) forget(n int) {
	if d.waiting = slices.Delete(d.waiting, 0, n); len(d.waiting) == 0 {
		d.waiting = nil
	}
}

// place is where a sequence number stands, the one of its places that is nearest
// to the byte to come.
func (d *side) place(seq uint32) int64 {
	return d.next + int64(int32(seq-d.start-uint32(d.next)))
}

// pass makes a piece of what lies in front of the end.
func (t *streams) pass(c *connection, way int, s span, lost int64) {
	d := &c.sides[way]
	if d.fin != none && s.end > d.fin {
		if s.start >= d.fin {
			return
		}
		s = s.to(d.fin)
	}
	d.next, d.last = s.end, s.at
	t.pieces = append(t.pieces, capture.Piece{
		Conn: c.id, Reverse: way == 1, Time: s.at, Data: s.data, Len: s.end - s.start,
		Lost: lost, Cut: int64(len(s.data)) < s.end-s.start, Joined: d.joined,
	})
}

// end ends a direction, with its last piece where that is of the same time and one
// of those made for the segment at hand, which begin at before.
func (t *streams) end(c *connection, way int, at time.Duration, before int) {
	d := &c.sides[way]
	if d.ended {
		return
	}
	d.ended = true
	for i := len(t.pieces) - 1; i >= before; i-- {
		if p := &t.pieces[i]; p.Conn == c.id && p.Reverse == (way == 1) && p.Time == at {
			p.End = true
			return
		}
	}
	t.pieces = append(t.pieces, capture.Piece{Conn: c.id, Reverse: way == 1, Time: at, Joined: d.joined, End: true})
}

// wait keeps a copy of what is not there yet of a span.
func (t *streams) wait(d *side, s span) {
	i := sort.Search(len(d.waiting), func(i int) bool { return d.waiting[i].end > s.start })
	for s.start < s.end {
		piece := s
		if i < len(d.waiting) {
			piece = s.to(min(s.end, d.waiting[i].start))
		}
		if piece.start < piece.end {
			piece.data = bytes.Clone(piece.data)
			d.waiting = slices.Insert(d.waiting, i, piece)
			t.hold(d, piece, 1)
			i++
		}
		if i == len(d.waiting) {
			return
		}
		s = s.from(d.waiting[i].end)
		i++
	}
}

// hold counts a span that begins to wait, or no longer does.
func (t *streams) hold(d *side, s span, sign int64) {
	n := sign * int64(len(s.data)+spanCost)
	d.held += n
	t.held += n
}

// from returns what of a span lies at place or behind it.
func (s span) from(place int64) span {
	if place <= s.start {
		return s
	}
	s.data = s.data[min(place-s.start, int64(len(s.data))):]
	s.start = place
	return s
}

// to returns what of a span lies in front of place.
func (s span) to(place int64) span {
	s.data = s.data[:max(0, min(place-s.start, int64(len(s.data))))]
	s.end = place
	return s
}

func (e endpoint) before(o endpoint) bool {
	if c := bytes.Compare(e.address[:], o.address[:]); c != 0 {
		return c < 0
	}
	return e.port < o.port
}
