package figure

import (
	"strconv"
	"time"
)

// minus is the sign of negative numbers, as wide as a digit or wider.
const minus = "\u2212"

// group writes n with its thousands apart: 1,234,567.
func group(n int64) string { return fixed(n, 1, 0) }

// fixed writes n/unit with that many decimals, cut off, and thousands apart.
// It is made of integers alone, so that it is the same on every machine.
func fixed(n, unit int64, decimals int) string {
	u, sign := uint64(n), ""
	if n < 0 {
		u, sign = -u, minus
	}
	whole := strconv.FormatUint(u/uint64(unit), 10)
	b := make([]byte, 0, 32)
	b = append(b, sign...)
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, whole[i])
	}
	rest := u % uint64(unit)
	for i := range decimals {
		if i == 0 {
			b = append(b, '.')
		}
		unit /= 10
		b = append(b, byte('0'+rest/uint64(unit)))
		rest %= uint64(unit)
	}
	return string(b)
}

// millis writes d in whole milliseconds or, below ten, in up to three
// decimals.
func millis(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return group(int64(d.Round(time.Millisecond) / time.Millisecond))
	}
	d = max(d, 0).Round(time.Microsecond)
	decimals := 3
	for unit := 10 * time.Microsecond; decimals > 0 && d%unit == 0; unit *= 10 {
		decimals--
	}
	return fixed(int64(d), int64(time.Millisecond), decimals)
}
