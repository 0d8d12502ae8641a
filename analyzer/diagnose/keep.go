package diagnose

import (
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// keep is a bad event that a reader never let go of.
type keep struct {
	span  int
	point int   // from which its bytes stay held
	bytes int64 // of the event
}

// keeps looks for bad events whose bytes the reader still holds at every later
// row although it let go of what came before them and what came after.
func (s *state) keeps(x *replay.Series, l *ledger) []keep {
	var out []keep
	kept := int64(0)
	last := len(s.t.Chunks) - 1
	low := s.lowestAfter(x)
	for i, span := range s.t.Spans {
		if span.Kind != framing.Bad || span.AtEOF {
			continue
		}
		k := s.reached(span.Proof)
		size := span.Len()
		p := x.Points[k]
		if k >= last || low[k] < kept+size || p.After-kept > p.Received-s.closeBefore(i) {
			continue
		}
		if s.letGoAfter(x, l, i, k, kept+size) {
			kept += size
			out = append(out, keep{span: i, point: k, bytes: size})
		}
	}
	return out
}

// keepsBad makes the finding of the events that the ledger knows as kept.
func (s *state) keepsBad(x *replay.Series, l *ledger) (Finding, bool) {
	if len(l.keeps) == 0 {
		return Finding{}, false
	}
	var each []Finding
	var kept int64
	for _, k := range l.keeps {
		kept += k.bytes
		each = append(each, Finding{Code: KeepsBad, Args: Args{
			"event": int64(s.events[k.span]), "bytes": k.bytes, "at_ms": int64(s.clock[k.point]), "chunk": int64(k.point),
		}, Evidence: s.evidence(x, k.point, len(s.t.Chunks)-1)})
	}
	f := first(each)
	f.Args["kept"], f.Args["bad"] = kept, int64(len(each))
	if len(each) > 1 {
		f.Variant = "many"
	}
	return f, true
}

// lowestAfter is, for each chunk, the least that x held from it to the last.
func (s *state) lowestAfter(x *replay.Series) []int64 {
	low := make([]int64, len(s.t.Chunks))
	for k := len(low) - 1; k >= 0; k-- {
		low[k] = x.Points[k].After
		if k+1 < len(low) {
			low[k] = min(low[k], low[k+1])
		}
	}
	return low
}

// closeBefore is where the last event before span i ends.
func (s *state) closeBefore(i int) int64 {
	for i--; i >= 0; i-- {
		if s.t.Spans[i].Kind.IsEvent() {
			return s.t.Spans[i].End
		}
	}
	return 0
}

// letGoAfter reports whether x, which keeps kept bytes from span i on, let go
// of an event after it; true also where there is none.
func (s *state) letGoAfter(x *replay.Series, l *ledger, i, k int, kept int64) bool {
	bound := s.t.Spans[i].End
	later := false
	for j := k + 1; j < len(s.t.Chunks); j++ {
		later = later || l.count[s.proved[j]] > l.count[i+1]
		if p := x.Points[j]; p.After-kept < p.Received-bound {
			return true
		}
	}
	return !later
}
