package diagnose

import (
	"maps"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// ClockFrom says how the clocks of two capture points were laid together.
type ClockFrom string

// Ways of laying clocks together.
const (
	ClockShared   ClockFrom = "shared"   // both count from 1970, or tell the time of day: taken for one clock, as on one host
	ClockRough    ClockFrom = "rough"    // the same, but one is off by up to capture.RoughBy: within that, so that the quickest byte takes the least time
	ClockGiven    ClockFrom = "given"    // by an offset that was asked for
	ClockQuickest ClockFrom = "quickest" // so that the quickest byte takes no time
)

// HopClock is the clock of the point behind a hop beside that of the point
// before it.
type HopClock struct {
	From    ClockFrom
	Offset  time.Duration // how far it is ahead, as it was taken
	Early   time.Duration // how far it was set back since bytes would have come out before they went in
	Swapped bool          // all bytes would have
}

// maxApart bounds all times of a comparison on either side of zero, so that
// sums of a few do not overflow: 36 years.
const maxApart = time.Duration(capture.MaxTime / 4)

// lay sets the zero of point i, from 1.
func (c *comparer) lay(i int, given *time.Duration) (HopClock, error) {
	a, b, atA, atB := c.passes[i-1], c.passes[i], &c.Points[i-1], &c.Points[i]
	period, shared := capture.Period(atA.Clock, atB.Clock)
	clock := HopClock{From: ClockQuickest}
	written := atB.Origin - atA.Origin // between -2 and 2 times the most that is read, which int64 holds
	if shared {
		written = remainder(written, period)
	}
	switch {
	case given != nil:
		clock.From, clock.Offset = ClockGiven, *given
	case shared && (atA.Clock == capture.ClockRough || atB.Clock == capture.ClockRough):
		clock.From = ClockRough
	case shared:
		clock.From = ClockShared
	}
	apart := maxApart
	if clock.From == ClockQuickest {
		apart = capture.MaxTime // it says nothing of when
	}
	if written > apart || written < -apart || far(clock.Offset) || far(a.end()) || far(b.end()) {
		return clock, tooFar(i)
	}
	b.zero = a.zero
	if clock.From != ClockQuickest {
		b.zero += remainder(written-clock.Offset, period)
	}
	least, most := delays(a, b)
	set := func(back time.Duration) {
		b.zero -= back
		clock.Offset += back
		least, most = least-back, most-back
	}
	switch clock.From {
	case ClockQuickest:
		set(least)
		clock.Offset = written + a.zero - b.zero
	case ClockRough:
		set(min(max(least, -capture.RoughBy), capture.RoughBy))
	}
	if least < 0 {
		clock.Early, clock.Swapped = -least, most < 0
		set(least)
	}
	if far(b.zero) {
		return clock, tooFar(i)
	}
	return clock, nil
}

func far(d time.Duration) bool { return d > maxApart || d < -maxApart }

func tooFar(i int) *Mismatch {
	return &Mismatch{Point: i, Other: capture.None, Read: "times more than 36 years from those of the capture before it", Want: "times of one stream"}
}

// remainder is d less a multiple of period, within half a period of 0.
func remainder(d, period time.Duration) time.Duration {
	if period == 0 {
		return d
	}
	switch d %= period; {
	case d > period/2:
		return d - period
	case d <= -period/2:
		return d + period
	}
	return d
}

// remarks say how the clocks on both sides of the hop behind point i were laid
// together.
func (h *Hop) remarks(i int, stall time.Duration) []Finding {
	k := h.Clock
	args := Args{
		"first": int64(i), "second": int64(i + 1), "offset_ms": int64(k.Offset),
		"early_ms": int64(k.Early), "quickest_ms": int64(h.Quickest),
	}
	laid := maps.Clone(args)
	laid["offset_ms"] += int64(k.Early) // what it was before it was set back
	out := []Finding{{Code: ClocksLaid, Variant: string(k.From), Args: laid}}
	switch {
	case k.Swapped:
		out = append(out, Finding{Code: ClocksLaid, Variant: "swapped", Args: args})
	case k.Early > 0:
		out = append(out, Finding{Code: ClocksLaid, Variant: "early", Args: args})
	case h.Quickest >= stall:
		out = append(out, Finding{Code: ClocksLaid, Variant: "apart", Args: args})
	}
	return out
}
