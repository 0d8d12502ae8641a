package engine

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Draw asks for the graph of the last analysis. At a width in CSS pixels it is
// the bare graph of a page; 0 is the file that the command writes.
type Draw struct {
	Width    int                       `json:"width"`
	Dark     bool                      `json:"dark"`
	Marks    []analyzer.EvidenceReport `json:"marks,omitempty"`    // drawn as points
	Lab      bool                      `json:"lab,omitempty"`      // of the last experiment, which has none of what follows
	Pair     bool                      `json:"pair,omitempty"`     // of the last Analyze with Beside, which has none of it either
	Lines    []string                  `json:"lines,omitempty"`    // what to draw: rules, "observed", "inflater"; nil: what the command draws
	Rule     string                    `json:"rule,omitempty"`     // the knob: replayed and drawn besides; "" for none
	Window   *Window                   `json:"window,omitempty"`   // nil: the whole
	Overview bool                      `json:"overview,omitempty"` // the small one, always of the whole
}

// Window is a stretch of the x axis, in its units: nanoseconds from the first
// chunk where the recording has times, else numbers of chunks.
type Window struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Equal reports whether the two are the same graph.
func (d Draw) Equal(e Draw) bool {
	whole := d.Window == nil && e.Window == nil || d.Window != nil && e.Window != nil && *d.Window == *e.Window
	return whole && d.Width == e.Width && d.Dark == e.Dark && d.Lab == e.Lab && d.Pair == e.Pair && d.Rule == e.Rule && d.Overview == e.Overview &&
		slices.Equal(d.Marks, e.Marks) && slices.Equal(d.Lines, e.Lines)
}

// Plot is where a graph was drawn: the box of the plot in CSS pixels from the
// top left of the drawing, and what it shows.
type Plot struct {
	Width  int    `json:"width"` // of the drawing
	Height int    `json:"height"`
	Left   int    `json:"left"`
	Top    int    `json:"top"`
	Right  int    `json:"right"`
	Bottom int    `json:"bottom"`
	From   int64  `json:"from"` // at Left, in units of the x axis
	To     int64  `json:"to"`   // at Right
	Most   int64  `json:"most"` // bytes held at High; 0 is at Bottom
	High   int    `json:"high"` // below Top: there is room for labels above it
	Timed  bool   `json:"timed"`
	Whole  Window `json:"whole"` // all that there is
	// Lines are what can be drawn of this recording, whether it was or not.
	Lines []string `json:"lines"`
}

// Knob is what a reader under the rule of a Draw holds, and Number bounds the N
// of that rule.
type (
	Knob   = analyzer.Knob
	Number = analyzer.Number
)
