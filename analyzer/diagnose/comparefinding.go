package diagnose

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// The codes of a comparison, in the order in which they are tried.
const (
	HeldBetween Code = "held-between" // a hop held events for a stall's length: the one that owes the stalls most, the others in Also
	PassesOn    Code = "passes-on"    // no hop did; the last point stalls all the same
	NoStall     Code = "no-stall"     // no hop did, and the last point does not stall
)

// The codes of remarks on a comparison.
const (
	ClocksLaid Code = "clock" // how two clocks were laid together
	Matched    Code = "match" // which bytes were compared
)

func (c *comparer) finding() Finding {
	var held []int
	for h := range c.Hops {
		if len(c.Hops[h].Holds) > 0 || c.heldEnd(h) > 0 {
			held = append(held, h)
		}
	}
	if len(held) > 0 {
		slices.SortStableFunc(held, func(a, b int) int {
			return cmp.Or(cmp.Compare(c.owed(b).Release, c.owed(a).Release), cmp.Compare(c.longest(b), c.longest(a)))
		})
		slices.Sort(held[1:])
		all := make([]Finding, len(held))
		for i, h := range held {
			all[i] = c.heldBetween(h)
		}
		return first(all)
	}
	args := Args{"last": int64(len(c.Points)), "stall_ms": int64(c.Stall)}
	if len(c.Stalls) == 0 {
		return Finding{Code: NoStall, Args: args}
	}
	f := Finding{Code: PassesOn, Args: args}
	var before, whole, open time.Duration
	for _, s := range c.Stalls {
		before += s.Before
		whole += s.To - s.From
	}
	for h := range c.Hops {
		open += c.owed(h).Open
	}
	args["stalls"], args["whole_ms"], args["before_ms"], args["open_ms"] = int64(len(c.Stalls)), int64(whole), int64(before), int64(open)
	if open > 0 {
		f.Tail = "open"
	}
	return f
}

// heldBetween is the finding about hop h.
func (c *comparer) heldBetween(h int) Finding {
	hop := &c.Hops[h]
	f := Finding{Code: HeldBetween, Args: Args{
		"first": int64(h + 1), "second": int64(h + 2), "stall_ms": int64(c.Stall),
		"wait_ms": int64(c.longest(h)), "held": hop.Series.PeakAfter(),
	}}
	if len(hop.Holds) == 0 {
		f.Variant = "end"
		f.Args["wait_ms"] = int64(c.heldEnd(h))
		return f
	}
	if c.spans == nil {
		f.Variant = "bytes"
	}
	for _, o := range hop.Holds {
		f.Args["events"] += int64(o.Events)
		f.Args["bytes"] += o.End - o.Start
		if !o.Passed {
			f.Tail = "stuck"
			f.Args["stuck"] += o.End - o.Start
		}
	}
	return f
}

// longest is the longest that an event took through hop h.
func (c *comparer) longest(h int) (d time.Duration) {
	for _, o := range c.Hops[h].Holds {
		d = max(d, o.Wait)
	}
	return d
}

// heldEnd is how long hop h held the end of the stream, if a stall waited for
// that long enough.
func (c *comparer) heldEnd(h int) (d time.Duration) {
	for _, s := range c.Stalls {
		if s.AtEOF && s.Hops[h].Release >= c.Stall {
			d = max(d, s.Hops[h].Release)
		}
	}
	return d
}

// owed is what the stalls owe to hop h.
func (c *comparer) owed(h int) (d HopTime) {
	for _, s := range c.Stalls {
		d.Release += s.Hops[h].Release
		d.Open += s.Hops[h].Open
	}
	return d
}

// CompareSentence says the finding of a comparison, or one of its remarks.
func (c Catalogue) CompareSentence(f Finding) string { return c.finding("compare", f) }

// CompareHeadline is one sentence or two: which hop held, and what the stalls at
// the last point owe to where.
func (c Catalogue) CompareHeadline(x *Comparison) []string {
	key := "compare.headline." + string(x.Finding.Code)
	if own := key + "." + x.Finding.Variant; c[own] != "" {
		key = own
	}
	parts := []string{c.Sentence(key, x.Finding.Args, nil)}
	if len(x.Stalls) > 0 {
		parts = append(parts, c.stallsByPlace(x))
	}
	return parts
}

func (c Catalogue) stallsByPlace(x *Comparison) string {
	var whole, before time.Duration
	hops := make([]HopTime, len(x.Hops))
	for _, s := range x.Stalls {
		whole += s.To - s.From
		before += s.Before
		for h, t := range s.Hops {
			hops[h].Release += t.Release
			hops[h].Open += t.Open
		}
	}
	var parts []string
	part := func(key string, d time.Duration, hop int) {
		if d > 0 {
			parts = append(parts, c.Sentence("compare.place."+key, Args{"place_ms": int64(d), "first": int64(hop + 1), "second": int64(hop + 2)}, nil))
		}
	}
	part("before", before, 0)
	for h, t := range hops {
		part("hop", t.Release, h)
		part("open", t.Open, h)
	}
	args := Args{"stalls": int64(len(x.Stalls)), "whole_ms": int64(whole), "last": int64(len(x.Points))}
	return c.Sentence("compare.headline.stalls", args, nil) + strings.Join(parts, c["list.comma"]) + c["list.end"]
}
