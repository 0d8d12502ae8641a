package capture

import (
	"bytes"
	"strconv"
	"time"
)

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
		if !s.moves(d, l.name, at, rest, adds) {
			d.lost = true
			return false
		}
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
		if d.lost {
			p.Lost, d.lost = 1, false // how many is not known
		}
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

// straceCall is what a call is of use for.
type straceCall uint8

const (
	callNone  straceCall = iota // not known to be a call
	callOther                   // of no use but to know a trace by
	callRead
	callWrite
	callClose
	callSocket // gives a socket
	callOpen   // gives a file
	callConnect
	callControl
	callShutdown
)

// callOf also says whether the bytes lie in vectors, and whether the descriptor
// can only be a socket.
func callOf(name []byte) (call straceCall, vector, socket bool) {
	switch string(name) {
	case "read":
		return callRead, false, false
	case "readv":
		return callRead, true, false
	case "recv", "recvfrom":
		return callRead, false, true
	case "recvmsg":
		return callRead, true, true
	case "write":
		return callWrite, false, false
	case "writev":
		return callWrite, true, false
	case "send", "sendto":
		return callWrite, false, true
	case "sendmsg":
		return callWrite, true, true
	case "close":
		return callClose, false, false
	case "socket", "accept", "accept4":
		return callSocket, false, false
	case "open", "openat", "openat2", "creat":
		return callOpen, false, false
	case "connect":
		return callConnect, false, true
	case "fcntl", "fcntl64":
		return callControl, false, false
	case "shutdown":
		return callShutdown, false, true
	case "execve", "brk", "mmap", "poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait", "futex", "pread64",
		"recvmmsg", "socketpair", "pipe", "pipe2", "restart_syscall", "bind", "listen":
		return callOther, false, false
	}
	return callNone, false, false
}
