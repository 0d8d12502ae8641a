package timeline

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Observe lays rows that a reader recorded of itself beside the chunks: by
// chunk_bytes where the rows have them, else one to one where there are as
// many; one more is the row at EOF. Where they match, Observed has a row for
// each chunk, and one for EOF if the stream ended, at the times of the chunks.
// Where they do not, they are left out, under NoteUnmatched.
func (t *Timeline) Observe(rows []Sample) {
	if len(rows) == 0 {
		return
	}
	t.Rows = Rows{From: rows[0].Time, To: rows[len(rows)-1].Time, Count: len(rows)}
	if len(t.Chunks) == 0 {
		t.Observed = rows
		return
	}
	at, ok := t.match(rows)
	if !ok || !t.align(rows, at) {
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
// EOF has the number of chunks.
func (t *Timeline) match(rows []Sample) ([]int, bool) {
	at := make([]int, len(rows))
	if rows[0].Bytes == capture.None {
		n := len(t.Chunks)
		if len(rows) != n && (len(rows) != n+1 || !t.EOF.Set) {
			return nil, false
		}
		for i := range at {
			at[i] = i
		}
		return at, true
	}
	// A row may cover several chunks: it stands at the last that its bytes reach.
	k, got, want := 0, int64(0), int64(0)
	for i, r := range rows {
		if r.Bytes == capture.None {
			if i != len(rows)-1 || !t.EOF.Set {
				return nil, false
			}
			at[i] = len(t.Chunks)
			break
		}
		want += r.Bytes
		if k == len(t.Chunks) {
			return nil, false
		}
		got += t.Chunks[k].Bytes
		for k++; got < want && k < len(t.Chunks); k++ {
			got += t.Chunks[k].Bytes
		}
		if got != want {
			return nil, false
		}
		at[i] = k - 1
	}
	return at, true
}

// align rewrites Observed to a row for each chunk. It fails where a row holds
// more than was received, which no reader of this stream can.
func (t *Timeline) align(rows []Sample, at []int) bool {
	n := len(t.Chunks)
	if t.EOF.Set {
		n++
	}
	out := make([]Sample, n)
	next, held, received := 0, int64(0), int64(0)
	for k := range out {
		s := Sample{Bytes: capture.None, Held: capture.None, Time: t.EOF.Time}
		var bytes int64
		if k < len(t.Chunks) {
			bytes = t.Chunks[k].Bytes
			s = Sample{Bytes: bytes, Held: held + bytes, Time: t.Chunks[k].Time}
		}
		received += bytes
		s.Before = held + bytes
		if next < len(rows) && at[next] == k {
			r := rows[next]
			next++
			if r.Held > received {
				return false
			}
			s.Held, s.Parsed, s.Marks = r.Held, r.Parsed, r.Marks
			if r.Before != capture.None {
				s.Before = r.Before
			}
		}
		if s.Held != capture.None {
			held = s.Held
		}
		out[k] = s
	}
	if next != len(rows) {
		return false
	}
	t.Observed = out
	return true
}

// Rows is what is kept of a reader's rows as they were: how many there were and
// the times of the first and the last, on the clock of the chunks.
type Rows struct {
	From, To time.Duration
	Count    int
}
