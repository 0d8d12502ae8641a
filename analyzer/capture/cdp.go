package capture

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

const cdpHowTo = "DevTools, More tools, Protocol monitor: open it, then the stream, then Save"

var cdpImporter = importer{
	FormatInfo: FormatInfo{
		Format: FormatCDP, Level: LevelRead,
		Title: "A log of the DevTools protocol: Protocol monitor, Puppeteer, Playwright, Selenium",
		Short: "a log of the DevTools protocol",
		HowTo: []string{
			cdpHowTo,
			`// Puppeteer, Playwright: cdp = await page.createCDPSession(), or await context.newCDPSession(page)`,
			`await cdp.send("Network.enable")`,
			`for (const e of ["requestWillBeSent", "responseReceived", "dataReceived", "eventSourceMessageReceived", "webSocketFrameReceived", "loadingFinished"]) cdp.on("Network." + e, params => log.write(JSON.stringify({method: "Network." + e, params}) + "\n"))`,
			`// for the bytes of each read, and not its length alone`,
			`cdp.on("Network.responseReceived", async ({requestId}) => log.write(JSON.stringify({reply: "Network.streamResourceContent", requestId, result: await cdp.send("Network.streamResourceContent", {requestId}).catch(() => ({}))}) + "\n"))`,
			`# Selenium: options.set_capability("goog:loggingPrefs", {"performance": "ALL"}), and at the end`,
			`json.dump(driver.get_log("performance"), open("out.json", "w"))`,
			`DEBUG=pw:protocol node script.js 2> out.log  # Playwright`,
		},
		Extensions: []string{".jsonl", ".json", ".log"},
	},
	looks: looksLikeCDP,
}

// cdp reads events of the Network domain of the Chrome DevTools Protocol
// (chromedevtools.github.io/devtools-protocol/tot/Network): objects with the
// members method and params, in an array or on lines of their own, before which
// a line may have other text. An object with a member message is a wrapping of
// one, whether that is an object or a string of one, as in the performance log
// of Selenium. For some time the Protocol monitor saved its table instead, with the
// parameters of an event as a string named response.
//
// Times are those of the events, at which the renderer had the data, in seconds
// on the browser's own clock; the first request that tells the time of day along
// with it lays them from 1970. When the log was written down does not matter.
// Lengths are those of the decoded body. Which of reads and events an exchange
// is made of, cdpReads says; the messages of a WebSocket are chunks, those that
// the page sent aside.
type cdp struct {
	requests
	lines  lines
	offset time.Duration // from the browser's clock to 1970
	laid   bool          // a time was given, with the offset as it is

	waits, waitingBytes int
	inner               []byte
	count               int // of objects
}

// looksLikeCDP looks for an event of the Network domain, plain or in a string,
// or for another domain's in the first object. A HAR may have one in a body.
func looksLikeCDP(head []byte) bool {
	if names, _, _ := firstNames(head); len(names) > 0 && names[0] == "log" {
		return false
	}
	for _, s := range []string{`"method":"Network.`, `"method": "Network.`, `\"method\":\"Network.`, `\"method\": \"Network.`, `"Network.streamResourceContent"`} {
		if bytes.Contains(head, []byte(s)) {
			return true
		}
	}
	m := members{text: head}
	if beginsWith(head, "[") {
		m.pos = skipSpace(head, 0) + 1
	}
	method, params := false, false
	for {
		name, ok, err := m.name()
		if err != nil || !ok {
			return method && params
		}
		params = params || string(name) == "params"
		if string(name) == "jsonrpc" {
			return false
		}
		isMethod := string(name) == "method"
		value, err := m.value()
		if err != nil {
			return method && params
		}
		if isMethod {
			domain, event, dot := bytes.Cut(bytes.Trim(value, `"`), []byte("."))
			method = dot && len(domain) > 0 && domain[0]-'A' < 26 && len(event) > 0 && event[0]-'a' < 26
		}
	}
}

// beginsWith says whether the first bytes that are not white space are these.
func beginsWith(head []byte, these string) bool {
	i := 0
	for _, c := range []byte(these) {
		if i = skipSpace(head, i); i == len(head) || head[i] != c {
			return false
		}
		i++
	}
	return true
}

func newCDP(l lines, head []byte) *cdp {
	c := &cdp{lines: l}
	c.lines.max = maxValue
	c.init(FormatCDP, l)
	c.record, c.close = c.object, c.over
	if !beginsWith(head, "[{") && !beginsWith(head, "[]") {
		c.step = c.line
	}
	return c
}

// line reads the object on a line.
func (c *cdp) line() error {
	l := &c.lines
	if err := l.next(); err == io.EOF {
		return c.close(false)
	} else if err != nil {
		return c.failed(err)
	}
	c.walk.no = l.no
	text := l.text[skipSpace(l.text, 0):]
	i := jsontext.Either(text, '{', '{')
	if i == len(text) {
		return nil
	}
	text = text[i:]
	var judge jsontext.Value
	n, said := judge.Run(text)
	switch {
	case said == jsontext.Ended:
		return c.object(text[:n])
	case said == jsontext.More && !l.whole:
		return c.close(true)
	case i == 0 || bytes.Contains(text, []byte(`"Network.`)):
		c.damaged(l.no, None)
	}
	return nil
}

// maxWrapped bounds the wrappings of one event.
const maxWrapped = 4

// object takes one object, which is known to be JSON.
func (c *cdp) object(text []byte) error { return c.wrapped(text, 0) }

func (c *cdp) wrapped(text []byte, depth int) error {
	var method, params, message, request, response, result, id []byte
	for m := (members{text: text, judged: true}); ; {
		name, value, ok, err := m.next()
		if err != nil {
			c.damaged(c.walk.no, None)
			return nil
		}
		if !ok {
			break
		}
		switch string(name) {
		case "method", "reply":
			method = value
		case "params":
			params = value
		case "message":
			message = value
		case "request":
			request = value
		case "response":
			response = value
		case "result":
			result = value
		case "requestId":
			id = value
		}
	}
	switch {
	case method != nil:
		c.count++
		kind := cdpKindOf(method)
		if kind == cdpOther {
			return nil
		}
		if params == nil && result == nil && len(response) > 0 {
			if params, _ = c.quoted(response); kind == cdpStreamed {
				result = bytes.Clone(params)
				params, _ = c.quoted(request)
			}
		}
		return c.network(kind, params, result, id)
	case len(message) == 0 || depth == maxWrapped:
		return nil
	case message[0] == '{':
		return c.wrapped(message, depth+1)
	case depth > 0:
		return nil
	}
	inner, broken := c.quoted(message)
	if broken {
		c.damaged(c.walk.no, None)
	}
	if inner == nil {
		return nil
	}
	return c.wrapped(inner, 1)
}

// quoted returns the object that a string has the text of, nil where it is none,
// or is broken. It is valid until the next call.
func (c *cdp) quoted(raw []byte) (object []byte, broken bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return nil, false
	}
	c.inner, _, _ = unquote(c.inner[:0], raw)
	if !beginsWith(c.inner, "{") {
		return nil, false
	}
	if _, err := valueEnd(c.inner, skipSpace(c.inner, 0)); err != nil {
		return nil, true
	}
	return c.inner, false
}

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
	at, ok := timeIn(inSeconds, p.timestamp)
	if wall, both := timeIn(inSeconds, p.wallTime); ok && both && !c.laid && isTime(wall-at) {
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

func (c *cdp) over(cut bool) error {
	for _, r := range c.waiting() {
		if err := c.settle(r, true); err != nil {
			return err
		}
	}
	return c.finish(cut, fmt.Sprintf("a log of the DevTools protocol with %d records and no read of a response body", c.count),
		"Network.dataReceived, after Network.enable: "+cdpHowTo)
}
