package capture

import (
	"bytes"
	"time"
)

// seek waits for the bytes that show what a side carries.
type seek struct {
	side *side
	mode seekMode
	held []heldPiece // that came meanwhile
	size int         // of their bytes
	from int         // the first of them that can belong to the beginning
	head []byte      // the bytes of those
}

type seekMode uint8

const (
	seekFresh  seekMode = iota // at the beginning of the side: what is nothing else is raw
	seekJoined                 // inside something: the first piece that begins a message, else raw
	seekAfter                  // after a break: the first piece that begins a message
)

// heldPiece is a piece that waits. Its bytes are nil where they are not known.
type heldPiece struct {
	at   time.Duration
	data []byte
	len  int64
}

// maxHeld bounds the bytes that wait.
const maxHeld = 1 << 20

func newSeek(s *side, mode seekMode) *seek { return &seek{side: s, mode: mode} }

func (k *seek) known(at time.Duration, b []byte) {
	k.hold(heldPiece{at: at, data: bytes.Clone(b), len: int64(len(b))})
	k.head = append(k.head, b[:min(len(b), maxSign)]...)
	for {
		what := sniffWire(k.head)
		switch {
		case what == wireMore:
			return
		case what != wireRaw || k.mode == seekFresh:
			k.begin(what)
			return
		case k.from < len(k.held)-1: // the last piece can be a beginning of its own
			k.from = len(k.held) - 1
			k.head = append(k.head[:0], b[:min(len(b), maxSign)]...)
			continue
		}
		k.from, k.head = len(k.held), k.head[:0]
		if k.mode == seekAfter {
			k.held, k.from, k.size = nil, 0, 0
		} else if k.size > maxHeld {
			k.begin(wireRaw)
		}
		return
	}
}

func (k *seek) hold(p heldPiece) {
	k.held = append(k.held, p)
	k.size += len(p.data)
}

// begin goes over to what was found, with the pieces that waited.
func (k *seek) begin(what wireKind) {
	s := k.side
	held := k.held
	if what != wireRaw {
		held = held[k.from:]
	}
	switch what {
	case wireResponse:
		s.is = &httpResponses{side: s}
	case wireRequest:
		s.is = &httpRequests{side: s}
	default:
		s.is = &opaque{out: s.newOutlet(httpRequest{})}
	}
	for _, p := range held {
		s.conn.all.piece++
		if p.data != nil {
			s.is.known(p.at, p.data)
		} else {
			s.is.unknown(p.at, p.len)
		}
	}
}

func (k *seek) unknown(at time.Duration, n int64) {}

func (k *seek) lost() { *k = seek{side: k.side, mode: seekAfter} }

func (k *seek) end(at time.Duration) {
	k.settle()
	if k.side.is != carrier(k) {
		k.side.is.end(at)
	}
}

// settle is the end of what can show what the side carries.
func (k *seek) settle() {
	if k.mode != seekAfter && len(k.held) > 0 {
		k.begin(wireRaw)
	}
}

// wireKind is what the first bytes of a side show.
type wireKind uint8

const (
	wireMore     wireKind = iota // more of them are needed
	wireRaw                      // nothing that is known
	wireResponse                 // HTTP/1.1
	wireRequest
)

// maxSign bounds the bytes that show what a side carries.
const maxSign = 64

// sniffWire tells what a side carries from its first bytes.
func sniffWire(b []byte) wireKind {
	const response = "HTTP/1."
	if n := min(len(b), len(response)); string(b[:n]) == response[:n] {
		if n < len(response) {
			return wireMore
		}
		return wireResponse
	}
	return sniffRequest(b)
}

// sniffRequest finds the beginning of a request line: a method and a target
// (RFC 9112, section 3).
func sniffRequest(b []byte) wireKind {
	i := 0
	for i < len(b) && i <= methodSize && ('A' <= b[i] && b[i] <= 'Z' || b[i] == '-') {
		i++
	}
	switch {
	case i == len(b):
		return wireMore
	case i < 3 || b[i] != ' ':
		return wireRaw
	case i+1 == len(b):
		return wireMore
	case b[i+1] == '/' || b[i+1] == '*' || string(b[:i]) == "CONNECT":
		return wireRequest
	}
	const scheme = "http"
	n := min(len(b)-i-1, len(scheme))
	if string(b[i+1:i+1+n]) != scheme[:n] {
		return wireRaw
	}
	if n < len(scheme) {
		return wireMore
	}
	return wireRequest
}
