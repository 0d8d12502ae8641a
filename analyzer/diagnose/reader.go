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
func (s *state) reader(x *replay.Series, l *ledger, f *Fit, marks *Stages) Finding {
	if blocked, is := undecidable(s.t, x); is {
		return blocked
	}
	at := func(row int) []Evidence { return s.evidence(s.floor, row) }
	switch {
	case x == nil && marks != nil:
		return byMarks(s.t, marks, at)
	case x == nil && !s.t.Payload:
		return Finding{Code: Unmeasured, Variant: "lengths"}
	case x == nil:
		return Finding{Code: Unmeasured, Args: Args{"peak": s.floor.Peak()}}
	}
	var found []Finding
	try := func(finds ...func(*replay.Series, *ledger) (Finding, bool)) {
		for _, find := range finds {
			if f, ok := find(x, l); ok {
				found = append(found, f)
			}
		}
	}
	if try(s.sampledLate); len(found) == 0 {
		try(s.early) // rows taken late are all below the floor
	}
	try(s.neverMatched, s.drops, s.keepsBad)
	if marks != nil {
		if f, ok := marks.slowMarks(at); ok {
			found = append(found, f)
		}
	}
	try(s.prompt)
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
	case x == nil && t.Marks == nil:
		f.uncounted(t)
	default:
		return f, false
	}
	return f, true
}

// byMarks finds what marks alone tell. They clear no reader that counts its events:
// the read before a handoff need not be the one that closed the event, and only the
// counts could tell.
func byMarks(t *timeline.Timeline, marks *Stages, at func(row int) []Evidence) Finding {
	f := marks.alone(at)
	if f.Code == Prompt && t.Rows.Counted > 0 {
		f = Finding{Code: Undecidable, Args: Args{"rows": int64(t.Rows.Count)}}
		f.uncounted(t)
	}
	return f
}

// uncounted says why rows without held bytes, which may count events that were
// handed off, do not tell what was held.
func (f *Finding) uncounted(t *timeline.Timeline) {
	f.Variant = "no-held"
	all := t.Spans.Sum()
	switch counted, closed := t.Rows.Counted, int64(timeline.Closed(&all)); {
	case counted == 0:
	case !t.Payload:
		f.Variant = "no-held.lengths"
	case counted > closed:
		f.Variant = "no-held.counted"
		f.Args["counted"], f.Args["events"] = counted, closed
	}
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
	}, Evidence: s.evidence(x, 0, x.Len()-1)}
	if s.t.Rows.To-s.t.Rows.From <= sampledWithin && s.clock.at(len(s.t.Chunks)-1) >= s.stall {
		return f, true
	}
	floor := replay.NewReadyFloor(&s.t.Spans)
	for k := range s.t.Chunks {
		received := s.received(k)
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
	if !given || s.t.Observed[n].Held != 0 || l.total.Count == 0 || l.until(l.handed(x.Released(n-1), s.provedAt(n-1))).Count > 0 || s.parsedAny() {
		return Finding{}, false
	}
	f := Finding{Code: NeverMatched, Args: Args{
		"bytes": x.At(n - 1).After, "events": s.closedEvents(), "rows": int64(s.t.Rows.Count),
	}, Evidence: s.evidence(x, n-1, n)}
	for _, name := range (s.t.Traits &^ framing.TraitInvalidUTF8).Names() {
		f.Words = append(f.Words, Word{Key: "trait." + name})
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
		return s.miscounts(x, l)
	}
	var events, bytes, end int64
	from := -1
	w := s.t.Spans.Walk()
	w.Past(l.handed(x.Released(n-1)+l.kept(n-1), s.provedAt(x.Len()-1)))
	for span, ok := w.Next(); ok; span, ok = w.Next() {
		if l.counts(span) && span.Kind != framing.Bad && span.End != framing.Open {
			if from < 0 {
				from, end = w.Index(), span.End
			}
			events++
			bytes += span.Len()
		}
		w.Step()
	}
	if from < 0 {
		return s.miscounts(x, l)
	}
	return Finding{Code: Drops, Args: Args{"events": events, "event": int64(s.events(from)), "bytes": bytes},
		Evidence: s.evidence(x, s.reached(end), n-1, n)}, true
}

func (s *state) prompt(x *replay.Series, l *ledger) (Finding, bool) {
	if s.promptUntil(x, l) < len(s.t.Chunks) {
		return Finding{}, false
	}
	most, held := -1, int64(-1)
	for k, p := range x.All() {
		if s.measured(k) && p.After > held {
			most, held = k, p.After
		}
	}
	return Finding{Code: Prompt, Args: Args{
		"rows": int64(s.t.Rows.Count), "events": int64(l.total.Count),
	}, Evidence: s.evidence(x, most)}, true
}

// late says by which rule the reader lets go, how many bytes of closed events
// it held at most, and how long after its close the latest was handed off.
func (s *state) late(x *replay.Series, l *ledger, fit *Fit) Finding {
	var bytes int64
	worst := 0
	for k := range s.t.Chunks {
		if n := l.late(s.provedAt(k), l.handed(x.Released(k), s.provedAt(k))); n > bytes {
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
	f.Words = fit.words("rule")
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
	n := x.Len()
	if x.Rule.Kind == replay.Observed && x.EOF {
		if given, _ := s.eofRow(); !given {
			n--
		}
	}
	if n == 0 {
		return 0, 0, 0
	}
	closedAt := 0
	since := func(span, k int) time.Duration {
		for s.provedAt(closedAt) <= span {
			closedAt++
		}
		return s.clock.at(k) - s.clock.at(closedAt)
	}
	released := int64(0)
	w := s.t.Spans.Walk()
	for k := range n {
		released = max(released, x.Released(k))
		handed := l.handed(released, s.provedAt(k))
		for span, ok := w.Next(); ok && w.Index() < s.provedAt(k) && span.End <= handed; span, ok = w.Next() {
			if l.counts(span) { // the others that go now have not waited longer
				if d := since(w.Index(), k); d > wait {
					wait, at = d, k
				}
				break
			}
			w.Step()
		}
		if ahead := w; s.provedAt(k) > w.Index() {
			if ahead.Past(handed); ahead.Index() > s.provedAt(k) {
				w.To(s.provedAt(k))
			} else {
				w = ahead
			}
		}
	}
	for span, ok := w.Next(); ok && w.Index() < s.provedAt(n-1); span, ok = w.Next() {
		if l.counts(span) {
			if d := since(w.Index(), n-1); d > wait {
				wait, at = d, n-1
			}
			break
		}
		w.Step()
	}
	return wait, at, l.late(s.provedAt(n-1), l.handed(released, s.provedAt(n-1)))
}
