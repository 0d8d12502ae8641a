package diagnose

import (
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Handoffs says when the observed reader handed off which event. It costs
// O(log n) to ask.
type Handoffs struct {
	t        *timeline.Timeline
	x        *replay.Series
	l        *ledger
	drops    bool    // EOF hands off nothing
	released []int64 // by point, the most up to it; nil where that is the series' own
}

// Handoffs are those of the observed reader, or nil where none was measured or
// no close is known.
func (d *Diagnosis) Handoffs() *Handoffs {
	if d.ledger == nil {
		return nil
	}
	h := &Handoffs{t: d.Timeline, x: d.Observed.Series, l: d.ledger, drops: d.drops}
	last := int64(0)
	for k := range h.x.Len() {
		now := h.x.Released(k) + h.l.kept(k)
		if h.released == nil && (now < last || h.l.held != nil || k == h.x.Len()-1 && h.x.EOF && h.drops) {
			h.released = make([]int64, h.x.Len())
			for i := range k {
				h.released[i] = h.x.Released(i)
			}
		}
		if k < len(h.t.Chunks) || !h.drops {
			last = max(last, now)
		}
		if h.released != nil {
			h.released[k] = last
		}
	}
	return h
}

// by is the first point at which offset was released.
func (h *Handoffs) by(offset int64) (point int, ok bool) {
	n := h.x.Len()
	released := h.x.Released
	if h.released != nil {
		released = func(k int) int64 { return h.released[k] }
	}
	point = sort.Search(n, func(k int) bool { return released(k) >= offset })
	return point, point < n
}

// Of is the point at which span i is handed off, if it ever is. closed is the
// point at which it was complete. What EOF closes goes then or never. Sentinels
// and heartbeats that readers swallow go when all before them has gone.
func (h *Handoffs) Of(i, closed int) (point int, ok bool) {
	w := h.t.Spans.Walk()
	w.To(i)
	span, _ := w.Next()
	if span.End == framing.Open || h.l.isKept(i) {
		return 0, false
	}
	point, ok = h.by(textEnd(span))
	if span.Ready < span.End {
		point = max(point, closed)
	}
	if span.AtEOF && ok {
		point, ok = closed, h.x.EOF && !h.drops
	}
	if !h.l.counts(span) {
		before := 0
		if n := w.Sum().Plain.Count; n > 0 {
			w.ToNumber(n-1, timeline.Plain)
			last, _ := w.Next()
			var is bool
			if before, is = h.by(textEnd(last)); !is {
				return 0, false
			}
		}
		if swallowed := max(before, closed); !ok || swallowed < point {
			point, ok = swallowed, true
		}
	}
	return point, ok
}

// Kept reports whether span i, a bad event, is held to the end.
func (h *Handoffs) Kept(i int) bool { return h.l.isKept(i) }

// Waiting is how many closed events are held after point k, of which the first
// `proved` spans are complete.
func (h *Handoffs) Waiting(k, proved int) int {
	if k >= len(h.t.Chunks) {
		return 0
	}
	released := h.x.Released(k) + h.l.kept(k)
	if h.released != nil {
		released = h.released[k]
	}
	kept := sort.Search(len(h.l.keeps), func(n int) bool { return h.l.keeps[n].point > k })
	gone := min(h.l.until(h.l.handed(released, proved)).Count, h.l.among(proved).Count)
	return h.l.among(proved).Count - gone + kept
}
