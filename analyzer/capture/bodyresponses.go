package capture

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// responses reads HTTP responses that were saved with their heads, one after the
// other: the bytes of a connection, or what curl -i prints, which has the chunked
// framing taken off and the head as it was. Their bodies have neither times nor
// reads of their own, as that of body.
type responses struct {
	machine
	file    string
	br      *bufio.Reader
	at      int64 // offset
	head    httpHead
	body    httpBody
	inBody  bool
	current int // the exchange, or None before its first bytes
	data    []byte
}

func newResponses(l lines) *responses {
	r := &responses{file: l.file, br: l.br, current: None}
	r.machine = machine{format: FormatBody, step: r.read}
	return r
}

// read takes a part of a head or of a body.
func (r *responses) read() error {
	data, err := r.br.Peek(BodyChunk)
	if len(data) == 0 {
		return r.finish(err)
	}
	if r.inBody {
		return r.part(data)
	}
	if r.head.fields == nil && r.head.size == 0 && len(r.exchanges) > 0 && !startsHead(data) {
		// Behind a body of which the length is known.
		if blank := skipSpace(data, 0); blank > 0 {
			r.skip(blank)
			return nil
		}
		r.damaged(0, r.at)
		return io.EOF
	}
	rest, ok := r.head.add(data)
	if !ok {
		return &Error{File: r.file, Offset: r.at, Read: Quote(data), Want: fmt.Sprintf("a response head of at most %d bytes", maxHead)}
	}
	r.skip(len(data) - len(rest))
	switch {
	case !r.head.done:
	case r.head.interim():
		r.head = httpHead{}
	default:
		r.inBody, r.current = true, None
		r.body = httpBody{}
		if r.body.kind, r.body.left = r.head.body(""); r.body.whole() {
			return r.end(true)
		}
	}
	return nil
}

func startsHead(b []byte) bool {
	const mark = "HTTP/"
	return bytes.HasPrefix(b, []byte(mark)) || bytes.HasPrefix([]byte(mark), b)
}

func (r *responses) skip(n int) {
	r.br.Discard(n)
	r.at += int64(n)
}

// part takes bytes of a body.
func (r *responses) part(b []byte) error {
	out, n, err := r.body.take(r.data[:0], b)
	if r.current == None && err != nil && len(out) == 0 {
		// It was chunked, and is not as it was saved.
		r.body.kind = bodyClose
		out, n, err = append(r.data[:0], b...), len(b), nil
		e, fits := r.exchange(out)
		if !fits {
			return r.tooMany()
		}
		e.Note(NoteChunkedBroken)
	}
	r.data = out
	r.skip(n)
	if len(out) > 0 {
		if _, fits := r.exchange(out); !fits {
			return r.tooMany()
		}
		r.push(Record{Kind: RecordChunk, Exchange: r.current, Data: out, Len: int64(len(out))})
	}
	if err != nil {
		r.exchanges[r.current].Note(NoteChunkedBroken)
		return io.EOF
	}
	if r.body.whole() {
		return r.end(true)
	}
	return nil
}

// exchange returns the exchange of the body whose first bytes are given.
func (r *responses) exchange(first []byte) (e *Exchange, fits bool) {
	if r.current == None {
		e := &Exchange{
			ContentType: mediaType(r.head.fields["content-type"]),
			Coding:      r.head.coding(),
			Status:      r.head.status,
			Payload:     true,
		}
		if e.Coding == "gzip" && len(first) > 0 && !gzipped(first) {
			e.Coding = ""
		}
		i, fits := r.begin(e)
		if !fits {
			return nil, false
		}
		r.current = i
	}
	return r.exchanges[r.current], true
}

func (r *responses) tooMany() error {
	return &Error{File: r.file, Offset: r.at, Err: errTooMany}
}

// end ends a response. whole says that its body is complete.
func (r *responses) end(whole bool) error {
	e, fits := r.exchange(nil)
	if !fits {
		return r.tooMany()
	}
	if whole {
		r.push(Record{Kind: RecordEOF, Exchange: r.current})
	} else {
		e.Note(NoteTruncated)
	}
	r.inBody, r.head = false, httpHead{}
	return nil
}

// finish is the end of the file.
func (r *responses) finish(err error) error {
	if err != io.EOF {
		return &Error{File: r.file, Offset: r.at, Err: err}
	}
	switch {
	case r.inBody:
		if err := r.end(r.body.kind == bodyClose); err != nil {
			return err
		}
	case len(r.exchanges) == 0:
		return &Error{File: r.file, Offset: r.at, Read: "the head of a response without its body", Want: curlHowTo}
	}
	return io.EOF
}

// gzipped says that a body is coded with gzip, as its head says: clients take the
// coding off and save the head as it was.
func gzipped(prefix []byte) bool {
	_, ok := coding.Sniff(prefix)
	return ok
}
