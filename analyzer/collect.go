package analyzer

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// collector turns the records of a recording into a timeline for each of its
// exchanges. It keeps payload only until the framing is detected.
type collector struct {
	o       Options
	name    string
	streams []*stream
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
}

func (c *collector) read(r capture.Reader) error {
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for len(c.streams) <= rec.Exchange {
			x := r.Exchanges()[len(c.streams)]
			c.streams = append(c.streams, &stream{o: c.o, x: x, b: timeline.NewBuilder(r.Format())})
		}
		s := c.streams[rec.Exchange]
		switch rec.Kind {
		case capture.RecordEOF:
			s.b.EOF(rec.Time)
		case capture.RecordSample:
			if err := s.b.Sample(rec.Time, rec.Sample); err != nil {
				return named(err, c.name)
			}
		case capture.RecordChunk:
			if err := s.b.Chunk(rec.Time, rec.Len); err != nil {
				return named(err, c.name)
			}
			if rec.Data == nil {
				continue
			}
			if c.o.Payload != nil {
				c.o.Payload(rec.Exchange+1, rec.Data)
			}
			if err := s.write(rec.Data); err != nil {
				return err
			}
		}
	}
}

// write hands a chunk to the scanner, which is made once the framing is known.
func (s *stream) write(p []byte) error {
	if s.unread {
		return nil
	}
	if s.scan == nil && s.o.Framing == framing.Unknown {
		if len(s.prefix)+len(p) < framing.Window {
			s.prefix = append(s.prefix, p...)
			return nil
		}
		n := framing.Window - len(s.prefix)
		s.prefix = append(s.prefix, p[:n]...)
		if err := s.detect(false); err != nil || s.unread {
			return err
		}
		p = p[n:]
	}
	if s.scan == nil {
		if err := s.begin(s.o.Framing); err != nil {
			return err
		}
	}
	s.scan.Write(p)
	return nil
}

func (s *stream) detect(whole bool) error {
	name := framing.Detect(s.x.ContentType, s.prefix, whole)
	if s.unread = name == framing.Unknown; s.unread {
		return nil
	}
	if err := s.begin(name); err != nil {
		return err
	}
	s.scan.Write(s.prefix)
	s.prefix = nil
	return nil
}

func (s *stream) begin(n framing.Name) (err error) {
	s.name = n
	s.scan, err = framing.New(n, framing.Options{LenientEOF: s.o.LenientEOF, Heartbeats: s.o.Heartbeats}, s.b.Span)
	return err
}

// timeline ends the stream. rows are those of its reader, or nil.
func (s *stream) timeline(rows timeline.Log) (*timeline.Timeline, error) {
	rows = s.b.Align(rows)
	// One row more than chunks is the row at EOF, also where the recording
	// does not say when that was.
	if n := s.b.Chunks(); !s.b.Ended() && n > 0 && len(rows.Samples) == n+1 {
		s.b.EOF(rows.Samples[n].Time)
	}
	if s.scan == nil && s.prefix != nil && !s.unread {
		if err := s.detect(true); err != nil {
			return nil, err
		}
	}
	if s.scan != nil {
		if s.b.Ended() {
			s.scan.Close()
		}
		if span, ok := s.scan.Open(); ok {
			s.b.Span(span)
		}
		s.b.Framing(s.name, s.o.Framing == framing.Unknown, s.scan.Traits())
	}
	x := *s.x
	if s.unread {
		x.Payload = false
		x.Note(capture.NoteUnreadFraming)
	}
	return s.b.Timeline(&x, rows)
}

// choose is the exchange asked for, else the one with most chunks or rows of
// those that succeeded with a stream's content type, else of those that
// succeeded, else of all.
func (c *collector) choose() (int, error) {
	n := len(c.streams)
	if n == 0 {
		return 0, &capture.Error{File: c.name, Offset: capture.None, Read: "no chunk", Want: "one at least"}
	}
	if c.o.Exchange != 0 {
		if c.o.Exchange < 0 || c.o.Exchange > n {
			return 0, &capture.Error{File: c.name, Offset: capture.None, Read: fmt.Sprintf("exchange %d", c.o.Exchange), Want: fmt.Sprintf("one from 1 to %d", n)}
		}
		return c.o.Exchange - 1, nil
	}
	best := 0
	for i, s := range c.streams {
		if s.weight() > c.streams[best].weight() {
			best = i
		}
	}
	return best, nil
}

func (s *stream) weight() int {
	n := s.b.Chunks() + len(s.b.Log().Samples)
	if s.x.Status != 0 && s.x.Status/100 != 2 {
		return n
	}
	for _, part := range []string{"text/event-stream", "json", "application/grpc", "application/vnd.amazon.eventstream"} {
		if strings.Contains(s.x.ContentType, part) {
			return n + 2<<40
		}
	}
	return n + 1<<40
}

// readRows reads the rows of a reader from their CSV: those of its longest run.
func readRows(r capture.Reader, name string) (timeline.Log, error) {
	c := collector{name: name}
	if err := c.read(r); err != nil {
		return timeline.Log{}, err
	}
	i, err := c.choose()
	if err != nil {
		return timeline.Log{}, err
	}
	return c.streams[i].b.Log(), nil
}
