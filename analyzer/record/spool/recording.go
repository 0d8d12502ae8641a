package spool

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

// Head is what a recording says of its stream.
type Head struct {
	ContentType, ContentEncoding string
	Sent                         time.Duration // the request, on the journal's clock; 0 where there was none
}

// Summary is what a recording came to.
type Summary struct {
	Reads, Bytes int64
	Lasted       time.Duration  // from the first read to the end, or to the last read
	Payload      record.Payload // what was kept, which can be less than what was asked for
	Inflated     bool           // what is kept was taken out of the body's content coding
	Short        int64          // bytes whose lengths alone are kept, as there was no room for them
	Whole        bool           // the stream ended by itself
	Err          error          // of the file
}

// Recording is the capture of one stream. The loop that copies the stream calls
// Read and End; they leave all else to the journal.
type Recording struct {
	journal *Journal
	spool   *Spool
	head    Head
	create  func() (io.WriteCloser, error)
	ended   chan struct{}
	failed  chan struct{}
	done    atomic.Bool // End was called

	// Of the journal's goroutine.
	file    io.WriteCloser
	lines   *record.Writer
	inflate coding.Decoder // nil: what comes is kept as it is
	plain   []byte         // room for what comes out of it
	live    live
	first   time.Duration
	over    bool
	sum     Summary
}

// Read keeps that a read brought p, which came at a time of the journal's clock.
func (r *Recording) Read(at time.Duration, p []byte) {
	r.spool.Put(at, p)
	r.journal.passed.Add(int64(len(p)))
}

// End keeps that nothing follows, and whether the stream ended by itself.
func (r *Recording) End(whole bool) {
	r.spool.End(r.journal.Now(), whole)
	r.done.Store(true)
	r.journal.hurry()
}

// Wait waits until all is written after End, and says what it came to.
func (r *Recording) Wait() Summary {
	<-r.ended
	return r.sum
}

// Failed is closed once the file cannot be made or written to. The recording goes
// on without it.
func (r *Recording) Failed() <-chan struct{} { return r.failed }

// fail keeps the first error of the file.
func (r *Recording) fail(err error) {
	if err != nil && r.sum.Err == nil {
		r.sum.Err = err
		close(r.failed)
	}
}

// Copy copies from src to dst, which may be nil, and keeps each read. A read goes
// on before it is kept.
func (r *Recording) Copy(dst io.Writer, src io.Reader) error {
	buf := make([]byte, 64<<10)
	for {
		n, err := src.Read(buf)
		if n > 0 {
			at := r.journal.Now()
			var failed error
			if dst != nil {
				_, failed = dst.Write(buf[:n])
			}
			r.Read(at, buf[:n])
			if failed != nil {
				return &WriteError{failed}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// WriteError is an error of the stream that Copy writes to.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return fmt.Sprintf("spool: passing on: %v", e.Err) }

func (e *WriteError) Unwrap() error { return e.Err }

// visit writes down what was read since the last visit, or as much as the journal may
// take now. Of a stream that is over, and at last, it is all.
func (r *Recording) visit(last bool) {
	for !r.over && (last || r.done.Load() || r.journal.may > 0) {
		read, ok := r.spool.Next()
		if !ok {
			break
		}
		if read.Last {
			r.end(read)
			return
		}
		r.journal.may -= int64(len(read.Data))
		r.keep(read)
		if r.lines != nil && r.lines.Buffered() > mostHeld {
			r.flush()
		}
	}
	r.flush()
}

func (r *Recording) keep(read Read) {
	if r.sum.Reads == 0 {
		r.begin(read.At)
	}
	r.sum.Reads += read.Lost + 1
	r.sum.Bytes += read.Len
	at := read.At - r.first
	r.sum.Lasted = at
	short := read.Data == nil && r.journal.payload != record.PayloadNone
	if short {
		r.sum.Short += read.Len
	}
	if r.lines == nil {
		return // the file cannot be made
	}
	switch {
	case read.Lost > 0:
		r.lines.Dropped(at, read.Lost+1, read.Len)
	case read.Data == nil:
		r.lines.Length(at, read.Len)
	case r.inflate != nil:
		r.keepInflated(at, read)
	default:
		r.look(read.Data)
		r.lines.Chunk(at, read.Data)
	}
}

// keepInflated keeps what a read lets out of the content coding, in whose place
// nothing could be masked. A small read can let out very much, which is kept in pieces
// of the same time.
func (r *Recording) keepInflated(at time.Duration, read Read) {
	r.plain = r.plain[:0]
	err := r.inflate.Write(read.Data, func(p []byte) {
		if len(r.plain)+len(p) > mostPlain {
			r.keepPlain(at)
			r.flush()
		}
		r.plain = append(r.plain, p...)
	})
	if err != nil {
		r.lines.Length(at, read.Len)
		return
	}
	r.keepPlain(at)
}

// keepPlain keeps what came out of the coding so far.
func (r *Recording) keepPlain(at time.Duration) {
	r.look(r.plain)
	r.lines.Chunk(at, r.plain)
	r.plain = r.plain[:0]
}

// look shows bytes of the body to who tells what is held.
func (r *Recording) look(p []byte) {
	if r.journal.tell != nil {
		r.live.write(p)
	}
}

// begin makes the file at the first read.
func (r *Recording) begin(at time.Duration) {
	r.first = at
	file, err := r.create()
	if err != nil {
		r.fail(err)
		return
	}
	r.file = file
	h := record.Head{ContentType: r.head.ContentType, ContentEncoding: r.head.ContentEncoding, Level: capture.LevelRead}
	if r.head.Sent != 0 {
		h.Accept = capture.Mark{Time: r.head.Sent - at, Set: true}
	}
	if list, err := coding.Parse(h.ContentEncoding); err == nil && len(list) > 0 && r.journal.payload == record.PayloadMask {
		r.inflate, h.ContentEncoding, r.sum.Inflated = coding.New(list), "", true
	}
	r.live.contentType = h.ContentType
	r.live.off = h.ContentEncoding != ""
	r.lines = record.NewWriter(r.file, h, r.journal.payload)
	r.sum.Payload = r.lines.Payload()
}

func (r *Recording) end(read Read) {
	r.sum.Whole = read.EOF
	if r.sum.Reads > 0 {
		r.sum.Lasted = read.At - r.first
	}
	if r.lines != nil {
		if read.Lost > 0 {
			r.lines.Dropped(read.At-r.first, read.Lost, read.Len)
		}
		if read.EOF {
			r.lines.EOF(read.At - r.first)
		}
	}
	r.finish()
}

// finish writes what is left and lets go of the file.
func (r *Recording) finish() {
	r.flush()
	if r.file != nil {
		r.fail(r.file.Close())
	}
	r.over = true
	close(r.ended)
}

func (r *Recording) flush() {
	if r.lines != nil {
		r.fail(r.lines.Flush())
	}
}

func (r *Recording) progress() Progress {
	p := Progress{Reads: r.sum.Reads, Bytes: r.sum.Bytes}
	if r.sum.Short == 0 {
		p.Held, p.HeldKnown = r.live.held()
	}
	return p
}
