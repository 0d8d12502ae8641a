package diagnose

import (
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// early finds events of which the reader let go before they were even ready:
// it holds less than the floor, which no reader of whole events can. Under a
// content coding the floor is not known to the byte.
func (s *state) early(x *replay.Series, l *ledger) (Finding, bool) {
	if s.t.Inflated != nil {
		return Finding{}, false
	}
	var f Finding
	torn := int64(0)
	last := -1
	floor := replay.NewReadyFloor(&s.t.Spans)
	for k := range s.t.Chunks {
		free := floor.Free(s.received(k))
		released := x.At(k).Released + l.kept(k)
		if !s.measured(k) || released <= free || floor.Proved() == last {
			continue
		}
		last = floor.Proved()
		span := s.t.Spans.At(last)
		if !span.Kind.IsEvent() {
			continue
		}
		if torn++; torn > 1 {
			continue
		}
		f = Finding{Code: Early, Args: Args{
			"event": int64(s.events(last)), "chunk": int64(k), "at_ms": int64(s.clock.at(k)), "bytes": released - span.Start,
		}, Evidence: s.evidence(x, k)}
	}
	if torn > 1 {
		f.Variant = "many"
	}
	if torn > 0 {
		f.Args["torn"] = torn
	}
	return f, torn > 0
}
