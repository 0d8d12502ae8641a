package capture

import (
	"bytes"
	"io"
	"time"
)

// How many entries are looked at before the first is returned, to tell increments
// from times, a label from the text, and lines with a time from a text that
// happens to begin with a number.
const (
	stampsAhead = 64
	aheadSize   = 1 << 20   // bytes of text that end the look ahead earlier
	increments  = time.Hour // what the first increment lies below
)

// maxEntry bounds the text of an entry; what follows of it is a chunk of its own
// at the same time.
const maxEntry = 1 << 20

var stampedFormat = FormatInfo{
	Format: FormatStamped, Level: LevelEvent,
	Title: "Lines that begin with a time, of a console or a log",
	Short: "lines that begin with a time",
	HowTo: []string{
		`curl -sN URL | ts "%.s" > out.txt  # moreutils`,
		"docker logs -f --timestamps NAME > out.txt",
		"kubectl logs -f --timestamps POD > out.txt",
		"journalctl -f -u UNIT -o short-iso-precise > out.txt",
	},
	Extensions: []string{".txt", ".log"},
}

var stampedImporter = importer{
	FormatInfo: &stampedFormat,
	looks:      looksLikeStamped,
	open:       func(l lines, _ []byte) Reader { return newStamped(l) },
}

// stamped reads lines that begin with a time, as moreutils ts, consoles and logs
// write them; stampKind lists how. An entry is a line with a time and the lines
// without one behind it, and a chunk: its time was made when it was complete, so
// that what happened inside it does not show.
//
// Lines without a time must be fewer than those with one, empty ones aside, among
// the first stampsAhead entries. A time that is written in another way than the
// first is part of the text.
//
// Times that tell the day and the time zone are counted from 1970; those that do
// not tell the zone, from midnight before the first. Seconds and times of day can
// also be the time since the start, or since the line before (ts -i). Increments
// are told from times by the first entries: stamps that are no dates, begin below
// an hour and fall at one line in four, midnight aside, are increments, which fall
// at every second line or so; a clock that was set back falls once.
//
// A label between the time and the text, such as the host and program of a
// journal, the place in the source that a browser shows, or a level, is taken
// off: see stampLabel.
type stamped struct {
	machine
	lines     lines
	ahead     []stampedEntry
	next      int // of ahead
	looked    bool
	adds      bool // stamps are increments
	label     []byte
	first     stamp // of the recording, for how it is written
	firstLine int
	midnight  time.Duration // before first, where its zone is not told
	clock     dayClock
	sum       time.Duration
	order     order
	e         *Exchange
	buffer    []byte
	stamped   stamp  // of the last entry
	long      bool   // which was too long: lines that follow without a stamp are its too
	bare      int    // lines without a time that are not empty
	bareAt    *Error // the first of them
	stop      error  // what look met
}

// stampedEntry is an entry that was looked at before its turn.
type stampedEntry struct {
	stamp stamp
	text  []byte
	no    int
}

const stampWant = "a line that begins with a time such as 1796081140.565138 or 2026-11-30T23:25:43.123Z"

func newStamped(l lines) *stamped {
	// The buffer is never nil: an empty text is a payload.
	s := &stamped{lines: l, buffer: make([]byte, 0, 512), e: &Exchange{Level: LevelEvent, Timed: true, Payload: true}}
	s.machine = machine{format: FormatStamped, step: s.read}
	s.begin(s.e)
	return s
}

// read takes one entry, the first time many.
func (s *stamped) read() error {
	if !s.looked {
		s.looked = true
		if err := s.look(); err != nil {
			return err
		}
	}
	if s.next < len(s.ahead) {
		entry := s.ahead[s.next]
		if s.next++; s.next == len(s.ahead) {
			s.ahead, s.next = nil, 0
		}
		return s.chunk(entry)
	}
	entry, err := s.entry()
	if err != nil {
		return err
	}
	return s.chunk(entry)
}

// look reads ahead. What stops it, the end or what cannot be read, is met again
// by read.
func (s *stamped) look() error {
	var clock dayClock
	var first, last time.Duration
	falls := 0
	for size := 0; len(s.ahead) < stampsAhead && size < aheadSize; {
		entry, err := s.entry()
		if err != nil {
			s.stop = err
			break
		}
		size += len(entry.text)
		entry.text = bytes.Clone(entry.text)
		s.ahead = append(s.ahead, entry)
		t := entry.stamp.time
		if entry.stamp.kind == stampClock || entry.stamp.kind == stampMonth {
			t = clock.at(t)
		}
		if len(s.ahead) == 1 {
			first = t
		} else if t < last && !entry.stamp.dated() {
			falls++
		}
		last = t
	}
	if s.bare > 0 && s.bare >= len(s.ahead) {
		return s.bareAt
	}
	s.adds = s.first.kind != stampMonth && first < increments && falls > 0 && falls*4 >= len(s.ahead)-1
	s.label = stampLabel(s.ahead)
	return nil
}

// entry reads a line with a stamp and those without one behind it, each with its
// LF. The text is valid until the next call.
func (s *stamped) entry() (stampedEntry, error) {
	if s.stop != nil {
		return stampedEntry{}, s.stop
	}
	st, err := s.line()
	if err != nil {
		return stampedEntry{}, err
	}
	entry := stampedEntry{stamp: st, no: s.lines.no}
	s.buffer = s.buffer[:0]
	for s.take(st.rest); len(s.buffer) < maxEntry; s.take(s.lines.text) {
		if err := s.lines.next(); err != nil {
			s.stop = err
			break
		}
		next, is := s.stamp()
		if is || s.cut(next, is) {
			s.lines.unread()
			break
		}
		s.seeBare()
	}
	s.long = len(s.buffer) >= maxEntry
	s.stamped = st
	entry.text = s.buffer
	return entry, nil
}

// line reads the line that an entry begins with, and returns its stamp.
func (s *stamped) line() (stamp, error) {
	if err := s.lines.next(); err != nil {
		return stamp{}, err
	}
	st, is := s.stamp()
	switch {
	case s.cut(st, is):
		s.e.Note(NoteTruncated)
		return stamp{}, io.EOF
	case !is && s.long:
		s.seeBare()
		st = s.stamped
		st.rest = s.lines.text
	case !is:
		return stamp{}, s.lines.fail(s.lines.text, stampWant)
	}
	return st, nil
}

// stamp reads the stamp of the current line. is says that the line begins an
// entry: its stamp is written as that of the first line, which has a fraction.
// A date may lack it: some writers leave out one of zeros.
func (s *stamped) stamp() (st stamp, is bool) {
	st, is = readStamp(s.lines.text)
	switch {
	case !is:
	case s.lines.no == s.firstLine:
	case s.firstLine == 0:
		is = !st.coarse
		s.first, s.firstLine = st, s.lines.no
		if st.kind == stampLocal {
			s.midnight = st.time - st.time%day
		}
	default:
		is = st.like(&s.first) && (!st.coarse || st.kind >= stampLocal)
	}
	return st, is
}

// cut says whether the file ends in the stamp of the current line, or right
// behind it, so that it may be half a number.
func (s *stamped) cut(st stamp, is bool) bool {
	text := s.lines.text
	if s.lines.whole || s.firstLine == 0 || s.lines.no == s.firstLine {
		return false
	}
	if is {
		return len(st.rest) == 0 && text[len(text)-1] != ' '
	}
	if s.first.boxed {
		text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte{'['}), []byte{']'})
	}
	if month := len(bytes.TrimRight(text, "0123456789 .:,")); s.first.kind == stampMonth && month <= 3 {
		text = text[month:]
	}
	return len(bytes.Trim(text, "0123456789.:,+-/TZ ")) == 0
}

// seeBare counts the current line, which has no stamp.
func (s *stamped) seeBare() {
	if len(trimCR(s.lines.text)) == 0 {
		return
	}
	if s.bare++; s.bare == 1 {
		s.bareAt = s.lines.fail(s.lines.text, stampWant)
	}
}

// take appends the rest of the current line, with its LF if it has one.
func (s *stamped) take(rest []byte) {
	s.buffer = append(s.buffer, rest...)
	if s.lines.whole {
		s.buffer = append(s.buffer, '\n')
	}
}

func (s *stamped) chunk(entry stampedEntry) error {
	t := entry.stamp.time
	switch {
	case s.adds:
		if s.sum += t; s.sum > MaxTime {
			return &Error{File: s.lines.file, Line: entry.no, Offset: None, Read: Quote(entry.text), Want: wantSum}
		}
		t = s.sum
	case entry.stamp.kind == stampClock || entry.stamp.kind == stampMonth:
		t = s.clock.at(t)
	default:
		t -= s.midnight
	}
	s.order.see(s.e, t)
	text, _ := cutLabel(entry.text, s.label)
	s.push(Record{Kind: RecordChunk, Time: t, Data: text, Len: int64(len(text))})
	return nil
}

func looksLikeStamped(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	_, ok := parseStamp(first)
	return ok
}
