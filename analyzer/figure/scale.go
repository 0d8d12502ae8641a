package figure

import (
	"math"
	"math/bits"
)

// scale lays the values from..to on the pixels 0..px. All of it is integer
// arithmetic, so that a drawing is the same on every machine.
type scale struct {
	from, to int64
	px       int
}

// at is the pixel of v, to the nearest. Values outside lie on the edge; where
// the scale has no length, they lie in its middle.
func (s scale) at(v int64) int {
	if s.to <= s.from {
		return s.px / 2
	}
	return int(mulDiv(s.offset(v), uint64(s.px), s.length(), s.length()/2))
}

// beyond is the least value that at does not lay on pixel px or below, or the
// greatest number there is. To compare with it is much sooner done than at.
func (s scale) beyond(px int) int64 {
	if s.to <= s.from || px >= s.px {
		return math.MaxInt64
	}
	hi, lo := bits.Mul64(uint64(px)+1, s.length())
	return s.ceil(hi, lo, s.length()/2)
}

// after is the least value that lies in no pixel up to px.
func (s scale) after(px int) int64 {
	if s.to <= s.from || px+1 >= s.px {
		return math.MaxInt64
	}
	hi, lo := bits.Mul64(uint64(px)+1, s.length())
	return s.ceil(hi, lo, 0)
}

// ceil is the least value of which the offset by s.px is at least hi:lo-less.
func (s scale) ceil(hi, lo, less uint64) int64 {
	lo, borrow := bits.Sub64(lo, less, 0)
	lo, carry := bits.Add64(lo, uint64(s.px)-1, 0)
	offset, _ := bits.Div64(hi-borrow+carry, lo, uint64(s.px))
	return int64(uint64(s.from) + offset)
}

// above is at rounded up: no value but from itself is drawn as from.
func (s scale) above(v int64) int {
	if s.to <= s.from {
		return 0
	}
	return int(mulDiv(s.offset(v), uint64(s.px), s.length(), s.length()-1))
}

// value is the value at pixel px.
func (s scale) value(px int) int64 {
	if s.to <= s.from || s.px <= 0 {
		return s.from
	}
	px = min(max(px, 0), s.px)
	return s.from + int64(mulDiv(s.length(), uint64(px), uint64(s.px), uint64(s.px)/2))
}

func (s scale) length() uint64 { return uint64(s.to) - uint64(s.from) }

func (s scale) offset(v int64) uint64 {
	return uint64(min(max(v, s.from), s.to)) - uint64(s.from)
}

// mulDiv is (a·b + round) / c in 128 bits; the caller sees to it that it fits
// into 64.
func mulDiv(a, b, c, round uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	lo, carry := bits.Add64(lo, round, 0)
	if hi+carry == 0 { // as nearly always, and much sooner
		return lo / c
	}
	q, _ := bits.Div64(hi+carry, lo, c)
	return q
}

// niceStep is the smallest of 1, 2, 5, 10, 20, 50, … that is n or more, at most
// 5e18, the last that there is.
func niceStep(n int64) int64 {
	const last = 1_000_000_000_000_000_000
	for p := int64(1); ; p *= 10 {
		for _, m := range [...]int64{1, 2, 5} {
			if m*p >= n || m*p == 5*last {
				return m * p
			}
		}
	}
}

// multiples are the multiples of step within from..to.
func multiples(from, to, step int64) []int64 {
	first := from / step * step
	if first < from {
		if first > math.MaxInt64-step {
			return nil
		}
		first += step
	}
	if first > to {
		return nil
	}
	ticks := []int64{first}
	for t := first; uint64(to)-uint64(t) >= uint64(step); {
		t += step
		ticks = append(ticks, t)
	}
	return ticks
}
