package lab

import "time"

// How long Step looks: until a clock has moved so often, or was read so often.
const (
	stepMoves = 16
	stepReads = 200_000
)

// Step is the smallest step that the clock is seen to take: what is shorter, it
// cannot show. Browsers keep clocks coarse, by tenths of a ms where a page shares
// its process. It is 0 where the clock does not move while it is looked at.
func Step(now Clock) time.Duration {
	var least time.Duration
	last := now()
	for reads, moves := 0, 0; reads < stepReads && moves < stepMoves; reads++ {
		at := now()
		if at == last {
			continue
		}
		if moves == 0 || at-last < least {
			least = at - last
		}
		moves++
		last = at
	}
	return least
}
