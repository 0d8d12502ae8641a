package capture

import (
	"bytes"
	"time"
)

// opaque passes the bytes of a side on as they are or, where hidden is set,
// their lengths.
type opaque struct {
	out    *outlet
	hidden Note // why there are lengths only
	until  bool // a piece that begins a response of HTTP/1.1 is one
}

func (o *opaque) known(at time.Duration, b []byte) {
	switch s := o.out.side; {
	case o.until && bytes.HasPrefix(b, []byte(httpSign)):
		o.out.stop(NoteNone)
		s.role = roleServer
		s.become(&httpResponses{side: s})
		s.pass(at, b)
	case o.hidden != NoteNone:
		o.out.length(at, int64(len(b)), o.hidden)
	default:
		o.out.bytes(at, b)
	}
}

func (o *opaque) unknown(at time.Duration, n int64) {
	if o.hidden == NoteNone {
		o.hidden = NoteSnapped
	}
	o.out.length(at, n, o.hidden)
}

func (o *opaque) lost() {
	o.out.stop(NoteLost)
	o.out.side.seek()
}

func (o *opaque) end(at time.Duration, closed bool) {
	if closed && o.out.begun() {
		o.out.eof(at)
	}
}

// ignored is the client's side of a protocol of which only the server's is read.
type ignored struct{}

func (ignored) known(time.Duration, []byte)  {}
func (ignored) unknown(time.Duration, int64) {}
func (ignored) lost()                        {}
func (ignored) end(time.Duration, bool)      {}
