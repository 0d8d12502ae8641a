package figure

import "github.com/heldbytes/heldbytes/analyzer/replay"

// line is a series as it is drawn.
type line struct {
	*replay.Series
	place int // among the lines that are drawn
	part  part
}

// part is what a line stands for besides its rule.
type part uint8

const (
	plain  part = iota
	knob        // its rule is being chosen
	before      // a recording before a fix
	after       // and after it
)

// drawable are the lines that have points.
func drawable(f *Figure) (out []line) {
	for i, s := range f.Lines {
		if s == nil || s.Len() == 0 {
			continue
		}
		l := line{Series: s, place: len(out)}
		switch {
		case f.Fix && i < 2:
			l.part = before + part(i)
		case s == f.Knob:
			l.part = knob
		}
		out = append(out, l)
	}
	return out
}

// chunks is the number of points without EOF.
func (l line) chunks() int {
	if l.EOF {
		return l.Len() - 1
	}
	return l.Len()
}

func (l line) name(words *Labels) string {
	switch l.part {
	case before:
		return words.Before
	case after:
		return words.After
	}
	return words.rule(l.Rule)
}

// strong reports whether the name of a line is written in ink.
func (l line) strong() bool {
	switch l.Rule.Kind {
	case replay.Observed, replay.AtClose, replay.Between:
		return true
	}
	return l.part != plain
}
