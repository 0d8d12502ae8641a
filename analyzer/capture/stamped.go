package capture

import (
	"bytes"
	"io"
	"time"
)

// How many lines are looked at before the first is returned, to tell increments
// from times.
const (
	stampsAhead = 64
	aheadSize   = 1 << 20   // bytes of text that end the look ahead earlier
	increments  = time.Hour // what the first increment lies below
)

// equalTimes are what NoteEqualTimes is about: that many lines at least, of
// which more than nine in ten come within a millisecond of the one before.
const (
	equalLines  = 8
	equalWithin = time.Millisecond
)

// stamped reads lines that begin with a time, as moreutils ts writes them. A
// line is a chunk: the stamp was made when the line was complete, so that what
// happened inside it does not show.
//
// The stamps are seconds since 1970 (%.s), since the start (-s), since the line
// before (-i), or times of day. Increments are told from times by the first
// stampsAhead lines: stamps that are no dates, begin below an hour and fall at
// one line in four, midnight aside, are increments, which fall at every second
// line or so; a clock that was set back falls once.
type stamped struct {
	machine
	lines  lines
	ahead  []stampedLine
	next   int // of ahead
	looked bool
	adds   bool // stamps are increments
	clock  clock
	sum    time.Duration
	last   time.Duration
	count  int
	equal  int // lines within equalWithin of the one before
	order  order
	e      *Exchange
	buffer []byte
	stop   error // what look met
}

// stampedLine is a line that was looked at before its turn.
type stampedLine struct {
	stamp stamp
	text  []byte
	no    int
}

const stampWant = "a line that begins with a time such as 1796081140.565138"

func newStamped(l lines) *stamped {
	s := &stamped{lines: l, e: &Exchange{Level: LevelEvent, Timed: true, Payload: true}}
	s.machine = machine{format: FormatStamped, step: s.read}
	s.begin(s.e)
	return s
}

// read takes one line, the first time many.
func (s *stamped) read() error {
	if !s.looked {
		s.looked = true
		s.look()
	}
	if s.next < len(s.ahead) {
		line := s.ahead[s.next]
		if s.next++; s.next == len(s.ahead) {
			s.ahead, s.next = nil, 0
		}
		return s.chunk(line.stamp, line.text, line.no)
	}
	stamp, text, err := s.line()
	if err == io.EOF {
		if s.count >= equalLines && s.equal*10 > (s.count-1)*9 {
			s.e.Note(NoteEqualTimes)
		}
	}
	if err != nil {
		return err
	}
	return s.chunk(stamp, text, s.lines.no)
}

// look reads ahead. What stops it, the end or a bad line, is met again by read.
func (s *stamped) look() {
	var clock clock
	var first, last time.Duration
	falls := 0
	for size := 0; len(s.ahead) < stampsAhead && size < aheadSize; {
		stamp, text, err := s.line()
		if err != nil {
			s.stop = err
			break
		}
		size += len(text)
		s.ahead = append(s.ahead, stampedLine{stamp, bytes.Clone(text), s.lines.no})
		t := stamp.time
		if stamp.clock {
			t = clock.at(t)
		}
		if len(s.ahead) == 1 {
			first = t
		} else if t < last && !stamp.epoch {
			falls++
		}
		last = t
	}
	s.adds = first < increments && falls > 0 && falls*4 >= len(s.ahead)-1
}

// line reads a line: its stamp, and its text with its LF.
func (s *stamped) line() (stamp, []byte, error) {
	if s.stop != nil {
		return stamp{}, nil, s.stop
	}
	if err := s.lines.next(); err != nil {
		return stamp{}, nil, err
	}
	st, ok := parseStamp(s.lines.text)
	switch {
	case !s.lines.whole && s.lines.no > 1 && len(bytes.Trim(s.lines.text, "0123456789.:")) == 0:
		// Cut inside the stamp or right after it: it may be half a number.
		s.e.Note(NoteTruncated)
		return st, nil, io.EOF
	case !ok:
		return st, nil, s.lines.fail(s.lines.text, stampWant)
	case !s.lines.whole:
		return st, st.rest, nil
	}
	s.buffer = append(append(s.buffer[:0], st.rest...), '\n')
	return st, s.buffer, nil
}

func (s *stamped) chunk(st stamp, text []byte, no int) error {
	t := st.time
	switch {
	case s.adds:
		if s.sum += t; s.sum > MaxTime {
			return &Error{File: s.lines.file, Line: no, Offset: None, Err: ErrTime}
		}
		t = s.sum
	case st.clock:
		t = s.clock.at(t)
	}
	if s.count > 0 && t-s.last <= equalWithin && s.last-t <= equalWithin {
		s.equal++
	}
	s.count++
	s.last = t
	s.order.see(s.e, t)
	s.push(Record{Kind: RecordChunk, Time: t, Data: text, Len: int64(len(text))})
	return nil
}
