package capture

import "errors"

// errChunked says that bytes are not chunked framing.
var errChunked = errors.New("not chunked framing")

// Bounds of what chunked framing may hold beside data.
const (
	maxChunkDigits = 16
	maxChunkLine   = 64 << 10 // a size line with its extensions, or the trailer section
)

// dechunker takes the chunked framing (RFC 9112, section 7.1) off a body that
// arrives in pieces cut anywhere. Extensions and trailers are skipped. Bare LF
// and blanks around a size are tolerated.
type dechunker struct {
	lossy  bool // a '.' may stand for CR or LF
	state  chunkState
	size   int64
	digits int
	line   int  // bytes of the line, or of the trailer section
	empty  bool // the trailer line has no byte yet
	cr     bool // a '.' was most likely a CR that a cut took from its LF
}

type chunkState uint8

const (
	chunkSize    chunkState = iota // digits
	chunkExt                       // after them
	chunkSizeLF                    // the LF of a size line
	chunkData                      // size bytes
	chunkDataEnd                   // the CR after them
	chunkDataLF                    // the LF
	chunkTrailer                   // lines until an empty one
	chunkDone
)

// last says that the last chunk was seen: no data follows.
func (d *dechunker) last() bool { return d.state >= chunkTrailer }

// done says that the body is complete, trailers and all.
func (d *dechunker) done() bool { return d.state == chunkDone }

// add appends the data in b to dst and returns how many bytes it took: all, or
// those up to the end of the body. On an error dst has what came before it, and
// n is the offset of the byte that cannot be.
func (d *dechunker) add(dst, b []byte) (out []byte, n int, err error) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch d.state {
		case chunkData:
			n := int(min(d.size, int64(len(b)-i)))
			dst = append(dst, b[i:i+n]...)
			i += n - 1
			if d.size -= int64(n); d.size == 0 {
				d.state = chunkDataEnd
			}
		case chunkDataEnd, chunkDataLF:
			switch {
			case c == '\n' || d.lossy && c == '.' && d.state == chunkDataLF:
				d.state, d.line, d.digits = chunkSize, 0, 0
			case d.state == chunkDataEnd && (c == '\r' || d.lossy && c == '.'):
				d.state = chunkDataLF
			default:
				return dst, i, errChunked
			}
		case chunkTrailer:
			d.trailer(c, i == len(b)-1)
			if d.line++; d.line > maxChunkLine {
				return dst, i, errChunked
			}
		case chunkDone: // what follows belongs to the next message
			return dst, i, nil
		default:
			if err := d.sizeLine(c, i == len(b)-1); err != nil {
				return dst, i, err
			}
		}
	}
	return dst, len(b), nil
}

// skip is add for n bytes that are not known, where they show all the same: they
// begin inside a chunk, and end in it or with the line end behind it, or with the
// last chunk.
func (d *dechunker) skip(n int64) (data int64, ok bool) {
	const lineEnd, lastChunk = int64(len("\r\n")), int64(len("\r\n0\r\n\r\n"))
	if d.state != chunkData {
		return 0, false
	}
	data = min(n, d.size)
	switch n - data {
	case 0:
	case lineEnd:
		d.state, d.line, d.digits = chunkSize, 0, 0
	case lastChunk:
		d.state = chunkDone
	default:
		return 0, false
	}
	if d.size -= data; d.size == 0 && n == data {
		d.state = chunkDataEnd
	}
	return data, true
}

// sizeLine takes a byte of a size line; end says that it is the last of a piece.
func (d *dechunker) sizeLine(c byte, end bool) error {
	if d.line++; d.line > maxChunkLine {
		return errChunked
	}
	cr := c == '\r' || d.lossy && c == '.'
	switch {
	case c == '\n' || d.state == chunkSizeLF && cr && c != '\r':
		return d.sized()
	case d.state == chunkSizeLF && !d.lossy:
		return errChunked
	case d.state == chunkSizeLF: // a '.' that was not a CR after all
		d.state = chunkExt
	case d.state == chunkExt:
		if c == '\r' || cr && end {
			d.state = chunkSizeLF
		}
	case cr && d.digits > 0:
		d.state = chunkSizeLF
	case c == ' ' || c == '\t':
		if d.digits > 0 {
			d.state = chunkExt
		}
	case c == ';' && d.digits > 0:
		d.state = chunkExt
	default:
		n, ok := hexDigit(c)
		if !ok || d.digits == maxChunkDigits || d.size > maxBytes {
			return errChunked
		}
		if d.digits == 0 {
			d.size = 0
		}
		d.size, d.digits = d.size<<4|int64(n), d.digits+1
	}
	return nil
}

func (d *dechunker) sized() error {
	switch {
	case d.digits == 0 || d.size > maxBytes:
		return errChunked
	case d.size == 0:
		d.state, d.line, d.empty = chunkTrailer, 0, true
	default:
		d.state = chunkData
	}
	return nil
}

// trailer takes a byte of the trailer section; end says that it is the last of
// a piece.
func (d *dechunker) trailer(c byte, end bool) {
	cr := d.cr
	d.cr = false
	switch {
	case c == '\n' || cr && c == '.':
		if d.empty {
			d.state = chunkDone
		}
		d.empty = true
	case c == '\r':
	case d.lossy && c == '.' && (d.empty || end):
		d.cr = true
	default:
		d.empty = false
	}
}
