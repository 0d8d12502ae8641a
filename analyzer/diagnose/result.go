package diagnose

import "time"

// Result is the one sentence that names the knob and its direction, as its
// variant and numbers. It is empty where releasing sooner would improve nothing.
type Result struct {
	Variant string
	Args    Args
	Words   []Word
}

// result compares the observed reader, or else read-all, with at-close.
func (d *Diagnosis) result() Result {
	if len(d.Rules) < 2 || !d.Timeline.Payload {
		return Result{}
	}
	if d.Observed == nil && d.Marks != nil {
		return Result{} // marks measure a reader and do not say what it held
	}
	floor, other := &d.Rules[0], &d.Rules[1]
	r := Result{Args: Args{"chunks": int64(len(d.Timeline.Chunks))}}
	if d.Observed != nil {
		if d.Reader.Code == Early || d.Reader.Code == Prompt || d.Reader.Code == SampledLate || d.Reader.Code == Undecidable {
			return Result{}
		}
		other = d.Observed
		r.Words = d.knob()
		r.Variant = "observed"
	} else {
		r.Variant = "if"
	}
	a, b := other.Series.Peak(), floor.Series.Peak()
	r.Args["peak"], r.Args["floor"] = a, b
	lower := a > b
	sooner := false
	if floor.First.Set {
		r.Args["first_ms"], r.Args["floor_ms"] = int64(other.First.Time), int64(floor.First.Time)
		sooner = !other.First.Set || later(other.First.Time, floor.First.Time)
	}
	switch {
	case lower && sooner:
		r.Variant += ".both"
	case lower:
		r.Variant += ".peak"
	case sooner:
		r.Variant += ".first"
	case later(other.Wait, 0):
		r.Variant += ".wait"
		r.Args["wait_ms"] = int64(other.Wait)
		return r
	default:
		return Result{}
	}
	if sooner && !other.First.Set {
		r.Variant += ".never"
	}
	return r
}

// later reports whether a time is later than another as sentences have them: one
// that brings an event forward from 0 ms to 0 ms says nothing.
func later(a, b time.Duration) bool { return a > b && Millis(a) != Millis(b) }

// knob names how the observed reader releases.
func (d *Diagnosis) knob() []Word {
	switch {
	case d.Reader.Code == KeepsBad:
		return words("knob.keeps-bad")
	case d.Reader.Code == NeverMatched:
		return words("knob.never")
	case d.Fit != nil && d.Fit.Exact && len(d.Fit.Rules) > 0:
		return d.Fit.words("knob")
	}
	return words("knob.own")
}
