package diagnose

import (
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Split is a series taken apart: every instant has one cause and every held
// byte one name, so the parts sum to the whole.
type Split struct {
	Times     Times
	Area      Area
	Stretches []Stretch // in order, neighbours of one cause joined
}

// split takes series s of t apart. Of events, those count that the ledger
// counts.
func split(t *timeline.Timeline, s *replay.Series, l *ledger) Split {
	var out Split
	floor := replay.Floor{Spans: t.Spans}
	for k := 0; k+1 < len(s.Points); k++ {
		p := s.Points[k]
		from, to := l.clock[k], l.clock[k+1]
		ns := int64(to - from)
		free := floor.Free(p.Received)
		late := l.late(floor.Proved(), p.Released+l.kept(k)) + l.kept(k)
		var open int64
		if i := floor.Proved(); free < p.Received && t.Spans[i].Kind != framing.Filler {
			open = p.Received - free
		}
		out.Area.Open.Add(open, ns)
		out.Area.Late.Add(late, ns)
		if rest := p.After - late - open; rest >= 0 {
			out.Area.Filler.Add(rest, ns)
		} else {
			out.Area.Early.Add(-rest, ns)
		}
		cause := Idle
		switch {
		case late > 0:
			cause = Release
		case open > 0:
			cause = OpenEvent
		case p.After > 0:
			cause = FillerOnly
		}
		out.add(Stretch{from, to, cause})
	}
	return out
}

func (s *Split) add(x Stretch) {
	if x.From == x.To {
		return
	}
	s.Times[x.Cause] += x.To - x.From
	if n := len(s.Stretches); n > 0 && s.Stretches[n-1].Cause == x.Cause && s.Stretches[n-1].To == x.From {
		s.Stretches[n-1].To = x.To
		return
	}
	s.Stretches = append(s.Stretches, x)
}

// between is what the stretches from one instant to another were spent on.
func (s *Split) between(from, to time.Duration) Times {
	var out Times
	first := sort.Search(len(s.Stretches), func(i int) bool { return s.Stretches[i].To > from })
	for _, x := range s.Stretches[first:] {
		if x.From >= to {
			break
		}
		out[x.Cause] += min(x.To, to) - max(x.From, from)
	}
	return out
}

// ledger knows a timeline's closed events and counts those not released, in
// O(log spans) a question.
type ledger struct {
	spans []framing.Span
	sum   []int64 // bytes of counted events before span i
	count []int   // counted events before span i
	all   bool    // sentinels and heartbeats count
	keeps []keep  // bad events that are never let go, in order
	held  []int64 // their bytes, by point; nil where there are none
	clock []time.Duration
}

// newLedger counts all events, or leaves out sentinels and heartbeats, which
// readers swallow, unless there are no others.
func newLedger(t *timeline.Timeline, all bool) *ledger {
	l := &ledger{spans: t.Spans, all: true, clock: clock(t)}
	if !all {
		for _, s := range t.Spans {
			if s.Kind == framing.Event || s.Kind == framing.Bad {
				l.all = false
				break
			}
		}
	}
	l.sum = make([]int64, len(t.Spans)+1)
	l.count = make([]int, len(t.Spans)+1)
	for i, s := range t.Spans {
		l.sum[i+1], l.count[i+1] = l.sum[i], l.count[i]
		if l.counts(s) && s.End != framing.Open {
			l.sum[i+1] += s.Len()
			l.count[i+1]++
		}
	}
	return l
}

func (l *ledger) counts(s framing.Span) bool {
	return s.Kind.IsEvent() && (l.all || s.Kind == framing.Event || s.Kind == framing.Bad)
}

// keep takes note of bad events that the reader never lets go of: what it holds
// is then no longer the stream's tail alone. EOF, if there is one, ends that.
func (l *ledger) keep(keeps []keep, chunks int) {
	if len(keeps) == 0 {
		return
	}
	l.keeps, l.held = keeps, make([]int64, len(l.clock))
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

// ended is the number of spans that end at or before offset.
func (l *ledger) ended(offset int64) int {
	lo, hi := 0, len(l.spans)
	for lo < hi {
		mid := (lo + hi) / 2
		if end := l.spans[mid].End; end != framing.Open && end <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// late is the bytes of counted events among the first `proved` spans that lie
// beyond offset released.
func (l *ledger) late(proved int, released int64) int64 {
	i := l.ended(released)
	if i >= proved {
		return 0
	}
	n := l.sum[proved] - l.sum[i]
	if s := l.spans[i]; l.counts(s) && released > s.Start {
		n -= released - s.Start
	}
	return n
}

// clock is the times of t's chunks and EOF, held where they run backwards.
func clock(t *timeline.Timeline) []time.Duration {
	var out []time.Duration
	last := time.Duration(0)
	for _, c := range t.Chunks {
		last = max(last, c.Time)
		out = append(out, last)
	}
	if t.EOF.Set {
		out = append(out, max(last, t.EOF.Time))
	}
	return out
}
