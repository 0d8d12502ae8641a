// Package cassette reads the bodies of responses out of cassettes, the files in
// which tests keep the HTTP that they replay: those of vcrpy and pytest-recording,
// of VCR, of go-vcr, and of betamax, as YAML or as JSON.
//
// A cassette has no times. Each body is cut into chunks of capture.BodyChunk
// bytes, as a raw body is.
package cassette

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// Importer reads cassettes for capture.Open.
var Importer = capture.Importer{Format: capture.FormatCassette, Open: Open}

// What is read of one cassette, which is held as a whole.
const (
	maxSize         = 64 << 20 // bytes of the file, and of its bodies in all
	maxInteractions = 1 << 16
)

// Open reads a cassette called name to its end. Every error is a *capture.Error.
func Open(r io.Reader, name string) (capture.Reader, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, &capture.Error{File: name, Offset: capture.None, Err: err}
	}
	if len(text) > maxSize {
		return nil, &capture.Error{File: name, Offset: maxSize, Read: "more", Want: fmt.Sprintf("a cassette of at most %d bytes", maxSize)}
	}
	root, err := parse(text)
	if err != nil {
		return nil, fail(name, err)
	}
	list := root.get("interactions")
	if list == nil {
		list = root.get("http_interactions")
	}
	c := &reader{}
	var first error
	all := list.list()
	for _, in := range all {
		if err := c.interaction(in); err != nil {
			if c.damage.Records == 0 {
				first, c.damage = err, capture.Damage{Line: lineOf(err), Offset: capture.None}
			}
			c.damage.Records++
		}
		if c.size > maxSize || len(c.bodies) > maxInteractions {
			return nil, fail(name, in.fail("more", fmt.Sprintf("at most %d interactions, with bodies of at most %d bytes in all", maxInteractions, maxSize)))
		}
	}
	if len(c.bodies) == 0 && first != nil {
		return nil, fail(name, first)
	}
	if len(c.bodies) == 0 {
		return nil, &capture.Error{File: name, Offset: capture.None, Read: fmt.Sprintf("a cassette without the body of a response in its interactions (%d)", len(all)), Want: "one at least"}
	}
	for _, e := range c.exchanges {
		if c.damage.Records > 0 {
			e.Note(capture.NoteDamaged)
			e.Damage = c.damage
		}
	}
	return c, nil
}

// reader returns the bodies of a cassette, one behind the other.
type reader struct {
	exchanges []*capture.Exchange
	bodies    [][]byte // of the exchanges, the bytes that have not been returned
	at        int      // the exchange that is being returned
	size      int      // of all bodies
	damage    capture.Damage
}

func (c *reader) Format() capture.Format         { return capture.FormatCassette }
func (c *reader) Exchanges() []*capture.Exchange { return c.exchanges }

func (c *reader) Next() (capture.Record, error) {
	if c.at == len(c.bodies) {
		return capture.Record{}, io.EOF
	}
	left := c.bodies[c.at]
	if len(left) == 0 {
		c.at++
		return capture.Record{Kind: capture.RecordEOF, Exchange: c.at - 1}, nil
	}
	n := min(len(left), capture.BodyChunk)
	c.bodies[c.at] = left[n:]
	return capture.Record{Kind: capture.RecordChunk, Exchange: c.at, Data: left[:n:n], Len: int64(n)}, nil
}

// interaction takes the response of an interaction, if it has a body. The shapes
// of a response, its members that matter:
//
//	status: {code: 200}, body: {string: …}            vcrpy, VCR, betamax
//	status: {code: 200}, body: {base64_string: …}     the same, for JSON
//	status_code: 200, content: …                      vcrpy 4 to 6 with httpx
//	code: 200, body: …                                go-vcr
func (c *reader) interaction(in *node) error {
	response := in.get("response")
	if response == nil {
		return in.fail("no response", "an interaction with one")
	}
	body, err := bodyOf(response)
	if err != nil || len(body) == 0 {
		return err
	}
	e := &capture.Exchange{Payload: true, Method: strings.ToUpper(short(in.get("request").get("method")))}
	for _, code := range []*node{response.get("status").get("code"), response.get("status_code"), response.get("code")} {
		if n, err := strconv.Atoi(short(code)); err == nil && n > 0 && n < 1000 {
			e.Status = n
			break
		}
	}
	headers := response.get("headers")
	kind, _, _ := strings.Cut(headers.field("content-type"), ";")
	e.ContentType = strings.ToLower(strings.TrimSpace(kind))
	e.Coding = codingOf(headers.field("content-encoding"), body)
	c.exchanges, c.bodies = append(c.exchanges, e), append(c.bodies, body)
	c.size += len(body)
	return nil
}

// bodyOf returns the body of a response, nil where there is none.
func bodyOf(response *node) ([]byte, error) {
	body := response.get("body")
	if body == nil {
		body = response.get("content")
	}
	if coded := body.get("base64_string"); coded != nil {
		return coded.base64()
	}
	if s := body.get("string"); s != nil {
		body = s
	}
	return body.bytes()
}

// short is a text that is no longer than a method or a status.
func short(n *node) string {
	b, err := n.bytes()
	if err != nil || len(b) > 20 {
		return ""
	}
	return string(b)
}

// codingOf is the value of Content-Encoding for a body that is under it still:
// many recorders take the coding off and leave the field. Coded bytes are never
// UTF-8.
func codingOf(field string, body []byte) string {
	var in []string
	for name := range strings.SplitSeq(strings.ToLower(field), ",") {
		if name = strings.TrimSpace(name); name != "" && name != "identity" {
			in = append(in, name)
		}
	}
	if len(in) == 0 || utf8.Valid(body) {
		return ""
	}
	if last := in[len(in)-1]; last == "gzip" || last == "x-gzip" {
		if _, ok := coding.Sniff(body); !ok {
			return ""
		}
	}
	return strings.Join(in, ", ")
}
