// Package figure draws the one graph: held bytes against time.
package figure

import (
	"iter"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Figure is what is drawn. It holds numbers only.
type Figure struct {
	Lines  []*replay.Series           // first the darkest: observed or, without it, read-all; then at-close
	Why    iter.Seq[diagnose.Stretch] // the strip under the graph: what time was spent on, in order; nil for none
	Stalls []diagnose.Stall           // drawn as bands
	Marks  []Mark                     // points that prove a finding
	Rows   bool                       // the points are a reader's rows, with no chunks beside them
	Hops   bool                       // the lines are what lay between capture points
	Timed  bool                       // else the x axis counts chunks, and Why and Stalls are not drawn
	MadeUp bool                       // the times are, and the x axis says so
	From   From                       // what all of it was made from
}

// Mark points at a place in the graph.
type Mark struct {
	Time  time.Duration // where the figure is timed
	Chunk int           // where it is not
	Held  int64         // bytes
}

// Options are the size in CSS pixels, the colours and the language.
type Options struct {
	Width  int // 0: 960; at least 240 and at most 8192
	Height int // 0: what suits the width; at most 8192; more where the legends leave the plot too little
	Dark   bool
	Bare   bool    // no title in sight and no margin: for a page that has both
	Labels *Labels // nil: English
}

const (
	defaultWidth = 960
	minWidth     = 240
	maxSize      = 8192
)

func (o Options) width() int {
	if o.Width == 0 {
		return defaultWidth
	}
	return min(max(o.Width, minWidth), maxSize)
}

func (o Options) labels() *Labels {
	if o.Labels == nil {
		return &English
	}
	return o.Labels
}
