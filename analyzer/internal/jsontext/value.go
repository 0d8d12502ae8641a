// Package jsontext judges JSON texts that come in pieces (RFC 8259), and finds
// places in them eight bytes at a time.
package jsontext

import "math/bits"

// MaxDepth is the nesting depth beyond which a JSON value is bad.
const MaxDepth = 10_000

// Verdict is what a run of a value over some bytes came to.
type Verdict uint8

const (
	More   Verdict = iota // all bytes were taken, the value goes on
	Ended                 // the last byte taken completes the value
	Before                // the value was complete before the next byte
	Broken                // the last byte taken cannot be there
)

// place is a place in the grammar of RFC 8259.
type place uint8

const (
	atValue   place = iota // a value must come
	atElement              // a value or ]
	atMember               // a name or }
	atName                 // a name must come, after a comma
	atColon                // between a name and its value
	atNext                 // a comma, or the end of the array or object
	inString               // a name or a string
	inEscape               // after a backslash
	inHex                  // after \u
	inLiteral              // true, false, null
	inMinus                // numbers that need a digit: -, 0., 1e, 1e+
	inPoint
	inE
	inESign
	pastLiteral // from here on a value that nothing encloses is complete
	inZero      // numbers that need nothing: 0, 12, 0.5, 1e5
	inInteger
	inFraction
	inExponent
)

// Value judges one JSON value that is pushed in pieces. It keeps a bit for
// each array or object around its place and no byte of the text. The zero
// value is ready to use.
type Value struct {
	Line    bool     // no line may end inside
	Repeats *Repeats // nil: every byte is judged
	Deep    bool     // broken for its depth
	Invalid bool     // some string was not UTF-8

	place   place
	name    bool   // the string is the name of a member
	hex     uint8  // hex digits due
	literal string // letters due
	seq     sequence
	depth   int
	object  uint64   // the innermost levels, newest lowest: 1 is an object
	outer   []uint64 // full words of the levels around them
}

// Reset makes v ready for another value. What it knows about UTF-8 stays.
func (v *Value) Reset() {
	v.place, v.depth, v.object = atValue, 0, 0
	v.name, v.Deep, v.hex, v.literal, v.seq = false, false, 0, "", sequence{}
	if len(v.outer) > 0 {
		v.outer = v.outer[:0]
	}
}

// Begun reports whether v has seen more than white space.
func (v *Value) Begun() bool { return v.place != atValue || v.depth > 0 }

// Complete reports whether v would be a value if nothing followed.
func (v *Value) Complete() bool {
	return v.depth == 0 && v.place >= pastLiteral
}

// push enters an array or object, unless that is too deep.
func (v *Value) push(object uint64) bool {
	if v.depth == MaxDepth {
		v.Deep = true
		return false
	}
	if v.depth > 0 && v.depth%64 == 0 {
		v.outer = append(v.outer, v.object)
	}
	v.object = v.object<<1 | object
	v.depth++
	return true
}

// pop leaves an array or object and reports whether it was the outermost.
func (v *Value) pop() bool {
	v.depth--
	v.object >>= 1
	if v.depth > 0 && v.depth%64 == 0 {
		v.object = v.outer[len(v.outer)-1]
		v.outer = v.outer[:len(v.outer)-1]
	}
	return v.past()
}

// quoted moves behind a string and reports whether it was the outermost value.
func (v *Value) quoted() bool {
	if v.name {
		v.place = atColon
		return false
	}
	return v.past()
}

// begin moves behind the first letter of a literal, or behind all of it where
// p holds the rest and something encloses it.
func (v *Value) begin(p []byte, rest string) int {
	if v.depth > 0 && len(p) >= len(rest) && string(p[:len(rest)]) == rest {
		v.place = atNext
		return len(rest)
	}
	v.place, v.literal = inLiteral, rest
	return 0
}

// past moves behind a value and reports whether it was the outermost.
func (v *Value) past() bool {
	v.place = atNext
	return v.depth == 0
}

// Run takes bytes of p until the value ends or breaks, and returns how many.
//
// What is in one piece, as nearly all is, is taken here; where p ends inside a
// string, a number or a literal, and for what is rare, characters and token go
// on. Calls are what costs on WebAssembly.
func (v *Value) Run(p []byte) (int, Verdict) {
	i := 0
	if r := v.Repeats; r != nil && r.doing == comparing && r.next == 0 {
		if i = r.resume(v, p, 0); v.place == atNext && v.depth == 0 {
			return i, Ended
		}
	}
	for i < len(p) {
		c := p[i]
		if v.place > atNext {
			quoted := v.place == inString
			n, said := v.token(p[i:])
			i += n
			if said != More {
				return i, said
			}
			if r := v.Repeats; quoted && v.place <= atNext && r != nil && r.doing != idle {
				if i = r.resume(v, p, i); v.depth == 0 {
					return i, Ended
				}
			}
			continue
		}
		i++
		if c == '"' && v.place <= atName {
			v.name = v.place >= atMember
			v.place = inString
			for ; i < len(p)-7; i += 8 {
				if m := special(eight(p, i)); m != 0 {
					i += bits.TrailingZeros64(m) >> 3
					break
				}
			}
			if i < len(p) && p[i] == '"' {
				i++
				if v.quoted() {
					return i, Ended
				}
				if v.name && i < len(p) && p[i] == ':' {
					i++
					v.place = atValue
				}
				if r := v.Repeats; r != nil && r.doing != idle {
					if i = r.resume(v, p, i); v.depth == 0 {
						return i, Ended
					}
				}
			}
			continue
		}
		if c <= ' ' {
			if !Blank(c) || v.Line && (c == '\n' || c == '\r') {
				return i, Broken
			}
			if c == '\n' { // indentation follows, or nothing
				i += Blanks(p[i:])
			}
			continue
		}
		switch v.place {
		case atNext:
			switch {
			case c == ',':
				v.place = atValue
				if v.object&1 == 1 {
					v.place = atName
				}
			case c != ']' && c != '}' || c>>5&1 != byte(v.object&1):
				return i, Broken
			case v.pop():
				return i, Ended
			}
		case atColon:
			if c != ':' {
				return i, Broken
			}
			v.place = atValue
		case atValue, atElement:
			switch c {
			case '{', '[':
				object := uint64(c >> 5 & 1) // bit 5 tells { from [, and } from ]
				v.place = atElement
				if object == 1 {
					v.place = atMember
				}
				if !v.push(object) {
					return i, Broken
				}
			case '1', '2', '3', '4', '5', '6', '7', '8', '9':
				for i < len(p) && p[i]-'0' <= 9 {
					i++
				}
				v.place = inInteger
				if i < len(p) && v.depth > 0 && (p[i] == ',' || p[i] == '}' || p[i] == ']') {
					v.place = atNext
				}
			case '0':
				v.place = inZero
			case '-':
				v.place = inMinus
			case 't':
				i += v.begin(p[i:], "rue")
			case 'f':
				i += v.begin(p[i:], "alse")
			case 'n':
				i += v.begin(p[i:], "ull")
			case ']':
				if v.place != atElement {
					return i, Broken
				}
				if v.pop() {
					return i, Ended
				}
			default:
				return i, Broken
			}
		default: // a name or the end of the object
			if c != '}' || v.place != atMember {
				return i, Broken
			}
			if v.pop() {
				return i, Ended
			}
		}
	}
	return i, More
}
