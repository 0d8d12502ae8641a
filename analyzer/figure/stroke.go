package figure

import (
	"slices"
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// dashes are those of the rules that no reader was seen to follow: all differ.
var dashes = map[replay.RuleKind][]int{
	replay.ReadAll:   {4, 3},
	replay.ChunkEnd:  {8, 3},
	replay.Lag:       {2, 3},
	replay.NextChunk: {8, 3, 2, 3},
	replay.Block:     {6, 2, 2, 2, 2, 2},
	replay.Never:     {12, 4},
	replay.Inflater:  {1, 2},
}

// strokeOf gives the darkest ink to what was observed, the accent to at-close,
// and dashes to the other rules, which no reader was seen to follow; of these
// the first is dark where nothing was observed. At-close is thinner than what
// was observed and lies on it, so that both are seen where they agree. The rule
// that is being chosen has a colour of its own and no dashes, and is wider than
// all but the observed. The hops between capture points are told apart by their
// order; the inflater, which is no reader, has dots.
func strokeOf(l line, t *theme) *Stroke {
	switch l.part {
	case knob:
		return &Stroke{Colour: t.knob, Width: 20}
	case before:
		return &Stroke{Colour: t.ink, Width: 15, Dashes: []int{5, 3}}
	case after:
		return &Stroke{Colour: t.accent, Width: 20}
	}
	switch l.Rule.Kind {
	case replay.Observed:
		return &Stroke{Colour: t.ink, Width: 25}
	case replay.AtClose:
		return &Stroke{Colour: t.accent, Width: 14}
	case replay.Between:
		switch l.place {
		case 0:
			return &Stroke{Colour: t.ink, Width: 20}
		case 1:
			return &Stroke{Colour: t.accent, Width: 14}
		}
		return &Stroke{Colour: t.dim, Width: 12, Dashes: []int{4, 1 + l.place}}
	case replay.Inflater:
		return &Stroke{Colour: t.dim, Width: 12, Dashes: dashes[replay.Inflater]}
	}
	if l.place == 0 {
		return &Stroke{Colour: t.ink, Width: 15, Dashes: []int{5, 3}}
	}
	s := &Stroke{Colour: t.rule[l.Rule.Kind], Width: 12, Dashes: dashes[l.Rule.Kind]}
	if s.Colour == "" {
		s.Colour = t.dim
	}
	return s
}

// byWidth are the lines from the widest to the thinnest, so that the thin ones
// lie on the others.
func byWidth(lines []line, t *theme) []line {
	out := slices.Clone(lines)
	sort.SliceStable(out, func(i, j int) bool { return strokeOf(out[i], t).Width > strokeOf(out[j], t).Width })
	return out
}
