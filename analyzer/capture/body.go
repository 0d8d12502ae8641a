package capture

import (
	"bufio"
	"io"
)

// BodyChunk is the length of the chunks of a raw body, in bytes.
const BodyChunk = 4 << 10

// body reads the bytes of a body as they are, a BOM too, up to the end of the
// file, which is taken for the end of the body. They have neither times nor
// reads of their own: the chunks of BodyChunk bytes that they are cut into are
// made up, so that held bytes at their ends say little, and which events there
// are, and how large, is what such a recording shows.
//
// Anything is a body where it is asked for. Where it is not, what looks like one is
// opened by openBody.
type body struct {
	machine
	file  string
	br    *bufio.Reader
	at    int64
	taken int // bytes of br that the last record shows
}

func newBody(l lines) *body {
	b := &body{file: l.file, br: l.br}
	b.machine = machine{format: FormatBody, step: b.read}
	b.begin(&Exchange{Payload: true})
	return b
}

// read takes one chunk. Its bytes are a view of the reader's own buffer.
func (b *body) read() error {
	b.br.Discard(b.taken)
	data, err := b.br.Peek(BodyChunk)
	b.taken = len(data)
	b.at += int64(len(data))
	if len(data) > 0 {
		b.push(Record{Kind: RecordChunk, Data: data, Len: int64(len(data))})
	}
	switch err {
	case nil:
		return nil
	case io.EOF:
		b.push(Record{Kind: RecordEOF})
		return io.EOF
	}
	return &Error{File: b.file, Offset: b.at, Err: err}
}

// bodyLines reads JSON Lines that are a body: the bytes of newBody, with each
// line, its LF included, for a chunk.
type bodyLines struct {
	machine
	lines lines
	data  []byte
}

func newBodyLines(l lines) *bodyLines {
	b := &bodyLines{lines: l}
	b.lines.max = maxFormLine
	b.machine = machine{format: FormatBody, step: b.read}
	b.begin(&Exchange{Payload: true})
	return b
}

func (b *bodyLines) read() error {
	if err := b.lines.next(); err != nil {
		if wrong, ok := err.(*Error); !ok || wrong.Err == nil {
			b.push(Record{Kind: RecordEOF})
		}
		return err
	}
	if b.data = append(b.data[:0], b.lines.text...); b.lines.whole {
		b.data = append(b.data, '\n')
	}
	b.push(Record{Kind: RecordChunk, Data: b.data, Len: int64(len(b.data))})
	return nil
}
