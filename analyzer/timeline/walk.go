package timeline

import (
	"math"
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Walk is a place among spans: before the next of them. Going on from span to
// span, or to places ever further on, costs a step a span; going anywhere else
// costs O(log spans).
type Walk struct {
	s    *Spans
	i    int
	end  int64 // of the span before
	sum  Tally // of the spans before
	next framing.Span
	open bool // next is known
}

// Walk begins before the first span.
func (s *Spans) Walk() Walk { return Walk{s: s} }

// Index is the number of the next span.
func (w *Walk) Index() int { return w.i }

// Sum is the tally of the spans before this place.
func (w *Walk) Sum() Tally { return w.sum }

// Next is the next span, if there is one.
func (w *Walk) Next() (framing.Span, bool) {
	if w.i >= w.s.n {
		return framing.Span{}, false
	}
	if !w.open {
		w.next, w.open = w.s.unpack(w.i, w.end), true
	}
	return w.next, true
}

// Step goes past the next span.
func (w *Walk) Step() {
	x, ok := w.Next()
	if !ok {
		return
	}
	w.sum.add(x)
	if x.End != framing.Open {
		w.end = x.End
	}
	w.i++
	w.open = false
}

// To goes to span i, which is at most the number of spans.
func (w *Walk) To(i int) {
	if i < w.i || i >= w.i+2*blockSpans {
		w.jump(i / blockSpans)
	}
	for w.i < i {
		if !w.skim(i, math.MaxInt64) {
			w.Step()
		}
	}
}

// Numbers are how closed events are counted: those that one of them reads off a
// Tally.
type Numbers func(*Tally) int

// Closed counts closed events of all kinds.
func Closed(t *Tally) int { return t.Events.Count }

// Plain counts those that are neither sentinels nor heartbeats.
func Plain(t *Tally) int { return t.Plain.Count }

// Bad counts bad ones.
func Bad(t *Tally) int { return t.Bad }

// ToNumber goes to the closed event that has n others of its numbers before it,
// or behind all spans where there is none.
func (w *Walk) ToNumber(n int, of Numbers) {
	if b := w.s.blockOf(n, of); w.i/blockSpans != b || of(&w.sum) > n {
		w.jump(b)
	}
	for {
		x, ok := w.Next()
		if !ok {
			return
		}
		with := w.sum
		if with.add(x); of(&with) > n {
			return
		}
		w.Step()
	}
}

// blockOf is the last block before which no more than n events of a number lie.
func (s *Spans) blockOf(n int, of Numbers) int {
	blocks := (s.n + blockSpans - 1) / blockSpans
	return max(sort.Search(blocks, func(b int) bool { return of(&s.block(b).sum) > n })-1, 0)
}

// Past goes past the spans that end at or before offset, and no further.
func (w *Walk) Past(offset int64) {
	if offset < w.end {
		w.jump(w.s.blockBefore(offset))
	} else if at := w.i/blockSpans + 2; at*blockSpans < w.s.n && w.s.block(at).end <= offset {
		w.jump(w.s.blockBefore(offset))
	}
	for w.skim(w.s.n, offset) {
	}
	for {
		x, ok := w.Next()
		if !ok || x.End == framing.Open || x.End > offset {
			return
		}
		w.Step()
		w.skim(w.s.n, offset)
	}
}

// skim goes on within its block, to no further than span i, past spans that end
// at or before offset, without unpacking them. It reports whether it came to
// the end of the block or to i; else what stopped it is the next span.
func (w *Walk) skim(i int, offset int64) bool {
	if w.i >= i {
		return false
	}
	b := w.s.block(w.i / blockSpans)
	last := min(i, (w.i/blockSpans+1)*blockSpans)
	at, end, sum := w.i, w.end, w.sum
	for ; at < last; at++ {
		r := b.records[at%blockSpans]
		next := end + int64(r.bits&0xff) + int64(r.length)
		if r.bits&wideBit != 0 || next > offset {
			break
		}
		end = next
		switch framing.Kind(r.bits >> kindShift & 0x7) {
		case framing.Bad:
			sum.Bad++
			fallthrough
		case framing.Event:
			sum.Plain.Count++
			sum.Plain.Bytes += int64(r.length)
			fallthrough
		case framing.Sentinel, framing.Heartbeat:
			sum.Events.Count++
			sum.Events.Bytes += int64(r.length)
		}
	}
	if at > w.i {
		w.i, w.end, w.sum, w.open = at, end, sum, false
	}
	return at == last
}

// Proved goes past the spans that seen bytes prove, and no further.
func (w *Walk) Proved(seen int64) {
	w.Past(seen - 1)
	if w.s.eof && w.i > w.s.atEOF {
		w.To(w.s.atEOF)
	}
	for {
		x, ok := w.Next()
		if !ok || !x.ProvedBy(seen) {
			return
		}
		w.Step()
	}
}

// jump goes to the first span of block b.
func (w *Walk) jump(b int) {
	*w = Walk{s: w.s, i: b * blockSpans}
	if w.i < w.s.n {
		at := w.s.block(b)
		w.end, w.sum = at.end, at.sum
	} else {
		w.i, w.end, w.sum = w.s.n, w.s.end, w.s.sum
	}
}

func (s *Spans) block(b int) *block { return &s.slabs[b/slabBlocks][b%slabBlocks] }

// blockBefore is the last block before which all spans end at or before offset.
func (s *Spans) blockBefore(offset int64) int {
	blocks := (s.n + blockSpans - 1) / blockSpans
	return max(sort.Search(blocks, func(b int) bool { return s.block(b).end > offset })-1, 0)
}
