package capture

import (
	"bytes"
	"time"
)

// seek waits for bytes that show what a side carries.
type seek struct {
	side *side
	mode seekMode
	held []heldPiece // what came meanwhile
	size int         // of it, in memory
	from int         // the first of held that can belong to the beginning of something
	head []byte      // the bytes from there on, as many as are looked at
}

type seekMode uint8

const (
	seekFresh  seekMode = iota // at the beginning of a connection: what is nothing else is raw
	seekJoined                 // inside one: what no piece begins a message in is raw
	seekAfter                  // after a break: what does not begin a message is passed over
)

// heldPiece is a part of a piece that waits. Its bytes are nil where they are
// not known.
type heldPiece struct {
	no   int64 // of the piece
	at   time.Duration
	data []byte
	len  int64
}

// Bounds of what waits, in memory.
const (
	maxHeld     = 1 << 20 // of one side
	maxHeldAll  = 1 << 24
	heldPieceOf = 64 // what a piece takes beside its bytes
)

func newSeek(s *side, mode seekMode) *seek { return &seek{side: s, mode: mode} }

func (k *seek) known(at time.Duration, b []byte) {
	k.hold(heldPiece{at: at, data: bytes.Clone(b), len: int64(len(b))})
	sign := b[:min(len(b), maxSign)]
	k.head = append(k.head, sign...)
	what := sniffWire(k.head)
	if what == wireRaw && k.mode != seekFresh && k.from < len(k.held)-1 {
		// What began before does not go on here; the piece may begin something.
		k.from, k.head = len(k.held)-1, append(k.head[:0], sign...)
		what = sniffWire(k.head)
	}
	switch {
	case what == wireMore:
	case k.mode == seekAfter && !k.resumes(what):
		k.drop()
	case what != wireRaw || k.mode == seekFresh:
		k.found(what)
		return
	default:
		k.from, k.head = len(k.held), k.head[:0]
	}
	k.bound()
}

// resumes says whether a message of HTTP/1.1 begins that the side can say.
func (k *seek) resumes(what wireKind) bool {
	role := k.side.role
	return (what == wireResponse || what == wireRequest) && (role == roleUnknown || role == what.role())
}

func (k *seek) unknown(at time.Duration, n int64) {
	s := k.side
	if k.mode == seekAfter {
		k.drop()
		return
	}
	k.hold(heldPiece{at: at, len: n})
	k.from, k.head = len(k.held), k.head[:0]
	// Where nothing shows who is who, the client is the one that speaks first.
	first, waits := s.other.is.(*seek)
	switch {
	case s.role == roleUnknown && waits && k.mode == seekFresh && first.mode == seekFresh && len(first.held) > 0:
		s.other.role = roleClient
		s.other.become(ignored{})
		k.found(wireRaw)
	case s.other.role == roleUnknown && k.mode == seekFresh:
		k.bound()
	default:
		k.found(wireRaw)
	}
}

func (k *seek) hold(p heldPiece) {
	p.no = k.side.conn.all.piece
	k.held = append(k.held, p)
	k.size += len(p.data) + heldPieceOf
	k.side.conn.all.held += len(p.data) + heldPieceOf
}

func (k *seek) drop() {
	k.side.conn.all.held -= k.size
	k.held, k.size, k.from, k.head = nil, 0, 0, k.head[:0]
}

// bound ends the wait where too much does.
func (k *seek) bound() {
	if k.mode != seekAfter && len(k.held) > 0 && (k.size > maxHeld || k.side.conn.all.held > maxHeldAll) {
		k.found(wireRaw)
	}
}

// found goes over to what was found, with the pieces that waited.
func (k *seek) found(what wireKind) {
	s, held := k.side, k.held
	if what != wireRaw {
		held = held[k.from:]
	}
	k.drop()
	if role := what.role(); role != roleUnknown {
		s.role, s.joined = role, false // it begins here
	}
	switch server := s.other.role == roleServer; {
	case what == wireResponse:
		s.is = &httpResponses{side: s}
	case what == wireRequest:
		s.is = newHTTPRequests(s)
	case what == wirePreface:
		s.is = newFrames(s, len(preface))
	case what == wireFrames:
		s.is = newFrames(s, 0)
	case what == wireClientHello, what == wireTLS && server:
		s.is = ignored{}
	case what == wireServerHello, what == wireTLS:
		s.is = &opaque{out: s.outlet(httpRequest{}), hidden: NoteEncrypted}
	case server:
		k.mode = seekAfter // a client, of which requests alone matter
		return
	default:
		s.is = &opaque{out: s.outlet(httpRequest{}), until: k.mode == seekJoined || held[0].data == nil}
	}
	c := s.conn.all
	defer func(now int64) { c.piece = now }(c.piece)
	for _, p := range held {
		c.piece = p.no
		if p.data != nil {
			s.is.known(p.at, p.data)
		} else {
			s.is.unknown(p.at, p.len)
		}
	}
}

func (k *seek) lost() {
	k.drop()
	k.mode = seekAfter
}

func (k *seek) end(at time.Duration, closed bool) {
	cut := k.side.conn.all.cut && len(k.head) > 0 // in what would have shown it
	if k.mode == seekAfter || len(k.held) == 0 || cut {
		k.drop()
		return
	}
	if k.found(wireRaw); k.side.is != carrier(k) {
		k.side.is.end(at, closed)
	}
}
