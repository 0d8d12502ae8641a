package timeline

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// linked is what the columns of a link say: what writeRows asks of a timeline,
// unchecked but for what keeps sums and times in their bounds.
type linked struct {
	codes  string // with its LF
	layout layout
	t      Timeline
	column Column
}

// linkReader reads columns. Once it has failed, all that it reads is 0. Its
// methods are not inlined: a link is small, and so is what opens it to be.
type linkReader struct {
	b      []byte
	failed bool
}

//go:noinline
func (r *linkReader) fail() { r.b, r.failed = nil, true }

// has says that n values follow, of which each takes a byte at least: whatever
// is to have room for them is no larger than the link.
//
//go:noinline
func (r *linkReader) has(n int) bool {
	if n > len(r.b) {
		r.fail()
	}
	return !r.failed
}

//go:noinline
func (r *linkReader) get() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		u := uint64(r.b[0])
		r.b = r.b[1:]
		return u
	}
	u, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return u
}

// skip goes past a column of n values and returns a reader of it.
//
//go:noinline
func (r *linkReader) skip(n int) linkReader {
	column := linkReader{b: r.b}
	for range n {
		r.get()
	}
	return column
}

// count reads how many values follow somewhere.
//
//go:noinline
func (r *linkReader) count() int {
	n := r.get()
	if n > uint64(len(r.b)) {
		r.fail()
		return 0
	}
	return int(n)
}

// bytes reads a number of bytes that is added to sum.
//
//go:noinline
func (r *linkReader) bytes(sum int64) int64 {
	n := r.get()
	if sum > MaxTotal || n > uint64(MaxTotal-sum) {
		r.fail()
		return 0
	}
	return int64(n)
}

func (r *linkReader) string() string {
	n := r.count()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

// time is n units behind from.
//
//go:noinline
func (r *linkReader) time(n int64, unit int, from time.Duration) time.Duration {
	d, ok := mulTime(n, unit)
	if at := from + d; ok && at <= capture.MaxTime && at >= -capture.MaxTime {
		return at
	}
	r.fail()
	return 0
}

// guessed reads what linkWriter.guessed writes.
//
//go:noinline
func (r *linkReader) guessed(guesses ...int64) int64 {
	u, n := r.get(), uint64(len(guesses))
	switch {
	case u < n:
		return guesses[u]
	case u == n:
		return capture.None
	}
	from := max(guesses[0], 0)
	d := unzigzag(u - n - 1)
	if d < -from || d > MaxTotal-from {
		r.fail()
		return 0
	}
	return from + d
}

// readLinkColumns reads what writeLinkColumns writes. It reports whether b is
// that: columns that could belong to a timeline.
func readLinkColumns(b []byte) (*linked, bool) {
	r, x := &linkReader{b: b}, &linked{}
	flags, unit := r.get(), int(min(r.get(), maxLinkUnit+1))
	chunks, others := r.count(), r.count()
	x.codes = r.string() + "\n"
	x.layout = layout{chunks: chunks > 0, before: flags&linkBefore != 0, spans: flags&linkSpans != 0, inflated: flags&linkInflated != 0, marks: flags&linkMarks != 0}
	switch {
	case flags > linkAll, unit > maxLinkUnit, !isCodes(x.codes),
		chunks > 0 && others > 1, chunks == 0 && (x.layout.spans || x.layout.inflated):
		r.fail()
	}
	spans, atEOF, reasons := 0, 0, ""
	if x.layout.spans {
		spans, atEOF, reasons = r.count(), r.count(), r.string()
	}
	r.rows(&x.t, chunks, others, unit)
	if x.layout.spans {
		r.spans(&x.t, spans, atEOF, strings.Fields(reasons), flags&linkOpen != 0)
	}
	r.held(&x.t, &x.column, x.layout.before)
	if x.layout.inflated {
		r.inflated(&x.t)
	}
	if x.layout.marks {
		r.marks(&x.t, unit)
	}
	return x, !r.failed && len(r.b) == 0
}

// isCodes says that s is one line of a CSV that begins with #.
//
//go:noinline
func isCodes(s string) bool {
	return s[0] == '#' && strings.IndexFunc(s[:len(s)-1], func(c rune) bool { return c < ' ' || c > '~' }) < 0
}

// rows reads the times of all rows and the bytes of the chunks.
func (r *linkReader) rows(t *Timeline, chunks, others, unit int) {
	if !r.has(chunks + others) {
		return
	}
	at := time.Duration(0)
	t.Chunks = make([]Chunk, chunks)
	for i := range t.Chunks {
		at = r.time(unzigzag(r.get()), unit, at)
		t.Chunks[i].Time = at
	}
	if chunks == 0 {
		t.Observed = make([]Sample, others)
	}
	for i := range others {
		at = r.time(unzigzag(r.get()), unit, at)
		if chunks > 0 {
			t.EOF = capture.Mark{Time: at, Set: true}
		} else {
			t.Observed[i].Time = at
		}
	}
	total := int64(0)
	for i := range t.Chunks {
		total += r.bytes(total)
		t.Chunks[i].End = total
	}
}

// spans reads the columns of n spans. Of those that have an end, the last atEOF
// were closed by EOF alone.
func (r *linkReader) spans(t *Timeline, n, atEOF int, reasons []string, open bool) {
	closed := n
	if open {
		closed--
	}
	if atEOF > closed || !r.has(n) {
		r.fail()
		return
	}
	gaps, lengths := r.skip(n), r.skip(max(closed, 0))
	if !r.has(n) {
		return
	}
	kinds := r.b[:n]
	r.b = r.b[n:]
	tails := linkReader{b: r.b}
	for _, kind := range kinds {
		if kind&linkTail != 0 {
			r.get()
		}
	}
	total, end := t.Total(), int64(0)
	for i, kind := range kinds {
		s := framing.Span{Start: end + gaps.bytes(end), End: framing.Open, Ready: framing.Open, Proof: framing.Open}
		seen := total - s.Start // bytes of it
		if i < closed {
			seen = 1 + lengths.bytes(s.Start+1)
			end = s.Start + seen
			s.End, s.Ready, s.Proof, s.AtEOF = end, end, end, i >= closed-atEOF
			if kind&linkEarly == 0 {
				s.Proof++
			}
		}
		var err error
		if s.Kind, err = framing.ParseKind(kind&^linkTail | linkEarly); err != nil {
			r.fail()
		}
		if kind&linkTail != 0 {
			tail := tails.bytes(0)
			if tail > seen {
				r.fail()
			}
			s.Ready = s.Start + seen - tail
		}
		if s.Kind == framing.Bad {
			at := r.count()
			if at < len(reasons) {
				s.Reason, err = framing.ParseReason(reasons[at])
			}
			if at >= len(reasons) || err != nil {
				r.fail()
			}
		}
		if r.failed || gaps.failed || lengths.failed || tails.failed {
			r.fail()
			return
		}
		t.Spans.Append(s)
	}
}

// held reads the column of held bytes and the flags beside it.
func (r *linkReader) held(t *Timeline, c *Column, before bool) {
	n := t.Len()
	if !r.has(n) {
		return
	}
	c.Rows = make([]Held, n)
	befores := linkReader{b: r.b}
	if before {
		befores = r.skip(n)
	}
	g := newGuesses(t)
	for i := range c.Rows {
		h := &c.Rows[i]
		h.Before = capture.None
		if before {
			h.Before = befores.guessed(g.before(i))
		}
		var after int64
		after, h.Parsed = g.row(i)
		h.After = r.guessed(after, h.Before)
		g.after = h.After
	}
	for i := range c.Rows {
		switch r.get() {
		case 0:
		case 1:
			c.Rows[i].Parsed = !c.Rows[i].Parsed
		default:
			r.fail()
		}
	}
	if befores.failed {
		r.fail()
	}
}

// inflated reads what the chunks were before their content coding was taken off.
func (r *linkReader) inflated(t *Timeline) {
	if !r.has(len(t.Chunks)) {
		return
	}
	t.Inflated = make([]Inflated, len(t.Chunks))
	total := int64(0)
	for i := range t.Inflated {
		total += r.bytes(total)
		t.Inflated[i].End = total
	}
	for i := range t.Inflated {
		t.Inflated[i].Held = r.bytes(0)
	}
}

// marks reads those of each row.
func (r *linkReader) marks(t *Timeline, unit int) {
	if !r.has(capture.MarkCount * t.Len()) {
		return
	}
	t.Marks = make([]Marks, t.Len())
	for j := range capture.MarkCount {
		for i := range t.Marks {
			if u := r.get(); u > 0 {
				at, _ := t.row(i)
				t.Marks[i][j] = capture.Mark{Time: r.time(unzigzag(u-1), unit, at), Set: true}
			}
		}
	}
}
