package capture

import (
	"bytes"
	"io"
	"strconv"
	"time"
)

const straceHowTo = "strace -f -ttt -T -yy -e trace=read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,close -e signal=none -s 1048576 -o out.strace COMMAND"

var straceImporter = importer{
	FormatInfo: FormatInfo{
		Format: FormatStrace, Level: LevelRead,
		Title:      "The reads of a process, as strace writes them",
		Short:      "an strace",
		HowTo:      []string{straceHowTo, "# of a process that runs: -p PID in place of COMMAND"},
		Extensions: []string{".strace", ".txt", ".log"},
	},
	looks: looksLikeStrace,
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
	clock     clock
	sum       time.Duration
	began     map[int64][]byte // calls that did not return yet, by process: the name, the bracket, and what followed
	files     map[string]*descriptor
	count     int64 // connections so far
	reads     bool  // there are calls that read
	durations bool  // calls have how long they took
	queue     []Piece
	next      int // of queue
	data      []byte
	starts    bool // the last piece is dated by the beginning of a read that may have waited
	cut       bool // the file ends inside a line
}

// Bounds of what is kept of calls that did not return yet.
const (
	maxCalls     = 1 << 12
	maxBeganCall = 1 << 16
)

func newStrace(l lines) *strace {
	s := &strace{lines: l, began: map[int64][]byte{}, files: map[string]*descriptor{}}
	s.connections = NewConnections(FormatStrace, LevelRead, false, l.file, s).(*connections)
	return s
}

func (s *strace) Next() (Record, error) {
	r, err := s.connections.Next()
	switch {
	case err == nil:
		if s.starts && r.Kind == RecordChunk {
			s.exchanges[r.Exchange].Note(NoteCallStarts)
		}
	case err == io.EOF:
		if s.cut {
			for _, e := range s.exchanges {
				e.Note(NoteTruncated)
			}
		}
	case !s.reads && len(s.exchanges) == 0:
		if e, ok := err.(*Error); ok && e.Err == nil && e.Line == 0 {
			e.Read = "an strace without a read of a connection"
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
			if s.cut = !s.lines.whole; !s.cut {
				s.damaged(s.lines.no, None)
			}
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
			delete(s.began, l.pid)
		}
		return true
	}
	if call <= callOther {
		return true
	}
	args, adds := l.args, true
	if l.again {
		began, ok := s.began[l.pid]
		delete(s.began, l.pid)
		name, first, _ := bytes.Cut(began, []byte("("))
		if !ok || !bytes.Equal(name, l.name) {
			return call != callRead
		}
		args, adds = append(first, args...), false
	} else if i := bytes.LastIndex(args, []byte("<unfinished ...>")); i >= 0 {
		if end := args[i+len("<unfinished ...>"):]; len(end) == 0 {
			s.begins(l, args[:i])
			return true
		} else if end[0] == ')' { // it never returned
			return true
		}
	}
	return s.call(l, at, args, adds)
}

// begins keeps a call that other threads came into.
func (s *strace) begins(l straceLine, args []byte) {
	if len(args) > maxBeganCall || len(s.began) == maxCalls {
		delete(s.began, l.pid)
		return
	}
	kept := append(append([]byte(nil), l.name...), '(')
	s.began[l.pid] = append(kept, bytes.TrimSuffix(args, []byte(" "))...)
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
	for _, name := range []string{" read(", " recvfrom(", " recvmsg(", " readv("} {
		for from, n := 0, 0; n < tries; n++ {
			i := bytes.Index(b[from:], []byte(name))
			if i < 0 {
				break
			}
			i += from
			for start := max(from, i-most); start < i; start++ {
				if l, ok = parseStraceLine(b[start:]); ok && l.stamp == s.stamp && len(l.args) == len(b)-i-len(name) {
					return l, true
				}
			}
			from = i + 1
		}
	}
	return l, false
}

// call takes a call that has returned. adds says that it began at its stamp.
func (s *strace) call(l straceLine, at time.Duration, args []byte, adds bool) bool {
	call, _, _ := callOf(l.name)
	switch {
	case call == callRead:
		s.reads = true
	case call == callOpen || call == callSocket:
		s.opens(call, args, at)
		return true
	}
	key, known, rest := straceFile(args)
	switch {
	case key == nil:
		return call != callRead || len(args) > 0 && args[0] == '-'
	case known == fdOther:
		return true
	}
	d := s.files[string(key)]
	if d == nil {
		if d = newDescriptor(key, known); call == callRead || call == callWrite || known == fdUnknown {
			s.files[string(key)] = d
		}
	}
	switch call {
	case callClose:
		if known == fdUnknown || d.touched(l.pid) {
			s.close(key, d, at)
		}
	case callConnect:
		if d.begun { // its close is not in the trace
			s.close(key, d, at)
			d = newDescriptor(key, known)
			s.files[string(key)] = d
		}
		d.born, d.async = true, d.async || bytes.Contains(rest, []byte("EINPROGRESS"))
	case callControl:
		d.async = d.async || bytes.Contains(rest, []byte("O_NONBLOCK")) && bytes.Contains(rest, []byte("F_SETFL"))
	case callShutdown:
		if d.begun && !bytes.Contains(rest, []byte("SHUT_RD)")) {
			s.queue = append(s.queue, Piece{Conn: d.conn, Reverse: true, Time: at, End: true})
		}
	default:
		d.touch(l.pid)
		return s.moves(d, l.name, at, rest, adds)
	}
	return true
}

// opens takes a call that gives a descriptor. Where its number comes with a name
// that says it all.
func (s *strace) opens(call straceCall, args []byte, at time.Duration) {
	fd, returned, _, _ := straceEnd(args)
	i := bytes.LastIndex(args, []byte(" = "))
	if !returned || bytes.IndexByte(args[i+3:], '<') == leadingDigits(args[i+3:]) {
		return
	}
	key := strconv.AppendInt(nil, fd, 10)
	if d := s.files[string(key)]; d != nil { // its close is not in the trace
		s.close(key, d, at)
	}
	d := &descriptor{kind: fdOther}
	if call == callSocket && !bytes.Contains(args, []byte("SOCK_DGRAM")) && !bytes.Contains(args, []byte("SOCK_RAW")) {
		d.kind, d.born, d.async = fdStream, true, bytes.Contains(args, []byte("NONBLOCK"))
	}
	s.files[string(key)] = d
}

// close is the end of both directions: what the other side sends is not read.
func (s *strace) close(key []byte, d *descriptor, at time.Duration) {
	if d.begun {
		if !d.over {
			s.queue = append(s.queue, Piece{Conn: d.conn, Time: at, End: true})
		}
		s.queue = append(s.queue, Piece{Conn: d.conn, Reverse: true, Time: at, End: true})
	}
	delete(s.files, string(key))
}

// moves takes a read or a write. rest is what follows the descriptor; adds says
// that the call began at its stamp.
func (s *strace) moves(d *descriptor, name []byte, at time.Duration, rest []byte, adds bool) bool {
	call, vector, socket := callOf(name)
	reads := call == callRead
	a, ok := straceData(s.data, rest, vector)
	s.data = a.data
	ret, returned, took, said := straceEnd(a.rest)
	switch {
	case !ok, !said:
		// Where strace stopped, or a process ended, a call has no end.
		return !reads || bytes.HasSuffix(rest, []byte("<detached ...>"))
	case !returned:
		d.async = d.async || bytes.Contains(a.rest, []byte("EAGAIN"))
		return true
	case a.peeks:
		return true
	case a.datagram:
		d.kind = fdOther
		return true
	}
	if took != None {
		if s.durations = true; adds {
			at += took
		}
	}
	d.async = d.async || a.noWait
	data := a.data[:min(int64(len(a.data)), ret)]
	switch whole := int64(len(data)) == ret || a.cut; {
	case at > MaxTime:
		return false
	case !s.lines.whole && (s.durations && took == None || !a.cut && int64(len(a.data)) != ret):
		return false // half of a number
	case ret == 0:
		s.over(d, at, reads && !a.none)
		return true
	case !whole && !vector && reads:
		return false
	}
	is, fresh := d.writes(data, socket)
	if reads {
		is, fresh = d.reads(data, socket)
	}
	if !is || d.pipe && !reads {
		return true
	}
	if fresh {
		if !d.over {
			s.queue = append(s.queue, Piece{Conn: d.conn, Time: at, End: true})
		}
		s.queue = append(s.queue, Piece{Conn: d.conn, Reverse: true, Time: at, End: true})
		d.begun, d.over = false, false
	}
	p := Piece{Reverse: !reads, Time: at, Data: data, Len: ret, Cut: int64(len(data)) < ret}
	p.Joined = reads && d.joined(data)
	if !d.begun {
		d.begun, d.conn = true, s.count
		s.count++
	}
	p.Conn = d.conn
	if reads {
		s.starts = s.timed && adds && took == None && !d.async
	}
	s.queue = append(s.queue, p)
	return true
}

// over takes a read that returned nothing.
func (s *strace) over(d *descriptor, at time.Duration, ends bool) {
	switch {
	case !ends:
	case d.kind == fdPassed:
		d.kind = fdUnknown
	case d.begun && !d.over:
		d.over = true
		s.queue = append(s.queue, Piece{Conn: d.conn, Time: at, End: true})
	}
}
