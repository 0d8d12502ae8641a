package analyzer

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// ProofTimes is, for each span of the timeline, when the chunk came that proved
// it, or EOF; 0 for one that is open.
func (a *Analysis) ProofTimes() []time.Duration {
	t := a.Timeline
	out := make([]time.Duration, t.Spans.Len())
	k := 0
	for i, s := range t.Spans.All() {
		switch {
		case s.End == framing.Open:
			continue
		case s.AtEOF:
			out[i] = t.EOF.Time
			continue
		}
		for t.Chunks[k].End < s.Proof && k+1 < len(t.Chunks) {
			k++
		}
		out[i] = t.Chunks[k].Time
	}
	return out
}
