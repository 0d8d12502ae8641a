package diagnose

import (
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// handoff is a moment at which the last point handed something off, or the end.
type handoff struct {
	at    time.Duration
	point int   // of the last point's chunks; their number stands for EOF
	needs int64 // bytes of the stream that it waited for, or one of those below
}

// What else a handoff can wait for than a number of bytes.
const (
	eof     = int64(-1) // that there are no more
	unknown = int64(-2) // what no capture has
)

// placeStalls finds the stalls at the last point and takes them apart. The first
// chunk at point 1 counts as a handoff: that nothing has come out of a hop yet
// is a stall like another.
func (c *comparer) placeStalls() {
	from := time.Duration(0)
	for _, h := range c.handoffs() {
		if to := min(h.at, c.End); to-from >= c.Stall {
			c.Stalls = append(c.Stalls, c.place(from, to, h))
		}
		from = h.at
	}
}

// handoffs are those of an at-close reader at the last point and, unless a
// sentinel came last, the end.
func (c *comparer) handoffs() []handoff {
	last := c.passes[len(c.passes)-1]
	s := newState(c.withSpans(last.t), c.Stall)
	points, ended := s.handoffs(s.floor, newLedger(s.t, true), false)
	if k := s.clock.n - 1; !ended && (len(points) == 0 || points[len(points)-1] < k) {
		points = append(points, k)
	}
	out := make([]handoff, len(points))
	for i, k := range points {
		out[i] = handoff{at: last.zero + s.clock.at(k), point: k, needs: c.needed(s, k)}
	}
	return out
}

// withSpans is t with the spans that another capture knows, where t knows none.
func (c *comparer) withSpans(t *timeline.Timeline) *timeline.Timeline {
	if t.Payload || c.spans == nil {
		return t
	}
	out := *t
	out.Payload = true
	for _, s := range c.spans.All() {
		if s.Start >= t.Total() {
			break
		}
		if !s.ProvedBy(t.Total()) {
			s.End, s.Ready, s.Proof, s.AtEOF = framing.Open, framing.Open, framing.Open, false
		}
		if out.Spans.Append(s); s.End == framing.Open {
			break
		}
	}
	return &out
}

// needed is what the first handoff at a point k of s, the last capture, waited
// for: the close of the event that it handed off or, where EOF closed that or
// there is none, of the event that another capture has there, or EOF.
func (c *comparer) needed(s *state, k int) int64 {
	if !s.t.Payload && k < len(s.t.Chunks) {
		return s.received(k) - s.bytes(k) + 1
	}
	if s.t.Payload {
		i := 0
		if k > 0 {
			i = s.provedAt(k - 1)
		}
		for spans := &s.t.Spans; i < s.provedAt(k) && !spans.At(i).AtEOF; i++ {
			if x := spans.At(i); awaited(x) {
				return x.Proof
			}
		}
		for ; i < c.spans.Len() && c.spans.At(i).ProvedBy(c.Bytes); i++ {
			if x := c.spans.At(i); awaited(x) {
				return x.Proof
			}
		}
	}
	if s.t.EOF.Set {
		return eof
	}
	return unknown
}

// place takes a stall apart. What it waited for came to each point in turn; the
// time before it came to point 1 is that of what else lay between.
func (c *comparer) place(from, to time.Duration, h handoff) PlacedStall {
	s := PlacedStall{From: from, To: to, Hops: make([]HopTime, len(c.Hops)), Last: h.point, AtEOF: h.needs == eof}
	came := c.came(h, to)
	at := min(max(came[0], from), to)
	c.placeOpen(&s, from, at)
	for i := range s.Hops {
		next := min(max(came[i+1], at), to)
		s.Hops[i].Release = next - at
		at = next
	}
	for i := range s.Hops {
		s.Hops[i].Held = c.Hops[i].most(from, to)
	}
	return s
}

// came is when what a handoff waited for passed each point. At the last it is
// the end of the stall, and at none is it later than at the next.
func (c *comparer) came(h handoff, to time.Duration) []time.Duration {
	came := make([]time.Duration, len(c.passes))
	last := len(came) - 1
	came[last] = to
	for i := last - 1; i >= 0; i-- {
		p := c.passes[i]
		at := never
		switch {
		case h.needs > 0:
			at = p.byteAt(h.needs - 1)
		case h.needs == eof && p.t.EOF.Set:
			at = p.end()
		}
		came[i] = min(at, came[i+1])
	}
	return came
}

// placeOpen gives each moment from one time to another to the hop in which the
// next byte lay that the last point had not seen, or else to the time before
// point 1.
func (c *comparer) placeOpen(s *PlacedStall, from, to time.Duration) {
	last := len(c.passes) - 1
	for from < to {
		seen := min(c.passes[last].bytesAt(from), c.Bytes)
		next, hop := to, -1
		for i, p := range c.passes {
			next = min(next, p.next(from))
			if min(p.bytesAt(from), c.Bytes) > seen {
				hop = i
			}
		}
		if hop < 0 {
			s.Before += next - from
		} else {
			s.Hops[hop].Open += next - from
		}
		from = next
	}
}

// most is the most that lay in the hop from one time to another.
func (h *Hop) most(from, to time.Duration) (n int64) {
	k := sort.Search(h.Series.Len(), func(k int) bool { return h.Series.At(k).Time > from })
	for k = max(k-1, 0); k < h.Series.Len() && h.Series.At(k).Time < to; k++ {
		n = max(n, h.Series.At(k).After)
	}
	return n
}
