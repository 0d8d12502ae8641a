package capture

import "time"

// maxExchanges bounds the exchanges of one recording: their heads are kept.
const maxExchanges = 1 << 16

// machine is what every importer is made of: a step that reads a little and
// pushes what it found, and the records that wait to be returned.
type machine struct {
	format    Format
	step      func() error // reads on; io.EOF at the end, any other error final
	exchanges []*Exchange
	records   []Record
	next      int // of records, the one to be returned next
	err       error
}

func (m *machine) Format() Format         { return m.format }
func (m *machine) Exchanges() []*Exchange { return m.exchanges }

func (m *machine) Next() (Record, error) {
	for m.next == len(m.records) {
		if m.err != nil {
			return Record{}, m.err
		}
		m.records, m.next = m.records[:0], 0
		m.err = m.step()
	}
	m.next++
	return m.records[m.next-1], nil
}

func (m *machine) push(r Record) { m.records = append(m.records, r) }

// begin adds an exchange and returns its index, or false where there are too many.
func (m *machine) begin(e *Exchange) (int, bool) {
	if len(m.exchanges) == maxExchanges {
		return 0, false
	}
	m.exchanges = append(m.exchanges, e)
	return len(m.exchanges) - 1, true
}

// order notes times that run backwards within one exchange.
type order struct {
	last time.Duration
	set  bool
}

func (o *order) see(e *Exchange, t time.Duration) {
	if o.set && t < o.last {
		e.Note(NoteTimesBackwards)
	}
	o.last, o.set = t, true
}
