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
	tookNone  // for want of room
	tookMarks // of a row: a row with marks, while it waits
)

// unset stands for a mark that was not made.
const unset = -1

// ring is what waits between one goroutine that puts samples in and one that takes
// them out. Neither waits for the other, and nothing is allocated once it is made.
//
// A sample is written as few words: what the one side writes, the other has had in its
// cache, and to get a line back takes longer than all else that is done for a read.
type ring struct {
	words []uint64 // a power of two of them: of a sample its time and kind, n, and what else its kind has
	room  []byte   // for the bytes of reads, a power of two or none

	_        [64]byte // what follows is written by one side each
	put      atomic.Uint64
	putNext  uint64 // put, with what was added and is not shown yet
	putBytes uint64

	_         [64]byte
	took      atomic.Uint64
	tookBytes atomic.Uint64
}

const (
	wordsEach = 4 // on an average: a read and its row take 5, or 7 with marks
	wordsMost = 5
	kindBits  = 2 // of the first word
)

func newRing(samples, bytes int) *ring {
	q := &ring{words: make([]uint64, wordsEach*powerOfTwo(max(samples, 2)))}
	if bytes > 0 {
		q.room = make([]byte, powerOfTwo(bytes))
	}
	return q
}

func powerOfTwo(n int) int { return 1 << bits.Len(uint(max(n, 1)-1)) }

// read puts in that a Read returned p at a time, with the bytes where there is room for
// bytes, and has it wait for show. It reports false, and does nothing, where there is not
// enough of it.
func (q *ring) read(at time.Duration, p []byte) bool {
	if q.full() {
		return false
	}
	if len(q.room) > 0 {
		if uint64(len(q.room))-(q.putBytes-q.tookBytes.Load()) < uint64(len(p)) {
			return false
		}
		n := copy(q.room[q.putBytes&uint64(len(q.room)-1):], p)
		copy(q.room, p[n:])
		q.putBytes += uint64(len(p))
	}
	q.word(uint64(at)<<kindBits | uint64(tookRead))
	q.word(uint64(len(p)))
	return true
}

// add puts in a sample that is no read, likewise.
func (q *ring) add(s sample) bool {
	if q.full() {
		return false
	}
	marks := s.kind == tookRow && (s.parse != unset || s.handoff != unset)
	if marks {
		s.kind = tookMarks
	}
	q.word(uint64(s.at)<<kindBits | uint64(s.kind))
	q.word(uint64(s.n))
	q.word(uint64(s.more))
	if marks {
		q.word(uint64(s.parse))
		q.word(uint64(s.handoff))
	}
	return true
}

// full reports whether there may be no room for a sample.
func (q *ring) full() bool { return q.putNext-q.took.Load() > uint64(len(q.words)-wordsMost) }

func (q *ring) word(w uint64) {
	q.words[q.putNext&uint64(len(q.words)-1)] = w
	q.putNext++
}

// show lets the other side take what was added.
func (q *ring) show() { q.put.Store(q.putNext) }

// next takes the oldest sample out and appends the bytes of a read to p.
func (q *ring) next(p []byte) (s sample, bytes []byte, ok bool) {
	at := q.took.Load()
	if at == q.put.Load() {
		return sample{}, p, false
	}
	word := func() int64 {
		w := q.words[at&uint64(len(q.words)-1)]
		at++
		return int64(w)
	}
	first := word()
	s = sample{kind: sampleKind(first & (1<<kindBits - 1)), at: time.Duration(first >> kindBits), n: word(), parse: unset, handoff: unset}
	if s.kind != tookRead {
		s.more = word()
	}
	if s.kind == tookMarks {
		s.kind, s.parse, s.handoff = tookRow, time.Duration(word()), time.Duration(word())
	}
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
	q.took.Store(at)
	return s, p, true
}
