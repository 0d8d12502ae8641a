package framing

import "github.com/heldbytes/heldbytes/analyzer/internal/jsontext"

// values is the framing of JSON values glued together, or of one. A value
// opens at its first byte. An array, object or string closes at its last byte,
// a number or literal before the first byte that cannot continue it. After a
// wrong byte nothing is held up to the next LF.
type values struct {
	*tape
	value jsontext.Value
	begun bool
	lost  bool  // between a wrong byte and the next LF
	start int64 // of the value that has begun
}

func newValues(t *tape) *values { return &values{tape: t, value: jsontext.Value{Repeats: &t.repeats}} }

func (v *values) write(p []byte) {
	for len(p) > 0 {
		if v.between() {
			n := jsontext.Blanks(p)
			v.pos += int64(n)
			if p = p[n:]; len(p) == 0 {
				return
			}
		}
		p = p[v.step(p):]
	}
}

// between reports whether no value has begun and one may.
func (v *values) between() bool { return !v.begun && !v.lost }

// step takes bytes of p, which is not empty, up to the end of the value at
// whose bytes it begins, or to the LF behind a wrong byte, and returns how many.
func (v *values) step(p []byte) int {
	if v.lost {
		n := jsontext.LineFeed(p)
		if v.lost = n == len(p); !v.lost {
			n++
		}
		v.pos += int64(n)
		return n
	}
	if !v.begun {
		v.begun, v.start = true, v.pos
		v.value.Reset()
		v.repeats.Begin(p)
	}
	n, said := v.value.Run(p)
	v.pos += int64(n)
	if v.value.Invalid {
		v.traits |= TraitInvalidUTF8
	}
	switch said {
	case jsontext.Ended:
		v.repeats.End(n)
		v.end(Span{Proof: v.pos})
	case jsontext.Before:
		v.end(Span{Proof: v.pos + 1})
	case jsontext.Broken:
		v.lost = p[n-1] != '\n'
		reason := ReasonJSON
		if v.value.Deep {
			reason = ReasonDepth
		}
		v.end(Span{Proof: v.pos, Kind: Bad, Reason: reason})
	}
	return n
}

func (v *values) end(s Span) {
	v.begun = false
	s.Start, s.Ready, s.End = v.start, v.pos, v.pos
	v.emit(s)
}

func (v *values) close() {
	if !v.begun {
		return
	}
	s := Span{Proof: v.pos, AtEOF: true}
	if !v.value.Complete() {
		s.Kind, s.Reason = Bad, ReasonCut
	}
	v.end(s)
}

func (v *values) open() (Span, bool) {
	return Span{Start: v.start, Ready: Open, End: Open, Proof: Open}, v.begun
}
