package capture

import (
	"bytes"
	"iter"
	"time"
)

// harMessage is one message, event or read of an entry: texts of JSON values, nil
// where there is none.
type harMessage struct{ time, kind, opcode, name, id, data, length []byte }

// maxMessages bounds the messages that are taken of one entry: the records of all
// are made at once.
const maxMessages = 1 << 20

// each walks an array of messages. It passes over what is none, and over those
// that are too many.
func (h *har) each(array []byte) iter.Seq[*harMessage] {
	return func(yield func(*harMessage) bool) {
		in := elements{text: array}
		for seen := 0; in.begin(); seen++ {
			if seen == maxMessages {
				h.damaged(h.walk.no, None)
				return
			}
			var m harMessage
			n := m.take(array[in.pos:])
			if n == 0 {
				in.pos = pastValue(array, in.pos)
				h.damaged(h.walk.no, None)
				continue
			}
			in.pos += n
			if !yield(&m) {
				return
			}
		}
	}
}

// take takes the message that text begins with, and returns how long it is: 0
// where it is no object.
func (m *harMessage) take(text []byte) int {
	in := members{text: text, judged: true}
	for {
		name, value, ok, err := in.next()
		switch {
		case err != nil:
			return 0
		case !ok:
			return in.pos
		case string(value) == "null":
			continue
		}
		switch string(name) {
		case "time", "ts":
			m.time = value
		case "type":
			m.kind = value
		case "opcode":
			m.opcode = value
		case "eventName":
			m.name = value
		case "eventId":
			m.id = value
		case "data":
			m.data = value
		case "bytes":
			m.length = value
		}
	}
}

// seconds returns the time of a message, which is in seconds.
func (h *har) seconds(m *harMessage) (time.Duration, bool) {
	t, ok := parseUnit(m.time, inSeconds)
	if !ok {
		h.damaged(h.walk.no, None)
	}
	return t, ok
}

// cut gives the records their payload: the bytes of data from offset from on, of
// which each has as many as it says.
func (h *har) cut(from int) {
	for i := range h.records {
		if r := &h.records[i]; r.Data != nil {
			to := from + int(r.Len)
			r.Data, from = h.data[from:to:to], to
		}
	}
}

// known stands for payload that cut fills in.
var known = []byte{}

// messages pushes the messages that a WebSocket received. The wait for the first
// begins with the last that was sent before it.
func (h *har) messages(f *harFields, e *Exchange) bool {
	from := len(h.data)
	var order order
	for m := range h.each(f[harMessages]) {
		sent := string(m.kind) == `"send"`
		if !sent && string(m.kind) != `"receive"` || isControl(m.opcode) {
			continue
		}
		t, ok := h.seconds(m)
		switch {
		case !ok:
		case sent && len(h.records) == 0:
			e.Accept = Mark{Time: t, Set: true}
		case !sent:
			at := len(h.data)
			if m.data == nil {
				e.unknown()
				h.chunk(t, nil, 1) // or nothing would seem to have come
			} else if h.text(m.data, string(m.opcode) == "2", e) {
				h.chunk(t, known, int64(len(h.data)-at))
			} else {
				continue
			}
			order.see(e, t)
		}
	}
	if len(h.records) == 0 {
		e.Accept = Mark{}
		return false
	}
	e.Note(NoteMessages)
	if !e.Accept.Set {
		e.Accept = f.sent()
	}
	h.accepted(e)
	h.cut(from)
	return true
}

// isControl says whether an opcode is that of a control frame (RFC 6455, section
// 5.5): close, ping or pong.
func isControl(opcode []byte) bool {
	n, ok := parseCount(opcode)
	return ok && n >= 8
}

// unknown tells that the export left out the data of a message.
func (e *Exchange) unknown() {
	e.Payload = false
	e.Note(NoteNoLengths)
}

// events pushes the events that an EventSource received.
func (h *har) events(f *harFields, e *Exchange, body []byte) bool {
	from := len(h.data)
	var last []byte
	var order order
	bare := false // some event has no data
	for m := range h.each(f[harEvents]) {
		t, ok := h.seconds(m)
		if !ok {
			continue
		}
		at := len(h.data)
		if !h.rebuild(m, &last) {
			h.damaged(h.walk.no, None)
			continue
		}
		data, n := known, len(h.data)-at
		if m.data == nil {
			data, bare = nil, true
			h.data = h.data[:at]
		}
		order.see(e, t)
		h.chunk(t, data, int64(n))
	}
	if len(h.records) == 0 {
		return false
	}
	e.Accept = f.sent()
	h.accepted(e)
	if size, ok := parseCount(f[harSize]); ok && size == int64(len(body)) && h.along(body) {
		return true
	}
	if bare {
		e.unknown()
	}
	if len(h.data) > from {
		e.Note(NoteRebuilt)
	}
	h.cut(from)
	return true
}

// rebuild appends an event as a sender would write it. One whose data is not
// known has none: it cannot be shorter.
func (h *har) rebuild(m *harMessage, last *[]byte) bool {
	changed := m.id != nil && !bytes.Equal(m.id, *last) && (*last != nil || len(m.id) > 2)
	*last = m.id
	h.spare = h.spare[:0]
	if m.data != nil {
		var err error
		if h.spare, _, err = unquote(h.spare, m.data); err != nil {
			return false
		}
	}
	var name, id []byte
	if string(m.name) != `"message"` {
		name = harString(m.name, len(m.name))
	}
	if changed {
		id = harString(m.id, len(m.id))
	}
	h.data = appendEvent(h.data, name, id, changed, h.spare)
	return true
}

// along gives the records the bytes of the body, which has an event for each of
// them. It returns false where it has not.
func (h *har) along(body []byte) bool {
	ends := eventEnds(body, len(h.records))
	if len(ends) != len(h.records) {
		return false
	}
	from := 0
	for i, to := range ends {
		r := &h.records[i]
		r.Data, r.Len = body[from:to:to], int64(to-from)
		from = to
	}
	return true
}
