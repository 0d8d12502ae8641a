// Package figure draws the one graph: held bytes against time.
package figure

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Figure is what is drawn. It holds numbers only.
type Figure struct {
	Lines  []*replay.Series // first the darkest: observed or, without it, read-all; then at-close
	Knob   *replay.Series   // the one of Lines whose rule is being chosen, drawn so that it is seen; nil for none
	Why    *Strip           // the strip under the graph: what time was spent on; nil for none
	Lanes  *Lanes           // the way of events from mark to mark, between graph and strip; nil for none
	Stalls []diagnose.Stall // drawn as bands: in order, none within another
	Marks  []Mark           // points that prove a finding
	Rows   bool             // the points are a reader's rows, with no chunks beside them
	Hops   bool             // the lines are what lay between capture points
	Fix    bool             // the first line is of a recording before a fix, the second of one after it
	Timed  bool             // else the x axis counts chunks, and Why, Lanes and Stalls are not drawn
	MadeUp bool             // the times are, and the x axis says so
	From   From             // what all of it was made from
	After  From             // the same of the recording after a fix; From is that before it

	longest longestStall
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
	NoKeys bool    // no legend of the lines: for a page that names them itself
	Window Window  // what is drawn of the x axis; the y axis, the title and the times of the causes stay those of the whole
	Labels *Labels // nil: English

	// Overview draws the whole, small: its lines and stalls and nothing else,
	// for a strip on which a window is chosen. It has no name to read aloud.
	Overview bool
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

// longestStall is the longest of the stalls that were looked at last: there may
// be millions.
type longestStall struct {
	first *diagnose.Stall
	count int
	time  time.Duration
}

// Prepare looks for what every drawing takes of the whole, so that copies of f
// need not look again.
func (f *Figure) Prepare() {
	f.longestStall()
	f.Why.sum()
}

func (f *Figure) longestStall() time.Duration {
	if len(f.Stalls) == 0 {
		return 0
	}
	if l := &f.longest; l.first != &f.Stalls[0] || l.count != len(f.Stalls) {
		*l = longestStall{first: &f.Stalls[0], count: len(f.Stalls)}
		for i := range f.Stalls {
			l.time = max(l.time, f.Stalls[i].To-f.Stalls[i].From)
		}
	}
	return f.longest.time
}
