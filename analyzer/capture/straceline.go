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
		ns, ok := parseDecimal(b[:n], inSeconds)
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

func blanks(b []byte) []byte { return bytes.TrimLeft(b, " ") }

// leadingDigits counts the decimal digits at the beginning of b.
func leadingDigits(b []byte) int {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return n
}
