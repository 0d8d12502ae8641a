package capture

import (
	"io"
	"time"
)

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
	damage    Damage
}

func (m *machine) Format() Format         { return m.format }
func (m *machine) Exchanges() []*Exchange { return m.exchanges }

func (m *machine) Next() (Record, error) {
	for m.next == len(m.records) {
		if m.err != nil {
			return Record{}, m.err
		}
		m.records, m.next = m.records[:0], 0
		if m.err = m.step(); m.err == io.EOF && m.damage.Records > 0 {
			m.tellDamage()
		}
	}
	m.next++
	return m.records[m.next-1], nil
}

// damaged counts a record that could not be read and is passed over. line is 0,
// or offset None, where it is not known.
func (m *machine) damaged(line int, offset int64) {
	if m.damage.Records == 0 {
		if m.damage = (Damage{Line: line, Offset: offset}); line > 0 {
			m.damage.Offset = None
		}
	}
	m.damage.Records++
}

// tellDamage tells every exchange: nothing says whose the lost records were.
func (m *machine) tellDamage() {
	for _, e := range m.exchanges {
		e.Note(NoteDamaged)
		e.Damage = m.damage
	}
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
