package framing

// verdict is what a run of a value over some bytes came to.
type verdict uint8

const (
	more   verdict = iota // all bytes were taken, the value goes on
	ended                 // the last byte taken completes the value
	before                // the value was complete before the next byte
	broken                // the last byte taken cannot be there
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

// value judges one JSON value that is pushed in pieces. It keeps a bit for
// each array or object around its place and no byte of the text. The zero
// value is ready to use.
type value struct {
	place   place
	name    bool   // the string is the name of a member
	deep    bool   // broken for its depth
	invalid bool   // some string was not UTF-8
	hex     uint8  // hex digits due
	literal string // letters due
	seq     sequence
	depth   int
	object  uint64   // the innermost levels, newest lowest: 1 is an object
	outer   []uint64 // full words of the levels around them
}

// reset makes v ready for another value. What it knows about UTF-8 stays.
func (v *value) reset() {
	*v = value{invalid: v.invalid, outer: v.outer[:0]}
}

// begun reports whether v has seen more than white space.
func (v *value) begun() bool { return v.place != atValue || v.depth > 0 }

// complete reports whether v would be a value if nothing followed.
func (v *value) complete() bool {
	return v.depth == 0 && v.place >= pastLiteral
}

// push enters an array or object, unless that is too deep.
func (v *value) push(object uint64) bool {
	if v.depth == MaxDepth {
		v.deep = true
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
func (v *value) pop() bool {
	v.depth--
	v.object >>= 1
	if v.depth > 0 && v.depth%64 == 0 {
		v.object = v.outer[len(v.outer)-1]
		v.outer = v.outer[:len(v.outer)-1]
	}
	return v.past()
}

// past moves behind a value and reports whether it was the outermost.
func (v *value) past() bool {
	v.place = atNext
	return v.depth == 0
}

// run takes bytes of p until the value ends or breaks, and returns how many.
func (v *value) run(p []byte) (int, verdict) {
	for i := 0; i < len(p); {
		c := p[i]
		if v.place <= atNext && c <= ' ' {
			if !blank(c) {
				return i + 1, broken
			}
			i += 1 + blanks(p[i+1:])
			continue
		}
		switch v.place {
		case atValue, atElement:
			i++
			switch c {
			case '"':
				v.place, v.name = inString, false
			case '{', '[':
				object := uint64(c >> 5 & 1) // bit 5 tells { from [, and } from ]
				v.place = atElement
				if object == 1 {
					v.place = atMember
				}
				if !v.push(object) {
					return i, broken
				}
			case '0':
				v.place = inZero
			case '1', '2', '3', '4', '5', '6', '7', '8', '9':
				v.place = inInteger
			case '-':
				v.place = inMinus
			case 't':
				v.place, v.literal = inLiteral, "rue"
			case 'f':
				v.place, v.literal = inLiteral, "alse"
			case 'n':
				v.place, v.literal = inLiteral, "ull"
			case ']':
				if v.place != atElement {
					return i, broken
				}
				if v.pop() {
					return i, ended
				}
			default:
				return i, broken
			}
		case atMember, atName:
			i++
			switch {
			case c == '"':
				v.place, v.name = inString, true
			case c != '}' || v.place != atMember:
				return i, broken
			case v.pop():
				return i, ended
			}
		case atColon:
			i++
			if c != ':' {
				return i, broken
			}
			v.place = atValue
		case atNext:
			i++
			switch {
			case c == ',':
				v.place = atValue
				if v.object&1 == 1 {
					v.place = atName
				}
			case c != ']' && c != '}' || c>>5&1 != byte(v.object&1):
				return i, broken
			case v.pop():
				return i, ended
			}
		case inString:
			n, said := v.characters(p[i:])
			i += n
			switch {
			case said == broken:
				return i, broken
			case said == more:
			case v.name:
				v.place = atColon
			case v.past():
				return i, ended
			}
		default:
			n, said := v.token(p[i:])
			i += n
			if said != more {
				return i, said
			}
		}
	}
	return len(p), more
}
