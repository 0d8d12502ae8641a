// Package capture reads recordings of streams. It turns a recording into records,
// in the order in which the recorder made them, and never holds the recording.
//
// Open tells the format of a recording and reads a few itself. The others are read
// by an Importer, which a program has to ask for with Options.More, so that it
// carries no more than it wants: those of Further, and those of other packages.
// Recordings of packets or of calls become pieces of connections first, of which
// NewConnections makes exchanges.
//
// Files are named for their format, as in har.go and harentry.go, or for what
// formats share: machine.go and line.go are what importers are made with, conn…,
// http… and websocket.go take the bytes of connections apart, browser.go the
// records of browsers, json… walk JSON without decoding it, time… read times, and
// refuse… know what cannot be read.
package capture

import "time"

// None stands for a number that the source does not give.
const None = -1

// Record is one thing that a recording says: a chunk, the end of a body, or a
// row of held bytes that a reader recorded of itself.
type Record struct {
	Kind     RecordKind
	Exchange int           // index into Reader.Exchanges
	Time     time.Duration // on the recorder's clock; 0 where the exchange is untimed
	Data     []byte        // the chunk's payload, valid until the next call of Next; nil where the source has lengths only
	Len      int64         // the chunk's bytes, payload or not
	Sample   *Sample       // of a RecordSample, valid until the next call of Next; else nil
}

// RecordKind says which of the three a Record is.
type RecordKind uint16

const (
	RecordChunk  RecordKind = iota // one read
	RecordEOF                      // the body ended at Time; carries no bytes
	RecordSample                   // one row that a reader recorded of itself
)

// Sample is one row of the sample CSV (columns i,t_ms,held_bytes,parsed and
// those that may follow) or of the capture form. Numbers that the row leaves
// empty are None.
type Sample struct {
	Line   int   // 1-based, in the file
	Held   int64 // held_bytes, after release
	Before int64 // held_before
	Bytes  int64 // chunk_bytes
	Parsed bool
	Count  int64  // in a row of the capture form: events handed off up to here; None where it does not count them
	Spans  string // the spans cell as written; package timeline reads it
	Coded  Coded  // coded_bytes and inflater_held
	Cut    bool   // the file ends in this row, without a line end: its last cell may be cut
	Marks  [MarkCount]Mark
}

// Coded is what a sample says of its chunk before its content coding was taken
// off: its coded bytes, and those held in the inflater after it.
type Coded struct {
	Bytes, Held int64
	Set         bool
}

// Mark is a moment in the life of a chunk, on the recorder's clock.
type Mark struct {
	Time time.Duration
	Set  bool
}

// The marks of a chunk, in the order of their columns.
const (
	MarkAccept  = iota // socket readable
	MarkRead           // in user space
	MarkParse          // a struct
	MarkHandoff        // the agent can act on it
	MarkCount
)

// Exchange is one response body (or one run of a sample CSV) of a recording.
// It is complete before its first record is returned, except for what a
// recording may say late: Payload can turn false, Notes can be added, and in a
// capture document the members that stand after the chunks (ContentType, Level,
// Accept) can be set until Next has returned io.EOF.
type Exchange struct {
	ContentType string // media type without parameters, lower case; never leaves the machine
	Level       Level
	Timed       bool              // records carry times
	Payload     bool              // each chunk has Data; false from the first without it
	Coding      string            // the content codings that Data is under, as sent, lower case, in the order they were applied; "" where none
	Accept      Mark              // when the wait for the first byte began
	Codes       map[string]string // the code lines of a wide CSV, key to value
	CodesLine   int               // the last of those lines, from 1
	Method      string            // of the HTTP request, as sent; "" where it is not known; never leaves the machine
	Status      int               // of the HTTP response; 0 where there is none
	Counted     int64             // the last of the running counts that parsed holds in the rows of a run; 0 where it holds flags
	Notes       []Note
	Damage      Damage
}

// Damage is what of a recording could not be read and was passed over: how many
// records, and where the first of them is. Line is 0, or Offset None, where they
// are not counted.
type Damage struct {
	Records int
	Line    int
	Offset  int64
}

// Note adds n unless it is there.
func (e *Exchange) Note(n Note) {
	for _, have := range e.Notes {
		if have == n {
			return
		}
	}
	e.Notes = append(e.Notes, n)
}

// Reader yields the records of one recording.
type Reader interface {
	// Next returns the next record, or io.EOF after the last. Any other error
	// is an *Error and final.
	Next() (Record, error)
	// Exchanges returns what is known so far. The slice and its elements are
	// the reader's own; notes may be added until Next has returned io.EOF.
	Exchanges() []*Exchange
	// Format says which format is being read.
	Format() Format
}
