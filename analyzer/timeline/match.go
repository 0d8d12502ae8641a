package timeline

import "github.com/heldbytes/heldbytes/analyzer/capture"

// observe lays rows that a reader recorded of itself beside the chunks: by
// chunk_bytes where the rows have them, else one to one where there are as
// many; one more is the row at EOF. Where they fit, Observed has a row for
// each chunk, and one for EOF if the stream ended, at the times of the chunks.
// A row may cover several chunks: of those before its last nothing was
// measured. Where they do not fit, they are left out, under NoteUnmatched.
func (t *Timeline) observe(log Log) {
	if len(log.Samples) == 0 {
		return
	}
	t.Rows = Rows{From: log.Samples[0].Time, To: log.Samples[0].Time, Count: len(log.Samples), Counted: log.Counted}
	for _, s := range log.Samples {
		t.Rows.From, t.Rows.To = min(t.Rows.From, s.Time), max(t.Rows.To, s.Time)
	}
	if len(t.Chunks) == 0 {
		t.Observed, t.Marks = log.Samples, log.Marks
		return
	}
	at, misfit, row := t.match(log.Samples, log.Cut)
	if misfit == Fits {
		misfit, row = t.align(log, at)
	}
	if misfit != Fits {
		t.Rows.Misfit, t.Rows.At = misfit, row
		t.note(capture.NoteUnmatched)
	}
}

func (t *Timeline) note(n capture.Note) {
	for _, have := range t.Notes {
		if have == n {
			return
		}
	}
	t.Notes = append(t.Notes, n)
}

// match returns for each row the chunk after which it was taken; the row at
// EOF has the number of chunks. cut says that the rows stood beside the chunks, and
// may be missing at the end.
func (t *Timeline) match(rows []Sample, cut bool) ([]int, Misfit, int) {
	at := make([]int, len(rows))
	n := len(t.Chunks)
	if rows[0].Bytes == capture.None {
		if len(rows) != n && (len(rows) != n+1 || !t.EOF.Set) {
			return nil, TooMany, 0
		}
		for i := range at {
			at[i] = i
		}
		return at, Fits, 0
	}
	k, got, want := 0, int64(0), int64(0)
	for i, r := range rows {
		last := i == len(rows)-1
		// A read of no bytes after all of them is how EOF shows to a reader.
		if last && t.EOF.Set && (r.Bytes == capture.None || r.Bytes == 0 && k == n) {
			at[i] = n
			break
		}
		if r.Bytes == capture.None || k == n {
			return nil, OtherChunks, i
		}
		want += r.Bytes
		got = t.Chunks[k].End
		for k++; got < want && k < n; k++ {
			got = t.Chunks[k].End
		}
		if got != want {
			return nil, OtherChunks, i
		}
		at[i] = k - 1
		if cut && last && k == n && t.EOF.Set && t.EOF.Time == t.Chunks[n-1].Time {
			at[i] = n // one read brought the last bytes and EOF
		}
	}
	for ; k < n && t.Bytes(k) == 0; k++ {
		// the last row covers empty chunks too
	}
	if k < n && !cut {
		return nil, EndsEarly, len(rows) - 1
	}
	return at, Fits, 0
}

// align makes Observed a row for each chunk. It fails where a row holds more
// than was received, which no reader of this stream can.
func (t *Timeline) align(log Log, at []int) (Misfit, int) {
	n := len(t.Chunks)
	if t.EOF.Set {
		n++
	}
	out := make([]Sample, n)
	var marks []Marks
	if log.Marks != nil {
		marks = make([]Marks, n)
	}
	next, held, received := 0, int64(0), int64(0)
	for k := range out {
		s := Sample{Time: t.EOF.Time, Held: capture.None, Before: capture.None, Bytes: capture.None}
		bytes := int64(0)
		if k < len(t.Chunks) {
			s.Time, s.Bytes = t.Chunks[k].Time, t.Bytes(k)
			bytes = s.Bytes
			received += bytes
		}
		if held != capture.None {
			s.Before = held + bytes
		}
		if next < len(at) && at[next] == k {
			r := log.Samples[next]
			if r.Held > received {
				return HoldsTooMuch, next
			}
			s.Held, s.Parsed = r.Held, r.Parsed
			if r.Before != capture.None {
				s.Before = r.Before
			}
			if marks != nil {
				marks[k] = log.Marks[next]
			}
			next++
		}
		held = s.Held
		out[k] = s
	}
	t.Observed, t.Marks = out, marks
	return Fits, 0
}
