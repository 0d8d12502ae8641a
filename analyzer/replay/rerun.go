package replay

// Rerun is what Run gives for rule r over the chunks of floor, which is
// at-close's, except that no point says whether it parsed. It is for a rule that
// changes many times a second. The new series keeps its numbers in room where
// that is large enough.
func Rerun(floor *Series, r Rule, room []int64) *Series {
	t := floor.t
	s := &Series{Rule: r, EOF: floor.EOF, t: t}
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
		floor, n := NewFloor(&s.t.Spans), s.Rule.N
		edge := min(n, s.t.Total()+1) // of the block that has not come
		for k := range chunks {
			if end := chunks[k].End; end >= edge {
				block := end - end%n
				if free[k] > last {
					last = floor.Free(block)
				}
				edge = min(block+n, s.t.Total()+1)
			}
			out[k] = last
		}
	case Lag:
		release := lag(s.t, NewFloor(&s.t.Spans), s.Rule.N)
		was := int64(0)
		for k := range chunks {
			if free[k] > was {
				was = free[k]
				last = release(0, chunks[k].End)
			}
			out[k] = last
		}
	}
}
