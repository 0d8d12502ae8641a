package capture

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

var samplesFormat = FormatInfo{
	Format: FormatSamples, Level: LevelUnknown,
	Title: "Held bytes that a reader recorded of itself, as CSV",
	Short: "a CSV of held bytes",
	HowTo: []string{
		`# first line: i,t_ms,held_bytes,parsed; then, for each read, once what could be released was`,
		`log.write(f"{i},{(time.monotonic() - start) * 1e3:.3f},{len(buffer)},{released > 0}\n")  # Python`,
		`fmt.Fprintf(log, "%d,%.3f,%d,%t\n", i, float64(time.Since(start))/1e6, len(buf), released > 0)  // Go`,
	},
	Extensions: []string{".csv", ".tsv"},
}

var samplesImporter = importer{
	FormatInfo: &samplesFormat,
	looks:      looksLikeSamples,
	open:       func(l lines, _ []byte) Reader { return newSamples(l) },
}

// samples reads the sample CSV: rows of held bytes that a reader recorded of
// itself. Lines that begin with # carry codes for the run whose header follows;
// each header begins a run, and a run is an exchange.
type samples struct {
	machine
	lines     lines
	split     splitter
	columns   columns
	parsed    parsedColumn
	codes     map[string]string // of the header to come
	codesLine int               // the last line of codes
	sample    Sample            // of the row that is read
	waiting   []waiting         // rows whose parsed is not known yet
	run       int               // the exchange, or None before the first header
	untimed   bool
	order     order
}

// waiting is a row whose parsed is not known yet.
type waiting struct {
	Record
	sample Sample
}

// maxCodes bounds the codes of one run.
const maxCodes = 256

func newSamples(l lines) *samples {
	s := &samples{lines: l, run: None}
	s.machine = machine{format: FormatSamples, step: s.read}
	return s
}

// read takes one line.
func (s *samples) read() error {
	err := s.lines.next()
	if err == nil {
		line := bytes.TrimPrefix(trimCR(s.lines.text), bom)
		blank := trimBlank(line)
		switch {
		case len(blank) == 0:
			return nil
		case blank[0] == '#':
			err = s.readCodes(blank[1:])
		case blank[0] == 'i' || blank[0] == '"' && bytes.HasPrefix(blank, []byte(`"i"`)) || s.run == None:
			err = s.readHeader(line)
		default:
			err = s.readRow(line)
		}
	}
	if err == nil {
		return nil
	}
	s.settle()
	if err != io.EOF {
		return err
	}
	switch {
	case s.run == None:
		return s.lines.fail(nil, columnsFirst)
	case s.codes != nil:
		s.truncated()
	}
	return io.EOF
}

// cut makes of an error in the last cell of a last line without an LF what it
// most likely is: a recording that ends inside a row.
func (s *samples) cut(err error) error {
	if s.lines.whole || s.run == None {
		return err
	}
	s.truncated()
	return io.EOF
}

func (s *samples) truncated() {
	s.codes = nil
	s.exchanges[s.run].Note(NoteTruncated)
}

func (s *samples) readCodes(line []byte) error {
	for word := range bytes.FieldsSeq(line) {
		key, value, ok := strings.Cut(string(word), "=")
		if !ok || key == "" {
			return s.cut(s.lines.fail(word, "codes as key=value, separated by spaces"))
		}
		if _, twice := s.codes[key]; twice {
			return s.lines.fail(word, "a code of that name once")
		}
		if len(s.codes) == maxCodes {
			return s.lines.fail(word, fmt.Sprintf("at most %d codes", maxCodes))
		}
		if s.codes == nil {
			s.codes = map[string]string{}
		}
		s.codes[key], s.codesLine = value, s.lines.no
	}
	return nil
}

func (s *samples) readHeader(line []byte) error {
	s.split.sep = separator(line)
	cells, err := s.split.split(line)
	if err != nil {
		return s.badRow(line, err)
	}
	columns, bad := readColumns(cells)
	if bad != nil {
		bad.File, bad.Line, bad.Offset = s.lines.file, s.lines.no, None
		return s.cut(bad)
	}
	s.settle()
	e := &Exchange{Timed: s.codes["timed"] != "no", Codes: s.codes, CodesLine: s.codesLine}
	if level, ok := s.codes["level"]; ok {
		if e.Level, err = ParseLevel(level); err != nil {
			return &Error{File: s.lines.file, Line: e.CodesLine, Offset: None, Err: err}
		}
	}
	run, ok := s.begin(e)
	if !ok {
		return &Error{File: s.lines.file, Line: s.lines.no, Offset: None, Err: errTooMany}
	}
	s.run, s.columns, s.codes = run, columns, nil
	s.untimed, s.order, s.parsed = !e.Timed, order{}, parsedColumn{}
	return nil
}

func (s *samples) badRow(line []byte, err error) error {
	if err == errCells {
		return s.lines.fail(line, fmt.Sprintf("a row of at most %d cells", maxCells))
	}
	return s.cut(&Error{File: s.lines.file, Line: s.lines.no, Offset: None,
		Read: Quote(line), Want: fmt.Sprintf("a row of cells, broken at column %d", column(err))})
}

func (s *samples) readRow(line []byte) error {
	if s.codes != nil {
		return s.lines.fail(line, "a header after the lines of codes")
	}
	cells, err := s.split.split(line)
	if err != nil {
		return s.badRow(line, err)
	}
	if len(cells) != len(s.columns.of) {
		err := s.lines.fail(line, fmt.Sprintf("%d cells as in the header, not %d", len(s.columns.of), len(cells)))
		if len(cells) > len(s.columns.of) {
			return err
		}
		return s.cut(err)
	}
	r := s.row()
	var v verdict
	for i, col := range s.columns.of {
		want := ""
		if col == colParsed {
			v, want = s.parsed.read(cells[i])
		} else {
			want = s.readCell(&r, col, cells[i])
		}
		if want != "" {
			err := s.lines.fail(cells[i], want)
			if i+1 < len(cells) {
				return err
			}
			return s.cut(err)
		}
	}
	coded := &r.Sample.Coded
	if (coded.Bytes == None) != (coded.Held == None) {
		return s.cut(s.lines.fail(line, "coded_bytes and inflater_held both, or neither"))
	}
	coded.Set = coded.Bytes != None
	s.take(r, v)
	return nil
}

// row is a record of the row that is read, without its numbers. It has no room
// of its own for its sample: that of the last one ends.
func (s *samples) row() Record {
	s.sample = Sample{Line: s.lines.no, Cut: !s.lines.whole, Bytes: None, Before: None, Coded: Coded{Bytes: None, Held: None}}
	return Record{Kind: RecordSample, Exchange: s.run, Sample: &s.sample}
}

// take takes a good row.
func (s *samples) take(r Record, v verdict) {
	e := s.exchanges[s.run]
	if !s.untimed {
		s.order.see(e, r.Time)
	}
	if s.parsed.mode == parsedCount {
		e.Note(NoteCumulative)
		e.Counted = s.parsed.last
	}
	if v.settled {
		s.settle()
	}
	r.Sample.Parsed = v.parsed
	if v.wait {
		s.parsed.wait++
		s.waiting = append(s.waiting, waiting{r, *r.Sample})
		return
	}
	s.push(r)
}

// readCell reads any cell but that of parsed; it returns what was wanted where
// the cell is bad.
func (s *samples) readCell(r *Record, col int, cell []byte) (want string) {
	var ok bool
	switch col {
	case colI:
		if _, ok = parseCount(cell); !ok {
			return "i as a whole number"
		}
	case colTime:
		if s.untimed && len(cell) == 0 {
			return ""
		}
		if r.Time, ok = parseUnit(cell, inMilliseconds); !ok {
			return "t_ms as milliseconds with a decimal point"
		}
	case colHeld:
		r.Sample.Held, ok = countOrNone(cell)
	case colBytes:
		r.Sample.Bytes, ok = countOrNone(cell)
	case colBefore:
		r.Sample.Before, ok = countOrNone(cell)
	case colCoded:
		r.Sample.Coded.Bytes, ok = countOrNone(cell)
	case colInflater:
		r.Sample.Coded.Held, ok = countOrNone(cell)
	case colSpans:
		if len(cell) > 0 {
			r.Sample.Spans = string(cell)
		}
		ok = true
	default:
		if len(cell) == 0 {
			return ""
		}
		m := &r.Sample.Marks[col-colAccept]
		if m.Time, m.Set = parseUnit(cell, inMilliseconds); !m.Set {
			return columnNames[col] + " empty or as milliseconds with a decimal point"
		}
		return ""
	}
	if !ok {
		return columnNames[col] + " empty or as a number of bytes"
	}
	return ""
}

func countOrNone(cell []byte) (int64, bool) {
	if len(cell) == 0 {
		return None, true
	}
	return parseCount(cell)
}

// settle releases the rows whose parsed was not known.
func (s *samples) settle() {
	for i := range s.waiting {
		r := &s.waiting[i]
		r.sample.Parsed = s.parsed.waited()
		r.Sample = &r.sample
		s.push(r.Record)
	}
	s.waiting, s.parsed.wait = s.waiting[:0], 0
}
