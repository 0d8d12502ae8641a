package timeline

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Row adds a row of the reader that stands in a recording behind the chunks that
// it covers. Where the row does not say how many bytes these had, it covers what
// was added since the row before it.
func (b *Builder) Row(at time.Duration, s *capture.Sample) {
	b.beside = true
	r := Sample{Time: at, Held: s.Held, Before: s.Before, Bytes: s.Bytes, Parsed: s.Parsed}
	if r.Bytes == capture.None {
		r.Bytes = b.Total() - b.rowed
	}
	b.rowed = b.Total()
	b.log.add(r, s.Marks)
	b.counts = append(b.counts, s.Count)
}

// add adds a row and its marks.
func (l *Log) add(r Sample, marks Marks) {
	l.Samples = append(l.Samples, r)
	if l.Marks == nil && marked(&marks) {
		l.Marks = make([]Marks, len(l.Samples)-1, cap(l.Samples))
	}
	if l.Marks != nil {
		l.Marks = append(l.Marks, marks)
	}
}

// Beside returns the rows that Row added, on the clock of the chunks. x is the
// exchange that they came from. A row that covers no bytes tells more of the row
// before it, unless it is the last and the stream has ended: that is EOF's.
func (b *Builder) Beside(x *capture.Exchange) Log {
	if !b.beside {
		return Log{}
	}
	if len(b.t.Chunks) == 0 {
		log := b.log
		log.Counted = x.Counted
		return log
	}
	log := Log{Cut: true}
	if b.rowed == b.Total() { // else events came behind the last count
		log.Counted = x.Counted
	}
	b.heldByCount()
	for i, r := range b.log.Samples {
		var marks Marks
		if b.log.Marks != nil {
			marks = b.log.Marks[i]
		}
		n := len(log.Samples)
		switch {
		case r.Bytes > 0 || i == len(b.log.Samples)-1 && b.t.EOF.Set && b.rowed == b.Total():
			log.add(r, marks)
		case n > 0:
			log.more(r, marks)
		}
	}
	return log
}

// more makes r a part of the last row: what it holds is what is held since.
func (l *Log) more(r Sample, marks Marks) {
	last := &l.Samples[len(l.Samples)-1]
	if r.Held != capture.None {
		last.Held = r.Held
	}
	last.Parsed = last.Parsed || r.Parsed
	if !marked(&marks) {
		return
	}
	if l.Marks == nil {
		l.Marks = make([]Marks, len(l.Samples))
	}
	l.Marks[len(l.Marks)-1] = marks
}
