package diagnose

import (
	"math"
	"math/bits"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// smallestBlock is the smallest block size that is tried.
const smallestBlock = 64

// mostBlocks bounds the ranges that are named. Rows that leave room for more
// say little about any of them.
const mostBlocks = 32

// sizes is a range of block sizes, both ends included.
type sizes struct{ lo, hi int64 }

// blocks are the ranges of block sizes that explain every row of x. After a row
// at which R bytes were received, a reader of blocks of N has seen V = ⌊R/N⌋·N
// of them. What it had let go of bounds V to [a, b]: from the proof of its last
// event to just before that of the next. That bounds N, for each q = ⌊R/N⌋, to
// [max(⌈a/q⌉, ⌊R/(q+1)⌋+1), ⌊b/q⌋], and the rows' bounds are intersected.
func (s *state) blocks(x *replay.Series, l *ledger) []Fitted {
	if s.t.Total() < smallestBlock {
		return nil
	}
	left := []sizes{{smallestBlock, s.t.Total()}}
	var next []sizes
	at := counter{l: l, walk: s.t.Spans.Walk()}
	for k, c := range s.t.Chunks {
		if !s.measured(k) {
			continue
		}
		a, b, ok := at.seen(l.until(l.handed(x.Released(k), s.provedAt(k))).Count)
		if !ok || len(left) == 0 {
			return nil
		}
		next = next[:0]
		for _, iv := range left {
			next = iv.narrow(next, c.End, a, b)
		}
		left, next = next, left
	}
	var out []Fitted
	for _, iv := range left {
		for _, n := range []int64{iv.roundest(), iv.lo, iv.hi} {
			rule := replay.Rule{Kind: replay.Block, N: n}
			if off, lets := s.rowsOff(x, replay.Run(s.t, rule), l); len(off) == 0 && lets {
				out = append(out, Fitted{rule, iv.lo, iv.hi})
				break
			}
		}
		if len(out) == mostBlocks {
			break
		}
	}
	return out
}

// narrow appends the sizes of iv that have seen from a to b of the received
// bytes. Up to the root of received each size is tried, above it each quotient,
// so that neither is many.
func (iv sizes) narrow(out []sizes, received, a, b int64) []sizes {
	add := func(lo, hi int64) {
		switch n := len(out); {
		case lo > hi:
		case n > 0 && out[n-1].hi+1 == lo:
			out[n-1].hi = hi
		default:
			out = append(out, sizes{lo, hi})
		}
	}
	// Whatever the size, at most one block less is seen, and no less than nothing.
	if received <= b && (a == 0 || received >= iv.hi && received-iv.hi+1 >= a) {
		add(iv.lo, iv.hi)
		return out
	}
	lo, root := iv.lo, int64(math.Sqrt(float64(received)))
	for ; lo <= iv.hi && lo <= root; lo++ {
		if seen := received - received%lo; seen >= a && seen <= b {
			add(lo, lo)
		}
	}
	if lo > iv.hi {
		return out
	}
	for q := received / lo; q >= received/iv.hi; q-- {
		if q == 0 {
			if a == 0 {
				add(max(lo, received+1), iv.hi)
			}
			break
		}
		least := max(lo, (a+q-1)/q, received/(q+1)+1)
		most := min(iv.hi, b/q, received/q)
		add(least, most)
	}
	return out
}

// roundest is the size that the highest power of two divides.
func (iv sizes) roundest() int64 {
	for shift := bits.Len64(uint64(iv.hi)) - 1; shift > 0; shift-- {
		step := int64(1) << shift
		if n := (iv.lo + step - 1) / step * step; n <= iv.hi {
			return n
		}
	}
	return iv.lo
}

// counter knows which bytes a reader has seen that let go of n counted events.
type counter struct {
	l     *ledger
	walk  timeline.Walk // past the event counted last
	n     int
	proof int64 // of the event counted last
}

// seen is from where to where. It fails for an n that falls, or that there is
// not.
func (c *counter) seen(n int) (from, to int64, ok bool) {
	if n < c.n {
		return 0, 0, false
	}
	for c.n < n {
		span, ok := c.next()
		if !ok {
			return 0, 0, false
		}
		c.n++
		c.proof = span.Proof
		c.walk.Step()
	}
	to = math.MaxInt64
	if span, ok := c.next(); ok {
		to = span.Proof - 1
	}
	return c.proof, to, true
}

// next goes to the next counted event that closed before EOF.
func (c *counter) next() (framing.Span, bool) {
	for {
		span, ok := c.walk.Next()
		if !ok || span.End == framing.Open || span.AtEOF {
			return framing.Span{}, false
		}
		if c.l.counts(span) {
			return span, true
		}
		c.walk.Step()
	}
}
