package packets

import (
	"io"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// source makes the pieces of connections of the packets of a capture.
type source struct {
	file    *file
	decoder *decoder
	streams *streams
	timed   bool // its packets have times
	first   *packet
	next    int  // of the pieces, the one to be returned next
	some    bool // there were bytes
	err     error
}

func newSource(r io.Reader, name string) (*source, error) {
	f, err := openFile(r, name)
	if err != nil {
		return nil, err
	}
	s := &source{file: f, decoder: newDecoder(), streams: newStreams()}
	p, err := f.next()
	if err == io.EOF {
		err = s.nothing()
	}
	if err != nil {
		return nil, err
	}
	s.first, s.timed = &p, p.timed
	return s, nil
}

// NextPiece returns the next piece, as capture.PieceReader has it.
func (s *source) NextPiece() (capture.Piece, error) {
	t := s.streams
	for s.next == len(t.pieces) {
		if s.err == io.EOF && !s.some {
			s.err = s.nothing()
		}
		if s.err == io.EOF && s.file.truncated {
			s.err = io.ErrUnexpectedEOF
		}
		if s.err != nil {
			return capture.Piece{}, s.err
		}
		t.pieces, s.next = t.pieces[:0], 0
		s.packet()
	}
	p := t.pieces[s.next]
	s.next++
	s.some = s.some || p.Len > 0
	return p, nil
}

// packet takes the next packet.
func (s *source) packet() {
	var p packet
	if s.first != nil {
		p, s.first = *s.first, nil
	} else if p, s.err = s.file.next(); s.err == nil && p.timed != s.timed {
		s.err = s.file.fail("packets with times and without (simple packet blocks)", "a time for each packet or for none")
	}
	if s.err == nil {
		if seg, ok := s.decoder.segment(p); ok {
			s.streams.add(seg)
		}
		return
	}
	s.streams.finish()
}

// nothing is the error of a capture in which no connection says anything.
func (s *source) nothing() error {
	e := &capture.Error{File: s.file.name, Offset: capture.None, Read: s.decoder.seen.nothing(s.file.damage.Records, s.file.truncated), Want: "HTTP that is not encrypted"}
	for _, f := range capture.Formats() {
		if f.Format == capture.FormatPcap {
			e.Want += ": " + f.HowTo[0]
		}
	}
	return e
}
