package capture

import (
	"bytes"
	"io"
	"sort"
	"time"
)

// segment is what one packet carried of one direction of a connection.
type segment struct {
	conn    int64
	reverse bool
	at      time.Duration
	seq     int64  // of its first byte, modulo 2^32; None where segments are in order
	first   int64  // the number of the direction's first byte; None where it is not known
	data    []byte // valid until the next segment
	len     int64  // bytes that were sent, of which data are the first
	syn     bool   // the direction begins
	end     bool   // the direction ends behind it
}

// segments is a PieceReader of segments as they were recorded: sent again,
// overlapping, and one before the other. Each byte is passed on once, at the time
// when all before it had come: sooner no reader can have got it.
type segments struct {
	read  func() (segment, error) // its errors are those of a PieceReader
	sides map[segmentSide]*segmentOrder
	ready []Piece
	next  int // of ready
	begun int // directions so far
	held  int
	err   error
}

type segmentSide struct {
	conn    int64
	reverse bool
}

// segmentOrder is how far one direction has come.
type segmentOrder struct {
	no     int
	next   uint32 // the sequence number that is wanted
	begun  bool   // with the first byte, as far as that is known
	joined bool   // inside
	held   []segment
	size   int // of held, in memory
}

func newSegments(read func() (segment, error)) *segments {
	return &segments{read: read, sides: map[segmentSide]*segmentOrder{}}
}

func (s *segments) NextPiece() (Piece, error) {
	for s.next == len(s.ready) {
		if s.err != nil {
			return Piece{}, s.err
		}
		s.ready, s.next = s.ready[:0], 0
		g, err := s.read()
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			s.err = err
			s.finish()
		case err != nil:
			s.err = err
		case g.seq == None:
			s.pass(g, 0, false)
		default:
			s.add(g)
		}
	}
	s.next++
	return s.ready[s.next-1], nil
}

// add takes the next segment.
func (s *segments) add(g segment) {
	key := segmentSide{g.conn, g.reverse}
	o := s.sides[key]
	if g.syn {
		g.seq++ // a SYN counts as one
	}
	if o == nil || g.syn && len(o.held) == 0 {
		s.begun++
		o = &segmentOrder{no: s.begun, next: uint32(g.seq), begun: g.first == None}
		if !g.syn && g.first != None {
			o.next = uint32(g.first)
		}
		s.sides[key] = o
	}
	if o.ahead(g) > 0 {
		g.data = bytes.Clone(g.data)
		o.hold(g)
		s.held += heldSize(g)
		if o.size > maxHeld || s.held > maxHeldAll {
			s.giveUp(o, g.at)
		}
		return
	}
	s.take(o, g, 0)
	s.follow(o, g.at)
}

// ahead is how far a segment lies beyond what is wanted: negative where it was
// sent before.
func (o *segmentOrder) ahead(g segment) int64 { return int64(int32(uint32(g.seq) - o.next)) }

// hold keeps a segment, in the order of the bytes.
func (o *segmentOrder) hold(g segment) {
	i := sort.Search(len(o.held), func(i int) bool { return o.ahead(o.held[i]) > o.ahead(g) })
	o.held = append(o.held, segment{})
	copy(o.held[i+1:], o.held[i:])
	o.held[i] = g
	o.size += heldSize(g)
}

func heldSize(g segment) int { return len(g.data) + heldPieceOf }

// take passes on what is new in a segment that leaves no gap, but for lost bytes
// that were given up.
func (s *segments) take(o *segmentOrder, g segment, lost int64) {
	again := min(-o.ahead(g), g.len)
	if again < 0 {
		again = 0
	}
	if again == g.len && g.len > 0 && !g.end {
		return
	}
	g.len -= again
	g.data = g.data[min(again, int64(len(g.data))):]
	o.next += uint32(g.len)
	o.begun = true
	s.pass(g, lost, o.joined)
}

// follow passes on what waited for the bytes that came at a time.
func (s *segments) follow(o *segmentOrder, at time.Duration) {
	for len(o.held) > 0 && o.ahead(o.held[0]) <= 0 {
		s.take(o, s.unhold(o, at), 0)
	}
}

func (s *segments) unhold(o *segmentOrder, at time.Duration) segment {
	g := o.held[0]
	o.held = o.held[1:]
	o.size -= heldSize(g)
	s.held -= heldSize(g)
	g.at = max(g.at, at)
	return g
}

// giveUp goes on behind bytes that the recording lacks.
func (s *segments) giveUp(o *segmentOrder, at time.Duration) {
	g := s.unhold(o, at)
	lost := o.ahead(g)
	if !o.begun {
		lost, o.joined = 0, true
	}
	o.next = uint32(g.seq)
	s.take(o, g, lost)
	s.follow(o, at)
}

// finish gives up what the recording lacks to its end.
func (s *segments) finish() {
	var open []*segmentOrder
	for _, o := range s.sides {
		open = append(open, o)
	}
	sort.Slice(open, func(i, j int) bool { return open[i].no < open[j].no })
	for _, o := range open {
		for len(o.held) > 0 {
			s.giveUp(o, o.held[0].at)
		}
	}
}

func (s *segments) pass(g segment, lost int64, joined bool) {
	if g.len == 0 && !g.end {
		return
	}
	s.ready = append(s.ready, Piece{
		Conn: g.conn, Reverse: g.reverse, Time: g.at, Data: g.data, Len: g.len,
		Lost: lost, Cut: g.len > int64(len(g.data)), Joined: joined, End: g.end,
	})
}
