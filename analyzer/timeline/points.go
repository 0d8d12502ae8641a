package timeline

import "time"

// Points is the number of moments at which something can have been held: chunks
// and, where the stream ended, EOF; of a bare CSV, its rows.
func (t *Timeline) Points() int {
	switch n := len(t.Chunks); {
	case n == 0:
		return len(t.Observed)
	case t.EOF.Set:
		return n + 1
	default:
		return n
	}
}

// PointTime is the time of point k.
func (t *Timeline) PointTime(k int) time.Duration {
	switch {
	case k < len(t.Chunks):
		return t.Chunks[k].Time
	case len(t.Chunks) > 0:
		return t.EOF.Time
	}
	return t.Observed[k].Time
}
