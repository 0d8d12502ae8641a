package diagnose

import (
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Fit names the release rules that explain an observed series.
type Fit struct {
	Rules   []replay.Rule // simplest first; none where no rule is near
	Exact   bool          // every row agrees
	RowsOff int           // rows that the nearest rule does not explain
	Off     []int         // the first of them
}

// fitRules in the order in which they are named.
var fitRules = []replay.RuleKind{replay.AtClose, replay.ChunkEnd, replay.ReadAll, replay.Never}

// fit compares the observed series with each rule. It compares events, not
// bytes: released offsets are rounded down to the last close, so separators,
// comments and the LF of a CR do not matter, nor do sentinels and heartbeats
// that a reader swallows.
func (s *state) fit(x *replay.Series, l *ledger) Fit {
	const offShown = 8
	best := Fit{RowsOff: x.Len() + 1}
	for _, kind := range fitRules {
		rule := replay.Rule{Kind: kind}
		off := s.rowsOff(x, replay.Run(s.t, rule), l)
		switch {
		case len(off) == 0 && best.Exact:
			best.Rules = append(best.Rules, rule)
		case len(off) == 0:
			best = Fit{Rules: []replay.Rule{rule}, Exact: true}
			if kind == replay.AtClose {
				return best
			}
		case len(off) < best.RowsOff && !best.Exact:
			best = Fit{Rules: []replay.Rule{rule}, RowsOff: len(off), Off: off[:min(len(off), offShown)]}
		}
	}
	if best.RowsOff*10 > x.Len() {
		best.Rules = nil
	}
	return best
}

// rowsOff are the points at which the observed series and the rule's differ.
func (s *state) rowsOff(x, rule *replay.Series, l *ledger) []int {
	var off []int
	before := int64(0)
	for k, p := range rule.All() {
		eof := rule.EOF && k == rule.Len()-1
		o := x.At(k)
		if !s.measured(k) {
			before = p.Released
			continue
		}
		same := o.Parsed == p.Parsed
		if rule.Rule.Kind != replay.Never {
			same = same || o.Parsed == l.parsed(before, p.Released, eof)
		}
		if !eof {
			same = same && l.until(o.Released).Count == l.until(p.Released).Count
		}
		if !same {
			off = append(off, k)
		}
		before = p.Released
	}
	return off
}

// parsed reports whether a plain event ends in (from, to]; at EOF also one that
// only EOF closes.
func (l *ledger) parsed(from, to int64, eof bool) bool {
	l.gone.Past(from)
	for w := l.gone; ; w.Step() {
		span, ok := w.Next()
		if !ok || span.End == framing.Open || span.End > to || span.AtEOF && !eof {
			return false
		}
		if span.Kind == framing.Event {
			return true
		}
	}
}
