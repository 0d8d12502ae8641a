package timeline

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Builder makes a Timeline of a recording's records, without their payload.
// Its times are the recorder's until Timeline moves them to the first chunk.
type Builder struct {
	t     Timeline
	rows  []Sample
	total int64
}

// NewBuilder begins the timeline of one exchange.
func NewBuilder(f capture.Format) *Builder {
	return &Builder{t: Timeline{Format: f}}
}

// Chunk adds one read of n bytes.
func (b *Builder) Chunk(at time.Duration, n int64) {
	b.t.Chunks = append(b.t.Chunks, Chunk{Time: at, Bytes: n})
	b.total += n
}

// Chunks is the number of chunks so far.
func (b *Builder) Chunks() int { return len(b.t.Chunks) }

// Span adds a span that was proved, or that only EOF closed.
func (b *Builder) Span(s framing.Span) { b.t.Spans = append(b.t.Spans, s) }

// EOF says when the stream ended.
func (b *Builder) EOF(at time.Duration) { b.t.EOF = capture.Mark{Time: at, Set: true} }

// Ended reports whether the stream's end is known.
func (b *Builder) Ended() bool { return b.t.EOF.Set }

// Framing says how the spans were found.
func (b *Builder) Framing(n framing.Name, detected bool, traits framing.Traits) {
	b.t.Framing, b.t.Detected, b.t.Traits = n, detected, traits
}

// Align moves a reader's rows to the clock of the chunks. The capture form is
// taken to share its clock with the rows beside it; every other recorder has
// one of its own, and the first row is laid on the first chunk.
func (b *Builder) Align(rows []Sample) []Sample {
	if len(rows) == 0 || len(b.t.Chunks) == 0 || b.t.Format == capture.FormatCapture {
		return rows
	}
	d := b.t.Chunks[0].Time - rows[0].Time
	out := append([]Sample(nil), rows...)
	for i := range out {
		out[i].shift(d)
	}
	return out
}

// Timeline ends the build. x is the exchange that the records came from; it
// says what is known of all of them. rows are what a reader recorded of itself
// elsewhere, on the clock of the chunks, or nil. It fails where the code lines
// of a wide CSV cannot be read, with a *capture.Error without its file.
func (b *Builder) Timeline(x *capture.Exchange, rows []Sample) (*Timeline, error) {
	if b.rows != nil {
		return b.fromRows(x, rows)
	}
	t := &b.t
	t.Level, t.Timed, t.Payload, t.Coded = x.Level, x.Timed, x.Payload, x.Coded
	t.Notes = append(t.Notes, x.Notes...)
	t.Accept = x.Accept
	if !t.Payload {
		t.Spans, t.Framing, t.Detected, t.Traits = nil, framing.Unknown, false, 0
	}
	if !t.Timed {
		t.Accept = capture.Mark{}
		t.EOF.Time = 0
		for i := range t.Chunks {
			t.Chunks[i].Time = 0
		}
		for i := range rows {
			rows[i].Time = 0
		}
	}
	t.Observe(rows)
	t.shift(-t.origin())
	return t, nil
}

// fromRows makes the timeline of a sample CSV: of its chunks where it is wide.
func (b *Builder) fromRows(x *capture.Exchange, others []Sample) (*Timeline, error) {
	t := &b.t
	eof := t.EOF
	held, err := t.readCodes(x.Codes)
	if err != nil {
		return nil, err
	}
	if eof.Set {
		t.EOF = eof
	}
	if len(t.Spans) > 0 {
		t.Payload = true
	}
	for _, n := range x.Notes {
		t.note(n)
	}
	was := t.Rows
	switch {
	case others != nil:
		t.Observe(others)
	case held == HeldObserved:
		t.Observe(b.rows)
		fallthrough
	default:
		if was.Count > 0 {
			t.Rows = was
		}
	}
	t.shift(-t.origin())
	return t, nil
}

// origin is the time of the first chunk, else of the first row.
func (t *Timeline) origin() time.Duration {
	switch {
	case len(t.Chunks) > 0:
		return t.Chunks[0].Time
	case len(t.Observed) > 0:
		return t.Observed[0].Time
	}
	return 0
}

// shift moves the recorder's clock by d.
func (t *Timeline) shift(d time.Duration) {
	for i := range t.Chunks {
		t.Chunks[i].Time += d
	}
	if t.EOF.Set {
		t.EOF.Time += d
	}
	if t.Accept.Set {
		t.Accept.Time += d
	}
	if t.Rows.Count > 0 {
		t.Rows.From += d
		t.Rows.To += d
	}
	for i := range t.Observed {
		t.Observed[i].shift(d)
	}
}

func (s *Sample) shift(d time.Duration) {
	s.Time += d
	for i := range s.Marks {
		if s.Marks[i].Set {
			s.Marks[i].Time += d
		}
	}
}
