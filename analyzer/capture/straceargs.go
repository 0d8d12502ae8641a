package capture

import (
	"bytes"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

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
	ns, ok := parseDecimal(b, inSeconds)
	return time.Duration(ns), ok && ns >= 0
}

// straceString appends what a quoted string stands for and returns what follows
// it. cut says that strace left the rest of it out. Bytes are written as they
// are, as \xHH, or as in C, with one to three octal digits.
func straceString(dst, b []byte) (out, rest []byte, cut, ok bool) {
	for b = b[1:]; ; {
		for len(b) > 3 && b[0] == '\\' && b[1] == 'x' { // with -xx, all
			high, ok1 := hexDigit(b[2])
			low, ok2 := hexDigit(b[3])
			if !ok1 || !ok2 {
				break
			}
			dst, b = append(dst, high<<4|low), b[4:]
		}
		n := jsontext.Either(b, '"', '\\')
		if n == len(b) {
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
