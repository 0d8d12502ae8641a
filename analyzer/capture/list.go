package capture

import (
	"io"
	"strings"
	"time"
)

var listFormat = FormatInfo{
	Format: FormatList, Level: LevelUnknown,
	Title: "A list of chunks as a program writes it or a console prints it, with times or without",
	Short: "a list of chunks",
	HowTo: []string{
		`print(chunk)                              # Python, a line for each read; or the whole list, or JSON`,
		`print(time.monotonic(), chunk)            # with times, which are read as seconds beside Python's bytes`,
		`console.log(JSON.stringify(chunks))       // JavaScript; or [[performance.now(), chunk], …], in milliseconds`,
		`fmt.Printf("%d %q\n", time.Since(start).Milliseconds(), chunk) // Go`,
	},
	Extensions: []string{".txt", ".json", ".py", ".js"},
}

var listImporter = importer{
	FormatInfo: &listFormat,
	looks:      mayBeList,
}

// How many chunks are looked at before the first is returned, to tell what their
// times are.
const listAhead = 64

// The times of chunks that have a fraction and no date are seconds where they are
// all below secondsBelow or, in Python, within pythonSpan of the first, and else
// milliseconds: whoever writes Python measures seconds, whoever writes JavaScript
// or JSON milliseconds.
const (
	secondsBelow = 10 * time.Second
	pythonSpan   = 1000 * time.Second
)

// listing reads a list of chunks that someone copied from a program or from its
// output: strings and bytes in a list, or one a line. A chunk can have a time, as
// in (0.012, b'data: 1') or [12, "data: 1"] or in front of it on its line.
//
// Times are dates by their size, as sizedUnit tells; whole numbers that are none
// are milliseconds, or, where they only count the chunks, no times at all; for
// the rest see secondsBelow. The unit is told from the first listAhead chunks.
type listing struct {
	machine
	literals literals
	items    listItems
	ahead    []listItem
	next     int // of ahead
	looked   bool
	stop     error // what look met
	digits   int   // the times are of 10^digits nanoseconds
	timed    bool  // the chunks have times, and not numbers that count them
	order    order
	e        *Exchange
}

func newListing(l lines) *listing {
	s := &listing{e: &Exchange{Payload: true}}
	s.literals = literals{file: l.file, br: l.br, no: 1}
	s.items.literals = &s.literals
	s.machine = machine{format: FormatList, step: s.read}
	s.begin(s.e)
	return s
}

func (s *listing) read() error {
	if !s.looked {
		s.looked = true
		s.look()
	}
	if s.next < len(s.ahead) {
		s.next++
		return s.chunk(s.ahead[s.next-1])
	}
	item, err := listItem{}, s.stop
	if err == nil {
		item, err = s.items.next()
	}
	switch {
	case err == nil:
		return s.chunk(item)
	case err == errCut || s.items.more:
		s.e.Note(NoteTruncated)
	case err == io.EOF && !s.timed && len(s.ahead) > 0:
		s.push(Record{Kind: RecordEOF})
	}
	if err == errCut {
		err = io.EOF
	}
	if err == io.EOF && len(s.ahead) == 0 {
		return &Error{File: s.literals.file, Line: s.literals.no, Offset: None, Read: "a list without a chunk", Want: literalWant}
	}
	return err
}

// look reads ahead and tells what the times are. What stops it, the end or an
// error, is met again by read.
func (s *listing) look() {
	python, fraction, counts, times := false, false, true, 0
	var first, span, largest time.Duration
	for size := 0; len(s.ahead) < listAhead && size < aheadSize; {
		item, err := s.items.next()
		if err != nil {
			s.stop = err
			break
		}
		size += len(item.data)
		if item.data != nil {
			item.data = append(make([]byte, 0, len(item.data)), item.data...)
		}
		python = python || s.items.python
		if item.time != "" {
			fraction = fraction || strings.ContainsAny(item.time, ".e")
			t, _ := parseUnit(item.time, inSeconds)
			if times == 0 {
				first = t
			}
			span, largest = max(span, t-first, first-t), max(largest, t, -t)
			n, ok := parseCount([]byte(item.time))
			counts = counts && ok && (times > 0 || n < 2) && t == first+time.Duration(times)*time.Second
			times++
		}
		s.ahead = append(s.ahead, item)
	}
	if times == 0 || counts && times > 1 {
		return
	}
	s.timed, s.e.Timed = true, true
	var guessed bool
	if s.digits, guessed = sizedUnit([]byte(s.ahead[0].time)); !guessed {
		return
	}
	s.e.Note(NoteUnitGuessed)
	if s.digits = inMilliseconds; fraction && (largest < secondsBelow || python && span < pythonSpan) {
		s.digits = inSeconds
	}
}

func (s *listing) chunk(item listItem) error {
	r := Record{Kind: RecordChunk, Data: item.data, Len: item.len}
	if s.timed && item.time == "" {
		return &Error{File: s.literals.file, Line: item.line, Offset: None, Read: Quote(item.data), Want: "a time with every chunk or with none"}
	}
	if s.timed {
		var ok bool
		if r.Time, ok = parseUnit(item.time, s.digits); !ok {
			return &Error{File: s.literals.file, Line: item.line, Offset: None, Read: Quote([]byte(item.time)), Want: "a time"}
		}
		s.order.see(s.e, r.Time)
	}
	if item.data == nil {
		s.e.Payload = false
		s.e.Note(NoteSnapped)
	}
	if s.literals.lone {
		s.e.Note(NoteLoneSurrogate)
	}
	s.push(r)
	return nil
}
