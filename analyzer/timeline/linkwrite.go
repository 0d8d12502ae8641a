package timeline

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// linkWriter appends columns.
type linkWriter struct{ b []byte }

func (w *linkWriter) put(u uint64)    { w.b = binary.AppendUvarint(w.b, u) }
func (w *linkWriter) count(n int)     { w.put(uint64(n)) }
func (w *linkWriter) bytes(n int64)   { w.put(uint64(n)) }
func (w *linkWriter) signed(n int64)  { w.put(zigzag(n)) }
func (w *linkWriter) string(s string) { w.count(len(s)); w.b = append(w.b, s...) }

// guessed writes a number by what was guessed.
func (w *linkWriter) guessed(n int64, guesses ...int64) {
	switch i := slices.Index(guesses, n); {
	case i >= 0:
		w.count(i)
	case n == capture.None:
		w.count(len(guesses))
	default:
		w.put(uint64(len(guesses)) + 1 + zigzag(n-max(guesses[0], 0)))
	}
}

// writeLinkColumns are the columns of t and c.
func writeLinkColumns(t *Timeline, c Column) []byte {
	l := layoutOf(t, t.Payload, t.Inflated != nil)
	w := &linkWriter{b: make([]byte, 0, 8*t.Len()+512)}
	unit, size := t.linkUnit()
	flags := uint64(0)
	_, open := t.Spans.Open()
	for bit, is := range map[uint64]bool{linkBefore: l.before, linkSpans: l.spans, linkInflated: l.inflated, linkMarks: l.marks, linkOpen: l.spans && open} {
		if is {
			flags |= bit
		}
	}
	w.put(flags)
	w.count(unit)
	w.count(len(t.Chunks))
	w.count(t.Len() - len(t.Chunks))
	w.string(strings.TrimSuffix(codesOf(t, c.Name, t.Payload), "\n"))
	reasons := t.linkReasons()
	if l.spans {
		w.count(t.Spans.Len())
		w.count(t.Spans.closedByEOF())
		w.string(strings.Join(reasons, " "))
	}

	last := time.Duration(0)
	for i := range t.Len() {
		at, _ := t.row(i)
		w.signed(int64((at - last) / size))
		last = at
	}
	for i := range t.Chunks {
		w.bytes(t.Bytes(i))
	}
	if l.spans {
		w.spans(t, reasons)
	}
	w.held(t, c, l.before)
	if l.inflated {
		for i := range t.Inflated {
			w.bytes(t.CodedBytes(i))
		}
		for _, x := range t.Inflated {
			w.bytes(x.Held)
		}
	}
	if l.marks {
		w.marks(t, size)
	}
	return w.b
}

// linkUnit is the largest unit of which all times are multiples, and its size.
func (t *Timeline) linkUnit() (unit int, size time.Duration) {
	unit, size = maxLinkUnit, time.Second
	t.times(func(at time.Duration) {
		for at%size != 0 {
			unit--
			size /= 10
		}
	})
	return unit, size
}

// linkReasons are the reasons of bad spans, in the order in which they come.
func (t *Timeline) linkReasons() (reasons []string) {
	if t.Spans.Bad() == 0 {
		return nil
	}
	for _, s := range t.Spans.All() {
		if s.Kind == framing.Bad && !slices.Contains(reasons, s.Reason.String()) {
			reasons = append(reasons, s.Reason.String())
		}
	}
	return reasons
}

func (w *linkWriter) spans(t *Timeline, reasons []string) {
	end := int64(0)
	for _, s := range t.Spans.All() {
		w.bytes(s.Start - end)
		end = s.End
	}
	for _, s := range t.Spans.All() {
		if s.End != framing.Open {
			w.bytes(s.Len() - 1)
		}
	}
	total := t.Total()
	for _, s := range t.Spans.All() {
		kind := s.Kind.Letter()
		if s.Proof > s.End {
			kind &^= linkEarly
		}
		if _, ok := tail(s, total); ok {
			kind |= linkTail
		}
		w.b = append(w.b, kind)
	}
	for _, s := range t.Spans.All() {
		if n, ok := tail(s, total); ok {
			w.bytes(n)
		}
	}
	for _, s := range t.Spans.All() {
		if s.Kind == framing.Bad {
			w.count(slices.Index(reasons, s.Reason.String()))
		}
	}
}

// held writes the column of held bytes and the flags beside it.
func (w *linkWriter) held(t *Timeline, c Column, before bool) {
	if before {
		g := newGuesses(t)
		for i, r := range c.Rows {
			w.guessed(r.Before, g.before(i))
			g.after = r.After
		}
	}
	g := newGuesses(t)
	var flags linkWriter
	for i, r := range c.Rows {
		after, parsed := g.row(i)
		w.guessed(r.After, after, r.Before)
		g.after = r.After
		flag := byte(0)
		if r.Parsed != parsed {
			flag = 1
		}
		flags.b = append(flags.b, flag)
	}
	w.b = append(w.b, flags.b...)
}

func (w *linkWriter) marks(t *Timeline, size time.Duration) {
	for j := range capture.MarkCount {
		for i := range t.Marks {
			m := t.Marks[i][j]
			if !m.Set {
				w.put(0)
				continue
			}
			at, _ := t.row(i)
			w.put(1 + zigzag(int64((m.Time-at)/size)))
		}
	}
}
