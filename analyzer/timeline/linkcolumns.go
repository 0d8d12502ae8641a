package timeline

import (
	"math/bits"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// The columns of a link are varints (least group first, as of encoding/binary)
// one behind the other. At first what they are:
//
//	flags    of linkFlags
//	unit     times are in 10^unit nanoseconds, 0 to 9
//	chunks   how many
//	others   how many rows there are besides: EOF, or those of a reader alone
//	codes    their length, and the line of codes of the CSV without its LF
//
// and, where the CSV has spans,
//
//	spans    how many
//	at EOF   how many of them EOF alone closed, of those that have an end
//	reasons  their length, and those of bad spans, separated by blanks
//
// Then column by column, each with a value for every chunk, row or span:
//
//	time     of each row, from that of the row before, zigzag
//	bytes    of each chunk
//	gap      of each span: from the end of the one before to its start
//	length   of each span, less one; an open one has none
//	kind     of each span: its letter, upper case where its proof is late, and
//	         128 more where it has a tail
//	tail     of each span that has one: bytes from ready to the end, or, of an
//	         open one, to the last byte
//	reason   of each bad span, by its place among the reasons
//	before   held before each row, as a number guessed
//	after    held after each row, likewise
//	parsed   of each row: 0 where it is as guessed, else 1
//	coded    of each chunk, its coded bytes
//	inflater of each chunk, what the inflater held
//	marks    accept of each row, then read, parse, handoff: 0 where there is none,
//	         else 1 and the zigzag of its time from that of the row
//
// A number guessed is the place of the right one among what was guessed, the
// number of guesses where it is not known, and what is beyond that the zigzag of
// its distance from the first. Of these columns nearly all cells of a timeline
// are zeros, of which DEFLATE leaves nothing.

// linkFlags say which columns there are.
const (
	linkBefore   = 1 << iota // held_before
	linkSpans                // spans
	linkInflated             // coded_bytes and inflater_held
	linkMarks                // the four marks
	linkOpen                 // the last span has no end
	linkAll      = linkOpen<<1 - 1
)

// Of the kind of a span in a link.
const (
	linkEarly = 0x20 // of a letter: it is lower case
	linkTail  = 0x80
)

// maxLinkUnit is that of whole seconds.
const maxLinkUnit = 9

func zigzag(n int64) uint64   { return uint64(n)<<1 ^ uint64(n>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// guesses of what a row holds, from the rows before it and the chunks and spans
// up to it.
type guesses struct {
	t      *Timeline
	walk   Walk
	parsed int   // spans that parsed, so far
	after  int64 // of the row before
}

func newGuesses(t *Timeline) *guesses { return &guesses{t: t, walk: t.Spans.Walk()} }

// before is what was held before row i: what the row before left and what came.
func (g *guesses) before(i int) int64 {
	if g.after == capture.None || i >= len(g.t.Chunks) {
		return g.after
	}
	return g.after + g.t.Bytes(i)
}

// row goes on to row i. It guesses that a reader holds after it what at-close
// does, or without chunks what it held before, and whether an event that parses
// has closed. Rows are gone through in order.
func (g *guesses) row(i int) (after int64, parsed bool) {
	switch {
	case i < len(g.t.Chunks):
		received := g.t.Chunks[i].End
		g.walk.Proved(received)
		if s, ok := g.walk.Next(); ok && s.Start < received {
			after = received - s.Start
		}
	case len(g.t.Chunks) > 0:
		g.walk.To(g.t.Spans.Len())
	default:
		after = max(g.after, 0)
	}
	sum := g.walk.Sum()
	n := sum.Events.Count - sum.Bad
	parsed = n > g.parsed
	g.parsed = n
	return after, parsed
}

// times calls see with all times of rows and marks that a link carries.
func (t *Timeline) times(see func(time.Duration)) {
	for i := range t.Len() {
		at, _ := t.row(i)
		see(at)
	}
	for i := range t.Marks {
		for _, m := range t.Marks[i] {
			if m.Set {
				see(m.Time)
			}
		}
	}
}

// mulTime is n units of 10^unit nanoseconds, if that is a time.
func mulTime(n int64, unit int) (time.Duration, bool) {
	size := uint64(1)
	for range unit {
		size *= 10
	}
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	high, low := bits.Mul64(u, size)
	if high > 0 || low > capture.MaxTime {
		return 0, false
	}
	if n < 0 {
		return -time.Duration(low), true
	}
	return time.Duration(low), true
}
