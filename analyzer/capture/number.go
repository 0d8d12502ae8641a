package capture

// maxBytes bounds every number of bytes that a recording may state, so that
// sums of them do not overflow.
const maxBytes = 1 << 48

// parseCount reads a whole number from 0 to maxBytes. A fraction of zeros is
// accepted: tables that hold a missing number are often written as floats.
func parseCount(b []byte) (int64, bool) {
	var n int64
	for i, c := range b {
		if c == '.' && i > 0 && i+1 < len(b) {
			for _, z := range b[i+1:] {
				if z != '0' {
					return 0, false
				}
			}
			return n, true
		}
		if c < '0' || c > '9' {
			return 0, false
		}
		if n = n*10 + int64(c-'0'); n > maxBytes {
			return 0, false
		}
	}
	return n, len(b) > 0
}

// parseDecimal reads -D.D, scaled by 10^digits and rounded half away from zero.
// It returns false for any other notation and for what is out of range.
func parseDecimal[T string | []byte](s T, digits int) (int64, bool) {
	i, neg := 0, false
	if len(s) > 0 && s[0] == '-' {
		i, neg = 1, true
	}
	var n int64
	start, scale := i, digits
	for ; i < len(s) && s[i] != '.'; i++ {
		if s[i] < '0' || s[i] > '9' || n > MaxTime/10 {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	if i == start {
		return 0, false
	}
	round := false
	if i < len(s) {
		i++
		if i == len(s) {
			return 0, false
		}
		for first := true; i < len(s); i++ {
			if s[i] < '0' || s[i] > '9' {
				return 0, false
			}
			if scale > 0 {
				if n > MaxTime/10 {
					return 0, false
				}
				n, scale = n*10+int64(s[i]-'0'), scale-1
			} else if first {
				round, first = s[i] >= '5', false
			}
		}
	}
	for ; scale > 0; scale-- {
		if n > MaxTime/10 {
			return 0, false
		}
		n *= 10
	}
	if round {
		n++
	}
	if n > MaxTime {
		return 0, false
	}
	if neg {
		n = -n
	}
	return n, true
}
