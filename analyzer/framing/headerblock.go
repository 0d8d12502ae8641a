package framing

// headerBlock looks for the length in a block of header lines that is pushed
// in pieces, and for the block's end, CR LF CR LF. It keeps none of it. Of
// several lengths the last one counts. The zero value is ready to use.
type headerBlock struct {
	known  bool  // there was a length
	length int64 // as it was, or beyond bodyLimit

	cr    bool // the byte before was CR
	lines bool // a line has ended
	any   bool // this line has a byte
	at    headerPlace
	name  int   // letters of the name that match
	value int64 // of the digits so far
	digit bool  // there is a digit
	space bool  // there was white space behind the name or the digits
}

// headerPlace is a place in a header line.
type headerPlace uint8

const (
	inHeaderName headerPlace = iota // which may be lengthName
	inLength
	inOtherHeader // a header of another name, or with no length in it
)

const lengthName = "content-length"

// run takes bytes of p up to the end of the block and returns how many, and
// whether it has ended.
func (h *headerBlock) run(p []byte) (n int, over bool) {
	for i, c := range p {
		if h.cr {
			h.cr = false
			if c == '\n' {
				if h.lines && !h.any {
					return i + 1, true
				}
				h.endLine()
				continue
			}
			h.take('\r')
		}
		if c == '\r' {
			h.cr = true
		} else {
			h.take(c)
		}
	}
	return len(p), false
}

// take takes a byte of a line.
func (h *headerBlock) take(c byte) {
	h.any = true
	switch h.at {
	case inHeaderName:
		whole := h.name == len(lengthName)
		switch {
		case c == ':' && whole:
			h.at, h.space = inLength, false
		case asciiBlank(c):
			h.space = h.name > 0
		case h.space || whole || lower(c) != lengthName[h.name]:
			h.at = inOtherHeader
		default:
			h.name++
		}
	case inLength:
		switch {
		case asciiBlank(c):
			h.space = h.digit
		case c-'0' > 9 || h.space:
			h.at = inOtherHeader
		default:
			h.digit = true
			h.value = min(10*h.value+int64(c-'0'), bodyLimit+1)
		}
	}
}

func (h *headerBlock) endLine() {
	if h.at == inLength && h.digit {
		h.known, h.length = true, h.value
	}
	*h = headerBlock{known: h.known, length: h.length, lines: true}
}

// lower returns c as a small letter where it is a letter of ASCII.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
