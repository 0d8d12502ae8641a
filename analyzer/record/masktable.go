package record

import (
	"encoding/binary"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// steps are the steps of a textMask from places where nothing else counts, to such
// places: the place it is in then, and what becomes of the byte. Where it is zero, the
// step is to be made. No byte becomes a zero.
var steps = func() (table [placeCount][256]uint16) {
	for _, from := range []textPlace{atLine, atIndent, atValue, atToken, inString, inEscape, inMinus, inPoint, inE, inESign, inZero, inInteger, inFraction, inExponent, inFree} {
		for c := range 256 {
			m := textMask{at: from}
			if out := m.inLine(byte(c)); c != '\n' && c != '\r' && c != rs && m.n == 0 {
				table[from][c] = uint16(m.at)<<8 | uint16(out)
			}
		}
	}
	return
}()

// run masks bytes of p for which a look into steps is enough, and returns how many. The
// byte before them was no CR, or else the first of p is no LF.
func (m *textMask) run(p []byte) int {
	at := m.at
	i := 0
	for i < len(p) {
		switch at {
		case inString:
			n := jsontext.Plain(p[i:])
			cross(p[i : i+n])
			i += n
		case inFree: // which only the end of the line ends
			for free := &steps[inFree]; i < len(p) && free[p[i]] != 0; i++ {
				p[i] = byte(free[p[i]])
			}
		}
		if i == len(p) {
			break
		}
		step := steps[at][p[i]]
		if step == 0 {
			break
		}
		p[i], at = byte(step), textPlace(step>>8)
		i++
	}
	if i > 0 {
		m.at, m.any, m.cr = at, true, false
	}
	return i
}

// cross makes every byte of p an x.
func cross(p []byte) {
	for ; len(p) >= 8; p = p[8:] {
		binary.LittleEndian.PutUint64(p, 'x'*0x0101010101010101)
	}
	for i := range p {
		p[i] = 'x'
	}
}
