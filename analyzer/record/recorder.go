package record

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Options say what a Recorder takes. The zero value takes times and lengths.
type Options struct {
	Head    Head          // a level that is unknown becomes read
	Payload Payload       // what is kept of the bytes
	Every   time.Duration // between two writes to the file; 0: DefaultEvery
	Samples int           // reads and rows that may wait for one, a fifth fewer where each is a row with marks; rounded up to a power of two; 0: DefaultSamples
	Bytes   int           // of payload that may wait, rounded up likewise; 0: DefaultBytes
}

// What Options are where they say nothing.
const (
	DefaultEvery   = 20 * time.Millisecond
	DefaultSamples = 4096
	DefaultBytes   = 4 << 20
)

// Recorder records one stream as its reader sees it: the reads of the Reader that it
// wraps, and what the reader says of itself through the other methods.
//
// In the reader's path it takes the time, appends to memory that is there already
// and does nothing else: no I/O, no lock that waits, no allocation. A goroutine of
// its own writes the capture. What there is no room for is dropped and counted.
//
// The marks of an event are read (its last Read returned), parse (Parsed) and
// handoff (HandedOff). Accept, when the socket was readable, is below what wraps a
// reader, and left out; that of the capture is the first call of Read, when the
// reader began to wait.
type Recorder struct {
	start time.Time
	ring  *ring

	accept, end atomic.Int64 // of the stream, or unset
	received    atomic.Int64 // bytes
	released    atomic.Int64 // bytes, by the reader's own account
	stated      atomic.Bool  // there is such an account

	handed         atomic.Int64 // events
	parse, handoff atomic.Int64 // the latest marks, or unset
	fresh          atomic.Bool  // marks were made or events handed off since the last row

	// Samples for which there was no room, and how many of them the ring tells of.
	lost, lostBytes, lostAt atomic.Int64
	told                    int64

	latest time.Duration // of the reads that returned bytes; the reader's own

	writer *Writer
	keep   bool // the bytes of reads
	done   chan struct{}
	once   sync.Once
	over   chan struct{}
	err    error // once over
}

// New begins a recording on to, which is written from another goroutine until Close
// has returned.
func New(to io.Writer, o Options) *Recorder { return begin(time.Now(), to, o) }

func begin(start time.Time, to io.Writer, o Options) *Recorder {
	if o.Head.Level == capture.LevelUnknown {
		o.Head.Level = capture.LevelRead
	}
	r := &Recorder{start: start, writer: NewWriter(to, o.Head, o.Payload), done: make(chan struct{}), over: make(chan struct{})}
	for _, mark := range []*atomic.Int64{&r.accept, &r.end, &r.parse, &r.handoff} {
		mark.Store(unset)
	}
	if o.Head.Accept.Set {
		r.accept.Store(int64(o.Head.Accept.Time))
	}
	bytes := 0
	if r.keep = r.writer.Payload() != PayloadNone; r.keep {
		bytes = orElse(o.Bytes, DefaultBytes)
	}
	r.ring = newRing(orElse(o.Samples, DefaultSamples), bytes)
	go r.drain(orElse(o.Every, DefaultEvery), o.Head.Accept.Set)
	return r
}

func orElse[T int | time.Duration](n, usual T) T {
	if n <= 0 {
		return usual
	}
	return n
}

// Held says that the reader holds n bytes of what its Reads returned. From the first
// call of Held or Released on, each Read that returns bytes or the end appends a row
// with what was held until then, and each Row one with what is held: say Held(0)
// before the first Read. It may be called from any goroutine.
func (r *Recorder) Held(n int64) {
	r.released.Store(r.received.Load() - n)
	r.stated.Store(true)
}

// Released says that the reader let go of n more bytes. It may be called from any
// goroutine.
func (r *Recorder) Released(n int64) {
	r.released.Add(n)
	r.stated.Store(true)
}

// Parsed marks that the reader has made an event of what it read: what was bytes is a
// struct. It may be called from any goroutine.
func (r *Recorder) Parsed() {
	r.parse.Store(int64(r.now()))
	r.fresh.Store(true)
}

// HandedOff marks that n more events can be acted on. It may be called from any
// goroutine.
func (r *Recorder) HandedOff(n int) {
	r.handoff.Store(int64(r.now()))
	r.handed.Add(int64(n))
	r.fresh.Store(true)
}

// Row appends a row of what the reader holds now, once it has let go of what it can.
// A Read that returns does so for what came before it, at the time of the read before:
// one goroutine may ask for more while another still hands off. A reader that reads no
// further, or that lets go later of what it has, may say so here, from the goroutine
// that reads. At the end of the stream Close does.
func (r *Recorder) Row() {
	if r.end.Load() == unset {
		r.row(r.now())
		r.ring.show()
	}
}

// Close ends the recording: what waits is written. It returns the first error that
// writing met. It does not close what New was given.
func (r *Recorder) Close() error {
	r.finish()
	<-r.over
	return r.err
}

// finish ends the recording without waiting for it.
func (r *Recorder) finish() { r.once.Do(r.stop) }

func (r *Recorder) stop() { close(r.done) }
