package capture

import "time"

// opaque passes the bytes of a side on as they are or, where hidden is set, their
// lengths.
type opaque struct {
	out    *outlet
	hidden Note // why there are lengths only
}

func (o *opaque) known(at time.Duration, b []byte) {
	if o.hidden != NoteNone {
		o.out.length(at, int64(len(b)), o.hidden)
	} else {
		o.out.bytes(at, b)
	}
}

func (o *opaque) unknown(at time.Duration, n int64) {
	why := o.hidden
	if why == NoteNone {
		why = NoteSnapped
	}
	o.out.length(at, n, why)
}

func (o *opaque) lost() {
	o.out.stop(NoteLost)
	o.out.side.is = newSeek(o.out.side, seekAfter)
}

func (o *opaque) end(at time.Duration) {
	if o.out.begun {
		o.out.eof(at)
	}
}

// ignored is what a client says in a protocol of which its server's side is read.
type ignored struct{}

func (ignored) known(time.Duration, []byte)  {}
func (ignored) unknown(time.Duration, int64) {}
func (ignored) lost()                        {}
func (ignored) end(time.Duration)            {}
