package diagnose

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// readerCaps are the sizes at which common readers give up on one event:
// bufio.Scanner, then twice it, then what is often set in their place.
var readerCaps = []int64{65_536, 131_072, 262_144, 1_048_576}

// stream finds what the bytes are.
func (s *state) stream() Finding {
	t := s.t
	if !t.Payload {
		return Finding{Code: NoPayload, Args: Args{"chunks": int64(len(t.Chunks)), "bytes": t.Total()}}
	}
	var found []Finding
	for _, find := range []func() (Finding, bool){s.otherFraming, s.lostSync, s.noDelimiter, s.badEvents, s.largeEvent, s.singleValue, s.coded} {
		if f, ok := find(); ok {
			found = append(found, f)
		}
	}
	if len(found) > 0 {
		return first(found)
	}
	i, largest := t.Spans.Largest()
	f := Finding{Code: OK, Args: Args{"events": s.closedEvents(), "largest": largest, "bytes": t.Total()}}
	if largest > 0 {
		f.Evidence = s.evidence(s.floor, s.reached(t.Spans.At(i).End))
	}
	return f
}

// coded holds where a content coding was taken off as it came.
func (s *state) coded() (Finding, bool) {
	x := replay.FromInflater(s.t)
	if x == nil {
		return Finding{}, false
	}
	f := Finding{Code: Coded, Args: Args{"bytes": s.t.Total()}}
	most := 0
	for k, p := range x.All() {
		f.Args["coded"] = p.Received
		if p.After > f.Args["waited"] {
			f.Args["waited"], most = p.After, k
		}
	}
	if f.Args["waited"] == 0 {
		f.Variant = "flushed"
	}
	for _, c := range s.t.Coding {
		f.Words = append(f.Words, Word{Key: "coding." + c.String()})
	}
	f.Evidence = s.evidence(x, most)
	return f, true
}

func (s *state) closedEvents() int64 {
	return int64(s.t.Spans.Sum().Events.Count)
}

// otherFraming holds where another framing finds events in what has none of the
// framing that was asked for.
func (s *state) otherFraming() (Finding, bool) {
	if s.t.Other == framing.Unknown {
		return Finding{}, false
	}
	return Finding{Code: OtherFraming, Words: words("framing." + s.t.Other.String()), Args: Args{"bytes": s.t.Total()}}, true
}

// lostSync holds where a length that cannot be true ends all, or where the last
// events are values whose first byte cannot begin one. Framings that look for a
// line end cannot lose it.
func (s *state) lostSync() (Finding, bool) {
	n := s.t.Spans.Len()
	if n == 0 {
		return Finding{}, false
	}
	last := s.t.Spans.At(n - 1)
	values := s.t.Framing == framing.JSON || s.t.Framing == framing.JSONArray
	switch {
	case last.Reason.LosesSync():
		k := s.reached(last.End)
		return Finding{Code: LostSync, Variant: "frame", Words: words("reason." + last.Reason.String()), Args: Args{
			"offset": last.Start, "at_ms": int64(s.clock.at(k)), "bytes": s.t.Total() - last.Start,
		}, Evidence: s.evidence(s.floor, k)}, true
	case !values || last.Kind != framing.Bad || last.Len() != 1:
		return Finding{}, false
	}
	for i := n - 2; i >= 0; i-- {
		before := s.t.Spans.At(i)
		if before.Kind != framing.Bad || before.Len() != 1 {
			break
		}
		last = before
	}
	k := s.reached(last.End)
	return Finding{Code: LostSync, Args: Args{
		"offset": last.Start, "at_ms": int64(s.clock.at(k)), "bytes": s.t.Total() - last.Start,
	}, Evidence: s.evidence(s.floor, k)}, true
}

// noDelimiter holds where the last event does not close in the capture, and its
// bytes wait for that at the end or, before an EOF that closes it, for a
// stall's length.
func (s *state) noDelimiter() (Finding, bool) {
	n := s.t.Spans.Len()
	if n == 0 {
		return Finding{}, false
	}
	last := s.t.Spans.At(n - 1)
	if last.Kind == framing.Filler || last.End != framing.Open && !last.AtEOF {
		return Finding{}, false
	}
	if slices.Contains(s.t.Notes, capture.NoteCodingBroken) {
		return Finding{}, false // its end may have come, in what was not inflated
	}
	end := s.clock.n - 1
	if wait := s.clock.at(end) - s.clock.at(s.reached(s.t.Total())); last.AtEOF && (!s.t.Timed || wait < s.stall) {
		return Finding{}, false
	}
	k := s.reached(last.Start + 1)
	f := Finding{Code: NoDelimiter, Variant: s.t.Framing.String(), Args: Args{
		"bytes": s.t.Total() - last.Start, "offset": last.Start, "at_ms": int64(s.clock.at(k)),
	}, Evidence: s.evidence(s.floor, k, len(s.t.Chunks)-1)}
	if last.Ready != framing.Open && last.Reason != framing.ReasonCut {
		f.Variant += ".ready"
	}
	return f, true
}

func (s *state) badEvents() (Finding, bool) {
	if s.t.Spans.Bad() == 0 {
		return Finding{}, false
	}
	var each []Finding
	var n int64
	for i, span := range s.t.Spans.All() {
		if span.Kind != framing.Bad {
			continue
		}
		if n++; n > told {
			continue
		}
		k := s.reached(span.Proof)
		if span.AtEOF {
			k = s.floor.Len() - 1
		}
		each = append(each, Finding{Code: BadEvents, Words: words(ReasonKey(s.t.Framing, span)), Args: Args{
			"event": int64(s.events(i)), "bytes": span.Len(), "at_ms": int64(s.clock.at(k)),
		}, Evidence: s.evidence(s.floor, k)})
	}
	f := first(each)
	f.Args["bad"], f.Args["events"] = n, s.closedEvents()
	if n > 1 {
		f.Variant = "many"
	}
	return f, true
}

// ReasonKey is what the catalogue calls the reason why a span is bad.
func ReasonKey(n framing.Name, span framing.Span) string {
	if span.Reason == framing.ReasonCut && span.AtEOF && frames(n) {
		return "reason.cut.frame"
	}
	return "reason." + span.Reason.String()
}

// frames reports whether the events of framing n have their length in front.
func frames(n framing.Name) bool {
	return n == framing.GRPC || n == framing.AWSEventStream || n == framing.ContentLength
}

func (s *state) largeEvent() (Finding, bool) {
	i, size := s.t.Spans.Largest()
	if size <= readerCaps[0] {
		return Finding{}, false
	}
	f := Finding{Code: LargeEvent, Args: Args{"bytes": size}}
	for _, limit := range readerCaps {
		if size > limit {
			f.Args["cap"] = limit
		}
	}
	span := s.t.Spans.At(i)
	f.Args["event"] = int64(s.events(i))
	f.Evidence = s.evidence(s.floor, s.reached(span.Start+1), s.reached(span.End))
	return f, true
}

func (s *state) singleValue() (Finding, bool) {
	if s.t.Framing != framing.JSON && s.t.Framing != framing.Lines || !s.t.EOF.Set || s.closedEvents() != 1 {
		return Finding{}, false
	}
	_, largest := s.t.Spans.Largest()
	return Finding{Code: SingleValue, Args: Args{"bytes": largest}}, true
}
