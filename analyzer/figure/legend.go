package figure

import (
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

const (
	swatchWidth  = 20
	swatchHeight = 10
	swatchGap    = 7  // between a swatch and its text
	entryGap     = 20 // between two entries
)

// entry is a swatch and its text, at a place.
type entry struct {
	x, row int
	index  int // of the line, or the cause
	text   string
}

func (e entry) width() int { return swatchWidth + swatchGap + textWidth(e.text) }

// flow lays entries in rows no wider than width, and says how many rows there
// are and how wide the widest is.
func flow(entries []entry, width int) (rows, widest int) {
	x := 0
	for i := range entries {
		e := &entries[i]
		if x > 0 && x+e.width() > width {
			x = 0
			rows++
		}
		e.x, e.row = x, rows
		widest = max(widest, x+e.width())
		x += e.width() + entryGap
	}
	if len(entries) > 0 {
		rows++
	}
	return rows, widest
}

// lineEntries name the lines that are drawn.
func lineEntries(lines []*replay.Series, words *Labels) []entry {
	var out []entry
	for i, s := range lines {
		out = append(out, entry{index: i, text: words.rule(s.Rule)})
	}
	return out
}

// causeEntries give the time of each cause, and what the cause means where all
// of that fits into one row. Filler is told of only where there is some.
func causeEntries(times diagnose.Times, words *Labels, width int) []entry {
	var short, long []entry
	for c, d := range times {
		if diagnose.Cause(c) == diagnose.FillerOnly && d == 0 {
			continue
		}
		text := words.Causes[c] + " " + put(words.Duration, millis(d))
		short = append(short, entry{index: c, text: text})
		long = append(long, entry{index: c, text: text + " \u2014 " + words.Meanings[c]})
	}
	if rows, _ := flow(long, width); rows == 1 {
		return long
	}
	return short
}
