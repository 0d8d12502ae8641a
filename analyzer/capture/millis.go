package capture

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// ErrTime is returned for text that is no time in milliseconds.
var ErrTime = errors.New("capture: not a time in milliseconds")

// MaxTime bounds times on either side of zero, in nanoseconds: some 146 years,
// so that the difference of two times cannot overflow.
const MaxTime = math.MaxInt64 / 2

// ParseMillis reads a decimal number of milliseconds, exact to the nanosecond;
// what lies below is rounded to the nearest.
func ParseMillis(s string) (time.Duration, error) { return parseTime(s, time.Millisecond) }

// ParseSeconds is ParseMillis for a number of seconds.
func ParseSeconds(s string) (time.Duration, error) { return parseTime(s, time.Second) }

func parseTime(s string, unit time.Duration) (time.Duration, error) {
	if len(s) == 0 || len(s) > 40 || strings.ContainsAny(s, "_xXpPnNiI/") {
		return 0, ErrTime
	}
	digits := 6
	if unit == time.Second {
		digits = 9
	}
	if n, ok := parseDecimal(s, digits); ok {
		return time.Duration(n), nil
	}
	// A huge exponent would make the exact number huge: a float says so first.
	if f, err := strconv.ParseFloat(s, 64); err != nil || math.Abs(f)*float64(unit) > MaxTime {
		return 0, ErrTime
	} else if math.Abs(f) < 1e-12 {
		return 0, nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return 0, ErrTime
	}
	r.Mul(r, new(big.Rat).SetInt64(int64(unit)))
	// Round half away from zero: floor(|r| + 1/2).
	neg := r.Sign() < 0
	r.Abs(r)
	r.Add(r, big.NewRat(1, 2))
	q := new(big.Int).Quo(r.Num(), r.Denom())
	if neg {
		q.Neg(q)
	}
	if !q.IsInt64() {
		return 0, ErrTime
	}
	n := q.Int64()
	if n > MaxTime || n < -MaxTime {
		return 0, ErrTime
	}
	return time.Duration(n), nil
}

// FormatMillis writes d as the shortest decimal number of milliseconds that
// ParseMillis reads back as d.
func FormatMillis(d time.Duration) string { return string(AppendMillis(nil, d)) }

// AppendMillis appends what FormatMillis returns.
func AppendMillis(b []byte, d time.Duration) []byte {
	n := int64(d)
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/1e6, 10)
	frac := n % 1e6
	if frac == 0 {
		return b
	}
	b = append(b, '.')
	for unit := int64(1e5); frac > 0; unit /= 10 {
		b = append(b, byte('0'+frac/unit))
		frac %= unit
	}
	return b
}
