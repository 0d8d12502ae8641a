package diagnose

import (
	"fmt"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// CapturePoint is the recording of a stream at one point of its way.
type CapturePoint struct {
	Timeline *timeline.Timeline
	Origin   time.Duration // of the Timeline's 0, on the recorder's clock
	Clock    capture.Clock // of the recorder
}

// Comparison is what captures of one stream, taken at several points, show of
// the hops between them. Points are numbered from 1, in the order in which the
// stream passes them, and hop i lies between points i and i+1. Its times are
// from the first chunk at point 1, on the clock of that point.
type Comparison struct {
	Points  []CapturePoint
	Stall   time.Duration
	BySpans bool          // the captures were told to be one stream by their spans, else their bytes are matched by number alone
	Bytes   int64         // that were compared: those of point 1
	End     time.Duration // what came after it is not compared
	Hops    []Hop
	Stalls  []PlacedStall // at the last point
	Finding Finding       // code, with those of further hops in Also
	Remarks []Finding     // ClocksLaid and Matched, in order
	zeros   []time.Duration
}

// Zero is the time of the Timeline's 0 of point i, from 0, in the comparison.
func (c *Comparison) Zero(i int) time.Duration { return c.zeros[i] }

// Hop is what lies between a capture point and the next.
type Hop struct {
	Clock             HopClock
	Series            *replay.Series // what lay between: received is past the point before, released past the one behind
	Area              ByteTime
	Time              time.Duration // in which some byte lay between
	Quickest, Slowest time.Duration // from point to point, of the bytes that both have
	Holds             []Hold
}

// Hold is a run of successive events that took at least a stall's length from
// one point to the next, each from its close at the one to its close at the
// other; of bytes where no close is known.
type Hold struct {
	From, To   time.Duration // from the first close before the hop to the last one behind it
	Start, End int64         // bytes of the stream
	Events     int           // 0 where no close is known
	Wait       time.Duration // the longest
	Passed     bool          // it came out; else To is where the comparison ends
}

// PlacedStall is a stretch of at least the stall's length without a handoff at
// the last point, taken apart by where the stream stood. The parts sum to the
// whole. What it waited for is the close of the event that ended it, else that
// of the next event, else EOF, as far as that is known; where no close is known,
// the next byte.
type PlacedStall struct {
	From, To time.Duration
	Before   time.Duration // it had not come to point 1, and no other byte lay between
	Hops     []HopTime     // by hop
	Last     int           // the chunk of the last point that ended it; the number of chunks stands for EOF
	AtEOF    bool          // what it waited for is EOF
}

// HopTime is what a stall owes to one hop.
type HopTime struct {
	Release time.Duration // what the stall waited for lay in this hop
	Open    time.Duration // it had not come to point 1, but other bytes lay in this hop: of events that were open, or filler
	Held    int64         // most bytes that lay in this hop through the stall
}

// Compare lays captures of one stream beside each other, two at least. stall is
// 0 for DefaultStall. offsets say how far the clock of a point is ahead of that
// of the point before it: one for each hop, or none to find them. An error is a
// *Mismatch.
func Compare(points []CapturePoint, stall time.Duration, offsets []time.Duration) (*Comparison, error) {
	if stall <= 0 {
		stall = DefaultStall
	}
	c := &comparer{Comparison: Comparison{Points: points, Stall: stall}}
	if err := c.match(offsets); err != nil {
		return nil, err
	}
	if err := c.layOut(offsets); err != nil {
		return nil, err
	}
	c.bound()
	for h := range c.Hops {
		c.measure(h)
	}
	c.placeStalls()
	c.Finding = c.finding()
	return &c.Comparison, nil
}

// comparer makes a Comparison.
type comparer struct {
	Comparison
	passes []*passing
	spans  *timeline.Spans // of the first capture that knows them; nil where none does
}

// match sees to it that the captures can be compared.
func (c *comparer) match(offsets []time.Duration) error {
	if n := len(c.Points) - 1; n < 1 || len(offsets) != 0 && len(offsets) != n {
		return &Mismatch{Point: max(n, 0), Other: capture.None, Read: fmt.Sprintf("%d captures and %d offsets", n+1, len(offsets)),
			Want: "two captures at least, and an offset for each hop or none"}
	}
	c.BySpans = true
	known := -1 // the first with spans
	for i := range c.Points {
		t := c.Points[i].Timeline
		if err := usable(t, i); err != nil {
			return err
		}
		if i > 0 {
			if err := sameMeasure(c.Points[i-1].Timeline, t, i-1, i); err != nil {
				return err
			}
		}
		switch {
		case !t.Payload:
			c.BySpans = false
		case known < 0:
			known, c.spans = i, &t.Spans
		default:
			if err := sameStream(c.Points[known].Timeline, t, known, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// layOut puts the captures on one clock.
func (c *comparer) layOut(offsets []time.Duration) error {
	c.Hops = make([]Hop, len(c.Points)-1)
	for i := range c.Points {
		c.passes = append(c.passes, newPassing(c.Points[i].Timeline))
		if i == 0 {
			continue
		}
		h := &c.Hops[i-1]
		var given *time.Duration
		if offsets != nil {
			given = &offsets[i-1]
		}
		var err error
		if h.Clock, err = c.lay(i, given); err != nil {
			return err
		}
		h.Quickest, h.Slowest = delays(c.passes[i-1], c.passes[i])
		c.Remarks = append(c.Remarks, h.remarks(i, c.Stall)...)
	}
	for _, p := range c.passes {
		c.zeros = append(c.zeros, p.zero)
	}
	return nil
}

// bound says how far the comparison goes: to the last byte of point 1, or to
// where another capture that has less of them ends.
func (c *comparer) bound() {
	if !c.BySpans {
		c.Remarks = append(c.Remarks, Finding{Code: Matched, Variant: "bytes"})
	}
	c.Bytes = c.passes[0].total()
	var end time.Duration
	for _, p := range c.passes {
		end = max(end, p.passed(c.Bytes))
	}
	for i, p := range c.passes {
		args := Args{"point": int64(i + 1), "bytes": p.total() - c.Bytes}
		switch {
		case p.total() > c.Bytes:
			c.Remarks = append(c.Remarks, Finding{Code: Matched, Variant: "longer", Args: args})
		case p.total() < c.Bytes:
			end = min(end, p.end())
			args["bytes"], args["end_ms"] = -args["bytes"], int64(p.end())
			variant := "cut"
			if p.t.EOF.Set {
				variant = "short"
			}
			c.Remarks = append(c.Remarks, Finding{Code: Matched, Variant: variant, Args: args})
		}
	}
	c.End = end
}
