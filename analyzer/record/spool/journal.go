package spool

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

const (
	every     = 40 * time.Millisecond // between two visits of the timer
	mostHeld  = 1 << 20               // bytes of lines that are gathered between two writes
	mostPlain = 1 << 20               // bytes of a chunk that came out of a content coding
	inMemory  = 64 << 20              // bytes of all streams that may wait for the timer

	// A stream of which so many bytes wait, and so many more came since the last visit,
	// is as fast as the machine lets it be, and to write it down would slow it: a visit
	// then takes few, and what has no room is dropped.
	pressing = 1 << 20
	fast     = 1 << 20
	few      = 128 << 10
	all      = 1<<63 - 1
)

// Journal writes the captures of streams that are under way. All that it does to
// files is done in one goroutine of its own.
type Journal struct {
	payload record.Payload
	budget  *Budget
	began   time.Time
	tell    func(Progress) // nil: nobody asks

	mu   sync.Mutex
	open []*Recording
	wake chan struct{}
	done chan struct{}
	stop bool

	passed atomic.Int64 // bytes of all streams
	may    int64        // bytes of streams that go on that this visit may still take
}

// Progress is how far a recording is.
type Progress struct {
	Reads, Bytes int64
	Held         int64 // by a reader at close, where HeldKnown
	HeldKnown    bool
}

// NewJournal begins a journal that keeps what payload says. tell, if it is not nil,
// is called at every visit with the stream that began last.
func NewJournal(payload record.Payload, tell func(Progress)) *Journal {
	j := &Journal{payload: payload, budget: NewBudget(inMemory), began: time.Now(), tell: tell,
		wake: make(chan struct{}, 1), done: make(chan struct{})}
	go j.run()
	return j
}

// Now is the time on the journal's clock.
func (j *Journal) Now() time.Duration { return time.Since(j.began) }

// At is a time on the journal's clock; 0 for none.
func (j *Journal) At(t time.Time) time.Duration {
	if t.IsZero() {
		return 0
	}
	return t.Sub(j.began)
}

// Begin begins a recording. create is called once something was read: a capture
// without a read is none.
func (j *Journal) Begin(h Head, create func() (io.WriteCloser, error)) *Recording {
	r := &Recording{journal: j, spool: New(j.budget, j.payload != record.PayloadNone), head: h, create: create,
		ended: make(chan struct{}), failed: make(chan struct{})}
	j.mu.Lock()
	j.open = append(j.open, r)
	j.mu.Unlock()
	return r
}

// Close writes what is left of streams that have ended, and of others what has come,
// and ends the journal.
func (j *Journal) Close() {
	j.mu.Lock()
	j.stop = true
	j.mu.Unlock()
	j.hurry()
	<-j.done
}

// hurry has the journal visit its streams now.
func (j *Journal) hurry() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

func (j *Journal) run() {
	defer close(j.done)
	var before int64
	timer := time.NewTicker(every)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-j.wake:
		}
		j.mu.Lock()
		open, stop := j.open, j.stop
		j.mu.Unlock()
		passed := j.passed.Load()
		j.may = all
		if j.budget.left.Load() < inMemory-pressing && passed-before > fast {
			j.may = few
		}
		before = passed
		for _, r := range open {
			r.visit(stop)
			if stop && !r.over {
				r.finish()
			}
		}
		if j.tell != nil && len(open) > 0 {
			j.tell(open[len(open)-1].progress())
		}
		j.mu.Lock()
		left := j.open[:0:0]
		for _, r := range j.open {
			if !r.over {
				left = append(left, r)
			}
		}
		j.open = left
		j.mu.Unlock()
		if stop {
			return
		}
	}
}
