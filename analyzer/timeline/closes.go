package timeline

import (
	"math"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Closes goes once through spans in order and knows of the next of them no more
// than a release rule asks: where it begins, how many bytes prove it, whether it
// is an event. It goes several times as fast as a Walk.
type Closes struct {
	Start int64 // of the next span; the greatest number there is where there is none
	Proof int64 // bytes that prove it; the same number where only EOF does, or nothing
	End   int64 // of it
	Event bool  // it is an event

	s     *Spans
	n     int    // spans begun, the next one included
	block *block // of the next span
}

// Closes begins before the first span.
func (s *Spans) Closes() Closes {
	c := Closes{s: s}
	c.Step()
	return c
}

// Step goes past the next span.
func (c *Closes) Step() {
	if c.n >= c.s.n {
		c.Start, c.Proof, c.Event = math.MaxInt64, math.MaxInt64, false
		return
	}
	if c.n%blockSpans == 0 {
		c.block = c.s.block(c.n / blockSpans)
	}
	r := c.block.records[c.n%blockSpans]
	c.n++
	if r.bits&(wideBit|eofBit) != 0 {
		c.slowly()
		return
	}
	c.Start = c.End + int64(r.bits&0xff)
	c.End = c.Start + int64(r.length)
	c.Proof = c.End
	if r.bits&lateBit != 0 {
		c.Proof++
	}
	c.Event = framing.Kind(r.bits >> kindShift & 0x7).IsEvent()
}

// slowly takes a span that has more to it.
func (c *Closes) slowly() {
	x := c.s.unpack(c.n-1, c.End)
	c.Start, c.Proof, c.Event = x.Start, x.Proof, x.Kind.IsEvent()
	if x.AtEOF || x.End == framing.Open {
		c.Proof = math.MaxInt64
	}
	c.End = x.End
}
