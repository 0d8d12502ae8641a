package record

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// sample is one thing that a Recorder took.
type sample struct {
	kind sampleKind
	at   time.Duration
	n    int64 // bytes of a read, bytes held in a row, all samples that were dropped so far
	more int64 // events handed off up to a row, all bytes that were dropped so far

	parse, handoff time.Duration // marks of a row, or unset
}

type sampleKind uint8

const (
	tookRead sampleKind = iota
	tookRow
	tookNone // for want of room
)

// unset stands for a mark that was not made.
const unset = -1

// ring is what waits between one goroutine that puts samples in and one that takes
// them out. Neither waits for the other, and nothing is allocated once it is made.
type ring struct {
	slots []sample // a power of two of them
	room  []byte   // for the bytes of reads, a power of two or none

	_        [64]byte // what follows is written by one side each
	put      atomic.Uint64
	putBytes uint64

	_         [64]byte
	took      atomic.Uint64
	tookBytes atomic.Uint64
}

func newRing(samples, bytes int) *ring {
	q := &ring{slots: make([]sample, powerOfTwo(samples))}
	if bytes > 0 {
		q.room = make([]byte, powerOfTwo(bytes))
	}
	return q
}

func powerOfTwo(n int) int { return 1 << bits.Len(uint(max(n, 1)-1)) }

// add puts a sample in, with the bytes of a read where there is room for bytes. It
// reports false, and does nothing, where there is not enough of it.
func (q *ring) add(s sample, p []byte) bool {
	at := q.put.Load()
	if at-q.took.Load() == uint64(len(q.slots)) {
		return false
	}
	if len(q.room) > 0 && len(p) > 0 {
		if uint64(len(q.room))-(q.putBytes-q.tookBytes.Load()) < uint64(len(p)) {
			return false
		}
		n := copy(q.room[q.putBytes&uint64(len(q.room)-1):], p)
		copy(q.room, p[n:])
		q.putBytes += uint64(len(p))
	}
	q.slots[at&uint64(len(q.slots)-1)] = s
	q.put.Store(at + 1)
	return true
}

// next takes the oldest sample out and appends the bytes of a read to p.
func (q *ring) next(p []byte) (s sample, bytes []byte, ok bool) {
	at := q.took.Load()
	if at == q.put.Load() {
		return sample{}, p, false
	}
	s = q.slots[at&uint64(len(q.slots)-1)]
	if len(q.room) > 0 && s.kind == tookRead {
		from := q.tookBytes.Load()
		for n := uint64(s.n); n > 0; {
			i := from & uint64(len(q.room)-1)
			part := q.room[i:min(i+n, uint64(len(q.room)))]
			p = append(p, part...)
			from += uint64(len(part))
			n -= uint64(len(part))
		}
		q.tookBytes.Store(from)
	}
	q.took.Store(at + 1)
	return s, p, true
}
