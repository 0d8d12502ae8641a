package analyzer

import (
	"errors"
	"slices"
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// inflaters is what the bodies of a recording share that are inflated side by
// side.
type inflaters struct {
	budget coding.Budget
	live   int
}

// maxInflaters bounds how many bodies are inflated at the same time: each takes
// some 80 KiB. Of what is beyond there are lengths only.
const maxInflaters = 256

// body is the body of one exchange on its way out of its content codings.
type body struct {
	state   bodyState
	head    []byte         // of a bodySniffed, all that has come
	list    coding.List    // of a bodyCoded
	decoder coding.Decoder // nil once the body has ended
	all     *inflaters
	broken  bool  // the decoder failed
	cut     bool  // the body ended inside its coding
	refused error // of a bodyRefused, why
}

type bodyState uint8

const (
	bodyUnknown bodyState = iota // no chunk has come
	bodySniffed                  // too few bytes to tell gzip
	bodyPlain                    // under no coding
	bodyCoded                    // under some that are read
	bodyRefused                  // under one that is not
	bodyCrowded                  // under some that are, with too many at the same time
)

// chunk takes a chunk: into the timeline and, decoded, to the scanner.
func (s *stream) chunk(rec capture.Record) error {
	if rec.Data == nil || !s.x.Payload {
		return s.withoutPayload(rec)
	}
	data := rec.Data
	if s.body.state == bodyUnknown {
		if err := s.begin(); err != nil {
			return err
		}
	}
	if s.body.state == bodySniffed {
		s.body.head = append(s.body.head, data...)
		n, gzip := coding.Sniff(s.body.head)
		if !gzip && coding.MaySniff(s.body.head) {
			return s.b.Chunk(rec.Time, rec.Len)
		}
		if data = s.body.head; gzip {
			s.decode(coding.List{n})
		} else {
			s.body.state = bodyPlain
		}
		s.body.head = nil
	}
	switch s.body.state {
	case bodyCoded:
		return s.inflate(rec, data)
	case bodyRefused, bodyCrowded:
		return s.b.Chunk(rec.Time, rec.Len)
	}
	if err := s.b.Chunk(rec.Time, rec.Len); err != nil {
		return err
	}
	return s.write(data)
}

// begin looks at what the exchange says of its coding. A body that says nothing
// may still be a bare gzip file, but not where its framing was asked for: then
// its bytes are taken as they are.
func (s *stream) begin() error {
	l, err := coding.Parse(s.x.Coding)
	switch {
	case err != nil:
		s.body.state, s.body.refused = bodyRefused, err
	case slices.Contains(l, coding.Brotli) && s.o.Brotli == nil:
		return capture.ErrElsewhere
	case len(l) > 0:
		s.decode(l)
	case s.o.Framing != 0:
		s.body.state = bodyPlain
	default:
		s.body.state = bodySniffed
	}
	return nil
}

func (s *stream) decode(l coding.List) {
	b := &s.body
	if b.list = l; b.all.live == maxInflaters {
		b.state = bodyCrowded
		return
	}
	b.all.live++
	b.state, b.decoder = bodyCoded, coding.NewWithin(l, &b.all.budget, s.o.Brotli)
	s.b.Inflate(l)
}

// end lets the decoder of a body go that has ended.
func (b *body) end() {
	if b.decoder != nil {
		b.cut = !b.broken && b.decoder.Close() != nil
		b.decoder = nil
		b.all.live--
	}
}

// inflate takes a coded chunk. data is its bytes, behind those that waited for
// the coding to be known. A body that breaks its coding ends there for the
// scanner; its chunks go on without yielding anything.
func (s *stream) inflate(rec capture.Record, data []byte) error {
	decoded, failed := int64(0), error(nil)
	if s.body.decoder == nil { // after its end
		return s.b.CodedChunk(rec.Time, rec.Len, 0, 0)
	}
	if !s.body.broken {
		s.body.broken = s.body.decoder.Write(data, func(p []byte) {
			decoded += int64(len(p))
			if failed == nil {
				failed = s.write(p)
			}
		}) != nil
	}
	if failed != nil {
		return failed
	}
	return s.b.CodedChunk(rec.Time, rec.Len, decoded, s.body.decoder.Pending())
}

// withoutPayload takes a chunk that is a length alone. Under a coding it yields
// nothing that could be known.
func (s *stream) withoutPayload(rec capture.Record) error {
	if s.body.state == bodyCoded {
		s.body.broken = true
		return s.b.CodedChunk(rec.Time, rec.Len, 0, 0)
	}
	return s.b.Chunk(rec.Time, rec.Len)
}

// unsniffed passes on bytes that were too few to tell their coding.
func (s *stream) unsniffed() error {
	if s.body.state != bodySniffed {
		return nil
	}
	head := s.body.head
	s.body.state, s.body.head = bodyPlain, nil
	return s.write(head)
}

// refusal is the error of a body that is there under a coding that is not read.
func refusal(err error) error {
	at := &capture.Error{Offset: capture.None, Err: err}
	var unsupported *coding.UnsupportedError
	if errors.As(err, &unsupported) {
		at.Read = "the content coding " + strconv.Quote(unsupported.Name)
		at.Want, at.Err = unsupported.Want, coding.ErrUnsupported
	}
	return at
}

// endBody says what came of the body. x is what is known of its exchange. It
// fails where the body is there and its coding is not read.
func (s *stream) endBody(x *capture.Exchange) error {
	if s.b.Ended() {
		s.body.end()
	}
	coded := x.Coding != "" || s.body.list != nil
	switch {
	case !coded:
	case !x.Payload || s.body.state == bodyCrowded:
		x.Payload = false
		l := s.body.list
		if l == nil {
			l, _ = coding.Parse(x.Coding)
		}
		s.b.NotInflated(l)
		x.Note(capture.NoteCoded)
	case s.body.refused != nil:
		return refusal(s.body.refused)
	case s.body.broken:
		x.Note(capture.NoteCodingBroken)
	case s.body.cut:
		x.Note(capture.NoteCodingCut)
	}
	return nil
}
