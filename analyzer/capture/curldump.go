package capture

import (
	"bytes"
	"fmt"
	"io"
)

// maxCurlItem bounds the bytes of one item.
const maxCurlItem = 64 << 20

// curlDump reads the dump lines below an item: hexadecimal (--trace), 16 bytes
// a line, or text (--trace-ascii), up to 64 characters a line and a new line
// after each CRLF. A text dump shows what is not printable as '.', CRLF aside:
// that can be told from the offsets.
type curlDump struct {
	lines *lines
	shape dumpShape
	data  []byte // of the item; in a text dump '.' stands for '.' or any byte that is not printable
}

type dumpShape uint8

const (
	dumpUnknown dumpShape = iota
	dumpHex
	dumpText
)

const dumpTextWidth = 64

// read reads the dump of an item of size bytes into data. It returns errCut
// where the trace ends inside it.
func (d *curlDump) read(size int64) error {
	d.data = d.data[:0]
	if size > maxCurlItem {
		return d.lines.fail(trimCR(d.lines.text), fmt.Sprintf("an item of at most %d bytes", maxCurlItem))
	}
	for int64(len(d.data)) < size {
		if err := d.lines.next(); err == io.EOF {
			return errCut
		} else if err != nil {
			return err
		}
		line := trimCR(d.lines.text)
		rest, ok := dumpOffset(line, len(d.data))
		if ok && d.shape == dumpUnknown {
			d.shape = dumpText
			if b, ok := hexLine(nil, rest, size); ok && dumpShows(rest, b) {
				d.shape = dumpHex
			}
		}
		if ok && d.shape == dumpHex {
			d.data, ok = hexLine(d.data, rest, size)
		} else if ok {
			if ok, err := d.textLine(rest, size); err != nil {
				return err
			} else if ok {
				continue // the line is gone: textLine may have looked at the next
			}
			ok = false
		}
		if !ok && !d.lines.whole {
			return errCut
		} else if !ok {
			return d.lines.fail(line, fmt.Sprintf("a dump line for offset %04x of an item of %d bytes", len(d.data), size))
		}
	}
	return nil
}

// textLine appends a text dump line and the CRLF behind it, if it had one.
func (d *curlDump) textLine(text []byte, size int64) (ok bool, err error) {
	left := size - int64(len(d.data)) - int64(len(text))
	full := len(text) == dumpTextWidth
	switch {
	case left < 0 || len(text) > dumpTextWidth:
		return false, nil
	case left == 0, full && left == 1:
		d.data = append(d.data, text...)
		return true, nil
	case left == 1 || !d.lines.whole:
		return false, nil // a line that is not full ends at a CRLF or at the end
	}
	d.data = append(d.data, text...)
	if full {
		// Only the offset of the line below tells whether a CRLF was here.
		switch err := d.lines.next(); err {
		case nil:
			d.lines.unread()
			if _, goesOn := dumpOffset(trimCR(d.lines.text), len(d.data)); goesOn {
				return true, nil
			}
		case io.EOF:
			if left > 2 {
				return false, errCut
			}
		default:
			return false, err
		}
	}
	d.data = append(d.data, '\r', '\n')
	return true, nil
}

// dumpOffset takes the offset off a dump line, if it is the one wanted.
func dumpOffset(line []byte, want int) (rest []byte, ok bool) {
	offset, i := 0, 0
	for ; i < len(line) && i < 12; i++ {
		digit, ok := hexDigit(line[i])
		if !ok {
			break
		}
		offset = offset<<4 | int(digit)
	}
	if i < 4 || offset != want || i == len(line) || line[i] != ':' {
		return nil, false
	}
	if i+1 == len(line) {
		return line[i+1:], true // an editor took the blank at the end
	}
	return line[i+2:], line[i+1] == ' '
}

// hexLine appends the bytes of a hexadecimal dump line of an item of size bytes.
func hexLine(dst, rest []byte, size int64) ([]byte, bool) {
	n := int(min(16, size-int64(len(dst))))
	if len(rest) < 3*n-1 {
		return dst, false
	}
	for i := range n {
		high, ok1 := hexDigit(rest[3*i])
		low, ok2 := hexDigit(rest[3*i+1])
		if !ok1 || !ok2 || 3*i+2 < len(rest) && rest[3*i+2] != ' ' {
			return dst, false
		}
		dst = append(dst, high<<4|low)
	}
	return dst, true
}

// dumpShows says whether the characters of a hexadecimal dump line are b, so
// that it cannot be text that happens to look like it.
func dumpShows(rest, b []byte) bool {
	const column = 3 * 16
	if len(rest) < column {
		return false
	}
	shown := make([]byte, len(b))
	for i, c := range b {
		if shown[i] = '.'; c >= 0x20 && c < 0x7f {
			shown[i] = c
		}
	}
	return bytes.Equal(bytes.TrimRight(rest[column:], " "), bytes.TrimRight(shown, " "))
}
