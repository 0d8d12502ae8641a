package capture

import "strconv"

// parsedAhead bounds the rows that wait until it is clear whether the parsed
// column holds booleans or cumulative counts.
const parsedAhead = 4096

// parsedColumn reads the parsed column of one run, which holds booleans as
// words, booleans as 1 and 0, or cumulative counts.
//
// A 0, and the first 1, mean the same in both readings. Further 1s do not: as
// booleans they are true, as counts that did not rise they are false. Their
// rows wait for what follows. A 0 after a 1, a word, the end of the run, or
// parsedAhead rows make the column boolean; a number above 1 makes it counts.
type parsedColumn struct {
	mode parsedMode
	last int64
	wait int // rows at the end of the queue that wait
}

type parsedMode uint8

const (
	parsedOpen parsedMode = iota
	parsedBool
	parsedCount
)

// verdict is what one cell decided.
type verdict struct {
	parsed  bool // of this row
	wait    bool // not known yet: this row waits too
	settled bool // the rows that wait are known now
}

// read takes the next cell. want is not empty where the cell is bad.
func (p *parsedColumn) read(cell []byte) (v verdict, want string) {
	switch string(cell) {
	case "True", "true", "TRUE":
		return p.word(true)
	case "False", "false", "FALSE":
		return p.word(false)
	}
	n, ok := parseCount(cell)
	switch {
	case !ok && p.mode == parsedCount:
		return v, p.atLeast()
	case !ok:
		return v, "parsed as True or False, 1 or 0, or a count"
	case p.mode == parsedCount && n < p.last:
		return v, p.atLeast()
	case p.mode == parsedCount:
	case p.mode == parsedBool && n > 1:
		return v, "parsed as True or False, 1 or 0, as in the rows before"
	case p.mode == parsedBool:
		return verdict{parsed: n == 1}, ""
	case n > 1:
		p.mode = parsedCount
		v.settled = true
	case n < p.last:
		p.mode = parsedBool
		return verdict{settled: true}, ""
	case n == 1 && p.last == 1:
		if p.wait == parsedAhead {
			p.mode = parsedBool
			return verdict{parsed: true, settled: true}, ""
		}
		return verdict{wait: true}, ""
	}
	v.parsed = n > p.last
	p.last = n
	return v, ""
}

// waited is what parsed is in the rows that waited.
func (p *parsedColumn) waited() bool { return p.mode != parsedCount }

func (p *parsedColumn) word(b bool) (verdict, string) {
	if p.mode == parsedCount {
		return verdict{}, p.atLeast()
	}
	p.mode = parsedBool
	return verdict{parsed: b, settled: true}, ""
}

func (p *parsedColumn) atLeast() string {
	return "parsed as a count of at least " + strconv.FormatInt(p.last, 10)
}
