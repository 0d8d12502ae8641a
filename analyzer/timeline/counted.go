package timeline

import "github.com/heldbytes/heldbytes/analyzer/capture"

// heldByCount says what was held at rows that tell how many events were handed
// off, and no bytes: all from the first event on that was not, or what is open
// where all were. It says nothing where some row says bytes, or where the counts
// are not of the events that framing finds: a reader may count lines, or what it
// makes of events.
func (b *Builder) heldByCount() {
	rows := b.log.Samples
	counts, all := int64(0), b.t.Spans.Sum()
	for i, n := range b.counts {
		if n == capture.None || rows[i].Held != capture.None {
			return
		}
		counts = n
	}
	of := Plain
	if counts > int64(Plain(&all)) {
		of = Closed
	}
	held := make([]int64, len(rows))
	received, at := int64(0), b.t.Spans.Walk()
	for i, r := range rows {
		if received += max(r.Bytes, 0); b.t.EOF.Set && i == len(rows)-1 && received == b.Total() && r.Bytes <= 0 {
			at.To(b.t.Spans.Len()) // EOF closes what it closes
		} else {
			at.Proved(received)
		}
		closed := at.Sum()
		first := at
		switch n := int64(of(&closed)); {
		case b.counts[i] > n:
			return
		case b.counts[i] < n:
			first.ToNumber(int(b.counts[i]), of)
		}
		if span, ok := first.Next(); ok && span.Start < received {
			held[i] = received - span.Start
		}
	}
	for i := range rows {
		rows[i].Held = held[i]
	}
}
