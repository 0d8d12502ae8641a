package capture

import (
	"io"
	"time"
)

// maxID bounds the id of a request, in bytes.
const maxID = 256

// requests is what the recordings of a browser have in common: records of many
// requests lie between each other, and tell them apart by an id. A request
// becomes an exchange with its first read.
//
// The records are the elements of a JSON array, bare or a member of an object.
type requests struct {
	machine
	walk  *jsonWalk
	stage stage
	bare  bool                // nothing is around the array
	live  map[string]*request // those that have not ended
	born  int                 // so far
	bytes []byte              // of the last chunk

	member func(name []byte) (array bool, err error) // takes a member before the array, or says that it is it
	record func(text []byte) error
	close  func(cut bool) error // returns io.EOF, or why nothing could be read
}

// stage is how far an array of records was read.
type stage uint8

const (
	stageBegin stage = iota
	stageBefore
	stageInside
	stageAfter
)

// request is one request, or one after the other that redirects made of it.
type request struct {
	Exchange
	index int  // of its exchange; None before its first read
	known bool // its begin or its response was seen
	order order
	born  int
	page  cdpReads // what waits; a DevTools log's alone
}

func (b *requests) init(f Format, l lines) {
	b.machine = machine{format: f, step: b.read}
	b.walk, b.live = newJSONWalk(l), map[string]*request{}
	b.bytes = make([]byte, 0, 512) // never nil: an empty payload is one
}

// at returns the request of an id, which it makes if it must, or nil where the
// id is none or there are too many.
func (b *requests) at(id []byte) *request {
	r := b.live[string(id)]
	if r == nil && len(id) > 0 && len(id) <= maxID && len(b.live) < maxExchanges {
		b.born++
		r = &request{index: None, born: b.born}
		b.live[string(id)] = r
	}
	return r
}

// sent begins the request of an id, at t. What it was before, if anything, was
// redirected or has ended unseen.
func (b *requests) sent(id []byte, method []byte, t time.Duration) {
	delete(b.live, string(id))
	if r := b.at(id); r != nil {
		r.Method, r.Accept, r.known = plainString(method, maxMethod), Mark{Time: t, Set: true}, true
	}
}

// answered takes the head of a response.
func (r *request) answered(status int64, contentType []byte) {
	r.known = true
	if status > 0 && status < 1000 {
		r.Status = int(status)
	}
	r.ContentType = mediaType(plainString(contentType, maxType))
}

// chunk pushes a read of n bytes, which data has unless they are not known.
func (b *requests) chunk(r *request, t time.Duration, data []byte, n int64) error {
	if n == 0 {
		return nil
	}
	if r.index == None {
		e := r.Exchange
		e.Timed, e.Payload = true, true
		if !r.known {
			e.Note(NoteMidStream)
		}
		index, ok := b.begin(&e)
		if !ok {
			return &Error{File: b.walk.file, Line: b.walk.no, Offset: None, Err: errTooMany}
		}
		r.index = index
	}
	e := b.exchanges[r.index]
	if data == nil {
		e.Payload = false
	} else if n != int64(len(data)) {
		n = int64(len(data))
		e.Note(NoteLengths)
	}
	r.order.see(e, t)
	b.push(Record{Kind: RecordChunk, Exchange: r.index, Time: t, Data: data, Len: n})
	return nil
}

// ended pushes the end of a request that had reads, and forgets it.
func (b *requests) ended(id []byte, t time.Duration) {
	if r := b.live[string(id)]; r != nil {
		delete(b.live, string(id))
		if r.index != None {
			r.order.see(b.exchanges[r.index], t)
			b.push(Record{Kind: RecordEOF, Exchange: r.index, Time: t})
		}
	}
}

// read takes one record, or what stands before or behind them.
func (b *requests) read() error {
	err := b.readNext()
	if err == errCut {
		return b.close(true)
	}
	return b.failed(err)
}

// failed is err, before which comes what still waits.
func (b *requests) failed(err error) error {
	if err != nil && err != io.EOF {
		b.close(false)
	}
	return err
}

func (b *requests) readNext() error {
	switch b.stage {
	case stageBegin:
		c, err := b.walk.peek()
		if err != nil {
			return err
		}
		if b.bare = c == '['; b.bare {
			b.stage = stageInside
			return b.walk.enter('[')
		}
		b.stage = stageBefore
		return b.walk.enter('{')
	case stageBefore:
		more, err := b.walk.next('}')
		if err != nil {
			return err
		}
		if !more {
			b.stage, b.bare = stageAfter, true
			return nil
		}
		name, err := b.walk.name()
		if err != nil {
			return err
		}
		array, err := b.member(name)
		if err != nil || !array {
			return err
		}
		b.stage = stageInside
		return b.walk.enter('[')
	case stageInside:
		text, bad, err := b.walk.element()
		switch {
		case bad != nil:
			b.damaged(bad.Line, None)
		case err == nil && text != nil:
			return b.record(text)
		case err == nil:
			b.stage = stageAfter
		}
		return err
	}
	if err := b.rest(); err != nil {
		return err
	}
	return b.close(false)
}

// rest passes over what stands behind the array. How it ends does not matter.
func (b *requests) rest() error {
	for {
		more, err := !b.bare, error(nil)
		if more {
			more, err = b.walk.next('}')
		}
		if err == nil && !more {
			err = b.walk.end()
			if err == nil {
				return nil
			}
		}
		if err == nil {
			_, err = b.walk.name()
		}
		if err == nil {
			err = b.walk.skip()
		}
		if _, broken := brokenAt(err); broken || err == errCut {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// finish is the end of the recording.
func (b *requests) finish(cut bool, read, want string) error {
	for _, r := range b.live {
		if cut && r.index != None {
			b.exchanges[r.index].Note(NoteTruncated)
		}
	}
	if len(b.exchanges) == 0 {
		return &Error{File: b.walk.file, Offset: None, Read: read, Want: want}
	}
	return io.EOF
}

// base64 decodes a JSON string of base64 into b.bytes.
func (b *requests) base64(raw []byte) (ok bool) {
	b.bytes, ok = appendQuotedBase64(b.bytes[:0], raw)
	return ok
}

// hex is base64 for hexadecimal digits.
func (b *requests) hex(raw []byte) bool {
	text, ok := bare(raw)
	if ok {
		b.bytes, ok = appendHex(b.bytes[:0], text)
	}
	return ok
}
