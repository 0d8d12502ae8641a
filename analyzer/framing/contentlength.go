package framing

// bodyLimit is the length of a body beyond which it is not believed: it has to
// become a string, and none of Java or JavaScript could hold it.
const bodyLimit = 1<<31 - 1

// contentLength is the framing of JSON-RPC on pipes (Language Server Protocol,
// section "Base Protocol"): header lines that end in CR LF, an empty one, and a
// body of as many bytes as the Content-Length header says. A message opens at
// its first header byte and closes at the end of its body, which must be JSON.
// Where no header tells its length, the message is bad at the end of the header
// block and the place in the stream lost.
type contentLength struct {
	frame
	header headerBlock
	body   bool // past the header block
	text   text
}

func (m *contentLength) write(p []byte) {
	for len(p) > 0 {
		if m.lost {
			m.pos += int64(len(p))
			return
		}
		if m.begin() {
			m.header, m.body = headerBlock{}, false
			m.text.reset()
		}
		if !m.body {
			n, over := m.header.run(p)
			m.pos += int64(n)
			p = p[n:]
			switch {
			case !over:
				return
			case !m.header.known:
				m.end(Bad, ReasonHeader)
				continue
			case m.header.length > bodyLimit:
				m.end(Bad, ReasonLength)
				continue
			}
			m.body, m.left = true, m.header.length
		}
		n := m.due(p)
		m.text.write(p[:n])
		if m.text.Invalid {
			m.traits |= TraitInvalidUTF8
		}
		m.skip(n)
		p = p[n:]
		if m.left == 0 {
			m.end(m.text.judge())
		}
	}
}
