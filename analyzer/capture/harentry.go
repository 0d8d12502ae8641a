package capture

import (
	"bytes"
	"encoding/base64"
	"slices"
	"time"
)

// harFields are the texts of the members of an entry that matter, nil where
// there is none.
type harFields [len(harNames)][]byte

// What is taken of an entry.
const (
	harStarted = iota
	harPageRef
	harLoadStart
	harMethod
	harStatus
	harSize
	harType
	harText // decoded into data
	harEncoding
	harBlocked
	harDNS
	harConnect
	harSend
	harEvents
	harMessages
	harChunks
)

// harNames are their names, with those of the objects that they are in. What
// begins with an underscore is of one recorder's own: DevTools has messages (and
// mitmproxy, Playwright, cypress-har-generator and HTTP Toolkit as it has them),
// WebPageTest and chrome-har (so browsertime and sitespeed.io) have chunks.
var harNames = [...]string{
	harStarted:   "startedDateTime",
	harPageRef:   "pageref",
	harLoadStart: "_load_start",
	harMethod:    "request.method",
	harStatus:    "response.status",
	harSize:      "response.content.size",
	harType:      "response.content.mimeType",
	harText:      "response.content.text",
	harEncoding:  "response.content.encoding",
	harBlocked:   "timings.blocked",
	harDNS:       "timings.dns",
	harConnect:   "timings.connect",
	harSend:      "timings.send",
	harEvents:    "_eventSourceMessages",
	harMessages:  "_webSocketMessages",
	harChunks:    "_chunks",
}

// take keeps the members of the object at m that have names, unless they are
// null; path is where the object is. It decodes the body where it meets it: to
// find its end first would cost as much again.
func (h *har) take(f *harFields, m *members, path string) error {
	for {
		name, ok, err := m.name()
		if err != nil || !ok {
			return err
		}
		at := path + string(name)
		switch at {
		case "request", "response", "response.content", "timings":
			if c, _ := m.peek(); c == '{' {
				inner := members{text: m.text, pos: m.pos, judged: true}
				if err := h.take(f, &inner, at+"."); err != nil {
					return err
				}
				m.pos = inner.pos
				continue
			}
		case harNames[harText]:
			if c, _ := m.peek(); c == '"' {
				out, n, lone, err := unquoteFirst(h.data[:0], m.text[m.pos:])
				if err != nil {
					return err
				}
				h.data, h.lone, f[harText] = out, lone, m.text[m.pos:m.pos+n]
				m.pos += n
				continue
			}
		}
		value, err := m.value()
		if err != nil {
			return err
		}
		if i := slices.Index(harNames[:], at); i >= 0 && string(value) != "null" {
			f[i] = value
		}
	}
}

// entry makes an exchange of an entry that has one of, in this order,
//
//   - _eventSourceMessages: events with times. Their bytes are those of the body,
//     if it is there and has as many events, and else rebuilt. An export without
//     sensitive data leaves the data out, and often the body too: then there are
//     times alone, and each event has the least length that it can have.
//   - _webSocketMessages: those received, with times.
//   - _chunks: the lengths of reads, with times. Where they add up to the body,
//     its bytes are cut along them. WebPageTest counts coded bytes, and DevTools
//     books those to a later read than they came with: such lengths are rough.
//   - content.text: the body, its codings taken off, without times: it is cut
//     into chunks of BodyChunk bytes, as a raw body is.
func (h *har) entry(text []byte) error {
	h.seen++
	var f harFields
	m := members{text: text, judged: true}
	h.data, h.lone = h.data[:0], false
	if err := h.take(&f, &m, ""); err != nil {
		h.damaged(h.walk.no, None)
		return nil
	}
	if h.start == nil {
		h.start = harStart(text)
	}
	e := &Exchange{Level: LevelEvent, Timed: true, Payload: true, Status: harStatusOf(f[harStatus])}
	e.Method = string(harString(f[harMethod], maxMethod))
	e.ContentType = mediaType(string(harString(f[harType], maxType)))
	body, known := h.body(&f, e)
	switch {
	case h.events(&f, e, body):
	case h.messages(&f, e):
	case h.reads(&f, e, body, known):
	default:
		h.whole(e, body)
	}
	if len(h.records) == 0 {
		return nil
	}
	if _, ok := h.begin(e); !ok {
		return &Error{File: h.walk.file, Line: h.walk.no, Offset: None, Err: errTooMany}
	}
	return nil
}

// harStart is how an entry begins: its brace and its first name, in quotes.
func harStart(text []byte) []byte {
	i := skipSpace(text, 1)
	if i == len(text) || text[i] != '"' {
		return nil
	}
	return bytes.Clone(text[:min(pastString(text, i), 256)])
}

// chunk pushes a chunk of the exchange that is being made; data may be nil.
func (h *har) chunk(t time.Duration, data []byte, n int64) {
	h.push(Record{Kind: RecordChunk, Exchange: len(h.exchanges), Time: t, Data: data, Len: n})
}

// body returns the body of a response, if there is one.
func (h *har) body(f *harFields, e *Exchange) (body []byte, known bool) {
	switch raw := f[harText]; {
	case raw == nil:
		return nil, false
	case raw[0] != '"':
		h.damaged(h.walk.no, None)
		return nil, false
	}
	if string(f[harEncoding]) == `"base64"` && !h.decode(0) {
		return nil, false
	}
	if h.lone {
		e.Note(NoteLoneSurrogate)
	}
	return h.data, true
}

// text appends what a JSON string stands for to data, or what that is the base64
// of. It counts one that is neither as damage.
func (h *har) text(raw []byte, coded bool, e *Exchange) bool {
	from := len(h.data)
	out, lone, err := unquote(h.data, raw)
	if err != nil {
		h.damaged(h.walk.no, None)
		return false
	}
	h.data = out
	if lone {
		e.Note(NoteLoneSurrogate)
	}
	return !coded || h.decode(from)
}

// decode takes the base64 off data, from an offset on.
func (h *har) decode(from int) bool {
	h.spare = append(h.spare[:0], h.data[from:]...)
	out, err := base64.StdEncoding.AppendDecode(h.data[:from], h.spare)
	h.data = out
	if err != nil {
		h.data = h.data[:from]
		h.damaged(h.walk.no, None)
	}
	return err == nil
}

// whole pushes a body that has no times.
func (h *har) whole(e *Exchange, body []byte) {
	e.Timed = false
	for piece := range slices.Chunk(body, BodyChunk) {
		h.chunk(0, piece, int64(len(piece)))
	}
	if len(body) > 0 {
		h.push(Record{Kind: RecordEOF, Exchange: len(h.exchanges)})
	}
}

// reads pushes the reads of a response. It returns false where there are none.
func (h *har) reads(f *harFields, e *Exchange, body []byte, known bool) bool {
	e.Level = LevelRead
	from, paged := h.pages[string(f[harPageRef])]
	var sum int64
	var order order
	for m := range h.each(f[harChunks]) {
		t, timed := parseUnit(m.time, inMilliseconds)
		n, ok := parseCount(m.length)
		if !timed || !ok || !isTime(t+from) {
			h.damaged(h.walk.no, None)
		} else if n > 0 {
			order.see(e, t+from)
			h.chunk(t+from, nil, n)
			sum += n
		}
	}
	if len(h.records) == 0 {
		e.Level = LevelEvent
		return false
	}
	e.Payload = known && sum == int64(len(body))
	for i := range h.records {
		if r := &h.records[i]; e.Payload {
			r.Data, body = body[:r.Len:r.Len], body[r.Len:]
		}
	}
	if at, ok := parseUnit(f[harLoadStart], inMilliseconds); ok {
		e.Accept = Mark{Time: from + at, Set: true}
	} else if paged {
		e.Accept = f.sent()
	}
	h.accepted(e)
	return true
}

// accepted takes the accept mark back where it cannot be true: after the first
// chunk, or on another clock.
func (h *har) accepted(e *Exchange) {
	if first := h.records[0].Time; e.Accept.Time > first || e.Accept.Time < first-7*day {
		e.Accept = Mark{}
	}
}

// sent is when the request had been sent: when it began, and the time that it
// took up to there (of which -1 is not known, or did not come up).
func (f *harFields) sent() Mark {
	at, ok := harDate(f[harStarted])
	for _, i := range []int{harBlocked, harDNS, harConnect, harSend} {
		if d, ok := parseUnit(f[i], inMilliseconds); ok && d > 0 && d < day {
			at += d
		}
	}
	return Mark{Time: at, Set: ok}
}

func harStatusOf(raw []byte) int {
	if n, ok := parseCount(raw); ok && n < 1000 {
		return int(n)
	}
	return 0
}

// harString is what a JSON string stands for, at most max bytes of it.
func harString(raw []byte, max int) []byte {
	s, _, err := unquote(nil, raw)
	if err != nil {
		return nil
	}
	return s[:min(len(s), max)]
}
