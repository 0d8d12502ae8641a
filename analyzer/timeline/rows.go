package timeline

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Log is the rows that a reader recorded of itself.
type Log struct {
	Samples []Sample
	Marks   []Marks // one for each sample, or nil where no row has one
	Counted int64   // the last of the running counts that parsed was read from; 0 where it was flags
	Cut     bool    // the rows stood beside the chunks, and may end before them
}

// Marks are those of the last event that a row handed off.
type Marks [capture.MarkCount]capture.Mark

// Rows is what is kept of a reader's rows as they were: how many there were and
// the times of the earliest and the latest, on the clock of the chunks.
type Rows struct {
	From, To time.Duration
	Count    int
	Misfit   Misfit
	At       int   // the row that does not fit
	Counted  int64 // the last of the running counts that parsed was read from; 0 where it was flags
}

// Misfit says why rows cannot be laid beside the chunks.
type Misfit uint16

const (
	Fits         Misfit = iota
	TooMany             // without chunk_bytes, there are more or fewer rows than chunks
	OtherChunks         // the bytes of the rows do not end where chunks end
	EndsEarly           // the bytes of the rows end before those of the chunks
	HoldsTooMuch        // a row holds more than was received
)

var misfitNames = [...]string{"fits", "count", "other-chunks", "ends-early", "holds-too-much"}

func (m Misfit) String() string {
	if int(m) < len(misfitNames) {
		return misfitNames[m]
	}
	return "?"
}
