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
