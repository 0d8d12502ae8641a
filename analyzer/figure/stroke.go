package figure

import (
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// stroke is how a line is drawn.
type stroke struct {
	colour, width string
	dashes        string // none where empty
}

// strokeOf gives the darkest ink to what was observed, the accent to at-close,
// and dashes to the other rules, which no reader was seen to follow; of these
// the first is dark where nothing was observed. At-close is thinner than what
// was observed and lies on it, so that both are seen where they agree. The hops
// between capture points are told apart by their order; the inflater, which is
// no reader, has dots.
func strokeOf(lines []*replay.Series, i int, t *theme) stroke {
	switch lines[i].Rule.Kind {
	case replay.Observed:
		return stroke{colour: t.ink, width: "2.5"}
	case replay.AtClose:
		return stroke{colour: t.accent, width: "1.4"}
	case replay.Between:
		switch i {
		case 0:
			return stroke{colour: t.ink, width: "2"}
		case 1:
			return stroke{colour: t.accent, width: "1.4"}
		}
		return stroke{colour: t.dim, width: "1.2", dashes: "4 " + strconv.Itoa(1+i)}
	case replay.Inflater:
		return stroke{colour: t.dim, width: "1.2", dashes: "1 2"}
	}
	if i == 0 {
		return stroke{colour: t.ink, width: "1.5", dashes: "5 3"}
	}
	return stroke{colour: t.dim, width: "1.2", dashes: "4 3"}
}
