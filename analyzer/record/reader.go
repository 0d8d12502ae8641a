package record

import (
	"io"
	"time"
)

// Reader returns a reader of in whose reads are recorded. One goroutine at a time may
// read it. It has none of in's other methods.
func (r *Recorder) Reader(in io.Reader) io.Reader { return &reader{in, r} }

type reader struct {
	in io.Reader
	r  *Recorder
}

// Read implements io.Reader. Nothing that it calls, in.Read aside, waits or allocates.
func (t *reader) Read(p []byte) (int, error) {
	t.r.called()
	n, err := t.in.Read(p)
	if n >= 0 && n <= len(p) {
		t.r.returned(p[:n], err)
	}
	return n, err
}

func (r *Recorder) now() time.Duration { return time.Since(r.start) }

// called takes that a Read begins.
func (r *Recorder) called() {
	if r.accept.Load() == unset {
		r.accept.Store(int64(r.now()))
	}
}

// returned takes what a Read returned. What the reader has not let go by now of what
// came before, it held: when it asked for more does not matter, since it may ask ahead
// while it still works.
func (r *Recorder) returned(p []byte, err error) {
	at := r.now()
	if (len(p) > 0 || err != nil) && r.received.Load() > 0 && r.end.Load() == unset {
		r.row(r.latest)
	}
	if len(p) > 0 {
		r.latest = at
		r.received.Add(int64(len(p)))
		if r.behind() || !r.ring.read(at, p) {
			r.lostBytes.Add(int64(len(p)))
			r.drop(at)
		}
	}
	r.ring.show()
	if err == io.EOF && r.end.Load() == unset {
		r.end.Store(int64(at))
	}
}

// row takes a row, if there is something to say.
func (r *Recorder) row(at time.Duration) {
	stated, fresh := r.stated.Load(), r.fresh.Load()
	if (stated || fresh) && (r.behind() || !r.ring.add(r.account(at))) {
		r.drop(at)
	}
}

// account is what there is to say of the reader now.
func (r *Recorder) account(at time.Duration) sample {
	s := sample{kind: tookRow, at: at, n: unset, parse: unset, handoff: unset}
	if r.stated.Load() {
		s.n = max(r.received.Load()-r.released.Load(), 0)
	}
	if r.fresh.Load() && r.fresh.Swap(false) { // a load costs less, and most rows have no marks
		s.parse, s.handoff = time.Duration(r.parse.Load()), time.Duration(r.handoff.Swap(unset))
		if s.handoff != unset { // else the event is still on its way
			r.parse.Store(unset)
		}
	}
	s.more = r.handed.Load()
	return s
}

// drop counts a sample for which there was no room.
func (r *Recorder) drop(at time.Duration) {
	r.lostAt.Store(int64(at))
	r.lost.Add(1)
}

// behind reports whether something was dropped for which there is no room to say so
// in its place.
func (r *Recorder) behind() bool { return r.lost.Load() > r.told && !r.tell() }

// tell says in its place what was dropped, once there is room for that.
func (r *Recorder) tell() bool {
	s := sample{kind: tookNone, at: time.Duration(r.lostAt.Load()), n: r.lost.Load(), more: r.lostBytes.Load()}
	if !r.ring.add(s) {
		return false
	}
	r.told = s.n
	return true
}
