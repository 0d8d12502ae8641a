package capture

import "bytes"

// guessLines is how many lines of a table are looked at to tell its columns.
const guessLines = 64

// columnGuess is what a table without a header shows of its columns.
type columnGuess struct {
	rows    [][][]byte
	of      []int
	numbers [][]int64 // of each column whose cells are all whole numbers; else nil
}

// guessColumns tells the columns of a table without a header from their cells. It
// returns nil where there is no column of times or none of payloads. A payload is
// hexadecimal; its length is the number of its bytes; a sequence number is that
// of an earlier packet and its length; and the ports of the ends change places
// where the direction does. Where the ends do not show, packets have none.
func guessColumns(head []byte) []int {
	g := columnGuess{}
	for line := range bytes.Lines(head) {
		if len(g.rows) == guessLines || len(g.rows) > 0 && line[len(line)-1] != '\n' {
			break
		}
		line = trimCR(bytes.TrimSuffix(line, []byte{'\n'}))
		cells := bytes.Split(line, []byte{separator(line)})
		if len(g.rows) == 0 || len(cells) == len(g.rows[0]) {
			g.rows = append(g.rows, cells)
		}
	}
	if len(g.rows) == 0 || len(g.rows[0]) < 2 {
		return nil
	}
	g.of = make([]int, len(g.rows[0]))
	g.numbers = make([][]int64, len(g.of))
	for c := range g.of {
		g.of[c] = None
		g.numbers[c] = g.wholes(c)
	}
	when, payload := g.best(isStamp), g.best(isHex)
	if when < 0 || payload < 0 {
		return nil
	}
	g.of[when], g.of[payload] = tsTime, tsPayload
	sizes := make([]int64, len(g.rows))
	for i, row := range g.rows {
		sizes[i] = hexBytes(row[payload])
	}
	size := g.first(func(c int) bool { return 2*same(g.numbers[c], sizes) > len(sizes) })
	if size < 0 {
		return g.of // in the order of the file
	}
	g.of[size] = tsLen
	if seq := g.sequence(sizes); seq >= 0 {
		g.of[seq] = tsSeq
	} else if size == payload-1 && size > 0 && g.numbers[size-1] != nil && g.repeats(size, payload) {
		g.of[size-1], g.of[size], g.of[payload] = tsH2Stream, tsH2Length, tsH2Data
	}
	g.ends()
	return g.of
}

// best returns the column of which all cells are what is asked for, empty ones
// aside, and that has the most text, or -1.
func (g *columnGuess) best(is func([]byte) bool) int {
	best, most := -1, 0
	for c := range g.of {
		n := 0
		for _, row := range g.rows {
			if cell := row[c]; len(cell) > 0 && !is(cell) {
				n = 0
				break
			}
			n += len(row[c])
		}
		if n > most && g.of[c] == None {
			best, most = c, n
		}
	}
	return best
}

// isStamp finds seconds with the digits of a packet's time.
func isStamp(cell []byte) bool {
	dot := bytes.IndexByte(cell, '.')
	_, ok := parseDecimal(cell, inSeconds)
	return ok && dot > 0 && len(cell)-dot > 6
}

func isHex(cell []byte) bool { return bytes.IndexByte(cell, '.') < 0 && hexBytes(cell) > 0 }

// wholes returns the numbers of a column, nil where it has anything else.
func (g *columnGuess) wholes(c int) []int64 {
	in := make([]int64, len(g.rows))
	for i, row := range g.rows {
		n, ok := parseCount(row[c])
		if !ok {
			return nil
		}
		in[i] = n
	}
	return in
}

// first returns the first column of whole numbers that nothing is known of and
// that is what is asked for, or -1.
func (g *columnGuess) first(is func(c int) bool) int {
	for c := range g.of {
		if g.of[c] == None && g.numbers[c] != nil && is(c) {
			return c
		}
	}
	return -1
}

// same counts the equal members.
func same(a, b []int64) (n int) {
	for i := range a {
		if a[i] == b[i] {
			n++
		}
	}
	return n
}

// sequence returns the column of which most numbers are one before and its size,
// or -1. The numbers of packets can seem to be, and stand in front.
func (g *columnGuess) sequence(sizes []int64) int {
	best, most := -1, max(len(sizes)/2, 1)
	g.first(func(c int) bool {
		ends := map[int64]bool{}
		n := 0
		for i, seq := range g.numbers[c] {
			if ends[seq] {
				n++
			}
			ends[seq+sizes[i]] = true
		}
		if n >= most {
			best, most = c, n
		}
		return false
	})
	return best
}

// repeats says whether some packet of no length has a payload: that of the frames
// before it once more.
func (g *columnGuess) repeats(size, payload int) bool {
	for i, n := range g.numbers[size] {
		if n == 0 && len(g.rows[i][payload]) > 0 {
			return true
		}
	}
	return false
}

// ends tells the ports, or that of the sender and the connection.
func (g *columnGuess) ends() {
	for a := range g.of {
		for b := a + 1; b < len(g.of); b++ {
			if g.isPort(a) && g.isPort(b) && g.swap(a, b) {
				g.of[a], g.of[b] = tsSource, tsTarget
				return
			}
		}
	}
	const wellKnown = 1023
	source := g.first(func(c int) bool {
		most, changes, rises := int64(0), false, true
		for i, n := range g.numbers[c] {
			most = max(most, n)
			changes = changes || i > 0 && n != g.numbers[c][i-1]
			rises = rises && (i == 0 || n > g.numbers[c][i-1])
		}
		return g.isPort(c) && most > wellKnown && changes && !rises
	})
	if source < 0 {
		return
	}
	g.of[source] = tsSource
	if stream := g.first(func(c int) bool { return g.isStream(c, source) }); stream >= 0 {
		g.of[stream] = tsStream
	}
}

func (g *columnGuess) isPort(c int) bool {
	for _, n := range g.numbers[c] {
		if n < 1 || n > 1<<16-1 {
			return false
		}
	}
	return g.of[c] == None && g.numbers[c] != nil
}

// swap says whether the numbers of two columns change places in some row.
func (g *columnGuess) swap(a, b int) bool {
	seen := map[[2]int64]bool{}
	for i, n := range g.numbers[a] {
		m := g.numbers[b][i]
		if n != m && seen[[2]int64{m, n}] {
			return true
		}
		seen[[2]int64{n, m}] = true
	}
	return false
}

// isStream says whether a column numbers connections: each has two senders at
// most, and of these one is the client, who is on no other.
func (g *columnGuess) isStream(c, source int) bool {
	senders, streams := map[int64]map[int64]bool{}, map[int64]map[int64]bool{}
	add := func(m map[int64]map[int64]bool, key, n int64) {
		if m[key] == nil {
			m[key] = map[int64]bool{}
		}
		m[key][n] = true
	}
	for i, stream := range g.numbers[c] {
		port := g.numbers[source][i]
		add(senders, stream, port)
		add(streams, port, stream)
	}
	for _, ports := range senders {
		own := 0
		for port := range ports {
			if len(streams[port]) == 1 {
				own++
			}
		}
		if len(ports) > 2 || own == 0 {
			return false
		}
	}
	return true
}
