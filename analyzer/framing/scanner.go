package framing

import (
	"fmt"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// New makes the scanner of a framing. It calls emit, from within Write and
// Close, with each span in the order of the stream. The error says that there
// is no scanner for n.
func New(n Name, o Options, emit func(Span)) (Scanner, error) {
	t := &tape{emit: emit}
	s := &stream{tape: t, started: !hasBOM(n)}
	switch n {
	case Lines:
		s.framer = &lines{tape: t, text: newText(t)}
	case SSE, SSEText:
		s.framer = newSSE(t, o, n == SSE)
	case JSON:
		s.framer = newValues(t)
	case JSONArray:
		s.framer = &elements{values: *newValues(t)}
	case JSONSeq:
		s.framer = newRecords(t)
	case GRPC:
		s.framer = &grpc{frame: frame{tape: t}}
	case AWSEventStream:
		s.framer = &eventStream{frame: frame{tape: t}}
	case ContentLength:
		s.framer = &contentLength{frame: frame{tape: t}, text: newText(t)}
	default:
		return nil, fmt.Errorf("no scanner for framing %q", n)
	}
	return s, nil
}

// tape is what a framing and the stream around it share: how far they have
// come, what they noticed, and where their spans go.
type tape struct {
	pos    int64 // offset of the next byte
	traits Traits
	emit   func(Span)

	repeats jsontext.Repeats
}

// framer is one framing. It sees the stream from behind the BOM on, and no
// call after close but open.
type framer interface {
	write(p []byte) // moves the tape by len(p)
	close()
	open() (Span, bool)
}

// bom is the byte order mark in UTF-8. At the start of a text it is filler
// (WHATWG Encoding, "UTF-8 decode"; RFC 8259, section 8.1 lets a parser ignore
// it).
const bom = "\xef\xbb\xbf"

// hasBOM reports whether a stream of framing n may begin with a BOM. What
// begins with RS, a length or a header has no place for one.
func hasBOM(n Name) bool { return n <= JSONArray }

// stream is a Scanner: it takes the BOM off the front of what its framer sees.
type stream struct {
	*tape
	framer  framer
	mark    int  // bytes of a BOM seen so far
	started bool // past the BOM, or past the place for one
	closed  bool
}

func (s *stream) Write(p []byte) {
	if s.closed {
		return
	}
	if !s.started {
		if p = s.start(p); !s.started {
			return
		}
	}
	if len(p) > 0 {
		s.framer.write(p)
		s.repeats.Forget()
	}
}

// start matches p against the rest of the BOM and returns what follows. Where
// the stream turns out to begin with only a part of a BOM, that part is text,
// and a span that it proves is emitted up to two bytes late.
func (s *stream) start(p []byte) []byte {
	for len(p) > 0 {
		if p[0] != bom[s.mark] {
			s.started = true
			if s.mark > 0 {
				s.framer.write([]byte(bom[:s.mark]))
			}
			return p
		}
		s.mark++
		p = p[1:]
		if s.mark == len(bom) {
			s.started = true
			s.traits |= TraitBOM
			s.pos = int64(len(bom))
			s.emit(Span{Ready: s.pos, End: s.pos, Proof: s.pos, Kind: Filler})
			return p
		}
	}
	return nil
}

func (s *stream) Close() {
	if s.closed {
		return
	}
	s.closed = true
	if s.started {
		s.framer.close()
	}
}

func (s *stream) Open() (Span, bool) {
	if !s.started { // a part of a BOM, which stays open at EOF
		return Span{Ready: Open, End: Open, Proof: Open, Kind: Filler}, s.mark > 0
	}
	return s.framer.open()
}

func (s *stream) Traits() Traits { return s.tape.traits }
