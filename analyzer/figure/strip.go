package figure

import (
	"iter"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// run is a row of neighbouring pixels of one cause.
type run struct {
	from, to int // pixels, to excluded
	cause    diagnose.Cause
}

// strip gives each pixel the cause that has most of its time, and joins
// neighbours of one cause. Pixels without any time belong to no run. Of
// stretches that overlap, the first has the time.
func strip(why iter.Seq[diagnose.Stretch], x scale) []run {
	spent := make([][diagnose.CauseCount]int64, x.px)
	done := x.from
	px, edge := 0, x.after(0) // the pixel that done lies in, and where the next begins
	for w := range why {
		from, to := max(int64(w.From), done), min(int64(w.To), x.to)
		if w.Cause >= diagnose.CauseCount || to <= from {
			continue
		}
		for done = to; from < to; {
			if from >= edge {
				px = min(x.in(from), x.px-1)
				edge = x.after(px)
			}
			until := min(to, edge)
			spent[px][w.Cause] += until - from
			from = until
		}
	}
	var runs []run
	for px := range spent {
		cause := most(spent[px])
		if spent[px][cause] == 0 {
			continue
		}
		if n := len(runs); n > 0 && runs[n-1].to == px && runs[n-1].cause == cause {
			runs[n-1].to++
			continue
		}
		runs = append(runs, run{px, px + 1, cause})
	}
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

// whole is all stretches together.
type whole struct {
	some        bool
	first, last time.Duration // the earliest and the latest time
	times       diagnose.Times
}

// sum goes through the stretches once: there may be millions.
func sum(why iter.Seq[diagnose.Stretch]) whole {
	out := whole{first: maxTime, last: -maxTime}
	if why == nil {
		return out
	}
	for w := range why {
		out.some = true
		out.first, out.last = min(out.first, w.From), max(out.last, w.To)
		if w.Cause < diagnose.CauseCount && w.To > w.From {
			out.times[w.Cause] += w.To - w.From
		}
	}
	return out
}

// band is a stall as it is drawn.
type band struct {
	run
	length time.Duration
}

// bands lays the stalls side by side, at least a pixel wide each. One that has
// no pixel left of its own is not drawn, so there are no more than pixels.
func bands(stalls []diagnose.Stall, x scale) []band {
	var out []band
	free := 0
	for _, s := range stalls {
		if s.To <= s.From || x.to <= x.from {
			continue
		}
		from := max(x.at(int64(s.From)), free)
		to := max(x.at(int64(s.To)), from+1)
		if from >= x.px {
			continue
		}
		free = to
		out = append(out, band{run{from, to, most(s.Times)}, s.To - s.From})
	}
	return out
}
