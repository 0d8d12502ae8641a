package ui

import (
	"fmt"
	"strings"

	"github.com/heldbytes/heldbytes/ui/engine"
)

// InputKind says what the user gave.
type InputKind string

const (
	InputFiles  InputKind = "files"  // dropped, chosen or pasted
	InputSample InputKind = "sample" // a built-in one
	InputStart  InputKind = "start"  // back to the start screen
	InputAgain  InputKind = "again"  // back to the files that were read before
	InputTheme  InputKind = "theme"  // light or dark has changed
)

// Input is one thing that the user gave.
type Input struct {
	Kind     InputKind
	Sample   string
	Files    []engine.File
	Observed bool // Files are the rows that belong to the capture shown
}

// source is what an analysis is made from: a sample, or a recording and
// perhaps the rows observed with it.
type source struct {
	sample string
	files  []engine.File
}

func (s source) empty() bool { return s.sample == "" && len(s.files) == 0 }

func (s source) String() string {
	if s.sample != "" {
		return "Sample " + s.sample + ", made up, not recorded"
	}
	var names []string
	for _, f := range s.files {
		names = append(names, f.Name)
	}
	return strings.Join(names, " and ")
}

// Give takes what the user gave. It may be called from any goroutine.
func (c *Root) Give(in Input) {
	switch in.Kind {
	case InputTheme:
		c.redraw()
	case InputStart:
		c.change(func() {
			c.cancel()
			c.start, c.Trouble = true, ""
			c.settle()
			c.after = append(c.after, func() { c.sh.SetStatus("", true); c.sh.ScrollToTop() })
		})
	case InputAgain:
		c.analyze(c.shown)
	case InputSample:
		c.analyzeNew(source{sample: in.Sample})
	case InputFiles:
		files := in.Files
		if in.Observed && len(files) == 1 && c.Offer() {
			c.analyze(source{files: []engine.File{c.shown.files[0], files[0]}})
			return
		}
		if len(files) > 2 {
			c.fail(fmt.Errorf("%d files: give one recording, or a recording and the CSV of held bytes that belongs to it", len(files)))
			return
		}
		c.analyzeNew(source{files: files})
	}
}

// analyzeNew reads what was not read before: a choice of exchange is the last
// recording's.
func (c *Root) analyzeNew(src source) {
	c.change(func() { c.Options.Exchange = 0 })
	c.analyze(src)
}
