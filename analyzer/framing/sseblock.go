package framing

import "slices"

// heartbeats are the names of events by which senders say only that they are
// there.
var heartbeats = []string{"ping", "heartbeat", "keepalive", "keep-alive"}

// block is what has been seen of an SSE block: whether its data is JSON, the
// sentinel, and whether its event's name is a heartbeat's.
type block struct {
	lines int // data lines that have ended
	text  text
	done  sentinel
	event word

	json  bool // data must be JSON
	beats []string
}

func newBlock(t *tape, more []string, json bool) block {
	b := block{json: json, text: newText(t)}
	longest := 0
	for _, name := range slices.Concat(heartbeats, more) {
		if name != "" { // what has no name is a message
			b.beats = append(b.beats, name)
			longest = max(longest, len(name))
		}
	}
	b.event = newWord(longest)
	return b
}

func (b *block) reset() {
	b.lines = 0
	b.text.reset()
	b.done = sentinel{}
	b.event.reset()
}

var lf = []byte{'\n'}

// begin takes the name of a field.
func (b *block) begin(f field) {
	switch {
	case f == eventField:
		b.event.reset() // the last one counts
	case f == dataField && b.lines > 0:
		b.write(f, lf) // data lines are joined by LF
	}
}

// write takes bytes of a field's value.
func (b *block) write(f field, p []byte) {
	switch f {
	case eventField:
		b.event.write(p)
	case dataField:
		b.done.write(p)
		if b.json {
			b.text.write(p)
		}
	}
}

// object takes a first data line whose value, at the start of p, is an object
// and nothing else, and returns its length. Where it is something else, or is
// not all there, it takes nothing and returns 0.
func (b *block) object(p []byte) int {
	n := b.text.line(p)
	if n > 0 {
		b.done.differ = true
		b.lines = 1
	}
	return n
}

// end takes the end of a field.
func (b *block) end(f field) {
	if f == dataField {
		b.lines++
	}
}

// judge says what the block is, now that it has ended.
func (b *block) judge() (Kind, Reason) {
	switch {
	case b.lines == 0:
		return Block, NoReason
	case b.heartbeat():
		return Heartbeat, NoReason
	case b.done.matches():
		return Sentinel, NoReason
	case b.json:
		return b.text.judge()
	}
	return Event, NoReason
}

func (b *block) heartbeat() bool {
	if len(b.event.buf) == 0 { // as in most blocks
		return false
	}
	for _, name := range b.beats {
		if string(b.event.bytes()) == name {
			return true
		}
	}
	return false
}

// word keeps the first bytes of a word, as many as it takes to compare it with
// words of a known length.
type word struct {
	buf  []byte
	over bool // longer than any of them
}

func newWord(longest int) word {
	return word{buf: make([]byte, 0, longest)}
}

func (w *word) reset() { w.buf, w.over = w.buf[:0], false }

func (w *word) write(p []byte) {
	n := min(len(p), cap(w.buf)-len(w.buf))
	w.buf = append(w.buf, p[:n]...)
	w.over = w.over || n < len(p)
}

// bytes returns the word, or nothing if it is too long.
func (w *word) bytes() []byte {
	if w.over {
		return nil
	}
	return w.buf
}
