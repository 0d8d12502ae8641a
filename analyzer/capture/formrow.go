package capture

import (
	"fmt"
	"slices"
	"strconv"
)

// formRow reads the rows of a reader that stand in the capture form: a member
// row, beside the last of the chunks that the row covers or on a line of its own
// behind them. Its members are named as the columns of the sample CSV, i and
// spans aside.
type formRow struct {
	sample  Sample // of the row that is read
	some    bool   // a row has said whether it parsed
	counts  bool   // its rows count what parsed
	counted int64  // the last of these counts
}

// row pushes a row. raw is what it stands in, for errors.
func (f *form) row(c chunkMembers, raw []byte) error {
	s := &f.rows.sample
	*s = Sample{Line: f.line(), Held: None, Before: None, Bytes: None, Count: None, Coded: Coded{Bytes: None, Held: None}}
	r := Record{Kind: RecordSample, Sample: s}
	at := c.time // as that of the chunk, where the row has none
	var seen [colCount]bool
	m := members{text: c.row, judged: true}
	for {
		name, value, ok, err := m.next()
		if err != nil {
			return f.syntax(c.row, err)
		}
		if !ok {
			break
		}
		col := slices.Index(columnNames[:], string(name))
		if col < 0 {
			continue
		}
		if seen[col] {
			return f.fail(c.row, string(name)+" once")
		}
		seen[col] = true
		if string(value) == "null" {
			continue
		}
		if col == colTime {
			at = value
		} else if err := f.cell(s, col, value); err != nil {
			return err
		}
	}
	switch timed := at != nil; {
	case f.some && timed != f.e.Timed && timed:
		return f.fail(raw, "t_ms in every chunk and row, or in none")
	case f.some && timed != f.e.Timed:
		return f.fail(raw, "t_ms in a row that stands without a chunk")
	case timed:
		var err error
		if r.Time, err = f.time([]byte("t_ms"), at); err != nil {
			return err
		}
	default:
		s.Marks = [MarkCount]Mark{}
	}
	f.e.Timed, f.some = at != nil, true
	f.push(r)
	return nil
}

// cell takes a member of a row.
func (f *form) cell(s *Sample, col int, value []byte) error {
	var to *int64
	switch col {
	case colHeld:
		to = &s.Held
	case colBefore:
		to = &s.Before
	case colBytes:
		to = &s.Bytes
	case colParsed:
		return f.rowParsed(s, value)
	case colI, colSpans, colCoded, colInflater:
		return nil
	default:
		at, err := f.time([]byte(columnNames[col]), value)
		s.Marks[col-colAccept] = Mark{Time: at, Set: err == nil}
		return err
	}
	n, ok := parseCount(value)
	if !ok {
		return f.fail(value, columnNames[col]+" as a number of bytes")
	}
	*to = n
	return nil
}

// rowParsed takes whether a row released an event that parsed: as true or false,
// or as the number of events that were handed off up to this row.
func (f *form) rowParsed(s *Sample, value []byte) error {
	q := &f.rows
	n, counts := parseCount(value)
	word := string(value)
	switch {
	case !counts && word != "true" && word != "false":
		return f.fail(value, "parsed as true or false, or as the number of events up to here")
	case q.some && counts != q.counts:
		return f.fail(value, "parsed as a number in every row, or in none")
	case n < q.counted:
		return f.fail(value, "parsed as a number of at least "+strconv.FormatInt(q.counted, 10))
	}
	s.Parsed = word == "true" || n > q.counted
	if counts {
		s.Count = n
	}
	q.some, q.counts, q.counted = true, counts, n
	f.e.Counted = n
	return nil
}

// drop takes a line of a recorder that had no room for some of what it took:
// dropped says of how many reads and rows, len the bytes of the reads among them.
// Where payload is kept, what follows cannot be framed and is left out.
func (f *form) drop(c chunkMembers, raw []byte) (lost bool, err error) {
	n, ok := parseCount(c.dropped)
	if !ok || n > 1<<31-1 {
		return false, f.fail(c.dropped, fmt.Sprintf("dropped as a number of at most %d", 1<<31-1))
	}
	if c.text != nil || c.b64 != nil || c.row != nil {
		return false, f.fail(raw, "dropped beside no more than t_ms and len")
	}
	if n > 0 {
		f.damaged(f.line(), None)
		f.damage.Records += int(n) - 1
	}
	if c.length == nil || string(c.length) == "0" {
		return false, nil
	}
	if f.some && f.e.Payload {
		f.e.Note(NoteLost)
		return true, nil
	}
	return false, f.chunk(c, raw)
}
