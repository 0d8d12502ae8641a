package capture

import "bytes"

// appendEvent appends an event as text/event-stream writes it (HTML, section
// 9.2.6): its name unless that is the one of events without any, its ID only
// where that has changed, since the ID of an event is that of the last field
// that set one.
func appendEvent(out, name, id []byte, changed bool, data []byte) []byte {
	field := func(name string, value []byte) {
		out = append(append(append(append(out, name...), ": "...), value...), '\n')
	}
	if len(name) > 0 && string(name) != "message" {
		field("event", name)
	}
	if changed {
		field("id", id)
	}
	for line := range bytes.SplitSeq(data, []byte{'\n'}) {
		field("data", line)
	}
	return append(out, '\n')
}

// eventEnds returns the offsets past the events of an SSE body (HTML, section
// 9.2.6) that a reader dispatches: those with data. It gives up beyond most.
func eventEnds(body []byte, most int) []int {
	var ends []int
	data := false
	for i := 0; i < len(body) && len(ends) <= most; {
		n := bytes.IndexAny(body[i:], "\r\n")
		if n < 0 {
			return ends
		}
		line := body[i : i+n]
		i += n + 1
		if body[i-1] == '\r' && i < len(body) && body[i] == '\n' {
			i++
		}
		if len(line) == 0 && data {
			ends = append(ends, i)
		}
		name, _, _ := bytes.Cut(line, []byte{':'})
		data = len(line) > 0 && (data || string(name) == "data")
	}
	return ends
}
