package capture

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// tsharkTable reads what tshark -T fields writes: one packet a line, with a
// header (-E header=y) or without one.
type tsharkTable struct {
	lines lines
	split splitter
	of    []int // the field of each column, or None
	want  string
}

func newTsharkTable(l lines, head []byte) *tsharkTable {
	t := &tsharkTable{lines: l}
	first, _, _ := bytes.Cut(head[skipSpace(head, 0):], []byte("\n"))
	t.split.sep = separator(first)
	if t.of = tsharkHeader(first); t.of == nil {
		t.of = guessColumns(head)
	}
	switch has := func(field int) bool { return slices.Contains(t.of, field) }; {
	case t.of == nil:
		t.want = "the fields of tshark"
	case !has(tsTime) && !has(tsRelative):
		t.want = "the column frame.time_epoch"
	case !has(tsPayload) && !has(tsLen) && !has(tsH2Data):
		t.want = "the column tcp.payload"
	case has(tsH2Data) && (!has(tsH2Stream) || !has(tsH2Length)):
		t.want = "the columns http2.streamid and http2.length"
	}
	return t
}

func (t *tsharkTable) line() int { return t.lines.no }

func (t *tsharkTable) next(p *tsharkPacket) (bad *Error, err error) {
	for {
		if err := t.lines.next(); err != nil {
			return nil, err
		}
		line := trimCR(t.lines.text)
		if t.want != "" {
			how := tsharkHowTo
			if slices.Contains(t.of, tsH2Data) {
				how = tsharkHTTP2
			}
			return nil, t.lines.fail(line, t.want+": "+how)
		}
		if len(bytes.TrimSpace(line)) == 0 || tsharkHeader(line) != nil {
			continue
		}
		cells, err := t.split.split(line)
		if !t.lines.whole && (err != nil || len(cells) != len(t.of) || !t.full(cells)) {
			return nil, errCut
		}
		if err != nil || len(cells) != len(t.of) {
			return t.lines.fail(line, fmt.Sprintf("a line of %d columns", len(t.of))), nil
		}
		for i, field := range t.of {
			if field != None && len(p[field]) == 0 {
				p[field] = cells[i]
			}
		}
		return nil, nil
	}
}

// full says whether the last cell of a line without line end is whole, as far as
// it can be told: the payload has the length that the line says.
func (t *tsharkTable) full(cells [][]byte) bool {
	size, payload := slices.Index(t.of, tsLen), slices.Index(t.of, tsPayload)
	if size < 0 || payload < 0 {
		return false
	}
	n, ok := parseCount(cells[size])
	return ok && n == hexBytes(cells[payload])
}

// tsharkHeader returns the fields of a header's columns, nil where line is none.
func tsharkHeader(line []byte) []int {
	line = trimCR(line)
	s := splitter{sep: separator(line)}
	cells, err := s.split(line)
	if err != nil {
		return nil
	}
	of, known := make([]int, len(cells)), 0
	for i, cell := range cells {
		if len(cell) == 0 || bytes.IndexByte(cell, ' ') >= 0 || cell[0] < 'A' {
			return nil
		}
		of[i] = None
		if bytes.IndexByte(cell, '.') > 0 {
			if of[i] = tsharkField(cell); of[i] != None || strings.HasPrefix(string(cell), "frame.") {
				known++
			}
		}
	}
	if known == 0 {
		return nil
	}
	return of
}

// looksLikeTsharkTable finds a header of tshark's names, or else a line with the
// time of a packet and its payload in two of its columns.
func looksLikeTsharkTable(head []byte) bool {
	for i, line := range headLines(head) {
		if i == 0 && tsharkHeader(line) != nil {
			return true
		}
		time, payload := false, false
		for cell := range bytes.SplitSeq(line, []byte{'\t'}) {
			time = time || isStamp(cell)
			payload = payload || len(cell) >= 8 && isHex(cell)
		}
		if time && payload || i == guessLines {
			return time && payload
		}
	}
	return false
}

// hexBytes is how many bytes a cell shows in hexadecimal, or None.
func hexBytes(cell []byte) int64 {
	b, ok := appendHex(nil, cell)
	if !ok {
		return None
	}
	return int64(len(b))
}
