package analyzer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// collector turns the records of a recording into a timeline for each of its
// exchanges. It keeps payload only until the framing is detected.
type collector struct {
	o       Options
	name    string
	format  capture.Format
	streams []*stream
	stall   time.Duration // that a link says; 0 where there is none
	inflaters
	rows []capture.Row // room for those that are read at once
}

// collect reads the recording r, called name, to its end. One of which the format
// is not said may be a link.
func collect(r io.Reader, o Options, name string, f capture.Format) (*collector, error) {
	var stall time.Duration
	var err error
	if f == capture.FormatUnknown {
		if r, stall, err = unfold(r, name); err != nil {
			return nil, err
		}
	}
	from, err := capture.Open(r, capture.Options{Name: name, Format: f, More: o.More})
	if err != nil {
		return nil, err
	}
	c, err := collectFrom(from, o, name)
	c.stall = stall
	return c, err
}

// collectFrom reads the recording that from has opened to its end.
func collectFrom(from capture.Reader, o Options, name string) (*collector, error) {
	c := &collector{o: o, name: name, format: from.Format()}
	return c, c.read(from)
}

// stream is one exchange on its way to a timeline.
type stream struct {
	o      Options
	x      *capture.Exchange
	b      *timeline.Builder
	scan   framing.Scanner // nil until the framing is known
	name   framing.Name
	prefix []byte // what came before the framing was known
	unread bool   // the framing has no scanner
	body   body
	seen   func(p []byte) // of Options.Payload
	look   []byte         // what the framing asked for has found no event in, so far; its first bytes
}

func (c *collector) read(r capture.Reader) error {
	for {
		rec, err := r.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		for len(c.streams) <= rec.Exchange {
			x := r.Exchanges()[len(c.streams)]
			s := &stream{o: c.o, x: x, b: timeline.NewBuilder(r.Format()), body: body{all: &c.inflaters}}
			if number := len(c.streams) + 1; c.o.Payload != nil {
				s.seen = func(p []byte) { c.o.Payload(number, p) }
			}
			c.streams = append(c.streams, s)
		}
		s := c.streams[rec.Exchange]
		s.madeUpTime(&rec)
		switch rec.Kind {
		case capture.RecordEOF:
			s.b.EOF(rec.Time)
			s.body.end()
			if err := s.unsniffed(); err != nil {
				return err
			}
			if err := s.settle(); err != nil {
				return err
			}
		case capture.RecordSample:
			if c.format == capture.FormatCapture {
				s.b.Row(rec.Time, rec.Sample)
				continue
			}
			if err := s.b.Sample(rec.Time, rec.Sample); err != nil {
				return named(err, c.name)
			}
			if rows, ok := r.(capture.RowReader); ok {
				c.readRows(rows, s)
			}
		case capture.RecordChunk:
			if err := s.chunk(rec); err != nil {
				return named(err, c.name)
			}
		}
	}
}

// readRows takes the plain rows that follow one, of which there can be millions.
func (c *collector) readRows(r capture.RowReader, s *stream) {
	if c.rows == nil {
		c.rows = make([]capture.Row, 512)
	}
	for s.b.TakesRows() {
		n := r.Rows(c.rows)
		if n == 0 {
			return
		}
		s.b.AddRows(c.rows[:n])
	}
}

// write hands decoded bytes to the scanner, which is made once the framing is known.
func (s *stream) write(p []byte) error {
	if s.seen != nil {
		s.seen(p)
	}
	if s.unread {
		return nil
	}
	s.keep(p)
	if s.scan == nil {
		if s.o.Framing == framing.Unknown && len(s.prefix)+len(p) < framing.Window {
			s.prefix = append(s.prefix, p...)
			return nil
		}
		n := min(len(p), framing.Window-len(s.prefix))
		s.prefix = append(s.prefix, p[:n]...)
		p = p[n:]
		if err := s.settle(); err != nil || s.unread {
			return err
		}
	}
	s.scan.Write(p)
	return nil
}

// keep keeps the beginning of a body in which the framing asked for finds no
// event, until it does.
func (s *stream) keep(p []byte) {
	switch {
	case s.o.Framing == framing.Unknown:
	case s.b.Parsed() > 0:
		s.look = nil
	default:
		s.look = append(s.look, p[:min(len(p), framing.Window-len(s.look))]...)
	}
}

// settle makes the scanner from what has come, if there is none yet: the framing
// asked for, or the one detected. Whatever waited for that goes through it.
func (s *stream) settle() error {
	if s.scan != nil || s.unread || len(s.prefix) == 0 && s.o.Framing == framing.Unknown {
		return nil
	}
	prefix := s.prefix
	s.prefix = nil
	if s.name = s.o.Framing; s.name == framing.Unknown {
		s.name = framing.Detect(s.x.ContentType, prefix)
	}
	if s.name == framing.Unknown {
		s.unread = true
		return nil
	}
	scan, err := framing.New(s.name, framing.Options{LenientEOF: s.o.LenientEOF, Heartbeats: s.o.Heartbeats}, s.b.Span)
	if err != nil {
		return err
	}
	s.scan = scan
	s.scan.Write(prefix)
	return nil
}

// timeline ends the stream. log is the rows of its reader where they came by
// themselves.
func (s *stream) timeline(log timeline.Log) (*timeline.Timeline, error) {
	if log.Samples == nil {
		log = s.b.Beside(s.x)
	} else {
		log = s.b.Align(log)
	}
	// Rows tell the end also where the recording does not.
	if at, ok := s.b.EOFRow(log); ok && !s.b.Ended() {
		s.b.EOF(at)
	}
	x := *s.x
	x.Notes = slices.Clone(s.x.Notes)
	if err := s.timesMadeUp(&x); err != nil {
		return nil, err
	}
	if err := s.unsniffed(); err != nil {
		return nil, err
	}
	if err := s.endBody(&x); err != nil {
		return nil, err
	}
	if err := s.settle(); err != nil {
		return nil, err
	}
	if s.scan != nil {
		if s.b.Ended() {
			s.scan.Close()
		}
		if span, ok := s.scan.Open(); ok {
			s.b.Span(span)
		}
		s.b.Framing(s.name, s.o.Framing == framing.Unknown, s.scan.Traits())
		if s.o.Framing != framing.Unknown && s.b.Parsed() == 0 {
			if other, ok := framing.Other(s.name, s.x.ContentType, s.look); ok && !(s.name == framing.SSE && other == framing.SSEText) {
				s.b.Other(other)
			}
		}
	}
	if s.unread && x.Payload {
		x.Payload = false
		x.Note(capture.NoteUnreadFraming)
	}
	return s.b.Timeline(&x, log)
}

// choose is the exchange asked for, else the one with most chunks or rows of
// those with times that succeeded with a stream's content type, else of those
// without times, else of those that succeeded at all, else of all.
func (c *collector) choose() (int, error) {
	n := len(c.streams)
	if n == 0 {
		return 0, &capture.Error{File: c.name, Offset: capture.None, Read: "neither chunks nor rows", Want: "one at least"}
	}
	if c.o.Exchange != 0 {
		if c.o.Exchange < 0 || c.o.Exchange > n {
			return 0, &capture.Error{File: c.name, Offset: capture.None, Read: fmt.Sprintf("exchange %d", c.o.Exchange), Want: fmt.Sprintf("one from 1 to %d", n)}
		}
		return c.o.Exchange - 1, nil
	}
	best := 0
	for i, s := range c.streams {
		if s.compare(c.streams[best]) > 0 {
			best = i
		}
	}
	return best, nil
}

func (s *stream) compare(o *stream) int {
	return cmp.Or(cmp.Compare(s.rank(), o.rank()), cmp.Compare(s.timed(), o.timed()), cmp.Compare(s.b.Chunks()+s.b.Rows(), o.b.Chunks()+o.b.Rows()))
}

// timed is 1 for a stream whose chunks have times of their own.
func (s *stream) timed() int {
	if s.x.Timed {
		return 1
	}
	return 0
}

// rank is higher for a response that succeeded, and highest for a stream.
// WebSocket messages are one, whose status is 101.
func (s *stream) rank() int {
	if slices.Contains(s.x.Notes, capture.NoteMessages) {
		return 2
	}
	if s.x.Status != 0 && s.x.Status/100 != 2 {
		return 0
	}
	for _, part := range []string{"text/event-stream", "json", "application/grpc", "application/vnd.amazon.eventstream"} {
		if strings.Contains(s.x.ContentType, part) {
			return 2
		}
	}
	return 1
}

// hasChunks reports whether some exchange has a chunk.
func (c *collector) hasChunks() bool {
	return slices.ContainsFunc(c.streams, func(s *stream) bool { return s.b.Chunks() > 0 })
}

// log is the rows of the longest run of a sample CSV, or those that stand beside the
// chunks of a capture.
func (c *collector) log() (timeline.Log, error) {
	none := &capture.Error{Offset: capture.None, Read: "a recording of format " + c.format.String(),
		Want: "the rows of a reader, a CSV with the columns i,t_ms,held_bytes,parsed"}
	if c.format != capture.FormatSamples && c.format != capture.FormatCapture {
		return timeline.Log{}, none
	}
	i, err := (&collector{name: c.name, streams: c.streams}).choose()
	if err != nil {
		return timeline.Log{}, err
	}
	s := c.streams[i]
	if c.format == capture.FormatSamples {
		return s.b.Log(s.x)
	}
	log := s.b.Beside(s.x)
	if log.Samples == nil {
		return timeline.Log{}, none
	}
	return log, nil
}
