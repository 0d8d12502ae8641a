package record

// textMask masks text: step says what becomes of a byte.
type textMask struct {
	at    textPlace
	word  string // that is being matched
	n     int    // letters of it, or hex digits due
	alive uint8  // of heartbeats, the ones that still match
	bom   bool   // at the start of the body

	// Header lines end in CR LF alone, and two of these end their block.
	cr     bool  // the byte before was CR
	any    bool  // the header line has a byte
	broke  bool  // an LF or a CR stood where header lines take white space
	value  int64 // of the digits so far
	known  bool  // a line told the length of the body to come
	length int64
	left   int64 // bytes of the body, the one in hand included
}

// textPlace is a place in a line.
type textPlace uint8

const (
	atLine     textPlace = iota // before its first byte
	atIndent                    // past white space there
	inField                     // in what may be the name of a field
	inHeader                    // in what may be the name of the length
	pastHeader                  // past it, before its colon
	atLength                    // past the colon
	inLength                    // in the digits
	pastLength                  // in white space behind them
	atEvent                     // past the colon of event
	inEvent                     // in what may be the name of a heartbeat
	atValue                     // where a value of JSON or the sentinel starts
	inDone                      // in what may be the sentinel
	atToken                     // between tokens of JSON
	inString                    //
	inEscape                    // past a backslash
	inHex                       // past \u
	inMinus                     // numbers that need a digit: -, 0., 1e, 1e+
	inPoint                     //
	inE                         //
	inESign                     //
	inZero                      // numbers that need nothing: 0, 12, 0.5, 1e5
	inInteger                   //
	inFraction                  //
	inExponent                  //
	inLiteral                   // true, false, null
	inFree                      // in free text
	placeCount
)

const (
	rs         = 0x1e
	bom        = "\xef\xbb\xbf"
	done       = "[DONE]"
	lengthName = "content-length"
)

var heartbeats = [...]string{"ping", "heartbeat", "keepalive", "keep-alive"}

func (m *textMask) mask(p []byte) {
	for len(p) > 0 {
		body := p // that ends where m.left says
		if m.left > 0 {
			body = p[:min(int64(len(p)), m.left)]
		}
		n := 0
		if !m.bom && !(m.cr && p[0] == '\n') {
			n = m.run(body)
		}
		if n == 0 {
			p[0], n = m.step(p[0]), 1
		}
		p = p[n:]
		if m.left > 0 {
			if m.left -= int64(n); m.left == 0 {
				*m = textMask{}
			}
		}
	}
}

// step masks one byte.
func (m *textMask) step(c byte) byte {
	if m.bom {
		if c == bom[m.n] {
			if m.n++; m.n == len(bom) {
				m.bom, m.n = false, 0
			}
			return c
		}
		m.bom = false
		if m.n > 0 { // a part of one is free text
			m.n, m.at = 0, inFree
		}
	}
	if m.cr && c == '\n' {
		m.cr = false
		m.endHeader()
		return c
	}
	if m.cr || c != '\r' {
		m.any = true
	}
	m.cr = c == '\r'
	switch {
	case c == rs:
		m.at = atValue
		return c
	case m.at == inHeader && m.n == len(lengthName), m.at >= pastHeader && m.at <= pastLength:
		return m.header(c)
	case c == '\n' || c == '\r':
		m.at = atLine
		return c
	}
	return m.inLine(c)
}

// inLine masks a byte that ends no line.
func (m *textMask) inLine(c byte) byte {
	switch m.at {
	case inField:
		return m.field(c)
	case inHeader:
		if lower(c) == lengthName[m.n] {
			m.n++
			return c
		}
	case atEvent, inEvent:
		return m.event(c)
	case inDone:
		switch {
		case c == done[m.n]:
			if m.n++; m.n == len(done) {
				m.at = inFree
			}
			return c
		case m.n == 1:
			return m.token(c)
		}
	case inString:
		return m.inString(c)
	case inEscape:
		switch c {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			m.at = inString
			return 'n'
		case 'u':
			m.at, m.n = inHex, 4
			return c
		}
	case inHex:
		if isDigit(c) || lower(c) >= 'a' && lower(c) <= 'f' {
			if m.n--; m.n == 0 {
				m.at = inString
			}
			return '0'
		}
	case inMinus, inPoint, inE, inESign, inZero, inInteger, inFraction, inExponent:
		return m.number(c)
	case inLiteral:
		if c == m.word[m.n] {
			if m.n++; m.n == len(m.word) {
				m.at = atToken
			}
			return c
		}
	case inFree:
	default:
		return m.token(c)
	}
	return m.free(c)
}

// free masks a byte of free text, which the rest of the line is from here on.
func (m *textMask) free(c byte) byte {
	m.at = inFree
	switch {
	case isBlank(c):
		return c
	case isDigit(c):
		return '0'
	}
	return 'x'
}

// begin begins a word with its first letter.
func (m *textMask) begin(at textPlace, word string, c byte) byte {
	m.at, m.word, m.n = at, word, 1
	return c
}

// field masks a byte of what may be the name of a field, or its colon.
func (m *textMask) field(c byte) byte {
	switch {
	case m.n < len(m.word) && c == m.word[m.n]:
		m.n++
		return c
	case m.n < len(m.word) || c != ':':
		return m.free(c)
	case m.word == "event":
		m.at = atEvent
	default:
		m.at = atValue
	}
	return c
}

// event masks a byte of the value of an event field.
func (m *textMask) event(c byte) byte {
	if m.at == atEvent {
		m.at, m.n, m.alive = inEvent, 0, 1<<len(heartbeats)-1
		if c == ' ' {
			return c
		}
	}
	for i, name := range heartbeats {
		if m.n >= len(name) || name[m.n] != c {
			m.alive &^= 1 << i
		}
	}
	if m.alive == 0 {
		return m.free(c)
	}
	m.n++
	return c
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lower returns c as a small letter where it is a letter of ASCII.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
