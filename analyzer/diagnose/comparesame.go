package diagnose

import (
	"fmt"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Mismatch says why a capture cannot be compared.
type Mismatch struct {
	Point int    // the one that it is about, from 0
	Other int    // the one that it is unlike, from 0; capture.None where it is about one alone
	Read  string // what it has
	Want  string // what it should have, or what the other has there
}

func (e *Mismatch) Error() string {
	s := fmt.Sprintf("diagnose: point %d: read %s, want %s", e.Point+1, e.Read, e.Want)
	if e.Other != capture.None {
		s += fmt.Sprintf(", as at point %d", e.Other+1)
	}
	return s
}

func differs(i, other int, read, want string) *Mismatch {
	return &Mismatch{Point: i, Other: other, Read: read, Want: want}
}

// usable holds that t says which bytes came when.
func usable(t *timeline.Timeline, i int) error {
	alone := func(read, want string) error { return differs(i, capture.None, read, want) }
	switch {
	case len(t.Chunks) == 0:
		return alone("rows of a reader and no chunks", "a capture: which bytes came when")
	case !t.Timed:
		return alone("chunks without times", "the time of each, to tell what was held between two points")
	case t.Total() == 0:
		return alone("no bytes", "some, to match them")
	}
	return nil
}

func coding(t *timeline.Timeline) string {
	if t.Coded {
		return "bytes of a content coding"
	}
	return "bytes without a content coding"
}

// sameMeasure holds that the lengths of a and b, points i and j, are of the same
// bytes. Where a recorder saw TLS, or cut payload off, what carries a body is in
// the lengths: chunk by chunk they would be laid ever further apart.
func sameMeasure(a, b *timeline.Timeline, i, j int) error {
	if a.Coded != b.Coded {
		return differs(j, i, coding(b), coding(a))
	}
	for _, n := range []capture.Note{capture.NoteEncrypted, capture.NoteSnapped} {
		if slices.Contains(a.Notes, n) != slices.Contains(b.Notes, n) && a.Total() != b.Total() {
			return differs(j, i, fmt.Sprintf("%d bytes beside lengths that may count what carries them", b.Total()), fmt.Sprintf("%d bytes", a.Total()))
		}
	}
	return nil
}

// sameStream holds that b has the spans that a has, as far as both go. a is
// point i, from 0, and b is point j. Spans do not depend on where chunks were
// cut, so those that all bytes are there to prove are equal or the streams are
// two; of one that is not proved yet, only the start is known.
func sameStream(a, b *timeline.Timeline, i, j int) error {
	if a.Framing != b.Framing {
		return differs(j, i, "the framing "+b.Framing.String(), a.Framing.String())
	}
	common := min(a.Total(), b.Total())
	x, y := a.Spans.Walk(), b.Spans.Walk()
	for {
		s, hasA := x.Next()
		o, hasB := y.Next()
		hasA, hasB = hasA && s.Start < common, hasB && o.Start < common
		whole := hasA && hasB && s.ProvedBy(common) && o.ProvedBy(common)
		switch {
		case !hasA && !hasB:
			return nil
		case hasA != hasB, s.Start != o.Start, whole && s != o, !whole && s.ProvedBy(common) != o.ProvedBy(common):
			return differs(j, i, spanText(o, hasB, common), spanText(s, hasA, common))
		case !whole:
			return nil
		}
		x.Step()
		y.Step()
	}
}

// spanText says where a span lies within the first n bytes.
func spanText(s framing.Span, is bool, n int64) string {
	switch {
	case !is:
		return fmt.Sprintf("nothing more up to byte %d of the stream", n)
	case !s.ProvedBy(n):
		return fmt.Sprintf("something open from byte %d of the stream to byte %d", s.Start, n)
	}
	what := s.Kind.String()
	if s.Reason != framing.NoReason {
		what += " (" + s.Reason.String() + ")"
	}
	return fmt.Sprintf("%s from byte %d of the stream to byte %d", article(what), s.Start, s.End)
}

func article(what string) string {
	if what[0] == 'e' {
		return "an " + what
	}
	return "a " + what
}
