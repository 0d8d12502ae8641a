package timeline

import "time"

// Equal times are those of equalChunks chunks at least, of which more than nine
// in ten lie within equalWithin: what delivers a stream does not do that, and
// what collects one does.
const (
	equalChunks = 8
	equalWithin = time.Millisecond
)

// equalTimes looks for such a stretch. Times that run backwards end one.
func (t *Timeline) equalTimes() bool {
	n, from := len(t.Chunks), 0
	if n < equalChunks {
		return false
	}
	for i, c := range t.Chunks {
		if i > 0 && c.Time < t.Chunks[i-1].Time {
			from = i
		}
		for c.Time-t.Chunks[from].Time > equalWithin {
			from++
		}
		if (i-from+1)*10 > n*9 {
			return true
		}
	}
	return false
}
