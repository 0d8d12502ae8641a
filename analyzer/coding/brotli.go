package coding

import (
	"io"

	"github.com/andybalholm/brotli"
)

// unbrotli takes brotli off. The decoder that it drives reads from a source,
// but keeps its state when the source has nothing, and gives what it has then.
//
// It is fed byte by byte: only so is it known which byte completed output.
type unbrotli struct {
	reader  *brotli.Reader
	next    [1]byte
	ready   bool // next has a byte for the reader
	out     [MaxPiece]byte
	done    bool
	offset  int64
	pending int64
	ratio   ratio
	err     *Error
}

func newUnbrotli() *unbrotli {
	u := &unbrotli{}
	u.reader = brotli.NewReader((*brotliSource)(u))
	return u
}

// brotliSource is where the reader reads. Where there is no byte it says io.EOF,
// which the reader passes on as it is after its last block, and else as
// io.ErrUnexpectedEOF; neither stays.
type brotliSource unbrotli

func (s *brotliSource) Read(p []byte) (int, error) {
	if !s.ready {
		return 0, io.EOF
	}
	s.ready = false
	return copy(p, s.next[:]), nil
}

func (u *unbrotli) Pending() int64 { return u.pending }

func (u *unbrotli) Close() error {
	switch {
	case u.err != nil:
		return u.err
	case !u.done && u.offset > 0:
		return cut(Brotli, u.offset, "the rest of the stream")
	}
	return nil
}

func (u *unbrotli) Write(p []byte, emit func([]byte)) error {
	for _, c := range p {
		if u.err != nil {
			break
		}
		u.byte(c, emit)
		u.offset++
	}
	if u.err != nil {
		u.pending = 0
		return u.err
	}
	return nil
}

// byte takes one coded byte.
func (u *unbrotli) byte(c byte, emit func([]byte)) {
	if u.done {
		u.err = corrupt(Brotli, u.offset, quote(c), "nothing after the stream")
		return
	}
	u.next[0], u.ready = c, true
	u.pending++
	for {
		n, err := u.reader.Read(u.out[:])
		if n > 0 {
			if u.err = u.ratio.see(Brotli, u.offset, n); u.err != nil {
				return
			}
			u.pending = 0
			emit(u.out[:n])
		}
		switch err {
		case nil:
		case io.EOF:
			u.done, u.pending = true, 0
			return
		case io.ErrUnexpectedEOF:
			return
		default:
			// The reader takes a last byte that it had to put behind another
			// one for a byte too many. A stream that is done says so when asked
			// again.
			if _, again := u.reader.Read(u.out[:]); again == io.EOF {
				u.done, u.pending = true, 0
				return
			}
			u.err = corrupt(Brotli, u.offset, quote(c), "a brotli stream ("+err.Error()+")")
			return
		}
	}
}
