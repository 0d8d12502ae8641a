package diagnose

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Stall is a stretch without a handoff.
type Stall struct {
	From, To    time.Duration
	Times       Times
	Held        int64 // most bytes held through it
	First, Last int   // chunks at its ends; Last is the number of chunks where EOF ends it
}

// gap is a stretch between two successive handoffs, as points.
type gap struct{ from, to int }

// walk calls visit with each event that series x hands off, in order, and the
// point at which it does. drops says that EOF hands off nothing. Sentinels and
// heartbeats that the ledger does not count, since readers swallow them, go when
// they have come and all before them has gone. A bad event that the ledger
// knows as kept never goes.
func (s *state) walk(x *replay.Series, l *ledger, drops bool, visit func(point int, span framing.Span)) {
	spans, released := s.t.Spans.Walk(), int64(0)
	for k, p := range x.All() {
		eof := x.EOF && k == x.Len()-1
		if !eof || !drops {
			released = max(released, p.Released+l.kept(k))
		}
		handed := l.handed(released, s.provedAt(k))
		for span, ok := spans.Next(); ok; span, ok = spans.Next() {
			i := spans.Index()
			gone := span.End <= handed && (!span.AtEOF || eof && !drops)
			if !l.counts(span) {
				gone = gone || i < s.provedAt(k)
			}
			if span.End == framing.Open || !gone {
				break
			}
			if span.Kind.IsEvent() && !l.isKept(i) {
				visit(k, span)
			}
			spans.Step()
		}
	}
}

// handoffs are the points at which series x hands off an event that is no
// heartbeat; without payload, every chunk counts. ended says that the last event
// handed off was a sentinel, after which nothing is owed.
func (s *state) handoffs(x *replay.Series, l *ledger, drops bool) (points []int, ended bool) {
	if !s.t.Payload {
		for k := range s.t.Chunks {
			if s.bytes(k) > 0 {
				points = append(points, k)
			}
		}
		return points, false
	}
	s.walk(x, l, drops, func(k int, span framing.Span) {
		if span.Kind == framing.Heartbeat {
			return
		}
		ended = span.Kind == framing.Sentinel
		if n := len(points); n == 0 || points[n-1] != k {
			points = append(points, k)
		}
	})
	return points, ended
}

// gaps are the stretches of at least the stall's length between successive
// handoffs of x. The first chunk counts as one, and so does the end, but not
// after a sentinel.
func (s *state) gaps(x *replay.Series, l *ledger, drops bool) []gap {
	if s.clock.n == 0 || !s.t.Timed {
		return nil
	}
	points, ended := s.handoffs(x, l, drops)
	if last := s.clock.n - 1; !ended {
		points = append(points, last)
	}
	var out []gap
	from := 0
	for _, to := range points {
		if s.clock.at(to)-s.clock.at(from) >= s.stall {
			out = append(out, gap{from, to})
		}
		from = to
	}
	return out
}

// stalls describes the gaps of x by cause.
func (s *state) stalls(x *replay.Series, parts *Split, gaps []gap) []Stall {
	out := make([]Stall, 0, len(gaps))
	for _, g := range gaps {
		st := Stall{From: s.clock.at(g.from), To: s.clock.at(g.to), First: g.from, Last: g.to}
		st.Times = parts.between(g.from, g.to)
		for k := g.from; k < g.to; k++ {
			st.Held = max(st.Held, x.At(k).After)
		}
		out = append(out, st)
	}
	return out
}
