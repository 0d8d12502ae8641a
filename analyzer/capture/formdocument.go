package capture

import "io"

// formDocument reads the capture form as one JSON document, whose member chunks
// is an array. It reads one value at a time and never holds the array.
type formDocument struct {
	form
	walk   *jsonWalk
	begun  bool
	inside bool // the array of chunks
}

func newFormDocument(l lines) *formDocument {
	d := &formDocument{walk: newJSONWalk(l)}
	d.init(d.read, l.file, func() int { return d.walk.no })
	return d
}

func (d *formDocument) read() error {
	err := d.readNext()
	if err == errCut {
		d.e.Note(NoteTruncated)
		return io.EOF
	}
	return err
}

// readNext reads the next member or the next chunk.
func (d *formDocument) readNext() error {
	if !d.begun {
		d.begun = true
		return d.walk.enter('{')
	}
	if d.inside {
		more, err := d.walk.next(']')
		if err == nil && more {
			return d.readChunk()
		}
		d.inside = err != nil
		return err
	}
	more, err := d.walk.next('}')
	switch {
	case err != nil:
		return err
	case more:
		return d.readMember()
	}
	if err := d.walk.end(); err != nil {
		return err
	}
	d.finish()
	return io.EOF
}

func (d *formDocument) readMember() error {
	name, err := d.walk.name()
	if err != nil {
		return err
	}
	if string(name) == "chunks" {
		if d.seen["chunks"] {
			return d.fail(name, "chunks once")
		}
		d.seen["chunks"], d.inside = true, true
		return d.walk.enter('[')
	}
	key := string(name)
	value, err := d.walk.value()
	if err != nil {
		return err
	}
	return d.member([]byte(key), value)
}

func (d *formDocument) readChunk() error {
	if c, err := d.walk.peek(); err != nil {
		return err
	} else if c != '{' {
		return d.walk.unexpected("a chunk as a JSON object")
	}
	raw, err := d.walk.value()
	if err != nil {
		return err
	}
	var chunk chunkMembers
	m := members{text: raw, judged: true}
	for {
		name, value, ok, err := m.next()
		if err != nil {
			return d.syntax(raw, err)
		}
		if !ok {
			return d.entry(chunk, raw)
		}
		if _, twice := chunk.take(name, value); twice {
			return d.fail(raw, string(name)+" once")
		}
	}
}
