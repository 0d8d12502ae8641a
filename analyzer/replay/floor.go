package replay

import (
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Floor answers, for a count of bytes seen, up to where an at-close reader has
// let go: G of the definition. Counts that grow from call to call cost a step a
// span, others O(log spans).
type Floor struct {
	walk  timeline.Walk
	ready bool
}

// NewFloor is the floor over spans.
func NewFloor(spans *timeline.Spans) *Floor { return &Floor{walk: spans.Walk()} }

// NewReadyFloor counts an event as closed when it is ready: no reader of these
// events holds less. Its counts must not fall from call to call.
func NewReadyFloor(spans *timeline.Spans) *Floor { return &Floor{walk: spans.Walk(), ready: true} }

// Free is the start of the first span that seen bytes do not prove, else seen.
func (f *Floor) Free(seen int64) int64 {
	if f.ready {
		f.pastReady(seen)
	} else {
		f.walk.Proved(seen)
	}
	if next, ok := f.walk.Next(); ok && next.Start < seen {
		return next.Start
	}
	return seen
}

// Proved is the number of spans that the last call of Free saw proved.
func (f *Floor) Proved() int { return f.walk.Index() }

// Sum is the tally of those spans.
func (f *Floor) Sum() timeline.Tally { return f.walk.Sum() }

func (f *Floor) pastReady(seen int64) {
	for {
		s, ok := f.walk.Next()
		isReady := ok && s.Kind.IsEvent() && s.Ready != framing.Open && s.Ready <= seen
		if !ok || !isReady && !s.ProvedBy(seen) {
			return
		}
		f.walk.Step()
	}
}
