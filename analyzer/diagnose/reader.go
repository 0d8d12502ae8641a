package diagnose

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// sampledWithin is how close together rows lie that were all taken at the end.
const sampledWithin = 10 * time.Millisecond

// reader finds what the reader does, from the rows that it recorded of itself.
func (s *state) reader(x *replay.Series, l *ledger, f *Fit) Finding {
	t := s.t
	rows := Args{"rows": int64(t.Rows.Count), "chunks": int64(len(t.Chunks))}
	switch {
	case t.Rows.Count == 0 && !t.Payload:
		return Finding{Code: Unmeasured, Variant: "lengths"}
	case t.Rows.Count == 0:
		return Finding{Code: Unmeasured, Args: Args{"peak": s.floor.Peak()}}
	case t.Rows.Count < 2:
		return Finding{Code: Undecidable, Variant: "few", Args: rows}
	case x == nil:
		return Finding{Code: Undecidable, Variant: "unmatched", Args: rows}
	case !heldGiven(t):
		return Finding{Code: Undecidable, Variant: "no-held", Args: rows}
	}
	var found []Finding
	for _, find := range []func(*replay.Series, *ledger) (Finding, bool){s.sampledLate, s.neverMatched, s.keepsBad, s.prompt} {
		if f, ok := find(x, l); ok {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		found = append(found, s.late(x, l, f))
	}
	return first(found)
}

// heldGiven reports whether the rows of the chunks say what was held.
func heldGiven(t *timeline.Timeline) bool {
	for i, o := range t.Observed {
		if o.Held == capture.None && (i < len(t.Chunks) || len(t.Chunks) == 0) {
			return false
		}
	}
	return true
}

func (s *state) sampledLate(x *replay.Series, _ *ledger) (Finding, bool) {
	if s.t.Rows.Count < 3 {
		return Finding{}, false
	}
	for _, o := range s.t.Observed {
		if o.Held > 0 {
			return Finding{}, false
		}
	}
	f := Finding{Code: SampledLate, Args: Args{
		"rows": int64(s.t.Rows.Count), "within_ms": int64(s.t.Rows.To - s.t.Rows.From),
	}, Evidence: s.evidence(x, 0, len(x.Points)-1)}
	if s.t.Rows.To-s.t.Rows.From <= sampledWithin && (len(s.t.Chunks) == 0 || s.clock[len(s.clock)-1] >= s.stall) {
		return f, true
	}
	floor := replay.Floor{Spans: s.t.Spans, Ready: true}
	for k := range s.t.Chunks {
		received := s.floor.Points[k].Received
		if left := received - floor.Free(received); left > 0 {
			f.Variant = "floor"
			f.Args["held"], f.Args["chunk"] = left, int64(k)
			f.Evidence = s.evidence(s.floor, k)
			return f, true
		}
	}
	return Finding{}, false
}

func (s *state) neverMatched(x *replay.Series, l *ledger) (Finding, bool) {
	n := len(s.t.Chunks)
	if !x.EOF || s.t.Observed[n].Held != 0 || l.count[len(l.spans)] == 0 || l.count[l.ended(x.Points[n-1].Released)] > 0 {
		return Finding{}, false
	}
	for _, o := range s.t.Observed {
		if o.Parsed {
			return Finding{}, false
		}
	}
	f := Finding{Code: NeverMatched, Args: Args{
		"bytes": x.Points[n-1].After, "events": s.closedEvents(), "rows": int64(s.t.Rows.Count),
	}, Evidence: s.evidence(x, n-1, n)}
	for _, name := range (s.t.Traits &^ framing.TraitInvalidUTF8).Names() {
		f.Words = append(f.Words, "trait."+name)
	}
	if len(f.Words) > 0 {
		f.Variant = "traits"
	}
	return f, true
}

func (s *state) prompt(x *replay.Series, l *ledger) (Finding, bool) {
	for k := range s.t.Chunks {
		if l.count[l.ended(x.Points[k].Released)] < l.count[s.proved[k]] {
			return Finding{}, false
		}
	}
	return Finding{Code: Prompt, Args: Args{
		"rows": int64(s.t.Rows.Count), "events": int64(l.count[len(l.spans)]), "peak": x.Peak(),
	}}, true
}

// late says by which rule the reader lets go, how many bytes of closed events
// it held at most, and how long after its close the latest was handed off.
func (s *state) late(x *replay.Series, l *ledger, fit *Fit) Finding {
	var bytes int64
	worst := 0
	for k := range s.t.Chunks {
		if n := l.late(s.proved[k], x.Points[k].Released); n > bytes {
			bytes, worst = n, k
		}
	}
	wait, handed, still := s.longestWait(x, l)
	f := Finding{Code: Late, Args: Args{
		"rows": int64(s.t.Rows.Count), "bytes": bytes, "wait_ms": int64(wait), "off": int64(fit.RowsOff), "still": still,
	}, Evidence: s.evidence(x, worst)}
	if handed != worst {
		f.Evidence = append(f.Evidence, s.evidence(x, handed)...)
	}
	for _, r := range fit.Rules {
		f.Words = append(f.Words, "rule."+r.String())
	}
	switch {
	case len(fit.Rules) == 0:
		f.Variant = "unknown"
	case !fit.Exact:
		f.Variant = "near"
		f.Evidence = append(f.Evidence, s.evidence(x, fit.Off...)...)
	default:
		f.Variant = fit.Rules[0].String()
	}
	if still > 0 {
		f.Variant += ".still"
	}
	return f
}

// longestWait is the longest time from a counted event's close to its handoff,
// the point of that handoff, and the bytes of closed events that are still
// held where the capture ends without EOF.
func (s *state) longestWait(x *replay.Series, l *ledger) (wait time.Duration, at int, still int64) {
	i, closedAt := 0, 0
	released := int64(0)
	for k, p := range x.Points {
		released = max(released, p.Released)
		for i < s.proved[k] && l.spans[i].End <= released {
			for s.proved[closedAt] <= i {
				closedAt++
			}
			if d := s.clock[k] - s.clock[closedAt]; l.counts(l.spans[i]) && d > wait {
				wait, at = d, k
			}
			i++
		}
	}
	last := len(x.Points) - 1
	if x.EOF || last < 0 {
		return wait, at, 0
	}
	for j := i; j < s.proved[last]; j++ {
		if !l.counts(l.spans[j]) {
			continue
		}
		for s.proved[closedAt] <= j {
			closedAt++
		}
		if d := s.clock[last] - s.clock[closedAt]; d > wait {
			wait, at = d, last
		}
		break
	}
	return wait, at, l.late(s.proved[last], released)
}
