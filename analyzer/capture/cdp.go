package capture

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

const cdpHowTo = "DevTools, More tools, Protocol monitor: open it, then the stream, then Save"

var cdpFormat = FormatInfo{
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
}

var cdpImporter = importer{
	FormatInfo: &cdpFormat,
	looks:      looksLikeCDP,
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

func (c *cdp) over(cut bool) error {
	for _, r := range c.waiting() {
		if err := c.settle(r, true); err != nil {
			return err
		}
	}
	return c.finish(cut, fmt.Sprintf("a log of the DevTools protocol with %d records and no read of a response body", c.count),
		"Network.dataReceived, after Network.enable: "+cdpHowTo)
}
