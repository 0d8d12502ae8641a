package diagnose

import (
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
	clock []time.Duration
	blind bool // the rows do not say what was held
}

// rowTimes is rows that say nothing but when they were taken.
func rowTimes(t *timeline.Timeline, stall time.Duration) *rows {
	x := &replay.Series{}
	for _, o := range t.Observed {
		x.Points = append(x.Points, replay.Point{Time: o.Time})
	}
	r := newRows(t, x, stall)
	r.blind = true
	return r
}

func newRows(t *timeline.Timeline, x *replay.Series, stall time.Duration) *rows {
	r := &rows{t: t, x: x, stall: stall}
	last := time.Duration(0)
	for _, p := range x.Points {
		last = max(last, p.Time)
		r.clock = append(r.clock, last)
	}
	return r
}

func (r *rows) evidence(ks ...int) []Evidence { return evidence(r.x, ks) }

func (r *rows) reader() Finding {
	points := r.x.Points
	n := len(points)
	args := Args{"rows": int64(n), "chunks": int64(len(r.t.Chunks))}
	var peak, rise, last int64
	peakAt, falls, parsed := 0, 0, false
	for k, p := range points {
		if p.After > peak {
			peak, peakAt = p.After, k
		}
		rise = max(rise, p.After-last)
		if p.After < last && k < n-1 {
			falls++
		}
		parsed = parsed || p.Parsed
		last = p.After
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
	for k := range r.x.Points {
		if r.t.Observed[k].Held != capture.None {
			last, before = k, last
		}
	}
	for k, p := range r.x.Points {
		if r.t.Observed[k].Held != capture.None && (p.Parsed || k == last || k == before) && p.After > rise {
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
	for k := 0; k+1 < len(r.clock); k++ {
		wait := r.clock[k+1] - r.clock[k]
		if wait < r.stall {
			continue
		}
		held := r.x.Points[k].After
		f := Finding{Code: Silent, Variant: "alone.held", Args: Args{
			"from_ms": int64(r.clock[k]), "wait_ms": int64(wait), "held": held,
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
		return Finding{Code: Steady, Variant: "alone", Args: Args{"stall_ms": int64(r.stall), "rows": int64(len(r.clock))}}
	}
	each[0], each[longest] = each[longest], each[0]
	return first(each[:min(len(each), told)])
}

// split gives each instant what can be said without closes: nothing was held
// (idle), a late reader held closed events (release), or else, with prompt and
// undecided readers, an event that had not closed (open).
func (r *rows) split(reader Code) Split {
	var out Split
	held := OpenEvent
	if reader == Late {
		held = Release
	}
	for k := 0; k+1 < len(r.clock); k++ {
		n, ns := r.x.Points[k].After, int64(r.clock[k+1]-r.clock[k])
		cause := Idle
		if n > 0 {
			cause = held
			if held == Release {
				out.Area.Late.Add(n, ns)
			} else {
				out.Area.Open.Add(n, ns)
			}
		}
		out.add(Stretch{r.clock[k], r.clock[k+1], cause})
	}
	return out
}

// stalls lie between parsed rows; the first row and the last count as such.
func (r *rows) stalls(parts *Split) []Stall {
	out := []Stall{}
	from := 0
	for k, p := range r.x.Points {
		if !p.Parsed && k < len(r.clock)-1 {
			continue
		}
		if r.clock[k]-r.clock[from] >= r.stall {
			st := Stall{From: r.clock[from], To: r.clock[k], First: from, Last: k}
			st.Times = parts.between(st.From, st.To)
			for j := from; j < k; j++ {
				st.Held = max(st.Held, r.x.Points[j].After)
			}
			out = append(out, st)
		}
		from = k
	}
	return out
}
