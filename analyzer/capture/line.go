package capture

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// The longest line that is read, without its LF. The capture form gets more
// room: there, one line is one whole chunk in base64.
const (
	maxLine     = 64 << 20
	maxFormLine = 256 << 20
)

// lines walks the lines of a recording. Short lines are views of the reader's
// own buffer; only a line longer than that is copied.
type lines struct {
	file  string
	br    *bufio.Reader
	max   int
	no    int    // 1-based number of the current line
	text  []byte // the current line without its LF; valid until next
	whole bool   // it had an LF
	long  []byte
	again bool
}

// next moves to the next line. It returns io.EOF after the last one; any other
// error is an *Error.
func (l *lines) next() error {
	if l.again {
		l.again = false
		return nil
	}
	l.no++
	b, err := l.br.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		l.long = l.long[:0]
		for err == bufio.ErrBufferFull {
			if len(l.long)+len(b) > l.max+1 {
				return l.tooLong(b)
			}
			l.long = append(l.long, b...)
			b, err = l.br.ReadSlice('\n')
		}
		l.long = append(l.long, b...)
		b = l.long
	}
	switch {
	case err == nil:
		l.text, l.whole = b[:len(b)-1], true
	case err == io.EOF && len(b) > 0:
		l.text, l.whole = b, false
	case err == io.EOF:
		return io.EOF
	default:
		return &Error{File: l.file, Line: l.no, Offset: None, Err: err}
	}
	if len(l.text) > l.max {
		return l.tooLong(l.text)
	}
	return nil
}

func (l *lines) tooLong(b []byte) error {
	if len(l.long) > 0 {
		b = l.long
	}
	return l.fail(b, fmt.Sprintf("a line of at most %d bytes", l.max))
}

// unread makes the next call of next return the current line again.
func (l *lines) unread() { l.again = true }

// fail is an error at the current line.
func (l *lines) fail(read []byte, want string) *Error {
	return &Error{File: l.file, Line: l.no, Offset: None, Read: Quote(read), Want: want}
}

func trimCR(b []byte) []byte { return bytes.TrimSuffix(b, []byte{'\r'}) }

var bom = []byte("\xef\xbb\xbf")

// errTooMany is the cause where a recording has more exchanges than are kept.
var errTooMany = errors.New("capture: too many exchanges in one recording, of at most 65,536; cut it into several")
