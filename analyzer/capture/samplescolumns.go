package capture

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// The columns of the sample CSV. The first four stand first and in this order;
// the others may follow in any order.
const (
	colI = iota
	colTime
	colHeld
	colParsed
	colBytes
	colBefore
	colSpans
	colCoded
	colInflater
	colAccept // and the other marks, in the order of Mark…
	colCount  = colAccept + MarkCount
)

var columnNames = [colCount]string{"i", "t_ms", "held_bytes", "parsed", "chunk_bytes",
	"held_before", "spans", "coded_bytes", "inflater_held", "accept_ms", "read_ms", "parse_ms", "handoff_ms"}

const columnsFirst = "the columns i,t_ms,held_bytes,parsed, in this order and first"

// columns says which column each cell of a row belongs to.
type columns struct {
	of []int
}

// readColumns reads a header. The error says what was read and what was wanted.
func readColumns(cells [][]byte) (columns, *Error) {
	var c columns
	var seen [colCount]bool
	for i, cell := range cells {
		col := slices.Index(columnNames[:], string(cell))
		switch {
		case col < 0 && i > colParsed:
			return c, &Error{Read: "column " + Quote(cell), Want: "no column but " + strings.Join(columnNames[colBytes:], ", ")}
		case col >= 0 && seen[col]:
			return c, &Error{Read: "column " + Quote(cell) + " twice", Want: "each column once"}
		case col >= 0:
			seen[col] = true
		}
		c.of = append(c.of, col)
	}
	for col := range colBytes {
		if !seen[col] {
			return c, &Error{Read: "a header without " + columnNames[col], Want: columnsFirst}
		}
	}
	for col := range colBytes {
		if c.of[col] != col {
			return c, &Error{Read: fmt.Sprintf("%s as column %d", Quote(cells[col]), col+1), Want: columnsFirst}
		}
	}
	return c, nil
}

// looksLikeHeader says whether a first line was meant as the header of the
// sample CSV, right or wrong.
func looksLikeHeader(line []byte) bool {
	s := splitter{sep: separator(line)}
	cells, err := s.split(trimCR(line))
	if err != nil {
		return false
	}
	n := 0
	for _, cell := range cells {
		if slices.Contains(columnNames[:colBytes], string(cell)) {
			n++
		}
	}
	return n >= 2
}

// looksLikeSamples looks at the first line that is neither blank nor of codes.
func looksLikeSamples(head []byte) bool {
	for _, line := range headLines(head) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return looksLikeHeader(line)
		}
	}
	return false
}
