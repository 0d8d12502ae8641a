package capture

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
)

const curlHowTo = "curl -sN --trace-time --trace out.trace URL -o /dev/null"

var curlFormat = FormatInfo{
	Format: FormatCurl, Level: LevelRead,
	Title:      "A curl trace, hexadecimal or text",
	Short:      "a curl trace",
	HowTo:      []string{curlHowTo, "curl -sN --trace-time --trace-ids --trace out.trace URL -o /dev/null  # curl 8.2, several transfers"},
	Extensions: []string{".trace", ".txt", ".trace-ascii"},
}

var curlImporter = importer{
	FormatInfo: &curlFormat,
	looks:      looksLikeCurl,
	open:       func(l lines, _ []byte) Reader { return newCurl(l) },
}

// curl reads what curl --trace and --trace-ascii write. A read of the body is
// an item "Recv data", stamped after the read. For HTTP/1.1 it still has its
// chunked framing, which is taken off here; for HTTP/2 there is none.
type curl struct {
	machine
	lines     lines
	dump      curlDump
	clock     dayClock
	transfers map[int64]*transfer // by id; one for all where the trace has none
	inOrder   []*transfer
	items     int
	timed     bool // the items have times
	payload   []byte
}

// transfer is one of the requests that a trace follows at a time, with the
// responses that it got, one after the other.
type transfer struct {
	method string
	head   httpHead
	body   *curlBody // nil until the head is complete
	sent   Mark      // when the last piece of the request was out
}

func newCurl(l lines) *curl {
	c := &curl{lines: l, transfers: map[int64]*transfer{}}
	c.dump.lines = &c.lines
	c.machine = machine{format: FormatCurl, step: c.read}
	return c
}

// read takes one item.
func (c *curl) read() error {
	if err := c.lines.next(); err == io.EOF {
		return c.finish(false)
	} else if err != nil {
		return err
	}
	line := trimCR(c.lines.text)
	item := parseCurlItem(line)
	if item.kind == curlNone {
		if gluedCurlItem(line) {
			return c.lines.fail(line, "a trace in a file of its own: the body is mixed into it")
		}
		if !c.lines.whole {
			return c.finish(true)
		}
		return nil // a progress meter, or a body written into the trace
	}
	if c.items++; c.items == 1 {
		c.timed = item.timed
	} else if c.timed != item.timed {
		return c.lines.fail(line, "a time on each item or on none")
	}
	at := time.Duration(0)
	if item.timed {
		at = c.clock.at(item.time)
	}
	t := c.transfer(item.xfer)
	if t == nil {
		return &Error{File: c.lines.file, Line: c.lines.no, Offset: None, Err: errTooMany}
	}
	if item.kind == curlInfo {
		c.info(t, at, item.text)
		return nil
	}
	if err := c.dump.read(item.size); err == errCut {
		return c.finish(true)
	} else if err != nil {
		return err
	}
	switch item.kind {
	case curlSendHeader:
		c.mixed(t, item.xfer == None && t.body != nil && t.body.unfinished())
		c.close(t)
		*t = transfer{sent: Mark{Time: at, Set: c.timed}}
		method, _, _ := bytes.Cut(c.dump.data, []byte(" "))
		t.method = string(method[:min(len(method), maxMethod)])
	case curlSendData:
		t.sent = Mark{Time: at, Set: c.timed}
	case curlRecvHeader:
		return c.header(t, c.dump.data)
	case curlRecvData:
		return c.data(t, at, c.dump.data)
	}
	return nil
}

// transfer returns the transfer of an id, or nil where there are too many.
func (c *curl) transfer(id int64) *transfer {
	t := c.transfers[id]
	if t == nil && len(c.inOrder) < maxExchanges {
		t = &transfer{}
		c.transfers[id] = t
		c.inOrder = append(c.inOrder, t)
	}
	return t
}

// info looks for the lines that say that a connection was closed or put away:
// nothing else tells the end of a body without a length.
func (c *curl) info(t *transfer, at time.Duration, text []byte) {
	if t.body == nil || t.body.ended.Set {
		return
	}
	for _, sign := range []string{"Closing connection", "left intact", "shutting down connection", "closed"} {
		if strings.Contains(string(text), sign) {
			t.body.ended = Mark{Time: at, Set: true}
			return
		}
	}
}

// header takes a piece of a response head, or a trailer, which is skipped.
func (c *curl) header(t *transfer, b []byte) error {
	if t.body != nil {
		if t.body.exchange != None && !bytes.HasPrefix(b, []byte("HTTP/")) {
			return nil
		}
		c.mixed(t, t.body.exchange != None && t.body.unfinished())
		c.close(t)
		t.head = httpHead{}
	}
	if _, ok := t.head.add(b); !ok {
		return c.lines.fail(b, fmt.Sprintf("a response head of at most %d bytes", maxHead))
	}
	switch {
	case !t.head.done:
	case t.head.interim():
		t.head = httpHead{}
	default:
		t.body = newCurlBody(&t.head, t.method, c.dump.shape == dumpText)
	}
	return nil
}

// mixed notes that a request or a head came inside a body whose end is known
// to be still to come: transfers run side by side, and nothing tells their
// reads apart.
func (c *curl) mixed(t *transfer, is bool) {
	if is && t.body.exchange != None {
		c.exchanges[t.body.exchange].Note(NoteMixed)
	}
}

// data takes one read of a body.
func (c *curl) data(t *transfer, at time.Duration, b []byte) error {
	if t.body == nil { // the trace begins inside a response
		t.body = &curlBody{httpBody: httpBody{kind: bodyClose}, exchange: None}
	}
	body := t.body
	if len(b) == 0 {
		if body.exchange != None && !body.ended.Set { // how newer versions log the end
			body.ended = Mark{Time: at, Set: true}
		}
		return nil
	}
	if body.kind == bodyNone {
		return nil
	}
	if body.exchange == None {
		if err := c.exchange(t); err != nil {
			return err
		}
	}
	body.ended = Mark{}
	read := curlPiece{at, b}
	var whole bool
	var err error
	c.payload, whole, err = body.take(c.payload[:0], read)
	if err != nil {
		c.exchanges[body.exchange].Note(NoteChunkedBroken)
	}
	if err != nil && body.kind == bodyClose {
		for _, piece := range append(body.early, read) {
			c.payload = append(c.payload[:0:0], piece.data...)
			c.chunk(body, piece.at, c.payload)
		}
		body.early = nil
	} else {
		c.chunk(body, at, c.payload)
	}
	if whole {
		body.kind = bodyNone
		body.order.see(c.exchanges[body.exchange], at)
		c.push(Record{Kind: RecordEOF, Exchange: body.exchange, Time: at})
	}
	return nil
}

// chunk pushes what one read brought, if it brought data.
func (c *curl) chunk(body *curlBody, at time.Duration, data []byte) {
	if len(data) == 0 {
		return
	}
	e := c.exchanges[body.exchange]
	body.order.see(e, at)
	if c.dump.shape == dumpText && !body.lossy && bytes.IndexByte(data, '.') >= 0 {
		e.Payload, body.lossy = false, true
		e.Note(NoteLossyText)
	}
	r := Record{Kind: RecordChunk, Exchange: body.exchange, Time: at, Len: int64(len(data)), Data: data}
	if body.lossy {
		r.Data = nil
	}
	c.push(r)
}

// exchange begins the exchange of a transfer's response: its first bytes came.
func (c *curl) exchange(t *transfer) error {
	e := &Exchange{
		ContentType: mediaType(t.head.fields["content-type"]),
		Level:       LevelRead,
		Timed:       c.timed,
		Payload:     true,
		Accept:      t.sent,
		Coding:      t.head.coding(),
		Method:      t.method,
		Status:      t.head.status,
	}
	i, ok := c.begin(e)
	if !ok {
		return &Error{File: c.lines.file, Line: c.lines.no, Offset: None, Err: errTooMany}
	}
	t.body.exchange = i
	return nil
}

// close ends the body that a transfer is in, as far as its end is known.
func (c *curl) close(t *transfer) {
	body := t.body
	t.body = nil
	if body == nil || body.exchange == None {
		return
	}
	end := body.lastChunk // its trailers were logged elsewhere
	if body.kind == bodyClose {
		end = body.ended
	}
	if end.Set {
		body.order.see(c.exchanges[body.exchange], end.Time)
		c.push(Record{Kind: RecordEOF, Exchange: body.exchange, Time: end.Time})
	}
}

// finish is the end of the trace.
func (c *curl) finish(cut bool) error {
	for _, t := range c.inOrder {
		if cut && t.body != nil && t.body.exchange != None {
			c.exchanges[t.body.exchange].Note(NoteTruncated)
		}
		c.close(t)
	}
	if len(c.exchanges) == 0 {
		return &Error{File: c.lines.file, Offset: None, Read: fmt.Sprintf("a curl trace of %d items without a response body", c.items),
			Want: "<= Recv data: " + curlHowTo}
	}
	return io.EOF
}
