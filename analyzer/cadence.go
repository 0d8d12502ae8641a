package analyzer

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// madeUpTime is the time that a chunk gets where the recording has none and a
// cadence was asked for: chunk i comes at i times the cadence. EOF comes with
// the last chunk.
func (s *stream) madeUpTime(rec *capture.Record) {
	if s.x.Timed || s.o.Cadence <= 0 {
		return
	}
	i := s.b.Chunks()
	if rec.Kind == capture.RecordEOF && i > 0 {
		i--
	}
	rec.Time = capture.MaxTime
	if int64(i) <= int64(capture.MaxTime/s.o.Cadence) {
		rec.Time = s.o.Cadence * time.Duration(i)
	}
}

// timesMadeUp says so, once the stream has ended, in what is known of its
// exchange. It fails where the recording has times of its own.
func (s *stream) timesMadeUp(x *capture.Exchange) error {
	switch {
	case s.o.Cadence <= 0:
		return nil
	case x.Timed:
		return &capture.Error{Offset: capture.None, Read: "a recording that has times", Want: "one without, to make some up at a cadence"}
	case s.b.Chunks() > 0:
		x.Timed, x.Accept = true, capture.Mark{}
		x.Note(capture.NoteMadeUpTimes)
	}
	return nil
}
