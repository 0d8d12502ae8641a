package figure

import (
	"slices"
	"sort"
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// stroke is how a line is drawn.
type stroke struct {
	colour, width string // the width in pixels, below ten
	dashes        string // none where empty
}

// dashes are those of the rules that no reader was seen to follow: all differ.
var dashes = map[replay.RuleKind]string{
	replay.ReadAll:   "4 3",
	replay.ChunkEnd:  "8 3",
	replay.Lag:       "2 3",
	replay.NextChunk: "8 3 2 3",
	replay.Block:     "6 2 2 2 2 2",
	replay.Never:     "12 4",
	replay.Inflater:  "1 2",
}

// strokeOf gives the darkest ink to what was observed, the accent to at-close,
// and dashes to the other rules, which no reader was seen to follow; of these
// the first is dark where nothing was observed. At-close is thinner than what
// was observed and lies on it, so that both are seen where they agree. The rule
// that is being chosen has a colour of its own and no dashes, and is wider than
// all but the observed. The hops between capture points are told apart by their
// order; the inflater, which is no reader, has dots.
func strokeOf(l line, t *theme) stroke {
	switch l.part {
	case knob:
		return stroke{colour: t.knob, width: "2"}
	case before:
		return stroke{colour: t.ink, width: "1.5", dashes: "5 3"}
	case after:
		return stroke{colour: t.accent, width: "2"}
	}
	switch l.Rule.Kind {
	case replay.Observed:
		return stroke{colour: t.ink, width: "2.5"}
	case replay.AtClose:
		return stroke{colour: t.accent, width: "1.4"}
	case replay.Between:
		switch l.place {
		case 0:
			return stroke{colour: t.ink, width: "2"}
		case 1:
			return stroke{colour: t.accent, width: "1.4"}
		}
		return stroke{colour: t.dim, width: "1.2", dashes: "4 " + strconv.Itoa(1+l.place)}
	case replay.Inflater:
		return stroke{colour: t.dim, width: "1.2", dashes: dashes[replay.Inflater]}
	}
	if l.place == 0 {
		return stroke{colour: t.ink, width: "1.5", dashes: "5 3"}
	}
	s := stroke{colour: t.rule[l.Rule.Kind], width: "1.2", dashes: dashes[l.Rule.Kind]}
	if s.colour == "" {
		s.colour = t.dim
	}
	return s
}

// byWidth are the lines from the widest to the thinnest, so that the thin ones
// lie on the others.
func byWidth(lines []line, t *theme) []line {
	out := slices.Clone(lines)
	sort.SliceStable(out, func(i, j int) bool { return strokeOf(out[i], t).width > strokeOf(out[j], t).width })
	return out
}
