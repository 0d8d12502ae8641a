package replay

import (
	"math"

	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Rerun is what Run gives for rule r over the chunks of floor, which is
// at-close's, except that no point says whether it parsed. It is for a rule that
// changes many times a second. The new series keeps its numbers in room where
// that is large enough.
func Rerun(floor *Series, r Rule, room []int64) *Series {
	t := floor.t
	s := &Series{Rule: r, EOF: floor.EOF, t: t, times: floor.timed()}
	n := s.Len()
	s.parsed = make([]uint64, (n+63)/64)
	if r.Kind == ReadAll || r.Kind == Never {
		return s
	}
	if s.released = room[:min(n, cap(room))]; len(s.released) < n {
		s.released = make([]int64, n)
	}
	s.again(floor.released)
	if s.EOF {
		s.released[n-1] = t.Total()
	}
	return s
}

// Room is what a series that is not needed any longer leaves to a Rerun.
func (s *Series) Room() []int64 { return s.released }

// again fills in what is let go before EOF. free is what at-close lets go: where
// that does not rise no rule lets go of more, and never of more than that.
func (s *Series) again(free []int64) {
	out, chunks := s.released, s.t.Chunks
	last := int64(0)
	switch s.Rule.Kind {
	case AtClose:
		copy(out, free)
	case ChunkEnd:
		for k := range chunks {
			if free[k] == chunks[k].End {
				last = free[k]
			}
			out[k] = last
		}
	case NextChunk:
		for k := range chunks {
			out[k] = last
			last = free[k]
		}
	case Block:
		next, n := s.t.Spans.Closes(), s.Rule.N
		edge := n // of the block that has not come
		for k := range chunks {
			if end := chunks[k].End; end >= edge {
				block := end - end%n
				if edge = block + n; edge < 0 {
					edge = math.MaxInt64
				}
				if free[k] > last {
					for next.Proof <= block {
						next.Step()
					}
					last = min(next.Start, block)
				}
			}
			out[k] = last
		}
	case Lag:
		lagged(out, chunks, free, s.t.Spans.Closes(), s.Rule.N)
	}
}

// lagged lets go up to the start of the n-th newest closed event: of the one that
// has n-1 newer ones, found by a second pass that far behind.
func lagged(out []int64, chunks []timeline.Chunk, free []int64, next timeline.Closes, n int64) {
	behind := next
	newer := -n // events that have closed after the one behind, less n
	was, last := int64(0), int64(0)
	for k := range chunks {
		if free[k] > was {
			was = free[k]
			for next.Proof <= chunks[k].End {
				if next.Event {
					newer++
				}
				next.Step()
			}
			for ; newer > 0; newer-- {
				for !behind.Event {
					behind.Step()
				}
				behind.Step()
			}
			if newer == 0 {
				for !behind.Event {
					behind.Step()
				}
				last = behind.Start
			}
		}
		out[k] = last
	}
}
