package analyzer

import (
	"errors"
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// body is the body of one exchange on its way out of its content codings.
type body struct {
	state   bodyState
	head    []byte      // of a bodySniffed, all that has come
	list    coding.List // of a bodyCoded
	decoder coding.Decoder
	broken  bool  // the decoder failed
	refused error // of a bodyRefused, why
}

type bodyState uint8

const (
	bodyUnknown bodyState = iota // no chunk has come
	bodySniffed                  // too few bytes to tell gzip
	bodyPlain                    // under no coding
	bodyCoded                    // under some that are read
	bodyRefused                  // under one that is not
)

// chunk takes a chunk: into the timeline and, decoded, to the scanner.
func (s *stream) chunk(rec capture.Record) error {
	if rec.Data == nil || !s.x.Payload {
		return s.withoutPayload(rec)
	}
	data := rec.Data
	if s.body.state == bodyUnknown {
		s.begin()
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
	case bodyRefused:
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
func (s *stream) begin() {
	l, err := coding.Parse(s.x.Coding)
	switch {
	case err != nil:
		s.body.state, s.body.refused = bodyRefused, err
	case len(l) > 0:
		s.decode(l)
	case s.o.Framing != 0:
		s.body.state = bodyPlain
	default:
		s.body.state = bodySniffed
	}
}

func (s *stream) decode(l coding.List) {
	s.body.state, s.body.list, s.body.decoder = bodyCoded, l, coding.New(l)
	s.b.Inflate(l)
}

// inflate takes a coded chunk. data is its bytes, behind those that waited for
// the coding to be known. A body that breaks its coding ends there for the
// scanner; its chunks go on without yielding anything.
func (s *stream) inflate(rec capture.Record, data []byte) error {
	decoded, failed := int64(0), error(nil)
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
	coded := x.Coding != "" || s.body.state == bodyCoded
	switch {
	case !coded:
	case !x.Payload:
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
	case s.b.Ended() && s.body.decoder.Close() != nil:
		x.Note(capture.NoteCodingCut)
	}
	return nil
}
