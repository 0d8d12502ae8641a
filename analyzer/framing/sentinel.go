package framing

// done is the payload by which model APIs end a stream of SSE events.
const done = "[DONE]"

// sentinel matches a payload, pushed in pieces, against done with any white
// space around it: ASCII's, a wider set than JSON's.
type sentinel struct {
	n      int // letters matched
	differ bool
}

func (m *sentinel) write(p []byte) {
	for i := 0; i < len(p) && !m.differ; i++ {
		switch c := p[i]; {
		case m.n < len(done) && c == done[m.n]:
			m.n++
		case !asciiBlank(c) || m.n > 0 && m.n < len(done):
			m.differ = true
		}
	}
}

func (m *sentinel) matches() bool { return m.n == len(done) && !m.differ }
