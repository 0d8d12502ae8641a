package engine

// BesideKind says what a second recording is to the first.
type BesideKind string

const (
	BesidePoint BesideKind = "point" // of the same stream at another point of its way
	BesideFix   BesideKind = "fix"   // of a reader after a change
)

// Beside asks an Analyze for two recordings beside each other. The files of the
// first are followed by those of the second.
type Beside struct {
	Kind      BesideKind `json:"kind"`
	First     int        `json:"first"`     // how many files are the first's
	Exchanges [2]int     `json:"exchanges"` // of each, as Analyze.Exchange
	// OffsetMS is how far the clock of the second is ahead of that of the first;
	// nil has it found. It is of BesidePoint alone.
	OffsetMS *float64 `json:"offset_ms,omitempty"`
}

// Guess is what the files of a request may be to the recording that the engine
// has read last.
type Guess struct {
	Kind   BesideKind `json:"kind"`  // the likelier
	Point  bool       `json:"point"` // whether BesidePoint is possible at all
	Chunks int        `json:"chunks"`
	Bytes  int64      `json:"bytes"`
	Rows   int        `json:"rows"` // observed
}
