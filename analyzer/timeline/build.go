package timeline

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// MaxTotal bounds the bytes of one stream, so that sums of them do not overflow.
const MaxTotal = 1 << 60

// Builder makes a Timeline of a recording's records, without their payload.
// Its times are the recorder's until Timeline moves them to the first chunk.
type Builder struct {
	t      Timeline
	log    Log
	beside bool    // log is rows that stand beside chunks of the recording's own
	rowed  int64   // bytes that these rows cover
	counts []int64 // of each of these rows, events handed off up to it
	parsed int     // spans that parse
}

// NewBuilder begins the timeline of one exchange.
func NewBuilder(f capture.Format) *Builder {
	return &Builder{t: Timeline{Format: f}}
}

// Chunk adds one read of n bytes. An error is a *capture.Error without its file.
func (b *Builder) Chunk(at time.Duration, n int64) error {
	total := b.t.Total()
	if n > MaxTotal-total {
		return &capture.Error{Offset: capture.None, Read: fmt.Sprintf("%d bytes after %d", n, total), Want: fmt.Sprintf("no more than %d in all", int64(MaxTotal))}
	}
	b.t.Chunks = append(b.t.Chunks, Chunk{Time: at, End: total + n})
	return nil
}

// Chunks is the number of chunks so far.
func (b *Builder) Chunks() int { return len(b.t.Chunks) }

// Total is the number of bytes so far.
func (b *Builder) Total() int64 { return b.t.Total() }

// Span adds a span that was proved, or that only EOF closed.
func (b *Builder) Span(s framing.Span) {
	b.t.Spans.Append(s)
	if s.Kind.Parses() && s.End != framing.Open {
		b.parsed++
	}
}

// EOF says when the stream ended.
func (b *Builder) EOF(at time.Duration) {
	b.t.EOF = capture.Mark{Time: at, Set: true}
	if n := len(b.t.Chunks); n > 0 && at < b.t.Chunks[n-1].Time {
		b.t.note(capture.NoteTimesBackwards)
	}
}

// Origin is the time on the recorder's clock that is the Timeline's 0. It is
// asked for before Timeline.
func (b *Builder) Origin() time.Duration { return b.t.origin() }

// Ended reports whether the stream's end is known.
func (b *Builder) Ended() bool { return b.t.EOF.Set }

// Framing says how the spans were found.
func (b *Builder) Framing(n framing.Name, detected bool, traits framing.Traits) {
	b.t.Framing, b.t.Detected, b.t.Traits = n, detected, traits
}

// Other says that framing n finds events where the one asked for finds none.
func (b *Builder) Other(n framing.Name) { b.t.Other = n }

// Parsed is the number of spans so far that parse.
func (b *Builder) Parsed() int { return b.parsed }

// Align moves a reader's rows to the clock of the chunks. Where the two lie in
// the same stretch of time they are taken to share a clock; else each has one
// of its own, and the first row is laid on the first chunk.
func (b *Builder) Align(log Log) Log {
	if len(log.Samples) == 0 || len(b.t.Chunks) == 0 {
		return log
	}
	from, to := log.Samples[0].Time, log.Samples[0].Time
	for _, s := range log.Samples {
		from, to = min(from, s.Time), max(to, s.Time)
	}
	if from <= b.t.End() && to >= b.t.Chunks[0].Time || to-from > capture.MaxTime {
		return log // what is too far apart is refused later
	}
	moved := log
	moved.Samples, moved.Marks = slices.Clone(log.Samples), slices.Clone(log.Marks)
	moved.shift(b.t.Chunks[0].Time - log.Samples[0].Time)
	return moved
}

// EOFRow is when rows on the clock of the chunks say that the stream ended: where
// there is one row more than chunks, and it read nothing.
func (b *Builder) EOFRow(log Log) (time.Duration, bool) {
	n := len(b.t.Chunks)
	if n == 0 || len(log.Samples) != n+1 || log.Samples[n].Bytes > 0 {
		return 0, false
	}
	for i, s := range log.Samples[:n] {
		if s.Bytes != capture.None && s.Bytes != b.t.Bytes(i) {
			return 0, false
		}
	}
	return log.Samples[n].Time, true
}

// Timeline ends the build. x is the exchange that the records came from; it
// says what is known of all of them. log is what a reader recorded of itself
// elsewhere, on the clock of the chunks. An error is a *capture.Error without
// its file: the code lines of a wide CSV cannot be read, or times are further
// apart than capture.MaxTime.
func (b *Builder) Timeline(x *capture.Exchange, log Log) (*Timeline, error) {
	t := &b.t
	for _, n := range x.Notes {
		t.note(n)
	}
	if log.Counted > 0 {
		t.note(capture.NoteCumulative)
	}
	if b.log.Samples != nil && !b.beside {
		if err := b.fromRows(x, log); err != nil {
			return nil, err
		}
	} else {
		b.fromChunks(x, log)
	}
	if !t.Payload || len(t.Chunks) == 0 {
		t.Payload, t.Spans, t.Framing, t.Detected, t.Other, t.Traits = false, Spans{}, framing.Unknown, false, framing.Unknown, 0
	}
	if t.Accept.Set && len(t.Chunks) > 0 && t.Accept.Time > t.Chunks[0].Time {
		t.Accept = capture.Mark{}
		t.note(capture.NoteTimesBackwards)
	}
	sort.Slice(t.Notes, func(i, j int) bool { return t.Notes[i] < t.Notes[j] })
	if !t.Timed {
		t.dropTimes()
		return t, nil
	}
	if err := t.checkExtent(); err != nil {
		return nil, err
	}
	t.shift(-t.origin())
	return t, nil
}

func (b *Builder) fromChunks(x *capture.Exchange, log Log) {
	t := &b.t
	t.Level, t.Timed, t.Payload, t.Accept, t.Damage = x.Level, x.Timed, x.Payload, x.Accept, x.Damage
	if t.Timed && t.Level != capture.LevelWire && t.equalTimes() {
		t.note(capture.NoteEqualTimes)
	}
	t.observe(log)
}

// fromRows makes the timeline of a sample CSV: of its chunks where it is wide.
func (b *Builder) fromRows(x *capture.Exchange, others Log) error {
	t := &b.t
	eof := t.EOF
	held, err := t.readCodes(x.Codes)
	if err != nil {
		err.Line = x.CodesLine
		return err
	}
	if eof.Set {
		t.EOF = eof
	}
	t.Payload = t.Payload || t.Spans.Len() > 0
	was := t.Rows
	switch {
	case others.Samples != nil:
		t.observe(others)
		return nil
	case held == HeldObserved:
		b.log.Counted = x.Counted
		t.observe(b.log)
	}
	if was.Count == 0 && t.Observed == nil {
		t.Rows = Rows{}
	}
	if was.Count > 0 && len(t.Chunks) > 0 {
		t.Rows = was
		if t.Observed != nil {
			t.Rows.Misfit, t.Rows.At = Fits, 0
		} else if was.Misfit != Fits {
			t.note(capture.NoteUnmatched)
		}
	}
	return nil
}

// dropTimes sets all times to 0, where the recorder had none.
func (t *Timeline) dropTimes() {
	t.Accept, t.EOF.Time, t.Rows.From, t.Rows.To, t.Marks = capture.Mark{}, 0, 0, 0, nil
	for i := range t.Chunks {
		t.Chunks[i].Time = 0
	}
	for i := range t.Observed {
		t.Observed[i].Time = 0
	}
}

// checkExtent holds that the difference of any two times can be written and
// read again.
func (t *Timeline) checkExtent() error {
	first, last := t.origin(), t.origin()
	see := func(at time.Duration) { first, last = min(first, at), max(last, at) }
	for _, c := range t.Chunks {
		see(c.Time)
	}
	for _, s := range t.Observed {
		see(s.Time)
	}
	for _, m := range []capture.Mark{t.EOF, t.Accept} {
		if m.Set {
			see(m.Time)
		}
	}
	if t.Rows.Count > 0 {
		see(t.Rows.From)
		see(t.Rows.To)
	}
	for _, marks := range t.Marks {
		for _, m := range marks {
			if m.Set {
				see(m.Time)
			}
		}
	}
	if last-first > capture.MaxTime {
		return &capture.Error{Offset: capture.None, Read: "times from " + capture.FormatMillis(first) + " to " + capture.FormatMillis(last) + " ms",
			Want: "them no more than " + capture.FormatMillis(capture.MaxTime) + " ms apart"}
	}
	return nil
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
	Log{Samples: t.Observed, Marks: t.Marks}.shift(d)
}

func (l Log) shift(d time.Duration) {
	for i := range l.Samples {
		l.Samples[i].Time += d
	}
	for i := range l.Marks {
		for j := range l.Marks[i] {
			if m := &l.Marks[i][j]; m.Set {
				m.Time += d
			}
		}
	}
}
