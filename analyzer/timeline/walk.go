package timeline

import (
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
		w.Step()
	}
}

// Past goes past the spans that end at or before offset, and no further.
func (w *Walk) Past(offset int64) {
	if offset < w.end {
		w.jump(w.s.blockBefore(offset))
	} else if at := w.i/blockSpans + 2; at*blockSpans < w.s.n && w.s.block(at).end <= offset {
		w.jump(w.s.blockBefore(offset))
	}
	for {
		x, ok := w.Next()
		if !ok || x.End == framing.Open || x.End > offset {
			return
		}
		w.Step()
	}
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
