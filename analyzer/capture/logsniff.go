package capture

import "bytes"

// logAhead is how many records may be about exchanges before the first chunk.
const logAhead = 8

// looksLikeLog looks for a record with a time and a payload among the first.
func looksLikeLog(head []byte) bool {
	if i := skipSpace(head, 0); i < len(head) && head[i] == '[' {
		head = head[i+1:]
	}
	var r logRecord
	for range 1 + logAhead {
		i := skipSpace(head, 0)
		if i == len(head) || head[i] != '{' {
			return false
		}
		end, err := valueEnd(head, i)
		if err == errCut {
			return r.begins(head[i:])
		}
		if err != nil || r.read(head[i:end]) != nil {
			return false
		}
		if payload, _, _, ok := r.payload(nil); ok && payload != None && r.time() != None {
			return true
		}
		if head = bytes.TrimLeft(head[end:], " \t\r\n"); len(head) > 0 && head[0] == ',' {
			head = head[1:]
		}
	}
	return false
}

// begins says whether text, which is cut, begins a record with a time whose
// payload reaches beyond the cut.
func (r *logRecord) begins(text []byte) bool {
	m := members{text: text}
	timed := false
	for {
		name, ok, err := m.name()
		if err != nil || !ok {
			return false
		}
		for i, known := range logNames[:logFlows] {
			if known == string(name) {
				timed = timed || i < logPayloads
				if timed && i >= logPayloads && i < logLengths {
					c, err := m.peek()
					return err == nil && c == '"'
				}
			}
		}
		if _, err := m.value(); err != nil {
			return false
		}
	}
}
