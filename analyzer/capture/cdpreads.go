package capture

import (
	"bytes"
	"sort"
	"time"
)

// What waits in all requests of a DevTools log together: reads, and bytes of
// events. A request that would exceed it is settled at once.
const (
	maxWaiting      = 1 << 16
	maxWaitingBytes = 16 << 20
)

// cdpReads is what is known of the body of one request, in two ways: as reads
// with or without their bytes, and as the events that an EventSource made of
// them. What the exchange is made of is settled by the first of these that holds:
//
//   - a read with its bytes: the reads;
//   - an event that does not end in the latest read: the events, each a chunk of
//     its own, as text/event-stream would write it;
//   - the end, with events whose bytes, written so, are as many as those of the
//     reads: the reads, which are given these bytes. That every event came right
//     after the read in which it would end, and nothing is left over, is proof
//     enough that it was written so;
//   - the end, or too much that waits, with events: the events;
//   - else the reads, of which the lengths are known.
type cdpReads struct {
	settled cdpSettled
	reads   []cdpRead
	events  []cdpEvent
	text    []byte // of the events
	id      []byte // the last event ID, which each event repeats
	total   int64  // bytes of the reads
	before  int64  // of all but the latest
	binary  bool   // the message of a WebSocket that goes on

	answered Mark // when the response came
}

// cdpSettled says what the exchange is made of.
type cdpSettled uint8

const (
	cdpWaiting cdpSettled = iota
	cdpByRead
	cdpByEvent
)

type cdpRead struct {
	at time.Duration
	n  int64
}

type cdpEvent struct {
	at  time.Duration
	end int // in the text
}

// takeLength takes a read of n bytes that are not known.
func (c *cdp) takeLength(r *request, at time.Duration, n int64) error {
	p := &r.page
	switch p.settled {
	case cdpByEvent:
		return nil
	case cdpByRead:
		return c.chunk(r, at, nil, n)
	}
	if c.waits >= maxWaiting || p.total > maxBytes {
		if err := c.settle(r, false); err != nil {
			return err
		}
		return c.takeLength(r, at, n)
	}
	c.waits++
	p.reads = append(p.reads, cdpRead{at, n})
	p.before = p.total
	p.total += n
	return nil
}

// takeBytes takes a read whose bytes are known, beside a number of them that is
// stated.
func (c *cdp) takeBytes(r *request, at time.Duration, data []byte, stated int64) error {
	if r.page.settled == cdpWaiting {
		if err := c.settle(r, true); err != nil {
			return err
		}
	}
	if r.page.settled == cdpByEvent {
		return nil
	}
	return c.chunk(r, at, data, stated)
}

// takeBuffered takes the bytes that had come before reads were asked to have
// theirs: those of the reads so far or, where none was logged, one that came
// after the response.
func (c *cdp) takeBuffered(r *request, data []byte) error {
	p := &r.page
	switch {
	case p.settled != cdpWaiting || len(data) == 0 || len(p.events) > 0:
		return nil
	case len(p.reads) == 0 && p.answered.Set:
		return c.takeBytes(r, p.answered.Time, data, int64(len(data)))
	case int64(len(data)) != p.total:
		return nil
	}
	p.text = append(p.text, data...)
	return c.byRead(r)
}

// takeEvent takes an event of an EventSource.
func (c *cdp) takeEvent(r *request, at time.Duration, name, id, data []byte) error {
	p := &r.page
	if p.settled == cdpByRead {
		return nil
	}
	from := len(p.text)
	name, _ = bare(name)
	id, _ = bare(id)
	data, _ = bare(data)
	changed := !bytes.Equal(id, p.id)
	p.id = append(p.id[:0], id...)
	p.text = appendEvent(p.text, name, id, changed, data)
	if p.settled == cdpByEvent {
		err := c.chunk(r, at, p.text[from:], int64(len(p.text)-from))
		p.text = p.text[:0]
		return err
	}
	c.waits++
	c.waitingBytes += len(p.text) - from
	p.events = append(p.events, cdpEvent{at, len(p.text)})
	if end := int64(len(p.text)); end > p.total || end <= p.before || c.waits >= maxWaiting || c.waitingBytes > maxWaitingBytes {
		return c.settle(r, false)
	}
	return nil
}

// settle decides. end says that nothing more comes that could disprove the events.
func (c *cdp) settle(r *request, end bool) error {
	p := &r.page
	switch {
	case p.settled != cdpWaiting:
		return nil
	case len(p.events) == 0:
		return c.byRead(r)
	case end && int64(len(p.text)) == p.total:
		return c.byRead(r)
	}
	p.settled = cdpByEvent
	r.Level = LevelEvent
	r.Note(NoteRebuilt)
	from := 0
	for _, e := range p.events {
		if err := c.chunk(r, e.at, p.text[from:e.end], int64(e.end-from)); err != nil {
			return err
		}
		from = e.end
	}
	c.release(p)
	return nil
}

// byRead makes the exchange of the reads, with the bytes that p.text has for
// them, if any.
func (c *cdp) byRead(r *request) error {
	p := &r.page
	p.settled = cdpByRead
	r.Level = LevelRead
	var from int64
	for _, read := range p.reads {
		var data []byte
		if len(p.text) > 0 {
			data = p.text[from : from+read.n]
		}
		if err := c.chunk(r, read.at, data, read.n); err != nil {
			return err
		}
		from += read.n
	}
	c.release(p)
	return nil
}

// release lets go of what waited; the records still use its bytes.
func (c *cdp) release(p *cdpReads) {
	c.waits -= len(p.reads) + len(p.events)
	if len(p.events) > 0 {
		c.waitingBytes -= p.events[len(p.events)-1].end
	}
	p.reads, p.events, p.text = nil, nil, nil
}

// waiting are the requests that have not ended, in the order of their begin.
func (c *cdp) waiting() []*request {
	in := make([]*request, 0, len(c.live))
	for _, r := range c.live {
		in = append(in, r)
	}
	sort.Slice(in, func(i, j int) bool { return in[i].born < in[j].born })
	return in
}
