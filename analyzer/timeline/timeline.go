// Package timeline holds what is left of a recording without its payload:
// times, lengths, spans and flags. No field of a Timeline can hold a byte of
// the stream or free text, so whatever is made from one alone can be shared.
package timeline

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Timeline is a stream without its payload. Times are relative to the first
// chunk (to the first row where there are no chunks), and all 0 where the
// source has none.
type Timeline struct {
	Format   capture.Format
	Level    capture.Level
	Framing  framing.Name
	Detected bool         // the framing was detected, not asked for
	Other    framing.Name // finds events where the one asked for finds none; else Unknown
	Timed    bool
	Payload  bool        // spans are known
	Coding   coding.List // the content codings of the body, in the order they were applied; nil where there is none, or an unknown one
	Coded    bool        // they were not taken off: bytes are coded ones
	Accept   capture.Mark
	EOF      capture.Mark
	Notes    []capture.Note // sorted, each once
	Damage   capture.Damage // of the recording: what was passed over
	Traits   framing.Traits
	Chunks   []Chunk
	Inflated []Inflated // by chunk, what it was before Coding was taken off; nil where it was not
	Spans    Spans      // in order; only the last can be open
	Observed []Sample   // nil where no reader was measured
	Marks    []Marks    // by observed row; nil where no row has any
	Rows     Rows       // of the reader's rows, whether they fit or not
}

// Chunk is one read. Its bytes are those from the chunk before it to End.
type Chunk struct {
	Time time.Duration
	End  int64 // bytes of the stream received, this read included
}

// Bytes is the size of chunk i.
func (t *Timeline) Bytes(i int) int64 {
	if i == 0 {
		return t.Chunks[0].End
	}
	return t.Chunks[i].End - t.Chunks[i-1].End
}

// Sample is one row that a reader recorded of itself. Numbers that it does not
// give are capture.None.
type Sample struct {
	Time   time.Duration
	Held   int64 // after release; None where it was not measured
	Before int64
	Bytes  int64 // of the chunk; None in the row at EOF
	Parsed bool
}

// Total is the number of bytes received.
func (t *Timeline) Total() int64 {
	if n := len(t.Chunks); n > 0 {
		return t.Chunks[n-1].End
	}
	return 0
}

// End is the time of EOF, else of the last chunk, else of the last row.
func (t *Timeline) End() time.Duration {
	switch {
	case t.EOF.Set:
		return t.EOF.Time
	case len(t.Chunks) > 0:
		return t.Chunks[len(t.Chunks)-1].Time
	case len(t.Observed) > 0:
		return t.Observed[len(t.Observed)-1].Time
	}
	return 0
}
