package diagnose

import (
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// sampledWithin is how close together rows lie that were all taken at the end.
const sampledWithin = 10 * time.Millisecond

// reader finds what the reader does, from the rows that it recorded of itself.
func (s *state) reader(x *replay.Series, l *ledger, f *Fit) Finding {
	if blocked, is := undecidable(s.t, x); is {
		return blocked
	}
	switch {
	case x == nil && !s.t.Payload:
		return Finding{Code: Unmeasured, Variant: "lengths"}
	case x == nil:
		return Finding{Code: Unmeasured, Args: Args{"peak": s.floor.Peak()}}
	}
	var found []Finding
	for _, find := range []func(*replay.Series, *ledger) (Finding, bool){s.sampledLate, s.neverMatched, s.drops, s.keepsBad, s.prompt} {
		if f, ok := find(x, l); ok {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		found = append(found, s.late(x, l, f))
	}
	return first(found)
}

// undecidable finds rows that there are and that show no reader. x is their
// series, or nil.
func undecidable(t *timeline.Timeline, x *replay.Series) (Finding, bool) {
	f := Finding{Code: Undecidable, Args: Args{
		"rows": int64(t.Rows.Count), "chunks": int64(len(t.Chunks)), "row": int64(t.Rows.At),
	}}
	switch {
	case t.Rows.Count == 0:
		return f, false
	case t.Rows.Count < 2:
		f.Variant = "few"
	case t.Rows.Misfit != timeline.Fits:
		f.Variant = t.Rows.Misfit.String()
	case x == nil:
		f.Variant = "no-held"
	default:
		return f, false
	}
	return f, true
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
	if s.t.Rows.To-s.t.Rows.From <= sampledWithin && s.clock[len(s.t.Chunks)-1] >= s.stall {
		return f, true
	}
	floor := replay.Floor{Spans: s.t.Spans, Ready: true}
	for k := range s.t.Chunks {
		received := s.floor.Points[k].Received
		if left := received - floor.Free(received); left > 0 && s.measured(k) {
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
	given, _ := s.eofRow()
	if !given || s.t.Observed[n].Held != 0 || l.count[len(l.spans)] == 0 || l.count[l.ended(x.Points[n-1].Released)] > 0 || s.parsedAny() {
		return Finding{}, false
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

func (s *state) parsedAny() bool {
	return slices.ContainsFunc(s.t.Observed, func(o timeline.Sample) bool { return o.Parsed })
}

// drops finds events, bad ones aside, that EOF dropped although an earlier row
// had parsed: the reader gave up on them.
func (s *state) drops(x *replay.Series, l *ledger) (Finding, bool) {
	n := len(s.t.Chunks)
	given, parsed := s.eofRow()
	if !given || parsed || !s.parsedAny() {
		return Finding{}, false
	}
	released := x.Points[n-1].Released + l.kept(n-1)
	var events, bytes int64
	from := -1
	for i := l.ended(released); i < len(l.spans); i++ {
		if span := l.spans[i]; l.counts(span) && span.Kind != framing.Bad && span.End != framing.Open {
			if from < 0 {
				from = i
			}
			events++
			bytes += span.Len()
		}
	}
	if from < 0 {
		return Finding{}, false
	}
	return Finding{Code: Drops, Args: Args{"events": events, "event": int64(s.events[from]), "bytes": bytes},
		Evidence: s.evidence(x, s.reached(l.spans[from].End), n-1, n)}, true
}

func (s *state) prompt(x *replay.Series, l *ledger) (Finding, bool) {
	if s.promptUntil(x, l) < len(s.t.Chunks) {
		return Finding{}, false
	}
	most := -1
	for k, p := range x.Points {
		if s.measured(k) && (most < 0 || p.After > x.Points[most].After) {
			most = k
		}
	}
	return Finding{Code: Prompt, Args: Args{
		"rows": int64(s.t.Rows.Count), "events": int64(l.count[len(l.spans)]),
	}, Evidence: s.evidence(x, most)}, true
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
	f := Finding{Code: Late, Tail: "waited", Args: Args{
		"rows": int64(s.t.Rows.Count), "bytes": bytes, "wait_ms": int64(wait), "off": int64(fit.RowsOff), "still": still,
	}}
	proof := []int{worst}
	if wait > 0 {
		proof = append(proof, handed)
	}
	for _, r := range fit.Rules {
		f.Words = append(f.Words, "rule."+r.String())
	}
	switch {
	case len(fit.Rules) == 0:
		f.Variant = "unknown"
	case !fit.Exact:
		f.Variant = "near"
		proof = append(proof, fit.Off...)
	case fit.Rules[0].Kind == replay.Never:
		f.Variant = "never"
	case fit.Rules[0].Kind == replay.ReadAll && still > 0:
		f.Variant = "nothing"
	default:
		f.Variant = "exact"
	}
	if still > 0 {
		f.Tail = "still"
	}
	if !s.t.Timed {
		f.Tail += ".untimed"
	}
	f.Evidence = s.evidence(x, proof...)
	return f
}

// longestWait is the longest time from a counted event's close to its handoff,
// the point of that handoff, and the bytes of closed events that are still
// held in the end, or at the last chunk where the rows do not say what EOF did.
func (s *state) longestWait(x *replay.Series, l *ledger) (wait time.Duration, at int, still int64) {
	i, closedAt := 0, 0
	released := int64(0)
	points := x.Points
	if x.Rule.Kind == replay.Observed && x.EOF {
		if given, _ := s.eofRow(); !given {
			points = points[:len(points)-1]
		}
	}
	since := func(span, k int) time.Duration {
		for s.proved[closedAt] <= span {
			closedAt++
		}
		return s.clock[k] - s.clock[closedAt]
	}
	for k, p := range points {
		released = max(released, p.Released)
		for ; i < s.proved[k] && l.spans[i].End <= released; i++ {
			if l.counts(l.spans[i]) {
				if d := since(i, k); d > wait {
					wait, at = d, k
				}
			}
		}
	}
	last := len(points) - 1
	for ; last >= 0 && i < s.proved[last]; i++ {
		if l.counts(l.spans[i]) {
			if d := since(i, last); d > wait {
				wait, at = d, last
			}
			break
		}
	}
	if last < 0 {
		return 0, 0, 0
	}
	return wait, at, l.late(s.proved[last], released)
}
