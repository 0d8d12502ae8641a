package figure

import "time"

// tick is a value on an axis and its text; label is the place of the middle of
// the text, and the text is empty where there is no room for it.
type tick struct {
	at    int // pixels along the axis
	label int
	text  string
}

const (
	tickGap   = 20 // pixels between two labels, at least
	tickEvery = 72 // pixels between two ticks of the x axis, at least
	rowsEvery = 32 // the same for the y axis
)

// byteUnit is the unit in which up to most bytes are told: bytes as far as one
// can read them, then the power of 1024 that leaves at least two digits.
func byteUnit(most int64) (unit int64, name string) {
	if most <= 10_000_000 {
		return 1, ""
	}
	names := [...]string{"MiB", "GiB", "TiB", "PiB"}
	i := 0
	for unit = 1 << 20; i < len(names)-1 && most/unit >= 10<<10; unit <<= 10 {
		i++
	}
	return unit, names[i]
}

// byteTicks are the ticks of the y axis. Each is a whole number of its unit.
func byteTicks(s scale) []tick {
	unit, _ := byteUnit(s.to)
	if s.to <= s.from {
		return []tick{{text: group(0)}}
	}
	least := mulDiv(s.length(), rowsEvery, uint64(max(s.px, rowsEvery)), 0)
	step := niceStep(int64(least)/unit+1) * unit
	var ticks []tick
	for _, v := range multiples(s.from, s.to, step) {
		ticks = append(ticks, tick{at: s.above(v), text: group(v / unit)})
	}
	return ticks
}

// inSeconds says whether a time axis is told in seconds.
func inSeconds(s scale) bool { return s.length() >= uint64(10*time.Second) }

// timeTicks are the ticks of a time axis in nanoseconds that begins at left
// within a drawing of that width. Labels that would touch are left out.
func timeTicks(s scale, left, width int) []tick {
	unit := int64(time.Millisecond)
	if inSeconds(s) {
		unit = int64(time.Second)
	}
	return spread(s, left, width, func(v, step int64) string {
		decimals := 0
		for u := unit; step%u != 0; u /= 10 {
			decimals++
		}
		if v == 0 {
			decimals = 0
		}
		return fixed(v, unit, decimals)
	})
}

// chunkTicks are the ticks of an axis that counts chunks.
func chunkTicks(s scale, left, width int) []tick {
	return spread(s, left, width, func(v, _ int64) string { return group(v) })
}

// spread takes the finest nice step that leaves room for all labels.
func spread(s scale, left, width int, text func(v, step int64) string) []tick {
	if s.to <= s.from {
		return labelled(s, []int64{s.from}, left, width, func(v int64) string {
			return text(v, s.from)
		})
	}
	least := mulDiv(s.length(), tickEvery, uint64(max(s.px, tickEvery)), 0)
	for step := niceStep(int64(max(least, 1))); ; step = niceStep(step + 1) {
		label := func(v int64) string { return text(v, step) }
		values := multiples(s.from, s.to, step)
		if len(values) < 2 {
			return labelled(s, values, left, width, label)
		}
		first, last := values[0], values[len(values)-1]
		wide := max(textWidth(label(first)), textWidth(label(last)))
		if s.at(values[1])-s.at(first) >= wide+tickGap {
			return labelled(s, values, left, width, label)
		}
	}
}

// labelled places the labels: under their ticks, within the drawing, none
// touching the one before it.
func labelled(s scale, values []int64, left, width int, text func(int64) string) []tick {
	var ticks []tick
	free := edge // the first pixel that no label has taken
	for _, v := range values {
		t := tick{at: s.at(v)}
		label := text(v)
		half := (textWidth(label) + 1) / 2
		middle := min(max(left+t.at, edge+half), width-edge-half)
		if middle-half >= free {
			t.text, t.label = label, middle-left
			free = middle + half + tickGap/2
		}
		ticks = append(ticks, t)
	}
	return ticks
}
