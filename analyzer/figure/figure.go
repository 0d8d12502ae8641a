// Package figure draws the one graph: held bytes against time.
package figure

import (
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Figure is what is drawn. It holds numbers only.
type Figure struct {
	Lines  []*replay.Series   // first the darkest: observed or, without it, read-all; then at-close
	Why    []diagnose.Stretch // the strip under the graph: what time was spent on, in order
	Stalls []diagnose.Stall   // drawn as bands
	Timed  bool               // else the x axis counts chunks
}

// Options are the size in CSS pixels and the colours.
type Options struct {
	Width, Height int // 0: 960 by 360
	Dark          bool
}
