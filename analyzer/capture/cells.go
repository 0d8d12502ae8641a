package capture

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// splitter cuts one line of a table into cells. A line with a quote in it goes
// through encoding/csv (RFC 4180); any other is cut by hand, without
// allocation. No column of ours can hold a line break, so a line is a row.
type splitter struct {
	sep   byte
	cells [][]byte
	line  []byte // the line that encoding/csv is reading
	rest  []byte // what it has not taken of it
	csv   *csv.Reader
	comma byte // of csv
}

// maxCells bounds the cells of a line.
const maxCells = 1 << 12

var errCells = fmt.Errorf("more than %d cells", maxCells)

// split returns the cells of line, blanks around them removed. They are valid
// until the next call.
func (s *splitter) split(line []byte) ([][]byte, error) {
	s.cells = s.cells[:0]
	if bytes.Count(line, []byte{s.sep}) >= maxCells {
		return nil, errCells
	}
	if bytes.IndexByte(line, '"') >= 0 {
		return s.splitQuoted(line)
	}
	start := 0
	for i, c := range line {
		if c == s.sep {
			s.cells = append(s.cells, trimBlank(line[start:i]))
			start = i + 1
		}
	}
	s.cells = append(s.cells, trimBlank(line[start:]))
	return s.cells, nil
}

func (s *splitter) splitQuoted(line []byte) ([][]byte, error) {
	if s.csv == nil || s.comma != s.sep {
		s.csv, s.comma = csv.NewReader((*rest)(&s.rest)), s.sep
		s.csv.Comma = rune(s.sep)
		s.csv.ReuseRecord = true
		s.csv.FieldsPerRecord = -1
		s.csv.TrimLeadingSpace = s.sep != '\t'
	}
	s.line = append(append(s.line[:0], line...), '\n')
	s.rest = s.line
	record, err := s.csv.Read()
	if err != nil {
		s.csv = nil // it may have read on
		return nil, err
	}
	for _, cell := range record {
		s.cells = append(s.cells, trimBlank([]byte(cell)))
	}
	return s.cells, nil
}

// rest is an io.Reader over what is left of a line.
type rest []byte

func (r *rest) Read(p []byte) (int, error) {
	if len(*r) == 0 {
		return 0, io.EOF
	}
	n := copy(p, *r)
	*r = (*r)[n:]
	return n, nil
}

// column returns the 1-based byte column that an error of split names, or 0.
func column(err error) int {
	var e *csv.ParseError
	if errors.As(err, &e) {
		return e.Column
	}
	return 0
}

func trimBlank(b []byte) []byte {
	for len(b) > 0 && b[0] == ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// separator is the byte that a header line separates its columns with.
func separator(header []byte) byte {
	for _, sep := range []byte{'\t', ';'} {
		if bytes.IndexByte(header, sep) >= 0 {
			return sep
		}
	}
	return ','
}
