package figure

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

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
func lineEntries(lines []line, words *Labels) []entry {
	var out []entry
	for i, l := range lines {
		out = append(out, entry{index: i, text: l.name(words)})
	}
	return out
}

// causeEntries give the time in all of each cause that there is, and what the
// cause means where all of that fits into one row.
func causeEntries(times diagnose.Times, words *Labels, width int) []entry {
	var plain, short, long []entry
	for c, d := range times {
		if d == 0 {
			continue
		}
		text := words.Causes[c] + " " + put(words.Duration, millis(d))
		plain = append(plain, entry{index: c, text: text})
		text = put(words.InAll, text)
		short = append(short, entry{index: c, text: text})
		long = append(long, entry{index: c, text: text + " \u2014 " + words.Meanings[c]})
	}
	if rows, wide := flow(long, width); rows == 1 && wide <= width {
		return long
	}
	if _, wide := flow(short, width); wide <= width {
		return short
	}
	return plain
}
