package capture

import "time"

// cdpParams are the texts of the parameters that matter, nil where there is none.
type cdpParams struct {
	id, timestamp, wallTime, request, response []byte
	length, data, eventName, eventID           []byte
}

func (p *cdpParams) read(text []byte) {
	if len(text) == 0 {
		return
	}
	for m := (members{text: text, judged: true}); ; {
		name, value, ok, err := m.next()
		if err != nil || !ok {
			return
		}
		switch string(name) {
		case "requestId":
			p.id = value
		case "timestamp":
			p.timestamp = value
		case "wallTime":
			p.wallTime = value
		case "request":
			p.request = value
		case "response":
			p.response = value
		case "dataLength":
			p.length = value
		case "data":
			p.data = value
		case "eventName":
			p.eventName = value
		case "eventId":
			p.eventID = value
		}
	}
}

// cdpKind is what an event is here.
type cdpKind uint8

const (
	cdpOther cdpKind = iota
	cdpSent
	cdpAnswered
	cdpData
	cdpMessage
	cdpEnded
	cdpOpened // a WebSocket asks
	cdpFrame
	cdpFrameSent
	cdpStreamed
)

func cdpKindOf(method []byte) cdpKind {
	const domain = `"Network.`
	if len(method) < len(domain) || string(method[:len(domain)]) != domain {
		return cdpOther
	}
	switch string(method[len(domain) : len(method)-1]) {
	case "requestWillBeSent":
		return cdpSent
	case "responseReceived", "webSocketHandshakeResponseReceived":
		return cdpAnswered
	case "dataReceived":
		return cdpData
	case "eventSourceMessageReceived":
		return cdpMessage
	case "loadingFinished", "loadingFailed", "webSocketClosed":
		return cdpEnded
	case "webSocketWillSendHandshakeRequest":
		return cdpOpened
	case "webSocketFrameReceived":
		return cdpFrame
	case "webSocketFrameSent":
		return cdpFrameSent
	case "streamResourceContent":
		return cdpStreamed
	}
	return cdpOther
}

// network takes an event of the Network domain, or the reply to a command.
func (c *cdp) network(kind cdpKind, params, result, id []byte) error {
	var p cdpParams
	p.read(params)
	if p.id == nil {
		p.id = id
	}
	if kind == cdpStreamed {
		buffered := memberOf(result, "bufferedData")
		if r := c.live[string(p.id)]; r == nil || len(buffered) == 0 {
			return nil
		} else if c.base64(buffered) {
			return c.takeBuffered(r, c.bytes)
		}
		c.damaged(c.walk.no, None)
		return nil
	}
	at, ok := timeOf(p.timestamp, inSeconds)
	if wall, both := timeOf(p.wallTime, inSeconds); ok && both && !c.laid && isTime(wall-at) {
		c.offset = wall - at
	}
	if at += c.offset; !ok || !isTime(at) || len(p.id) == 0 || len(p.id) > maxID {
		c.damaged(c.walk.no, None)
		return nil
	}
	c.laid = true
	switch kind {
	case cdpSent, cdpOpened:
		if r := c.live[string(p.id)]; r != nil {
			if err := c.settle(r, true); err != nil {
				return err
			}
		}
		c.sent(p.id, memberOf(p.request, "method"), at)
		return nil
	case cdpEnded:
		r := c.live[string(p.id)]
		if r == nil {
			return nil
		}
		if err := c.settle(r, true); err != nil {
			return err
		}
		// The end is told with a time of the network, and may lie before the last
		// read, which is told with one of the page.
		if r.order.set {
			at = max(at, r.order.last)
		}
		c.ended(p.id, at)
		return nil
	}
	r := c.at(p.id)
	if r == nil {
		c.damaged(c.walk.no, None)
		return nil
	}
	switch kind {
	case cdpAnswered:
		if r.index == None {
			code, _ := wholeNumber(memberOf(p.response, "status"))
			r.answered(code, memberOf(p.response, "mimeType"))
			r.page.answered = Mark{Time: at, Set: true}
		}
	case cdpData:
		return c.read(r, at, p.length, p.data)
	case cdpMessage:
		if p.data != nil {
			return c.takeEvent(r, at, p.eventName, p.eventID, p.data)
		}
	case cdpFrameSent:
		if r.index == None {
			r.Accept = Mark{Time: at, Set: true}
		}
	case cdpFrame:
		return c.frame(r, at, p.response)
	}
	return nil
}

// read takes a read: how many bytes of the decoded body, and which, if the log
// has them.
func (c *cdp) read(r *request, at time.Duration, length, data []byte) error {
	n, ok := wholeNumber(length)
	switch {
	case len(data) > len(`""`):
		if c.base64(data) {
			if !ok {
				n = int64(len(c.bytes))
			}
			return c.takeBytes(r, at, c.bytes, n)
		}
	case ok && n == 0:
		return nil
	case ok:
		return c.takeLength(r, at, n)
	}
	c.damaged(c.walk.no, None)
	return nil
}

// frame takes a message of a WebSocket that the page received, or a part of one
// (RFC 6455, section 11.8, numbers the opcodes). Binary ones are in base64.
func (c *cdp) frame(r *request, at time.Duration, response []byte) error {
	opcode, _ := wholeNumber(memberOf(response, "opcode"))
	payload := memberOf(response, "payloadData")
	switch opcode {
	case 0:
	case 1, 2:
		r.page.binary = opcode == 2
	default:
		return nil
	}
	ok, lone := len(payload) > 0 && payload[0] == '"', false
	if ok && r.page.binary {
		ok = c.base64(payload)
	} else if ok {
		c.bytes, lone, _ = unquote(c.bytes[:0], payload)
	}
	if !ok {
		c.damaged(c.walk.no, None)
		return nil
	}
	r.Level = LevelEvent
	r.Note(NoteMessages)
	err := c.chunk(r, at, c.bytes, int64(len(c.bytes)))
	if lone && r.index != None {
		c.exchanges[r.index].Note(NoteLoneSurrogate)
	}
	return err
}
