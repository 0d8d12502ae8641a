package diagnose

import (
	"maps"
	"math/bits"
	"slices"
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Fit names the release rules that explain an observed series.
type Fit struct {
	Rules   []Fitted // simplest first; none where no rule is near
	Exact   bool     // every row agrees
	RowsOff int      // rows that the nearest rule does not explain
	Off     []int    // the first of them
}

// Fitted is a rule that explains the rows. A block stands for a range: every
// size from Min to Max explains them as well.
type Fitted struct {
	replay.Rule
	Min, Max int64 // 0 for rules without a number
}

// words name the rules, under keys that begin with prefix. Of several ranges of
// blocks the sentence names the one with the roundest size.
func (f *Fit) words(prefix string) (out []Word) {
	var block Fitted
	ranges, at := int64(0), 0
	for _, r := range f.Rules {
		if r.Kind != replay.Block {
			out = append(out, Word{Key: prefix + "." + r.Name(), Args: Args{"n": r.N}})
			continue
		}
		if ranges++; ranges == 1 {
			at = len(out)
			out = append(out, Word{})
		}
		if bits.TrailingZeros64(uint64(r.N)) > bits.TrailingZeros64(uint64(block.N)) || ranges == 1 {
			block = r
		}
	}
	if ranges > 0 {
		key := prefix + ".block"
		if block.Min == block.Max {
			key += ".one"
		}
		if ranges > 1 {
			key = prefix + ".block.ranges"
		}
		out[at] = Word{Key: key, Args: Args{"n": block.N, "min": block.Min, "max": block.Max, "others": ranges - 1}}
	}
	return out
}

// fit compares the observed series with each rule. It compares events, not
// bytes: released offsets are rounded down to the last close, so separators,
// comments and the LF of a CR do not matter, nor do what ends an event that has
// closed, and sentinels and heartbeats that a reader swallows.
func (s *state) fit(x *replay.Series, l *ledger) Fit {
	const offShown = 8
	best := Fit{RowsOff: x.Len() + 1}
	for _, rule := range s.candidates(x, l) {
		if rule.Kind == replay.Block {
			if blocks := s.blocks(x, l); len(blocks) > 0 {
				if !best.Exact {
					best = Fit{Exact: true}
				}
				best.Rules = append(best.Rules, blocks...)
			}
			continue
		}
		off, lets := s.rowsOff(x, replay.Run(s.t, rule), l)
		fitted := Fitted{rule, rule.N, rule.N}
		switch {
		case !lets && (rule.Kind == replay.Lag || rule.Kind == replay.NextChunk): // it is read-all then
		case len(off) == 0 && best.Exact:
			best.Rules = append(best.Rules, fitted)
		case len(off) == 0:
			best = Fit{Rules: []Fitted{fitted}, Exact: true}
			if rule.Kind == replay.AtClose {
				return best
			}
		case len(off) < best.RowsOff && !best.Exact:
			best = Fit{Rules: []Fitted{fitted}, RowsOff: len(off), Off: off[:min(len(off), offShown)]}
		}
	}
	if best.RowsOff*10 > x.Len() {
		best.Rules = nil
	}
	return best
}

// candidates are the rules that can explain x, simplest first. Of blocks, which
// are found otherwise, there is one.
func (s *state) candidates(x *replay.Series, l *ledger) []replay.Rule {
	rules := []replay.Rule{{Kind: replay.AtClose}, {Kind: replay.ChunkEnd}, {Kind: replay.ReadAll}}
	for _, k := range s.lags(x, l) {
		rules = append(rules, replay.Rule{Kind: replay.Lag, N: k})
	}
	return append(rules, replay.Rule{Kind: replay.NextChunk}, replay.Rule{Kind: replay.Block}, replay.Rule{Kind: replay.Never})
}

// lags are by how many events x was behind at rows that had let go of some: the
// most common ones, in order. Under a lag all such rows are behind by the same,
// unless they swallow events.
func (s *state) lags(x *replay.Series, l *ledger) []int64 {
	const tried = 6
	seen := map[int64]int{}
	gone, closed := s.t.Spans.Walk(), s.t.Spans.Walk()
	for k := range s.t.Chunks {
		if !s.measured(k) {
			continue
		}
		gone.Past(l.handed(x.Released(k), s.provedAt(k)))
		closed.To(s.provedAt(k))
		n := gone.Sum().Events.Count
		if behind := int64(closed.Sum().Events.Count - n); n > 0 && behind > 0 && (seen[behind] > 0 || len(seen) < 1<<10) {
			seen[behind]++
		}
	}
	lags := slices.Collect(maps.Keys(seen))
	// A generic sort of each type would be 20 kB of the page.
	sort.Slice(lags, func(i, j int) bool {
		a, b := lags[i], lags[j]
		return seen[a] > seen[b] || seen[a] == seen[b] && a < b
	})
	lags = lags[:min(len(lags), tried)]
	sort.Slice(lags, func(i, j int) bool { return lags[i] < lags[j] })
	return lags
}

// rowsOff are the points at which the observed series and the rule's differ.
// lets says that the rule lets go of an event before EOF.
func (s *state) rowsOff(x, rule *replay.Series, l *ledger) (off []int, lets bool) {
	before, parsed := int64(0), false // at the last measured row, and since
	for k, p := range rule.All() {
		eof := rule.EOF && k == rule.Len()-1
		parsed = parsed || p.Parsed
		if !s.measured(k) {
			continue
		}
		o := x.At(k)
		same := o.Parsed == parsed
		if rule.Rule.Kind != replay.Never {
			same = same || o.Parsed == l.parsed(before, p.Released, eof)
		}
		if !eof {
			count := l.until(p.Released).Count
			lets = lets || count > 0
			same = same && l.until(l.handed(o.Released, s.provedAt(k))).Count == count
		}
		if !same {
			off = append(off, k)
		}
		before, parsed = p.Released, false
	}
	return off, lets
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
