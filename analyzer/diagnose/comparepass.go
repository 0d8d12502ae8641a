package diagnose

import (
	"iter"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// passing says when the bytes of a stream passed one capture point. Times that
// run backwards are held.
type passing struct {
	t     *timeline.Timeline
	zero  time.Duration // of the timeline, on the common clock
	clock clock         // of the chunks
}

// never is later than all times of a comparison.
const never = time.Duration(1<<63 - 1)

func newPassing(t *timeline.Timeline) *passing {
	return &passing{t: t, clock: newClock(len(t.Chunks), func(k int) time.Duration { return t.Chunks[k].Time })}
}

func (p *passing) total() int64 { return p.t.Total() }

// at is when chunk k came.
func (p *passing) at(k int) time.Duration { return p.zero + p.clock.at(k) }

// end is when the recording ended: EOF, or else the last chunk.
func (p *passing) end() time.Duration {
	end := p.at(len(p.t.Chunks) - 1)
	if p.t.EOF.Set {
		end = max(end, p.zero+p.t.EOF.Time)
	}
	return end
}

// byteAt is when the byte at offset passed, or never.
func (p *passing) byteAt(offset int64) time.Duration {
	if offset >= p.total() {
		return never
	}
	return p.at(sort.Search(len(p.t.Chunks), func(k int) bool { return p.t.Chunks[k].End > offset }))
}

// passed is when the first n bytes had passed; where the recording has no more
// than those, it is its end.
func (p *passing) passed(n int64) time.Duration {
	if n >= p.total() {
		return p.end()
	}
	return max(p.byteAt(n-1), 0)
}

// chunksAt is how many chunks had come at a time.
func (p *passing) chunksAt(now time.Duration) int {
	return sort.Search(len(p.t.Chunks), func(k int) bool { return p.at(k) > now })
}

// bytesAt is how many bytes had passed at a time.
func (p *passing) bytesAt(now time.Duration) int64 {
	if k := p.chunksAt(now); k > 0 {
		return p.t.Chunks[k-1].End
	}
	return 0
}

// next is when the first chunk after a time came, or never.
func (p *passing) next(now time.Duration) time.Duration {
	if k := p.chunksAt(now); k < len(p.t.Chunks) {
		return p.at(k)
	}
	return never
}

// item is bytes on their way from one point to another: an event, or what came
// in one chunk at either point.
type item struct {
	start, end int64
	a, b       time.Duration // when they had passed the two; b may be never
}

// segments are the bytes of a, as far as limit, as they passed a and b.
func segments(a, b *passing, limit int64) iter.Seq[item] {
	return func(yield func(item) bool) {
		i, j := 0, 0
		for at := int64(0); at < min(limit, a.total()); {
			for a.t.Chunks[i].End <= at {
				i++
			}
			s := item{start: at, end: min(limit, a.t.Chunks[i].End), a: a.at(i), b: never}
			for j < len(b.t.Chunks) && b.t.Chunks[j].End <= at {
				j++
			}
			if j < len(b.t.Chunks) {
				s.end, s.b = min(s.end, b.t.Chunks[j].End), b.at(j)
			}
			if !yield(s) {
				return
			}
			at = s.end
		}
	}
}

// delays are the least and the most that a byte took from a to b, of those that
// both have.
func delays(a, b *passing) (least, most time.Duration) {
	first := true
	for s := range segments(a, b, min(a.total(), b.total())) {
		d := s.b - s.a
		if first {
			least, most, first = d, d, false
		}
		least, most = min(least, d), max(most, d)
	}
	return least, most
}
