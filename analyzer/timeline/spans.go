package timeline

import (
	"iter"
	"math"
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Spans is the spans of a stream in order, in about 9 bytes each: a record of
// eight, and a share of what is known where each block of them begins. A span
// that does not fit a record costs 48 bytes more. The zero value is empty.
type Spans struct {
	n    int
	end  int64 // of the last span that has one
	sum  Tally // of all
	most struct {
		i     int // the first of the largest events,
		bytes int64
	}
	bad   int
	slabs []*slab
	wide  []wide
	atEOF int // spans before the first that EOF closes, if there is one; these are the last
	eof   bool
	open  bool // the last is open
}

// blockSpans is how many records lie between two places of which offset and
// tally are known: a span is found by adding up half as many lengths.
const (
	blockSpans = 64
	slabBlocks = 32
)

type slab [slabBlocks]block

type block struct {
	end     int64 // of the span before the block
	sum     Tally // of the spans before the block
	records [blockSpans]record
}

// record is a span relative to the one before it. From the lowest bit: the gap
// before it (8 bits), the bytes from ready to end (12), kind (3), reason (5),
// a late proof, closed by EOF alone, and whether the span is in the wide list.
type record struct{ length, bits uint32 }

const (
	tailShift   = 8
	kindShift   = tailShift + 12
	reasonShift = kindShift + 3
	lateBit     = 1 << (reasonShift + 5)
	eofBit      = lateBit << 1
	wideBit     = eofBit << 1
)

// wide is a span that no record can hold: an open one, or one with a length, a
// gap or a tail beyond its bits.
type wide struct {
	i    int
	span framing.Span
}

// Tally counts closed events.
type Tally struct {
	Events Sum // of all kinds
	Plain  Sum // events and bad ones: neither sentinels nor heartbeats, which readers swallow
	Bad    int
}

// Sum is a number of events and their bytes.
type Sum struct {
	Count int
	Bytes int64
}

func (t *Tally) add(s framing.Span) {
	if s.End == framing.Open || !s.Kind.IsEvent() {
		return
	}
	t.Events.Count++
	t.Events.Bytes += s.Len()
	if s.Kind == framing.Event || s.Kind == framing.Bad {
		t.Plain.Count++
		t.Plain.Bytes += s.Len()
	}
	if s.Kind == framing.Bad {
		t.Bad++
	}
}

// SpansOf holds spans.
func SpansOf(spans ...framing.Span) Spans {
	var s Spans
	for _, span := range spans {
		s.Append(span)
	}
	return s
}

// Len is the number of spans.
func (s *Spans) Len() int { return s.n }

// Append adds a span, which begins where the last one ends or later.
func (s *Spans) Append(x framing.Span) {
	at, in := s.n/blockSpans, s.n%blockSpans
	if s.n%(blockSpans*slabBlocks) == 0 {
		s.slabs = append(s.slabs, new(slab))
	}
	b := &s.slabs[at/slabBlocks][at%slabBlocks]
	if in == 0 {
		b.end, b.sum = s.end, s.sum
	}
	r, ok := pack(x, s.end)
	if !ok {
		s.wide = append(s.wide, wide{s.n, x})
	}
	b.records[in] = r
	if x.AtEOF && !s.eof {
		s.atEOF, s.eof = s.n, true
	}
	if x.Kind.IsEvent() && x.Len() > s.most.bytes {
		s.most.i, s.most.bytes = s.n, x.Len()
	}
	if x.Kind == framing.Bad {
		s.bad++
	}
	s.n++
	s.sum.add(x)
	if s.open = x.End == framing.Open; !s.open {
		s.end = x.End
	}
}

// truncate drops all spans but the first n.
func (s *Spans) truncate(n int) {
	if n == s.n {
		return
	}
	kept := Spans{}
	for i, x := range s.All() {
		if i == n {
			break
		}
		kept.Append(x)
	}
	*s = kept
}

func pack(x framing.Span, end int64) (record, bool) {
	gap, tail := x.Start-end, x.End-x.Ready
	if x.End == framing.Open || x.Len() > math.MaxUint32 || gap < 0 || gap > 0xff || tail < 0 || tail > 0xfff || x.Reason > 0x1f || x.Proof-x.End > 1 {
		return record{bits: wideBit}, false
	}
	r := record{uint32(x.Len()), uint32(gap) | uint32(tail)<<tailShift | uint32(x.Kind)<<kindShift | uint32(x.Reason)<<reasonShift}
	if x.Proof > x.End {
		r.bits |= lateBit
	}
	if x.AtEOF {
		r.bits |= eofBit
	}
	return r, true
}

// unpack is record i, after a span that ended at end.
func (s *Spans) unpack(i int, end int64) framing.Span {
	b := i / blockSpans
	r := s.slabs[b/slabBlocks][b%slabBlocks].records[i%blockSpans]
	if r.bits&wideBit != 0 {
		return s.wide[sort.Search(len(s.wide), func(n int) bool { return s.wide[n].i >= i })].span
	}
	x := framing.Span{
		Start:  end + int64(r.bits&0xff),
		Kind:   framing.Kind(r.bits >> kindShift & 0x7),
		Reason: framing.Reason(r.bits >> reasonShift & 0x1f),
		AtEOF:  r.bits&eofBit != 0,
	}
	x.End = x.Start + int64(r.length)
	x.Ready = x.End - int64(r.bits>>tailShift&0xfff)
	x.Proof = x.End
	if r.bits&lateBit != 0 {
		x.Proof++
	}
	return x
}

// At is span i. To go through many, use All or a Walk.
func (s *Spans) At(i int) framing.Span {
	w := s.Walk()
	w.To(i)
	x, _ := w.Next()
	return x
}

// Before is the tally of the first i spans.
func (s *Spans) Before(i int) Tally {
	w := s.Walk()
	w.To(i)
	return w.Sum()
}

// Sum is the tally of all spans.
func (s *Spans) Sum() Tally { return s.sum }

// Largest is the first of the largest closed events, and its bytes: 0 where
// there is none.
func (s *Spans) Largest() (i int, bytes int64) { return s.most.i, s.most.bytes }

// Open is the span that has no end, if there is one: the last.
func (s *Spans) Open() (framing.Span, bool) {
	if !s.open {
		return framing.Span{}, false
	}
	return s.At(s.n - 1), true
}

// closedByEOF is how many spans EOF alone closed: the last of those that have an
// end.
func (s *Spans) closedByEOF() int {
	switch {
	case !s.eof:
		return 0
	case s.open:
		return s.n - s.atEOF - 1
	}
	return s.n - s.atEOF
}

// Bad is the number of bad events.
func (s *Spans) Bad() int { return s.bad }

// All goes through the spans by number.
func (s *Spans) All() iter.Seq2[int, framing.Span] {
	return func(yield func(int, framing.Span) bool) {
		end := int64(0)
		for i := range s.n {
			x := s.unpack(i, end)
			if !yield(i, x) {
				return
			}
			end = x.End
		}
	}
}

// Equal reports whether o holds equal spans.
func (s Spans) Equal(o Spans) bool {
	if s.n != o.n {
		return false
	}
	w := o.Walk()
	for _, x := range s.All() {
		if y, _ := w.Next(); x != y {
			return false
		}
		w.Step()
	}
	return true
}
