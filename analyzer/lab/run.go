package lab

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Run is one reading of the stream by one arm. Where it is not executed, it has
// no numbers.
type Run struct {
	Pair     int // from 1
	Place    int // in the pair, 1 or 2
	Arm      int // 0 or 1
	Release  replay.Rule
	Executed bool

	Join   time.Duration // spent on putting bytes together and on letting them go
	Parse  time.Duration // spent on finding events and decoding them
	First  Handoff
	Peak   int64 // bytes: the most that were held, with the chunk just read
	Events int   // handed off: sentinels and heartbeats too
	Bad    int   // released undecoded
	Rows   []Row // by chunk, and one for EOF where the stream ends; read only
}

// Handoff is when an event was first handed off that is neither bad nor a
// heartbeat.
type Handoff struct {
	Set   bool
	Work  time.Duration // since the run began: real work, as nothing waits for the chunks' times
	Chunk int           // after which one; the number of chunks for EOF
	Time  time.Duration // of that chunk, or of EOF, on the recording's clock
}

// Row is what the reader says of itself after a chunk, or at EOF.
type Row struct {
	Before int64 // bytes held with the chunk, before release
	Held   int64 // bytes held after release
	Parsed bool  // this row released an event that parsed
}
