package figure

import (
	"iter"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// Strip is what time was spent on, drawn under the graph. It goes through its
// stretches when it is first drawn and keeps what any window of it takes, so
// the figures of one recording share one.
type Strip struct {
	stretches iter.Seq[diagnose.Stretch]
	seen      bool
	whole
	track
}

// NewStrip is the strip of stretches in order. Of two that overlap, the first
// has the time.
func NewStrip(stretches iter.Seq[diagnose.Stretch]) *Strip { return &Strip{stretches: stretches} }

// whole is all stretches together.
type whole struct {
	some        bool
	first, last time.Duration // the earliest and the latest time
	times       diagnose.Times
}

// sum goes through the stretches once: there may be millions.
func (s *Strip) sum() *whole {
	if s == nil {
		return &whole{}
	}
	if s.seen {
		return &s.whole
	}
	s.seen = true
	s.first, s.last = maxTime, -maxTime
	for w := range s.stretches {
		s.some = true
		s.first, s.last = min(s.first, w.From), max(s.last, w.To)
		if w.Cause < diagnose.CauseCount && w.To > w.From {
			s.times[w.Cause] += w.To - w.From
			s.add(int64(w.From), int64(w.To), uint8(w.Cause))
		}
	}
	return &s.whole
}

// run is a row of neighbouring pixels of one cause.
type run struct {
	from, to int // pixels, to excluded
	cause    diagnose.Cause
}

// runs gives each pixel the cause that has most of its time, and joins
// neighbours of one cause. Pixels without any time belong to no run.
func (s *Strip) runs(x scale) []run {
	s.sum()
	var runs []run
	s.pixels(x, func(px int, spent [kinds]int64) {
		cause := most(spent)
		if n := len(runs); n > 0 && runs[n-1].to == px && runs[n-1].cause == cause {
			runs[n-1].to++
			return
		}
		runs = append(runs, run{px, px + 1, cause})
	})
	return runs
}

// most is the cause with the most, the first of equals.
func most[T ~int64](times [diagnose.CauseCount]T) (cause diagnose.Cause) {
	for c, d := range times {
		if d > times[cause] {
			cause = diagnose.Cause(c)
		}
	}
	return cause
}
