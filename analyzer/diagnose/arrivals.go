package diagnose

import (
	"slices"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// burstWithin is how close together events that had waited arrive.
const burstWithin = 10 * time.Millisecond

// fullRead is the smallest read that looks like a buffer that was filled, and
// fullReads how many of one size it takes.
const (
	fullRead  = 512
	fullReads = 4
)

// arrivals finds how the bytes came. gaps are those of an at-close reader.
func (s *state) arrivals(gaps []gap) Finding {
	if !s.t.Timed {
		return Finding{Code: Untimed, Args: Args{"chunks": int64(len(s.t.Chunks))}}
	}
	var found []Finding
	for _, find := range []func([]gap) (Finding, bool){s.midEvent, s.alive, s.burst, s.silent} {
		if f, ok := find(gaps); ok {
			found = append(found, f)
		}
	}
	if f, ok := s.fullReads(); ok {
		found = append(found, f)
	}
	if len(found) > 0 {
		return first(found)
	}
	f := Finding{Code: Steady, Args: Args{"stall_ms": int64(s.stall), "chunks": int64(len(s.t.Chunks))}}
	var most longest
	for _, g := range gaps {
		most.offer(s, g.from, g.to)
	}
	if most.n > 0 { // each made of shorter waits: a silence, then an event that takes its time
		f.Variant, f.Args["gap_ms"] = "gaps", int64(most.length)
		f.Evidence = s.evidence(s.floor, most.from, most.to)
	}
	return f
}

// longest keeps the longest of several stretches and counts them.
type longest struct {
	from, to, n int
	length      time.Duration
}

func (l *longest) offer(s *state, from, to int) {
	if d := s.clock.at(to) - s.clock.at(from); d >= s.stall {
		l.n++
		if d > l.length {
			l.from, l.to, l.length = from, to, d
		}
	}
}

func (s *state) midEvent(gaps []gap) (Finding, bool) {
	var most longest
	for _, g := range gaps {
		for k := g.from; k < g.to; {
			end := k + 1
			for end < g.to && s.sameOpen(end, k) {
				end++
			}
			if kind, open := s.openKind(k); open && kind.IsEvent() {
				most.offer(s, k, end)
			}
			k = end
		}
	}
	if most.n == 0 {
		return Finding{}, false
	}
	i, span, _ := s.open(most.from)
	f := Finding{Code: MidEvent, Args: Args{
		"event": int64(s.events(i)), "at_ms": int64(s.clock.at(most.from)), "wait_ms": int64(most.length),
		"held": s.floor.At(most.from).After, "times": int64(most.n),
	}, Evidence: s.evidence(s.floor, most.from, most.to)}
	if span.End == framing.Open || span.AtEOF {
		f.Variant = "open"
	}
	return f, true
}

func (s *state) alive(gaps []gap) (Finding, bool) {
	if !s.t.Payload {
		return Finding{}, false
	}
	var most longest
	var seen []int
	for _, g := range gaps {
		for k := g.from; k < g.to; {
			if !s.quiet(k) {
				k++
				continue
			}
			end := k + 1
			for end < g.to && s.quiet(end) {
				end++
			}
			var came []int
			for j := k; j < end; j++ {
				if (j > g.from || !s.closesEvent(j)) && s.bytes(j) > 0 && !s.loneLF(j) {
					came = append(came, j)
				}
			}
			if len(came) > 0 {
				before := most.length
				if most.offer(s, k, end); most.length > before {
					seen = came
				}
			}
			k = end
		}
	}
	if most.n == 0 {
		return Finding{}, false
	}
	f := Finding{Code: Alive, Args: Args{
		"from_ms": int64(s.clock.at(most.from)), "wait_ms": int64(most.length), "came": int64(len(seen)), "times": int64(most.n),
	}, Evidence: s.evidence(s.floor, seen[:min(len(seen), 8)]...)}
	if slices.ContainsFunc(seen, s.strays) {
		f.Variant = "strays"
	}
	return f, true
}

// strays reports whether what chunk k brings may be neither filler nor white
// space: bytes of no span behind one that lost the place in the stream, or
// behind a value that broke off, whose line is passed over.
func (s *state) strays(k int) bool {
	i := s.provedAt(k) - 1
	if i < 0 {
		return false
	}
	last := s.t.Spans.At(i)
	values := s.t.Framing == framing.JSON || s.t.Framing == framing.JSONArray
	return last.Reason.LosesSync() || values && last.Kind == framing.Bad && last.End < s.received(k)
}

// sameOpen reports whether one span is open at both points, or none at either.
func (s *state) sameOpen(a, b int) bool {
	i, _, is := s.open(a)
	j, _, was := s.open(b)
	return is == was && i == j
}

// quiet reports whether no event is open at point k, heartbeats aside.
func (s *state) quiet(k int) bool {
	kind, open := s.openKind(k)
	return !open || !kind.IsEvent() || kind == framing.Heartbeat
}

// closesEvent reports whether an event that is no heartbeat closes at point k.
func (s *state) closesEvent(k int) bool {
	w := s.t.Spans.Walk()
	if k > 0 {
		w.To(s.provedAt(k - 1))
	}
	for span, ok := w.Next(); ok && w.Index() < s.provedAt(k); span, ok = w.Next() {
		if span.Kind.IsEvent() && span.Kind != framing.Heartbeat {
			return true
		}
		w.Step()
	}
	return false
}

// loneLF reports whether chunk k is only the LF of a CR that ended an event.
func (s *state) loneLF(k int) bool {
	if s.bytes(k) != 1 || s.t.Traits&framing.TraitCRLF == 0 || s.provedAt(k) == 0 {
		return false
	}
	return s.t.Spans.At(s.provedAt(k)-1).End == s.received(k)-1
}

func (s *state) burst(gaps []gap) (Finding, bool) {
	var best Finding
	most := int64(1)
	try := func(to int, wait time.Duration, variant string) {
		last := sort.Search(s.clock.n, func(k int) bool { return s.clock.at(k) > s.clock.at(to)+burstWithin }) - 1
		before := 0
		if to > 0 {
			before = s.events(s.provedAt(to - 1))
		}
		if n := int64(s.events(s.provedAt(last)) - before); n > most {
			most = n
			best = Finding{Code: Burst, Variant: variant, Args: Args{
				"events": n, "wait_ms": int64(wait), "at_ms": int64(s.clock.at(to)),
			}, Evidence: s.evidence(s.floor, to, last)}
		}
	}
	if wait := -s.t.Accept.Time; s.t.Accept.Set && wait >= s.stall && s.clock.n > 0 {
		try(0, wait, "first")
	}
	for _, g := range gaps {
		try(g.to, s.clock.at(g.to)-s.clock.at(g.from), "")
	}
	return best, most > 1
}

func (s *state) silent(gaps []gap) (Finding, bool) {
	var most longest
	for _, g := range gaps {
		from := g.from
		for k := g.from + 1; k <= g.to; k++ {
			if s.bytes(k) > 0 || k == g.to {
				most.offer(s, from, k)
				from = k
			}
		}
	}
	if most.n == 0 {
		return Finding{}, false
	}
	return Finding{Code: Silent, Args: Args{
		"from_ms": int64(s.clock.at(most.from)), "wait_ms": int64(most.length), "times": int64(most.n),
		"held": s.floor.At(most.from).After,
	}, Evidence: s.evidence(s.floor, most.from, most.to)}, true
}

// cutByUs says that the chunks are no reads: a body that was kept whole is cut
// into some of one size where it is imported, and then has no times.
func (s *state) cutByUs() bool {
	switch s.t.Format {
	case capture.FormatBody, capture.FormatHAR, capture.FormatCassette:
		return slices.Contains(s.t.Notes, capture.NoteMadeUpTimes)
	}
	return false
}

func (s *state) fullReads() (Finding, bool) {
	n := len(s.t.Chunks) - 1
	if n < fullReads || s.cutByUs() {
		return Finding{}, false
	}
	size, inside := s.read(0), -1
	for k := range n {
		if s.read(k) != size {
			return Finding{}, false
		}
		if kind, open := s.openKind(k); open && kind.IsEvent() && inside < 0 {
			inside = k
		}
	}
	if size < fullRead || inside < 0 || s.read(n) > size {
		return Finding{}, false
	}
	return Finding{Code: FullReads, Args: Args{"reads": int64(n), "size": size}, Evidence: s.evidence(s.floor, inside)}, true
}

// read is the size of read k: of what came, before its content coding was taken
// off.
func (s *state) read(k int) int64 {
	if s.t.Inflated != nil {
		return s.t.CodedBytes(k)
	}
	return s.t.Bytes(k)
}
