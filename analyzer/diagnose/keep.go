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
// row although it let go of all that came before them. Such a reader was prompt
// until the first of them or, where that comes first of all events, is prompt
// after it but for its bytes: one that waits for EOF, or is an event behind,
// holds as much and is not told by its bad events.
func (s *state) keeps(x *replay.Series, l *ledger) []keep {
	if s.t.Spans.Bad() == 0 {
		return nil
	}
	var out []keep
	kept := int64(0)
	low := s.lowestAfter(x)
	prompt := s.promptUntil(x, l)
	for i, span := range s.t.Spans.All() {
		if span.Kind != framing.Bad || span.AtEOF {
			continue
		}
		k := s.reached(span.Proof)
		size := span.Len()
		if p := x.At(k); low[k] < kept+size || p.After-kept > p.Received-s.textBefore(i) {
			continue
		}
		switch {
		case len(out) > 0:
		case l.among(i).Count > 0 && prompt < k, l.among(i).Count == 0 && !s.promptAfter(x, l, i, k, size):
			continue
		}
		kept += size
		out = append(out, keep{span: i, point: k, bytes: size})
	}
	return out
}

// promptUntil is the first chunk at which a closed event was not handed off.
func (s *state) promptUntil(x *replay.Series, l *ledger) int {
	for k := range s.t.Chunks {
		if s.measured(k) && l.until(l.handed(x.Released(k), s.provedAt(k))).Count < l.among(s.provedAt(k)).Count {
			return k
		}
	}
	return len(s.t.Chunks)
}

// keepsBad makes the finding of the events that the ledger knows as kept.
func (s *state) keepsBad(x *replay.Series, l *ledger) (Finding, bool) {
	if len(l.keeps) == 0 {
		return Finding{}, false
	}
	var each []Finding
	var kept int64
	for i, k := range l.keeps {
		if kept += k.bytes; i >= told {
			continue
		}
		each = append(each, Finding{Code: KeepsBad, Args: Args{
			"event": int64(s.events(k.span)), "bytes": k.bytes, "at_ms": int64(s.clock.at(k.point)), "chunk": int64(k.point),
		}, Evidence: s.evidence(x, k.point, len(s.t.Chunks)-1)})
	}
	f := first(each)
	f.Args["kept"], f.Args["bad"] = kept, int64(len(l.keeps))
	if len(each) > 1 {
		f.Variant = "many"
	}
	return f, true
}

// lowestAfter is, for each chunk, the least that x held from it to the last, what
// is open aside: no reader of whole events lets go of that.
func (s *state) lowestAfter(x *replay.Series) []int64 {
	low := make([]int64, len(s.t.Chunks))
	least := s.t.Total()
	for k := len(low) - 1; k >= 0; k-- {
		if s.measured(k) {
			least = min(least, x.After(k)-s.unready(k))
		}
		low[k] = least
	}
	return low
}

// unready is the bytes at point k of what is open and not ready.
func (s *state) unready(k int) int64 {
	_, span, is := s.open(k)
	if got := s.received(k); is && span.Kind != framing.Filler && (span.Ready == framing.Open || span.Ready > got) {
		return got - span.Start
	}
	return 0
}

// textBefore is where the text of the last event before span i ends.
func (s *state) textBefore(i int) int64 {
	for i--; i >= 0; i-- {
		if span := s.t.Spans.At(i); span.Kind.IsEvent() {
			return textEnd(span)
		}
	}
	return 0
}

// promptAfter reports whether, at some row after chunk k, x holds nothing but
// the kept bytes of span i and what is open, and an event closed in between.
func (s *state) promptAfter(x *replay.Series, l *ledger, i, k int, kept int64) bool {
	before := l.among(i + 1).Count
	for j := k + 1; j < len(s.t.Chunks); j++ {
		closed := l.among(s.provedAt(j)).Count
		if s.measured(j) && closed > before && l.until(l.handed(x.Released(j)+kept, s.provedAt(j))).Count >= closed {
			return true
		}
	}
	return false
}
