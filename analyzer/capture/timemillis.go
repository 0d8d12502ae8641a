package capture

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// ErrTime is returned for text that is no time, or one beyond MaxTime.
var ErrTime = errors.New("capture: not a time in milliseconds")

// MaxTime bounds times on either side of zero, in nanoseconds: some 146 years,
// so that the difference of two times cannot overflow.
const MaxTime = math.MaxInt64 / 2

// isTime says whether t is in the range of times.
func isTime(t time.Duration) bool { return t <= MaxTime && t >= -MaxTime }

// wantSum is what is wanted where times that are added up go beyond MaxTime.
const wantSum = "times that add up to less than 146 years"

// ParseMillis reads a decimal number of milliseconds, exact to the nanosecond;
// what lies below is rounded to the nearest.
func ParseMillis(s string) (time.Duration, error) {
	t, ok := parseUnit(s, inMilliseconds)
	if !ok {
		return 0, ErrTime
	}
	return t, nil
}

// The units of times, 10^n nanoseconds.
const (
	inNanoseconds  = 0
	inMicroseconds = 3
	inMilliseconds = 6
	inSeconds      = 9
)

// maxNumber is the longest number with an exponent, or without a digit before
// the point, that is read as a time, in characters.
const maxNumber = 40

// parseUnit reads a decimal number of 10^digits nanoseconds, of which what lies
// below a nanosecond is rounded to the nearest. It takes no memory where the number
// is a plain decimal.
func parseUnit[T string | []byte](s T, digits int) (time.Duration, bool) {
	n, ok := parseDecimal(s, digits)
	if !ok && len(s) <= maxNumber {
		n, ok = parseDecimal(plain(string(s)), digits)
	}
	return time.Duration(n), ok
}

// plain writes a number as parseDecimal reads it: without an exponent or a plus,
// and with digits before the point. It returns "" for what is no number.
func plain(s string) string {
	exponent := 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		sign, digits := cutSign(s[i+1:])
		if !isDigits(digits) {
			return ""
		}
		// Beyond this every number of maxNumber characters is out of range or 0.
		exponent, _ = strconv.Atoi(digits)
		exponent = min(exponent, 2*maxNumber)
		if sign == "-" {
			exponent = -exponent
		}
		s = s[:i]
	}
	sign, s := cutSign(s)
	whole, fraction, _ := strings.Cut(s, ".")
	digits := whole + fraction
	if !isDigits(digits) {
		return ""
	}
	point := len(whole) + exponent
	if point <= 0 {
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	digits += strings.Repeat("0", max(point-len(digits), 0))
	return strings.TrimSuffix(sign+digits[:point]+"."+digits[point:], ".")
}

// cutSign returns the sign of a number, "-" or "", and what follows it.
func cutSign(s string) (sign, rest string) {
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		return "-", rest
	}
	return "", strings.TrimPrefix(s, "+")
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

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
