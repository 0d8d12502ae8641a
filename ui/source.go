package ui

import (
	"fmt"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// source is what an analysis is made from: a sample, or a recording and
// perhaps the rows observed with it.
type source struct {
	n      int // where Root.sources has it, from 1; 0 is a sample, or not shown yet
	sample string
	files  []engine.File
	laid   bool // the second file was taken for the first one's rows, unasked
}

func (s source) empty() bool { return s.sample == "" && len(s.files) == 0 }

// is reports whether the two are one: the same sample, or files given once.
func (s source) is(t source) bool {
	return s.n == t.n && s.sample == t.sample && (s.n > 0 || s.sample != "")
}

// String names what is read.
func (s source) String() string {
	if s.sample != "" {
		title := s.sample
		if known, ok := analyzer.SampleNamed(s.sample); ok {
			title = t(known.Title)
		}
		return title
	}
	var names []string
	for _, f := range s.files {
		names = append(names, f.Name)
	}
	return strings.Join(names, spoken.Catalogue()["list.and"])
}

// pasted is the name that the shell gives to text without a file.
const pasted = "pasted"

func (s source) isPasted() bool { return len(s.files) == 1 && s.files[0].Name == pasted }

// Sample reports whether a built-in sample is shown.
func (c *Root) Sample() bool { return c.shown.sample != "" }

// Offer reports whether the page offers to take the rows of the user's own reader.
func (c *Root) Offer() bool {
	return len(c.shown.files) == 1 && c.Report.Observed == nil && c.Report.Source.Format != "samples"
}

// Laid says that a file was laid beside the recording though nobody said that
// it belongs there.
func (c *Root) Laid() string {
	if !c.shown.laid {
		return ""
	}
	return fmt.Sprintf(t("%s was taken for what your reader held while it read %s."), c.shown.files[1].Name, c.shown.files[0].Name)
}

// OnAlone reads by itself what was laid beside the recording.
func (c *Root) OnAlone() {
	go c.analyzeNew(source{files: c.shown.files[1:]})
}
