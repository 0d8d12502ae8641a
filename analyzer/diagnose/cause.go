package diagnose

import "time"

// Cause is what an instant of a stream is spent on.
type Cause uint16

const (
	Release    Cause = iota // a closed event is not released: the reader's
	OpenEvent               // an event has begun and not closed
	FillerOnly              // only filler is held
	Idle                    // nothing is held
	CauseCount
)

var causeNames = [...]string{"release", "open", "filler", "idle"}

func (c Cause) String() string { return causeNames[c] }

// Times is time split by cause; it sums to the whole.
type Times [CauseCount]time.Duration

// Stretch is time spent on one cause.
type Stretch struct {
	From, To time.Duration
	Cause    Cause
}
