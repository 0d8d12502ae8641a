package lab

import (
	"bytes"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// reader is a reader of one arm at work.
type reader struct {
	rule   replay.Rule
	scan   framing.Scanner
	decode decoder
	now    Clock
	began  time.Duration
	out    *Run

	chunk int           // that is being taken, or the number of them at EOF
	at    time.Duration // its time
	parts [][]byte      // chunks that wait to be joined: of a reader that waits for EOF
	held  int64         // bytes in parts

	body     []byte         // bytes joined and not let go
	released int64          // offset in the stream of the first of them
	scanned  int64          // offset up to which the scanner has seen the stream
	closed   []framing.Span // that wait in body to be decoded
}

// run makes one run. A scanner can be made, New has seen to it.
func (x *Experiment) run(out *Run, now Clock) {
	arm := x.arms[out.Arm]
	r := &reader{rule: arm.Release, decode: decoder{framing: arm.Framing}, now: now, out: out}
	r.scan, _ = arm.scanner(x.stream, func(s framing.Span) { r.closed = append(r.closed, s) })
	*out = Run{Pair: out.Pair, Place: out.Place, Arm: out.Arm, Release: out.Release}
	out.Rows = make([]Row, 0, len(x.stream.Chunks)+1)
	r.began = now()
	for i, c := range x.stream.Chunks {
		r.chunk, r.at = i, c.Time
		r.take(c.Data)
	}
	if x.stream.EOF {
		r.chunk, r.at = len(x.stream.Chunks), x.stream.End
		r.end()
	}
	out.Executed = true
}

// take takes one chunk, and lets go of what the rule allows.
func (r *reader) take(chunk []byte) {
	before := r.holds() + int64(len(chunk))
	parsed := false
	switch from := r.now(); r.rule.Kind {
	case replay.ReadAll, replay.Never:
		r.parts = append(r.parts, chunk)
		r.held += int64(len(chunk))
		r.out.Join += r.now() - from
	default:
		r.body = append(r.body, chunk...)
		joined := r.now()
		r.show(r.looksUpTo(int64(len(chunk))))
		free := r.free()
		parsed = r.decodeUpTo(free)
		decoded := r.now()
		r.letGo(free)
		r.out.Join += joined - from + r.now() - decoded
		r.out.Parse += decoded - joined
	}
	r.row(before, parsed)
}

// end takes EOF: whatever is held is let go, decoded or not.
func (r *reader) end() {
	before := r.holds()
	parsed := false
	if r.rule.Kind != replay.Never {
		from := r.now()
		if r.rule.Kind == replay.ReadAll {
			r.body = bytes.Join(r.parts, nil)
		}
		joined := r.now()
		r.show(r.received())
		r.scan.Close()
		parsed = r.decodeUpTo(r.received())
		r.out.Join += joined - from
		r.out.Parse += r.now() - joined
	}
	r.parts, r.held, r.body = nil, 0, nil
	r.row(before, parsed)
}

// received is the number of bytes that were joined so far.
func (r *reader) received() int64 { return r.released + int64(len(r.body)) }

// looksUpTo is the offset up to which the reader looks for events, once a chunk
// of n bytes is joined.
func (r *reader) looksUpTo(n int64) int64 {
	to := r.received()
	switch r.rule.Kind {
	case replay.NextChunk:
		to -= n
	case replay.Block:
		to -= to % r.rule.N
	}
	return to
}

// show shows the scanner the stream up to offset to.
func (r *reader) show(to int64) {
	r.scan.Write(r.body[r.scanned-r.released : to-r.released])
	r.scanned = to
}

// free is the offset up to which the rule lets go of what the scanner has seen.
func (r *reader) free() int64 {
	open, isOpen := r.scan.Open()
	switch {
	case r.rule.Kind == replay.Lag:
		return r.behind()
	case !isOpen:
		return r.scanned
	case r.rule.Kind == replay.ChunkEnd:
		return r.released
	}
	return open.Start
}

// behind is the start of the closed event that has as many newer ones as a lag
// wants behind it.
func (r *reader) behind() int64 {
	newer := int64(0)
	for i := len(r.closed) - 1; i >= 0; i-- {
		if s := r.closed[i]; s.Kind.IsEvent() {
			if newer++; newer == r.rule.N {
				return s.Start
			}
		}
	}
	return r.released
}

// decodeUpTo decodes the spans that have closed before offset to, and reports
// whether one of them parsed.
func (r *reader) decodeUpTo(to int64) (parsed bool) {
	n := 0
	for ; n < len(r.closed) && r.closed[n].End <= to; n++ {
		s := r.closed[n]
		switch ok := r.decode.span(s, r.body[s.Start-r.released:s.End-r.released]); {
		case ok:
			parsed = true
			r.out.Events++
			if !r.out.First.Set && s.Kind != framing.Heartbeat {
				r.out.First = Handoff{Set: true, Work: r.now() - r.began, Chunk: r.chunk, Time: r.at}
			}
		case s.Kind.IsEvent():
			r.out.Bad++
		}
	}
	r.closed = r.closed[:copy(r.closed, r.closed[n:])]
	return parsed
}

// letGo lets go of the bytes before offset to. What stays moves to the front, so
// that the buffer is as large as what is held and not as the stream.
func (r *reader) letGo(to int64) {
	if to == r.released {
		return
	}
	n := copy(r.body, r.body[to-r.released:])
	r.body = r.body[:n]
	r.released = to
}

// holds is the bytes held: what the reader has of its own.
func (r *reader) holds() int64 { return r.held + int64(len(r.body)) }

func (r *reader) row(before int64, parsed bool) {
	r.out.Peak = max(r.out.Peak, before)
	r.out.Rows = append(r.out.Rows, Row{Before: before, Held: r.holds(), Parsed: parsed})
}
