package figure

import (
	"slices"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// band is a stall as it is drawn.
type band struct {
	run
	length            time.Duration
	cutLeft, cutRight bool // it goes on beyond the plot
}

// bands lays the stalls side by side, at least a pixel wide each. One that has
// no pixel left of its own is not drawn, so there are no more than pixels, and
// no more are looked at than some for each.
func bands(stalls []diagnose.Stall, x scale) []band {
	if x.to <= x.from {
		return nil
	}
	var out []band
	free := 0
	i := seekStall(stalls, 0, func(s *diagnose.Stall) bool { return int64(s.To) > x.from })
	for i < len(stalls) {
		s := &stalls[i]
		if int64(s.From) >= x.to {
			break
		}
		begin := x.at(int64(s.From))
		from := max(begin, free)
		to := max(x.at(int64(s.To)), begin+1)
		if s.To > s.From && from < min(to, x.px) {
			out = append(out, band{run{from, to, most(s.Times)}, s.To - s.From, int64(s.From) < x.from, int64(s.To) > x.to})
			free = to
		}
		i = seekStall(stalls, i+1, func(s *diagnose.Stall) bool {
			return x.at(int64(s.From)) >= free || x.at(int64(s.To)) > free
		})
	}
	return out
}

// seekStall is the first stall from number i on for which is holds, as it then
// does for all after it. It looks at those nearby first.
func seekStall(stalls []diagnose.Stall, i int, is func(*diagnose.Stall) bool) int {
	step := 1
	for i+step <= len(stalls) && !is(&stalls[i+step-1]) {
		i += step
		step *= 2
	}
	to := min(i+step, len(stalls))
	return i + sort.Search(to-i, func(k int) bool { return is(&stalls[i+k]) })
}

// longest are the n longest of bands, in order of time.
func longest(bands []band, n int) []band {
	if len(bands) <= n {
		return bands
	}
	out := make([]band, 0, n+1)
	for _, b := range bands {
		i := len(out)
		for i > 0 && out[i-1].length < b.length {
			i--
		}
		if i < n {
			out = slices.Insert(out, i, b)
			out = out[:min(len(out), n)]
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].from < out[j].from })
	return out
}
