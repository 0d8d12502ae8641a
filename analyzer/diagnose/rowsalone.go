package diagnose

import (
	"iter"
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// rows is a reader's own rows where no event's close is known. They prove
// less: whether held bytes ever fell, and what was held through a gap.
type rows struct {
	t     *timeline.Timeline
	x     *replay.Series
	stall time.Duration
	clock clock
	blind bool // the rows do not say what was held
	each  bool // each of them says it
}

// rowTimes is rows that say nothing but when they were taken.
func rowTimes(t *timeline.Timeline, stall time.Duration) *rows {
	var points []replay.Point
	for _, o := range t.Observed {
		points = append(points, replay.Point{Time: o.Time})
	}
	r := newRows(t, replay.FromPoints(replay.Rule{Kind: replay.Observed}, false, points), stall)
	r.blind = true
	return r
}

func newRows(t *timeline.Timeline, x *replay.Series, stall time.Duration) *rows {
	return &rows{
		t: t, x: x, stall: stall, clock: newClock(x.Len(), func(k int) time.Duration { return t.Observed[k].Time }),
		each: !slices.ContainsFunc(t.Observed, func(o timeline.Sample) bool { return o.Held == capture.None }),
	}
}

// at is the time of row k.
func (r *rows) at(k int) time.Duration {
	if r.clock.held != nil {
		return r.clock.held[k]
	}
	return r.t.Observed[k].Time
}

// held is what was held after row k.
func (r *rows) held(k int) int64 {
	if r.each {
		return r.t.Observed[k].Held
	}
	return r.x.After(k)
}

func (r *rows) evidence(ks ...int) []Evidence { return evidence(r.x, ks) }

func (r *rows) reader() Finding {
	n := r.x.Len()
	args := Args{"rows": int64(n), "chunks": int64(len(r.t.Chunks))}
	var peak, rise, last int64
	peakAt, falls, parsed := 0, 0, false
	for k := range n {
		held := r.held(k)
		if held > peak {
			peak, peakAt = held, k
		}
		rise = max(rise, held-last)
		if held < last && k < n-1 {
			falls++
		}
		parsed = parsed || r.t.Observed[k].Parsed
		last = held
	}
	args["peak"], args["rise"] = peak, rise
	if within := r.t.Rows.To - r.t.Rows.From; n >= 3 && peak == 0 && within <= sampledWithin && r.t.Timed {
		args["within_ms"] = int64(within)
		return Finding{Code: SampledLate, Args: args, Evidence: r.evidence(0, n-1)}
	}
	switch k, above := r.above(rise); {
	case parsed && !above:
		return Finding{Code: Prompt, Variant: "alone", Args: args, Evidence: r.evidence(peakAt)}
	case falls > 0 || peak == 0:
		return Finding{Code: Undecidable, Variant: "alone", Args: args, Evidence: r.evidence(k)}
	}
	f := Finding{Code: Late, Variant: "alone", Args: args, Evidence: r.evidence(peakAt, n-1)}
	if !parsed {
		f.Variant = "alone.unparsed"
	}
	return f
}

// above is the first parsed row, or one of the last two, that holds more than
// one chunk can leave open. Rows that do not say what was held do not count.
func (r *rows) above(rise int64) (int, bool) {
	last, before := -1, -1
	for k := range r.t.Observed {
		if r.t.Observed[k].Held != capture.None {
			last, before = k, last
		}
	}
	for k := range r.t.Observed {
		o := &r.t.Observed[k]
		if o.Held > rise && (o.Parsed || k == last || k == before) {
			return k, true
		}
	}
	return 0, false
}

// arrivals come from the rows' times: each gap says what was held through it.
func (r *rows) arrivals() Finding {
	if !r.t.Timed {
		return Finding{Code: Untimed, Variant: "alone"}
	}
	var each []Finding
	longest := 0
	for k := 0; k+1 < r.clock.n; k++ {
		now := r.at(k)
		wait := r.at(k+1) - now
		if wait < r.stall {
			continue
		}
		held := r.held(k)
		f := Finding{Code: Silent, Variant: "alone.held", Args: Args{
			"from_ms": int64(now), "wait_ms": int64(wait), "held": held,
		}, Evidence: r.evidence(k, k+1)}
		switch {
		case r.blind:
			f.Variant, f.Evidence = "alone.blind", nil
		case held == 0:
			f.Variant = "alone"
		}
		if each = append(each, f); int64(wait) > each[longest].Args["wait_ms"] {
			longest = len(each) - 1
		}
	}
	if len(each) == 0 {
		return Finding{Code: Steady, Variant: "alone", Args: Args{"stall_ms": int64(r.stall), "rows": int64(r.clock.n)}}
	}
	each[0], each[longest] = each[longest], each[0]
	return first(each[:min(len(each), told)])
}

// split gives each instant what can be said without closes: nothing was held
// (idle), a late reader held closed events (release), or else, with prompt and
// undecided readers, an event that had not closed (open).
func (r *rows) split(reader Code) Split {
	holding := OpenEvent
	if reader == Late {
		holding = Release
	}
	s := newSplit(r.clock.n, r.t.Timed, func(from, to int) iter.Seq[part] {
		return func(yield func(part) bool) {
			for k := from; k < to; k++ {
				p := part{Stretch: Stretch{r.at(k), r.at(k + 1), Idle}}
				if held := r.held(k); held > 0 {
					if p.Cause = holding; holding == Release {
						p.late = held
					} else {
						p.open = held
					}
				}
				if !yield(p) {
					return
				}
			}
		}
	})
	if r.each && r.clock.held == nil {
		s.stretches = stretchesOf(r.t.Observed, holding)
	}
	return s
}

// stretchesOf are the stretches of rows that each say what was held and whose
// times do not run backwards, found without parts: there may be millions.
func stretchesOf(rows []timeline.Sample, holding Cause) iter.Seq[Stretch] {
	return func(yield func(Stretch) bool) {
		var last Stretch
		for k := 0; k < len(rows)-1; k++ {
			from, to, cause := rows[k].Time, rows[k+1].Time, Idle
			if rows[k].Held > 0 {
				cause = holding
			}
			switch {
			case from == to:
			case last.Cause == cause && last.From < last.To:
				last.To = to
			default:
				if last.From < last.To && !yield(last) {
					return
				}
				last = Stretch{from, to, cause}
			}
		}
		if last.From < last.To {
			yield(last)
		}
	}
}

// stalls lie between parsed rows; the first row and the last count as such.
func (r *rows) stalls(parts *Split) []Stall {
	out := []Stall{}
	from := 0
	for k := range r.clock.n {
		if !r.t.Observed[k].Parsed && k < r.clock.n-1 {
			continue
		}
		if r.at(k)-r.at(from) >= r.stall {
			st := Stall{From: r.at(from), To: r.at(k), First: from, Last: k}
			st.Times = parts.between(from, k)
			for j := from; j < k; j++ {
				st.Held = max(st.Held, r.held(j))
			}
			out = append(out, st)
		}
		from = k
	}
	return out
}
