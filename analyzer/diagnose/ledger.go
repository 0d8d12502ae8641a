package diagnose

import (
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// ledger counts closed events that are not released. Questions about places
// ever further on cost a step a span, others O(log spans).
type ledger struct {
	all   bool          // sentinels and heartbeats count
	gone  timeline.Walk // at what was last asked for: past what is released,
	seen  timeline.Walk // and past what is proved
	text  timeline.Walk // past what was let go
	total timeline.Sum
	keeps []keep  // bad events that are never let go, in order
	held  []int64 // their bytes, by point; nil where there are none
}

// newLedger counts all events, or leaves out sentinels and heartbeats, which
// readers swallow, unless there are no others.
func newLedger(t *timeline.Timeline, all bool) *ledger {
	sum := t.Spans.Sum()
	l := &ledger{gone: t.Spans.Walk(), seen: t.Spans.Walk(), text: t.Spans.Walk()}
	l.all = all || sum.Plain.Count == 0 && !openPlain(&t.Spans)
	l.total = l.of(sum)
	return l
}

// openPlain reports whether the last span is an open event: what it will be is
// not known, so it counts as a plain one.
func openPlain(spans *timeline.Spans) bool {
	if spans.Len() == 0 {
		return false
	}
	last := spans.At(spans.Len() - 1)
	return last.End == framing.Open && last.Kind == framing.Event
}

func (l *ledger) of(t timeline.Tally) timeline.Sum {
	if l.all {
		return t.Events
	}
	return t.Plain
}

func (l *ledger) counts(s framing.Span) bool {
	return s.Kind.IsEvent() && (l.all || s.Kind == framing.Event || s.Kind == framing.Bad)
}

// until is the counted events that end at or before offset.
func (l *ledger) until(offset int64) timeline.Sum {
	l.gone.Past(offset)
	return l.of(l.gone.Sum())
}

// among is the counted events among the first i spans.
func (l *ledger) among(i int) timeline.Sum {
	l.seen.To(i)
	return l.of(l.seen.Sum())
}

// handed is up to where events are handed off by a reader that let go of offset
// bytes, once the first `proved` spans are complete: up to the end of an event of
// which it keeps no more than what ends it. White space and a terminator behind
// the text are not the event's content.
func (l *ledger) handed(offset int64, proved int) int64 {
	l.text.Past(offset)
	if s, ok := l.text.Next(); ok && textEnd(s) <= offset && l.text.Index() < proved {
		return s.End
	}
	return offset
}

// textEnd is where nothing is left of a span that has closed but what ends it.
func textEnd(s framing.Span) int64 { return max(s.Ready, s.Start+1) }

// late is the bytes of counted events among the first `proved` spans that lie
// beyond offset released.
func (l *ledger) late(proved int, released int64) int64 {
	gone := l.until(released)
	if l.gone.Index() >= proved {
		return 0
	}
	n := l.among(proved).Bytes - gone.Bytes
	if s, _ := l.gone.Next(); l.counts(s) && released > s.Start {
		n -= released - s.Start
	}
	return n
}

// keep takes note of bad events that the reader never lets go of: what it holds
// is then no longer the stream's tail alone. EOF, if there is one, ends that.
func (l *ledger) keep(keeps []keep, chunks, points int) {
	if len(keeps) == 0 {
		return
	}
	l.keeps, l.held = keeps, make([]int64, points)
	next, bytes := 0, int64(0)
	for i := range chunks {
		for ; next < len(keeps) && keeps[next].point <= i; next++ {
			bytes += keeps[next].bytes
		}
		l.held[i] = bytes
	}
}

// kept is the bytes of bad events held for ever at point k.
func (l *ledger) kept(k int) int64 {
	if l.held == nil {
		return 0
	}
	return l.held[k]
}

// isKept reports whether span i is held for ever.
func (l *ledger) isKept(i int) bool {
	n := sort.Search(len(l.keeps), func(n int) bool { return l.keeps[n].span >= i })
	return n < len(l.keeps) && l.keeps[n].span == i
}
