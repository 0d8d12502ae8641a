package record

// The tokens of JSON (RFC 8259) in masked text, whatever stands where in its grammar.

// token masks a byte that begins a token of JSON, or a word where one may stand.
func (m *textMask) token(c byte) byte {
	from := m.at
	m.at = atToken
	switch {
	case isBlank(c):
		switch from {
		case atLine, atIndent:
			m.at = atIndent
		case atValue:
			m.at = atValue
		}
		return c
	case c == '[' && from != atToken && from != inDone:
		m.at, m.n = inDone, 1
		return c
	}
	switch c {
	case '{', '}', '[', ']', ',', ':':
		return c
	case '"':
		m.at = inString
		return c
	case '-':
		m.at = inMinus
		return c
	case '0':
		m.at = inZero
		return c
	case 't':
		return m.begin(inLiteral, "true", c)
	case 'f':
		return m.begin(inLiteral, "false", c)
	case 'n':
		return m.begin(inLiteral, "null", c)
	}
	if isDigit(c) {
		m.at = inInteger
		return '1'
	}
	if from == atLine {
		switch c {
		case 'd':
			return m.begin(inField, "data", c)
		case 'e':
			return m.begin(inField, "event", c)
		case 'i':
			return m.begin(inField, "id", c)
		case 'r':
			return m.begin(inField, "retry", c)
		}
	}
	if (from == atLine || from == atIndent) && lower(c) == lengthName[0] && m.left == 0 {
		return m.begin(inHeader, lengthName, c)
	}
	return m.free(c)
}

// inString masks a byte inside a string.
func (m *textMask) inString(c byte) byte {
	switch {
	case c == '"':
		m.at = atToken
	case c == '\\':
		m.at = inEscape
	case isBlank(c) && c != ' ':
		m.at = inFree
	case c < ' ':
		m.at = inFree
		return 1
	default:
		return 'x'
	}
	return c
}

// number masks a byte behind the first one of a number.
func (m *textMask) number(c byte) byte {
	digit := isDigit(c)
	switch m.at {
	case inMinus:
		if digit {
			return m.token(c)
		}
		return m.free(c)
	case inPoint, inE, inESign:
		switch {
		case digit && m.at == inPoint:
			m.at = inFraction
		case digit:
			m.at = inExponent
		case m.at == inE && (c == '+' || c == '-'):
			m.at = inESign
			return c
		default:
			return m.free(c)
		}
		return '0'
	}
	switch {
	case digit && m.at != inZero:
		return '0'
	case c == '.' && m.at <= inInteger:
		m.at = inPoint
		return c
	case lower(c) == 'e' && m.at != inExponent:
		m.at = inE
		return c
	}
	m.at = atToken
	return m.token(c)
}
