package capture

import "io"

// tsharkJSON reads what tshark -T json writes, with -x or without:
//
//	[{"_source":{"layers":{"frame":{"frame.time_epoch":"…"},"tcp":{"tcp.payload":"…"}}}}]
type tsharkJSON struct {
	walk  *jsonWalk
	begun bool
}

func newTsharkJSON(l lines) *tsharkJSON { return &tsharkJSON{walk: newJSONWalk(l)} }

func (t *tsharkJSON) line() int { return t.walk.line }

func (t *tsharkJSON) next(p *tsharkPacket) (bad *Error, err error) {
	if !t.begun {
		t.begun = true
		if err := t.walk.enter('['); err != nil {
			return nil, err
		}
	}
	text, bad, err := t.walk.element()
	switch {
	case bad != nil || err != nil:
		return bad, err
	case text == nil:
		return nil, io.EOF
	case !fields(p, &members{text: text, judged: true}):
		return t.walk.fail(text, "a packet as tshark -T json writes it"), nil
	}
	return nil, nil
}

// tsharkEK reads what tshark -T ek writes: one packet a line, between lines for
// Elasticsearch.
//
//	{"index":{"_index":"…"}}
//	{"timestamp":"…","layers":{"frame":{"frame_frame_time_epoch":"…"},"tcp":{"tcp_tcp_payload":"…"}}}
type tsharkEK struct{ lines lines }

func (t *tsharkEK) line() int { return t.lines.no }

func (t *tsharkEK) next(p *tsharkPacket) (bad *Error, err error) {
	for {
		if err := t.lines.next(); err != nil {
			return nil, err
		}
		text := t.lines.text
		if skipSpace(text, 0) == len(text) {
			continue
		}
		names, whole, _ := firstNames(text)
		switch {
		case !whole && !t.lines.whole:
			return nil, errCut
		case len(names) > 0 && names[0] == "index":
			continue
		case whole && !fields(p, &members{text: text, judged: true}), !whole:
			return t.lines.fail(text, "a packet as tshark -T ek writes it"), nil
		}
		return nil, nil
	}
}

// tsharkLayers are the objects whose members are looked at.
var tsharkLayers = []string{"_source", "layers", "frame", "ip", "ipv6", "tcp"}

// fields finds the fields of a packet in a JSON object, of which the text is known
// to be JSON, and walks to its end. It returns false where there is none, or no
// object.
func fields(p *tsharkPacket, m *members) bool {
	found := false
	for {
		name, ok, err := m.name()
		if err != nil || !ok {
			return found && err == nil
		}
		c, _ := m.peek()
		field := tsharkField(name)
		if field == None && c == '{' && isTsharkLayer(name) {
			inner := members{text: m.text, pos: m.pos, judged: true}
			found = fields(p, &inner) || found
			m.pos = inner.pos
			continue
		}
		value, err := m.value()
		if err != nil {
			return false
		}
		if field == None || len(p[field]) > 0 {
			continue
		}
		if value = scalar(value); value != nil {
			p[field], found = value, true
		}
	}
}

func isTsharkLayer(name []byte) bool {
	for _, layer := range tsharkLayers {
		if string(name) == layer {
			return true
		}
	}
	return false
}

// scalar returns the text of a number or string, or of the first of a list; nil
// for anything else.
func scalar(value []byte) []byte {
	if value[0] == '[' {
		i := skipSpace(value, 1)
		end, err := valueEnd(value, i)
		if err != nil {
			return nil
		}
		value = value[i:end]
	}
	if value[0] == '"' {
		return value[1 : len(value)-1]
	}
	if value[0] == '{' || value[0] == '[' {
		return nil
	}
	return value
}
