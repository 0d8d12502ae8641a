package record

// longestBody is the length beyond which a length is not believed.
const longestBody = 1<<31 - 1

// header masks a byte behind the name of the length, where LF and CR are white
// space unless they stand together.
func (m *textMask) header(c byte) byte {
	if m.at == inHeader {
		m.at, m.broke = pastHeader, false
	}
	switch blank := isBlank(c) || c == '\n' || c == '\r'; {
	case blank:
		m.broke = m.broke || c == '\n' || c == '\r'
		if m.at == inLength {
			m.at = pastLength
		}
		return c
	case m.at == pastHeader && c == ':':
		m.at, m.value = atLength, 0
		return c
	case (m.at == atLength || m.at == inLength) && isDigit(c):
		m.at = inLength
		m.value = min(10*m.value+int64(c-'0'), longestBody+1)
		return c
	case m.broke:
		m.at = atLine
		return m.token(c)
	}
	return m.free(c)
}

// endHeader takes CR LF.
func (m *textMask) endHeader() {
	if m.at == inLength || m.at == pastLength {
		m.known, m.length = true, m.value
	}
	if m.known && !m.any && m.left == 0 {
		if m.known = false; m.length <= longestBody {
			m.left = m.length + 1 // with this LF
		}
	}
	m.at, m.any = atLine, false
}
