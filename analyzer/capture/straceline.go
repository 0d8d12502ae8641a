package capture

import (
	"bytes"
	"time"
)

// straceLine is a line that strace writes:
//
//	[PID | "[pid " PID "]"] [STAMP] ["(+" SECS ")"] call
//	call = NAME "(" args ")" "=" ret [ERRNO (text)] ["<" SECS ">"] | "---" ... | "+++" ...
//	     | NAME "(" args "<unfinished ...>" | "<..." NAME "resumed>" args ")" "=" ...
//
// The number of the call and the instruction pointer (-n, -i) may stand before
// it in brackets.
type straceLine struct {
	pid   int64 // 0 where there is none
	stamp straceStamp
	time  time.Duration // as the stamp says
	delta time.Duration // what -r adds to another stamp
	name  []byte        // of the call, nil for a signal or an end
	args  []byte        // what follows the bracket, or resumed>; the whole of a signal or an end
	again bool          // a call is resumed
}

// straceStamp is how the lines of a trace begin.
type straceStamp uint8

const (
	straceNone   straceStamp = iota + 1 // no times
	straceEpoch                         // -ttt: seconds since 1970
	straceDay                           // -tt: a time of day
	straceSince                         // -r: since the line before
	straceBeside                        // -t -r: whole seconds, and since the line before
	straceCoarse                        // -t: whole seconds, of no use as a time
)

// maxPID is the greatest number of a process (Linux, include/linux/threads.h).
const maxPID = 1 << 22

// parseStraceLine reads such a line; ok is false for any other.
func parseStraceLine(b []byte) (l straceLine, ok bool) {
	b = blanks(b)
	end := byte(' ')
	if rest, bracket := bytes.CutPrefix(b, []byte("[pid ")); bracket {
		b, end = blanks(rest), ']'
	}
	n := leadingDigits(b)
	if pid, ok := parseCount(b[:n]); ok && pid <= maxPID && n < len(b) && (b[n] == end || b[n] == '<') {
		if b = b[n:]; b[0] == '<' { // its name, with -Y
			n = bytes.IndexByte(b, '>')
			if b = b[n+1:]; n < 0 || len(b) == 0 || b[0] != end {
				return l, false
			}
		}
		l.pid, b = pid, b[1:]
	} else if end == ']' {
		return l, false
	}
	if b, ok = l.parseStamp(blanks(b)); !ok {
		return l, false
	}
	for range 2 {
		if len(b) > 0 && b[0] == '[' {
			if _, b, ok = bytes.Cut(b, []byte("] ")); !ok {
				return l, false
			}
		}
	}
	return l, l.parseCall(b)
}

// parseStamp returns what follows the stamp.
func (l *straceLine) parseStamp(b []byte) (rest []byte, ok bool) {
	tod, fraction, n := parseClock(b)
	switch whole := leadingDigits(b); {
	case n > 0:
		l.stamp, l.time = straceDay, tod
	case whole == 0:
		l.stamp = straceNone
		return b, true
	default:
		if n = whole; n < len(b) && b[n] == '.' {
			fraction = true
			n += 1 + leadingDigits(b[n+1:])
		}
		ns, ok := parseDecimal(b[:n], 9)
		if !ok {
			return b, false
		}
		if l.stamp, l.time = straceSince, time.Duration(ns); l.time >= epochFrom {
			l.stamp = straceEpoch
		}
	}
	if n == len(b) || b[n] != ' ' {
		return b, false
	}
	b = blanks(b[n:])
	if inner, beside := bytes.CutPrefix(b, []byte("(+")); beside {
		if inner, b, ok = bytes.Cut(inner, []byte(") ")); !ok {
			return b, false
		}
		if l.delta, ok = parseStraceSeconds(blanks(inner)); !ok {
			return b, false
		}
		if !fraction {
			l.stamp = straceBeside
		}
	} else if !fraction {
		l.stamp = straceCoarse
	}
	return b, true
}

// parseCall reads the name of the call that b begins with.
func (l *straceLine) parseCall(b []byte) bool {
	if bytes.HasPrefix(b, []byte("--- ")) || bytes.HasPrefix(b, []byte("+++ ")) {
		l.args = b
		return true
	}
	b, l.again = bytes.CutPrefix(b, []byte("<... "))
	n := 0
	for n < len(b) && ('a' <= b[n] && b[n] <= 'z' || '0' <= b[n] && b[n] <= '9' || b[n] == '_') {
		n++
	}
	l.name, b = b[:n], b[n:]
	sign := "("
	if l.again {
		sign = " resumed>"
	}
	l.args = bytes.TrimPrefix(b, []byte(sign))
	return n > 0 && len(l.args) < len(b)
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

// looksLikeStrace finds a call among the lines of head, before which there may
// be what the program wrote, but no line with a stamp.
func looksLikeStrace(head []byte) bool {
	for _, line := range headLines(head) {
		l, ok := parseStraceLine(line)
		if call, _, _ := callOf(l.name); ok && call != callNone {
			cut := len(line) > 0 && &line[len(line)-1] == &head[len(head)-1]
			return l.again || cut || bytes.Contains(l.args, []byte(" = ")) || bytes.Contains(l.args, []byte("<unfinished ...>"))
		}
		if _, stamped := parseStamp(line); stamped && !ok {
			return false
		}
	}
	return false
}

// straceEnd reads what follows the arguments: what the call returned and, with
// -T, how long it took, None where that is not said. A call that did not return
// a number is no part of an answer; ok is false only where nothing is said.
func straceEnd(b []byte) (ret int64, returned bool, took time.Duration, ok bool) {
	i := bytes.LastIndex(b, []byte(" = "))
	if i < 0 || !bytes.HasSuffix(bytes.TrimRight(b[:i], " "), []byte(")")) {
		return 0, false, None, false
	}
	b, took = b[i+3:], None
	if j := bytes.LastIndex(b, []byte(" <")); j > 0 && b[len(b)-1] == '>' {
		if took, ok = parseStraceSeconds(b[j+2 : len(b)-1]); !ok {
			took = None
		}
	}
	n := leadingDigits(b)
	ret, returned = parseCount(b[:n])
	return ret, returned, took, n > 0 && returned || n == 0 && len(b) > 0 && (b[0] == '-' || b[0] == '?')
}

// straceArgs are the arguments of a read or a write.
type straceArgs struct {
	data     []byte // the first bytes, as many as are shown
	cut      bool   // not all are
	none     bool   // there was room for none
	peeks    bool   // they stay to be read
	noWait   bool
	datagram bool   // there is an address beside them
	rest     []byte // what follows the last string
}

// straceData appends the bytes of a read or a write to dst: those of its string
// or, in vectors, of each that is the base of one.
func straceData(dst, b []byte, vector bool) (a straceArgs, ok bool) {
	a.none = bytes.HasPrefix(b, []byte(", NULL, 0")) || bytes.HasPrefix(b, []byte(`, "", 0`))
	for first := true; ; first = false {
		i := bytes.IndexByte(b, '"')
		a.rest = b
		if i >= 0 {
			a.rest = b[:i]
		}
		has := func(s string) bool { return bytes.Contains(a.rest, []byte(s)) }
		a.peeks = a.peeks || has("MSG_PEEK") || has("MSG_OOB") || has("MSG_ERRQUEUE")
		a.noWait = a.noWait || has("MSG_DONTWAIT")
		a.datagram = a.datagram || has("sa_family=")
		if i < 0 {
			a.data = dst
			return a, true
		}
		wanted := first && len(bytes.Trim(b[:i], ", ")) == 0
		if vector {
			wanted = bytes.HasSuffix(b[:i], []byte("iov_base="))
		}
		n := len(dst)
		var more bool
		if dst, b, more, ok = straceString(dst, b[i:]); !ok {
			a.data = dst
			return a, false
		}
		if !wanted || a.cut {
			dst = dst[:n]
		} else {
			a.cut = more
		}
	}
}

// parseStraceSeconds reads a number of seconds without a sign.
func parseStraceSeconds(b []byte) (time.Duration, bool) {
	ns, ok := parseDecimal(b, 9)
	return time.Duration(ns), ok && ns >= 0
}

// straceString appends what a quoted string stands for and returns what follows
// it. cut says that strace left the rest of it out. Bytes are written as they
// are, as \xHH, or as in C, with one to three octal digits.
func straceString(dst, b []byte) (out, rest []byte, cut, ok bool) {
	for b = b[1:]; ; {
		n := bytes.IndexAny(b, `"\`)
		if n < 0 {
			return dst, nil, false, false
		}
		dst = append(dst, b[:n]...)
		if b = b[n:]; b[0] == '"' {
			b, cut = bytes.CutPrefix(b[1:], []byte("..."))
			return dst, b, cut, true
		}
		c, n := straceEscape(b)
		if n == 0 {
			return dst, nil, false, false
		}
		dst, b = append(dst, c), b[n:]
	}
}

// straceEscape reads the escape that b begins with, and its length, 0 where it
// is none.
func straceEscape(b []byte) (c byte, n int) {
	if len(b) < 2 {
		return 0, 0
	}
	switch c = b[1]; c {
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'v':
		return '\v', 2
	case 'f':
		return '\f', 2
	case '"', '\\':
		return c, 2
	case 'x':
		if len(b) < 4 {
			return 0, 0
		}
		high, ok1 := hexDigit(b[2])
		low, ok2 := hexDigit(b[3])
		if !ok1 || !ok2 {
			return 0, 0
		}
		return high<<4 | low, 4
	}
	octal := 0
	for n = 1; n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '7'; n++ {
		octal = octal<<3 | int(b[n]-'0')
	}
	if n == 1 || octal > 0xff {
		return 0, 0
	}
	return byte(octal), n
}

func blanks(b []byte) []byte { return bytes.TrimLeft(b, " ") }

// leadingDigits counts the decimal digits at the beginning of b.
func leadingDigits(b []byte) int {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return n
}
