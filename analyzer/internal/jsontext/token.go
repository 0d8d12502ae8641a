package jsontext

import "unicode/utf8"

// characters takes what is inside a string: up to the quote that ends it, or
// to an escape that p does not hold in full, which is token's.
func (v *Value) characters(p []byte) (int, Verdict) {
	for i := 0; i < len(p); {
		if v.seq.need > 0 { // p was cut inside a character
			if v.seq.next(p[i]) {
				i++
			} else {
				v.Invalid = true
			}
			continue
		}
		i += Plain(p[i:])
		if i == len(p) {
			break
		}
		switch c := p[i]; {
		case c == '"':
			return i + 1, Ended
		case c < ' ':
			return i + 1, Broken
		case c == '\\':
			i++
			n := escape(p[i:])
			if n == 0 {
				v.place = inEscape
				return i, More
			}
			i += n
		default:
			i += v.wide(p[i:])
		}
	}
	return len(p), More
}

// escape returns the number of bytes of the escape that p begins with, after
// its backslash, or 0 where p does not hold a good one in full.
func escape(p []byte) int {
	switch {
	case len(p) > 0 && short(p[0]):
		return 1
	case len(p) > 4 && p[0] == 'u' && hexadecimal(p[1]) && hexadecimal(p[2]) && hexadecimal(p[3]) && hexadecimal(p[4]):
		return 5
	}
	return 0
}

// short reports whether a backslash and c are an escape.
func short(c byte) bool {
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	}
	return false
}

// wide takes characters that are not ASCII; p begins with one.
func (v *Value) wide(p []byte) int {
	i := 0
	for i+utf8.UTFMax <= len(p) && p[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRune(p[i:])
		if r == utf8.RuneError && n == 1 {
			v.Invalid = true
		}
		i += n
	}
	if i == 0 { // near the end of p, which may be inside a character
		if !v.seq.begin(p[0]) {
			v.Invalid = true
		}
		i = 1
	}
	return i
}

// token takes bytes of a string, an escape, a literal or a number; p is not
// empty.
func (v *Value) token(p []byte) (int, Verdict) {
	c := p[0]
	switch v.place {
	case inString:
		n, said := v.characters(p)
		if said == Ended && !v.quoted() {
			said = More
		}
		return n, said
	case inEscape:
		switch {
		case c == 'u':
			v.place, v.hex = inHex, 4
		case short(c):
			v.place = inString
		default:
			return 1, Broken
		}
		return 1, More
	case inHex:
		if !hexadecimal(c) {
			return 1, Broken
		}
		if v.hex--; v.hex == 0 {
			v.place = inString
		}
		return 1, More
	case inLiteral:
		n := 0
		for n < len(p) && v.literal != "" {
			if p[n] != v.literal[0] {
				return n + 1, Broken
			}
			v.literal = v.literal[1:]
			n++
		}
		if v.literal == "" {
			v.place = pastLiteral
			if v.depth > 0 {
				v.place = atNext
			}
		}
		return n, More
	}
	return v.number(p)
}

// number takes bytes of a number. The byte that ends it is left to what
// encloses it.
func (v *Value) number(p []byte) (int, Verdict) {
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c-'0' <= 9:
			switch v.place {
			case inZero:
				return i + 1, Broken
			case pastLiteral:
				return i, Before
			case inMinus:
				if v.place = inInteger; c == '0' {
					v.place = inZero
					continue
				}
			case inPoint:
				v.place = inFraction
			case inE, inESign:
				v.place = inExponent
			}
			i += digits(p[i+1:])
		case c == '.' && (v.place == inZero || v.place == inInteger):
			v.place = inPoint
		case (c == 'e' || c == 'E') && v.place >= inZero && v.place <= inFraction:
			v.place = inE
		case (c == '-' || c == '+') && v.place == inE:
			v.place = inESign
		case v.place < pastLiteral:
			return i + 1, Broken
		case v.depth == 0:
			return i, Before
		default:
			v.place = atNext
			return i, More
		}
	}
	return len(p), More
}

// digits returns the number of digits at the start of p.
func digits(p []byte) int {
	i := 0
	for i < len(p) && p[i]-'0' <= 9 {
		i++
	}
	return i
}

func hexadecimal(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
