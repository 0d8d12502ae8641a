package diagnose

import (
	"math/bits"
	"strings"
)

// ByteTime is held bytes integrated over time, in byte·ns. It has 128 bits: a
// gigabyte held for an hour is beyond 64.
type ByteTime struct{ hi, lo uint64 }

// Add counts bytes held for ns nanoseconds; both are 0 or more.
func (a *ByteTime) Add(bytes, ns int64) {
	if bytes == 0 {
		return
	}
	hi, lo := bits.Mul64(uint64(bytes), uint64(ns))
	var carry uint64
	a.lo, carry = bits.Add64(a.lo, lo, 0)
	a.hi, _ = bits.Add64(a.hi, hi, carry)
}

// Plus is the sum of two areas.
func (a ByteTime) Plus(b ByteTime) ByteTime {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return ByteTime{hi, lo}
}

// Millis writes the area in byte·ms, exactly.
func (a ByteTime) Millis() string {
	const places = 6    // byte·ns to byte·ms
	var digits [39]byte // of 2^128
	hi, lo := a.hi, a.lo
	for i := len(digits) - 1; i >= 0; i-- {
		var digit uint64
		lo, digit = bits.Div64(hi%10, lo, 10)
		hi /= 10
		digits[i] = byte('0' + digit)
	}
	point := len(digits) - places
	whole := strings.TrimLeft(string(digits[:point-1]), "0") + string(digits[point-1])
	return strings.TrimSuffix(strings.TrimRight(whole+"."+string(digits[point:]), "0"), ".")
}

// Area is a series' held bytes over time by what they are:
// held = open + late + filler − early.
type Area struct {
	Open   ByteTime // begun and not closed
	Late   ByteTime // closed and not released: the reader's
	Filler ByteTime // bytes of no event
	Early  ByteTime // released although their event is open
}
