package capture

import (
	"bytes"
	"io"
	"strings"
	"time"
)

const straceHowTo = "strace -f -ttt -T -yy -e trace=read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,close -e signal=none -s 1048576 -o out.strace COMMAND"

var straceFormat = FormatInfo{
	Format: FormatStrace, Level: LevelRead,
	Title:      "The reads of a process, as strace writes them",
	Short:      "an strace",
	HowTo:      []string{straceHowTo, "# of a process that runs: -p PID in place of COMMAND"},
	Extensions: []string{".strace", ".txt", ".log"},
}

var straceImporter = importer{
	FormatInfo: &straceFormat,
	looks:      looksLikeStrace,
}

// strace reads the calls of a process: each read of a socket, a pipe or
// standard input is a piece of a connection, each write of a socket one of its
// other direction.
//
// The stamp of a line is that of the beginning of a call. What a read returned
// came at its end: with -T that is the stamp and the time that the call took;
// where other threads came in between, it is the stamp of the line that resumes
// the call. Otherwise it is not known, and the exchange is noted, but not where
// the trace shows that reads of the descriptor do not wait. Whole seconds (-t)
// are no times here.
//
// A descriptor is told from others by what -y or -yy write behind it, else by
// its number alone: threads share their descriptors, but forked processes do
// not, and a trace of several without -y mixes those of one number.
type strace struct {
	*connections
	lines     lines
	stamp     straceStamp // of the first line
	clock     dayClock
	sum       time.Duration
	began     map[int64][]byte // calls that did not return yet, by process: the name, the bracket, and what followed
	kept      int              // bytes of them
	files     map[string]*descriptor
	count     int64 // connections so far
	reads     bool  // there are calls that read
	durations bool  // calls have how long they took
	queue     []Piece
	next      int // of queue
	data      []byte
	starts    bool   // the last piece is dated by the beginning of a read that may have waited
	bad       string // the first line that could not be read, shortened
}

// Bounds of what is kept of calls that did not return yet.
const (
	maxBegan = 1 << 12
	maxKept  = 1 << 24
)

func newStrace(l lines) *strace {
	s := &strace{lines: l, began: map[int64][]byte{}, files: map[string]*descriptor{}}
	s.connections = newConnections(FormatStrace, LevelRead, false, l.file, s)
	return s
}

func (s *strace) Next() (Record, error) {
	r, err := s.connections.Next()
	switch {
	case err == nil:
		if s.starts && r.Kind == RecordChunk {
			s.exchanges[r.Exchange].Note(NoteCallStarts)
		}
	case err != io.EOF:
		if e, ok := err.(*Error); ok && e.Err == nil && e.Line == 0 && len(s.exchanges) == 0 && !strings.HasSuffix(e.Want, straceHowTo) {
			e.Want += ": " + straceHowTo
			switch {
			case s.damage.Records > 0:
				e.Line, e.Read, e.Want = s.damage.Line, s.bad, "a call that returned: "+straceHowTo
			case !s.reads:
				e.Read = "an strace without a read of a connection"
			}
		}
	}
	return r, err
}

// NextPiece takes lines until one gives a piece.
func (s *strace) NextPiece() (Piece, error) {
	for s.next == len(s.queue) {
		s.queue, s.next, s.data = s.queue[:0], 0, s.data[:0]
		if err := s.lines.next(); err != nil {
			return Piece{}, err
		}
		if !s.line(trimCR(s.lines.text)) {
			if s.bad == "" {
				s.bad = Quote(s.lines.text)
			}
			if !s.lines.whole {
				return Piece{}, io.ErrUnexpectedEOF
			}
			s.damaged(s.lines.no, None)
		}
		if len(s.files) > maxExchanges {
			return Piece{}, s.tooMany()
		}
	}
	s.next++
	return s.queue[s.next-1], nil
}

// line takes a line. It returns false where one cannot be read that may be of use.
func (s *strace) line(b []byte) bool {
	l, ok := parseStraceLine(b)
	call, _, _ := callOf(l.name)
	switch {
	case ok && s.stamp == 0 && call != callNone:
		s.stamp = l.stamp // and connections learns before the first piece whether there are times
		s.timed = l.stamp != straceNone && l.stamp != straceCoarse
	case s.stamp == 0:
		return true
	}
	if !ok {
		if l, ok = s.glued(b); !ok {
			return s.lines.whole || s.stamp == straceNone || leadingDigits(b) == 0
		}
		call, _, _ = callOf(l.name)
	}
	if l.stamp != s.stamp {
		return call != callRead || !bytes.Contains(l.args, []byte(" = "))
	}
	at, ok := s.at(l)
	if !ok {
		return false
	}
	if l.name == nil {
		if bytes.HasPrefix(l.args, []byte("+++")) {
			s.resumes(l.pid)
		}
		return true
	}
	if call <= callOther {
		return true
	}
	args, adds := l.args, true
	if l.again {
		name, first, _ := bytes.Cut(s.resumes(l.pid), []byte("("))
		if !bytes.Equal(name, l.name) {
			return call != callRead
		}
		args, adds = append(first, args...), false
	} else if last := args[max(len(args)-straceLast, 0):]; bytes.Contains(last, []byte(unfinished)) {
		i := bytes.LastIndex(last, []byte(unfinished))
		if end := last[i+len(unfinished):]; len(end) == 0 {
			s.begins(l, args[:len(args)-len(unfinished)])
			return true
		} else if end[0] == ')' { // it never returned
			return true
		}
	}
	return s.call(l, at, args, adds)
}

// What stands at the end of a call that other threads came into, among the last
// bytes of its line.
const (
	unfinished = "<unfinished ...>"
	straceLast = 64
)

// begins keeps a call that other threads came into.
func (s *strace) begins(l straceLine, args []byte) {
	s.resumes(l.pid)
	if len(s.began) < maxBegan && s.kept+len(args) < maxKept {
		kept := append(append([]byte(nil), l.name...), '(')
		kept = append(kept, bytes.TrimSuffix(args, []byte(" "))...)
		s.began[l.pid] = kept
		s.kept += len(kept)
	}
}

// resumes takes the call that a process was in.
func (s *strace) resumes(pid int64) []byte {
	kept := s.began[pid]
	delete(s.began, pid)
	s.kept -= len(kept)
	return kept
}

// at is the moment that a line is stamped with. Where stamps are counted from
// the line before, each has to be counted.
func (s *strace) at(l straceLine) (time.Duration, bool) {
	d := l.delta
	switch l.stamp {
	case straceEpoch:
		return l.time, true
	case straceDay:
		return s.clock.at(l.time), true
	case straceSince:
		d = l.time
	}
	if s.sum > MaxTime-d {
		return 0, false
	}
	s.sum += d
	return s.sum, true
}

// glued finds the line behind what the program wrote before it without ending
// its own line.
func (s *strace) glued(b []byte) (l straceLine, ok bool) {
	const most, tries = 64, 8
	if s.stamp == straceNone {
		return l, false
	}
	for _, name := range []string{" read(", " recvfrom(", " recvmsg(", " readv("} {
		for from, n := 0, 0; n < tries; n++ {
			i := bytes.Index(b[from:], []byte(name))
			if i < 0 {
				break
			}
			i += from
			for start := max(from, i-most); start < i; start++ {
				if l, ok = parseStraceLine(b[start : i+len(name)]); ok && l.stamp == s.stamp && len(l.args) == 0 {
					l.args = b[i+len(name):]
					return l, true
				}
			}
			from = i + 1
		}
	}
	return l, false
}
