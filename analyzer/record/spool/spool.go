// Package spool stands between a loop that copies a stream and the file in which
// its capture is kept: what was read waits in memory until a timer, elsewhere,
// writes it down.
package spool

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	firstBlock = 16 << 10  // bytes of a spool's first block
	blockSize  = 256 << 10 // and of those behind
	blockReads = 256       // reads that a block has room for
	blockCost  = blockReads*32 + 64
)

// Budget is how many bytes the spools that share it may keep. Where it is used up,
// there is an eighth more for lengths.
type Budget struct {
	left  atomic.Int64
	below int64 // as far as lengths may go
}

// NewBudget makes a budget of n bytes.
func NewBudget(n int64) *Budget {
	b := &Budget{below: -n / 8}
	b.left.Store(n)
	return b
}

func (b *Budget) take(n, least int64) bool {
	if b.left.Add(-n) >= least {
		return true
	}
	b.left.Add(n)
	return false
}

func (b *Budget) give(n int64) { b.left.Add(n) }

// Read is what one read of the stream brought.
type Read struct {
	At   time.Duration // on the clock of whoever called Put
	Len  int64
	Data []byte // of Len bytes; nil where they were not kept
	Lost int64  // reads that this one stands for besides itself; it has no Data then
	Last bool   // no read, but the end of the stream
	EOF  bool   // with Last: the stream says that it was whole
}

// Spool keeps the reads of one stream. One goroutine calls Put and End, which
// append to memory and do nothing else: they take no lock, wait for nobody, and
// allocate once for many reads. Another goroutine calls Next. Where the budget is
// used up, lengths alone are kept from then on; where there is no room for these,
// reads are counted with the one that follows.
type Spool struct {
	budget *Budget
	keep   bool                  // bytes
	spare  atomic.Pointer[block] // those that were taken, to be filled again: Next pushes, Put pops

	tail *block // of Put
	lost int64
	owed int64 // bytes of what is lost

	head  *block // of Next
	taken int    // reads of head that were taken
	from  int    // offset of the next in its data
}

type block struct {
	cost  int64
	reads [blockReads]read
	data  []byte
	used  int          // of data, by Put
	n     atomic.Int32 // reads that Next may take
	next  atomic.Pointer[block]
	below *block // among the spare ones
}

type read struct {
	at              time.Duration
	n, lost         int64
	kept, last, eof bool
}

// New makes a spool that keeps the bytes of what is read, or lengths alone.
func New(b *Budget, keep bool) *Spool {
	first := new(block) // always there, so that an end can be told
	if keep && b.take(firstBlock, 0) {
		first.cost, first.data = firstBlock, make([]byte, firstBlock)
	}
	return &Spool{budget: b, keep: keep, tail: first, head: first}
}

// Put keeps that a read brought p at a time. It does not keep p itself.
func (s *Spool) Put(at time.Duration, p []byte) {
	r := read{at: at, n: int64(len(p)), kept: s.keep}
	b := s.room(len(p))
	if b == nil && s.keep {
		// What is missing once is missing for whoever looks for events.
		s.keep, r.kept = false, false
		b = s.room(0)
	}
	if b == nil {
		s.lost++
		s.owed += r.n
		return
	}
	s.put(b, r, p)
}

// End keeps that nothing follows, and whether the stream was whole.
func (s *Spool) End(at time.Duration, whole bool) {
	b := s.room(0)
	if b == nil {
		b = s.link(&block{})
	}
	s.put(b, read{at: at, last: true, eof: whole}, nil)
}

func (s *Spool) put(b *block, r read, p []byte) {
	if s.lost > 0 {
		r.lost, r.n, r.kept = s.lost, r.n+s.owed, false
		s.lost, s.owed = 0, 0
	}
	if r.kept {
		b.used += copy(b.data[b.used:], p)
	}
	i := b.n.Load()
	b.reads[i] = r
	b.n.Store(i + 1)
}

// room is a block with room for one more read, of n bytes where they are kept.
func (s *Spool) room(n int) *block {
	if !s.keep {
		n = 0
	}
	b := s.tail
	if b.n.Load() < blockReads && n <= len(b.data)-b.used {
		return b
	}
	if b = s.pop(); b != nil {
		if n <= len(b.data) {
			return s.link(b)
		}
		s.give(b)
	}
	size, least := 0, s.budget.below
	if s.keep {
		size, least = max(n, blockSize), 0
	}
	cost := int64(size + blockCost)
	if !s.budget.take(cost, least) {
		return nil
	}
	return s.link(newBlock(cost, size))
}

// blocks are those of spools that have ended, of blockSize: memory that is new costs
// a fast stream more than to fill it.
var blocks sync.Pool

func newBlock(cost int64, size int) *block {
	if size == blockSize {
		if b, ok := blocks.Get().(*block); ok {
			return b
		}
	}
	return &block{cost: cost, data: make([]byte, size)}
}

// empty makes a block what a new one is.
func (b *block) empty() {
	b.used, b.below = 0, nil
	b.n.Store(0)
	b.next.Store(nil)
}

// link puts b behind the tail.
func (s *Spool) link(b *block) *block {
	s.tail.next.Store(b)
	s.tail = b
	return b
}

// Next is the next read, if there is one. Its data may be used until Next is
// called again. Behind the last there is none, and all is given back.
func (s *Spool) Next() (r Read, ok bool) {
	b := s.head
	if b == nil {
		return Read{}, false
	}
	for s.taken == int(b.n.Load()) {
		next := b.next.Load()
		if next == nil || s.taken != int(b.n.Load()) {
			if next == nil {
				return Read{}, false
			}
			break // what came between the two looks
		}
		s.recycle(b)
		s.head, s.taken, s.from = next, 0, 0
		b = next
	}
	of := b.reads[s.taken]
	s.taken++
	r = Read{At: of.at, Len: of.n, Lost: of.lost, Last: of.last, EOF: of.eof}
	if of.kept {
		r.Data = b.data[s.from : s.from+int(of.n) : s.from+int(of.n)]
		s.from += int(of.n)
	}
	if of.last {
		s.giveBack()
	}
	return r, true
}

// recycle gives a block that was taken to Put again, or back to the budget.
func (s *Spool) recycle(b *block) {
	if n := len(b.data); n != 0 && n != blockSize {
		s.give(b)
		return
	}
	b.empty()
	for {
		b.below = s.spare.Load()
		if s.spare.CompareAndSwap(b.below, b) {
			return
		}
	}
}

// pop takes a spare block. Nobody else does, so that the one below the first stays
// there.
func (s *Spool) pop() *block {
	for {
		b := s.spare.Load()
		if b == nil || s.spare.CompareAndSwap(b, b.below) {
			return b
		}
	}
}

// giveBack ends a spool whose last read was taken.
func (s *Spool) giveBack() {
	for b := s.head; b != nil; {
		next := b.next.Load()
		s.give(b)
		b = next
	}
	for b := s.spare.Load(); b != nil; {
		below := b.below
		s.give(b)
		b = below
	}
	s.head = nil
}

// give gives a block of which nobody knows any more to other spools.
func (s *Spool) give(b *block) {
	s.budget.give(b.cost)
	if len(b.data) == blockSize {
		b.empty()
		blocks.Put(b)
	}
}
