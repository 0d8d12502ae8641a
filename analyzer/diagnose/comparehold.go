package diagnose

import (
	"iter"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// measure says what lay in hop h.
func (c *comparer) measure(h int) {
	hop := &c.Hops[h]
	hop.Series = c.between(h)
	last := hop.Series.At(0)
	for k, p := range hop.Series.All() {
		if k > 0 && last.After > 0 {
			hop.Area.Add(last.After, int64(p.Time-last.Time))
			hop.Time += p.Time - last.Time
		}
		last = p
	}
	hop.Holds = c.holds(h)
}

// between is what lay in hop h: a point for each moment at which bytes passed
// one of its ends, one at 0, and one where the comparison ends. What passes both
// ends in one moment does not lie between them.
func (c *comparer) between(h int) *replay.Series {
	a, b := c.passes[h], c.passes[h+1]
	points := make([]replay.Point, 1, len(a.t.Chunks)+len(b.t.Chunks)+2)
	parses := c.parses()
	i, j := 0, 0
	for now := time.Duration(0); ; {
		for ; i < len(a.t.Chunks) && a.at(i) <= now; i++ {
		}
		for ; j < len(b.t.Chunks) && b.at(j) <= now; j++ {
		}
		c.step(&points, now, endOf(a, i), endOf(b, j), parses)
		now = never
		if i < len(a.t.Chunks) {
			now = a.at(i)
		}
		if j < len(b.t.Chunks) {
			now = min(now, b.at(j))
		}
		if now > c.End {
			break
		}
	}
	if p := points[len(points)-1]; p.Time < c.End {
		p.Time, p.Before, p.Parsed = c.End, p.After, false
		points = append(points, p)
	}
	return replay.FromPoints(replay.Rule{Kind: replay.Between, N: int64(h + 1)}, false, points)
}

func endOf(p *passing, chunks int) int64 {
	if chunks == 0 {
		return 0
	}
	return p.t.Chunks[chunks-1].End
}

// step adds what is between at a moment, if that is not what was.
func (c *comparer) step(points *[]replay.Point, now time.Duration, a, b int64, parses func(to int64) bool) {
	old := &(*points)[len(*points)-1]
	p := replay.Point{Time: now, Received: min(a, c.Bytes)}
	p.Released = min(b, p.Received)
	p.After = p.Received - p.Released
	p.Before = max(old.After, p.After)
	if p.Received == old.Received && p.Released == old.Released {
		return
	}
	p.Parsed = parses(p.Released)
	if now == old.Time { // the first moment
		*old = p
		return
	}
	*points = append(*points, p)
}

// parses reports whether an event that parses is whole within the first `to`
// bytes, and was not at the call before. These do not fall from call to call.
func (c *comparer) parses() func(to int64) bool {
	if c.spans == nil {
		return func(int64) bool { return false }
	}
	w := c.spans.Walk()
	return func(to int64) (is bool) {
		for s, ok := w.Next(); ok && s.ProvedBy(to); s, ok = w.Next() {
			is = is || s.Kind.Parses()
			w.Step()
		}
		return is
	}
}

// items are what passed the first end of hop h.
func (c *comparer) items(h int) iter.Seq[item] {
	return func(yield func(item) bool) {
		a, b := c.passes[h], c.passes[h+1]
		if c.spans == nil {
			segments(a, b, c.Bytes)(yield)
			return
		}
		for _, s := range c.spans.All() {
			if !s.ProvedBy(min(c.Bytes, a.total())) {
				return
			}
			last := s.Proof - 1
			if s.Kind.IsEvent() && !yield(item{s.Start, s.End, a.byteAt(last), b.byteAt(last)}) {
				return
			}
		}
	}
}

// holds are the runs of items that took long through hop h.
func (c *comparer) holds(h int) []Hold {
	var out []Hold
	open := false // the last hold may go on
	for x := range c.items(h) {
		passed := x.b <= c.End
		to := min(x.b, c.End)
		wait := to - x.a
		if wait < c.Stall {
			open = false
			continue
		}
		if n := len(out); !open || out[n-1].Passed != passed {
			out = append(out, Hold{From: x.a, Start: x.start, Passed: passed})
			open = true
		}
		o := &out[len(out)-1]
		o.To, o.End, o.Wait = to, x.end, max(o.Wait, wait)
		if c.spans != nil {
			o.Events++
		}
	}
	return out
}

// awaited reports whether a handoff of s ends a stall.
func awaited(s framing.Span) bool { return s.Kind.IsEvent() && s.Kind != framing.Heartbeat }
