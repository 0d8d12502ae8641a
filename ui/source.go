package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// source is what an analysis is made from: a sample, or a recording and
// perhaps the rows observed with it.
type source struct {
	n      int // where Root.sources has it, from 1; 0 is a sample, a link, or not shown yet
	sample string
	files  []engine.File
	link   int  // the only file is a link, the address of the page: which of those that were given, from 1
	laid   bool // the second file was taken for the first one's rows, unasked
	either bool // the two files may as well be two recordings
	shared bool // the file is a timeline from a host
	asked  bool // it is only to be read for what it may be to what is shown

	stallMS float64 // it begins with this threshold; 0 is the usual one

	kind      engine.BesideKind // two recordings beside each other; "" for one
	first     int               // how many files are the first one's
	exchanges [2]int            // of each; 0 leaves the choice to the analyzer
	offset    *float64          // how far the second one's clock is ahead, in ms; nil is to be found
}

// beside is s and o beside each other.
func (s source) beside(o source, kind engine.BesideKind) source {
	return source{kind: kind, first: len(s.files), files: slices.Concat(s.files, o.files)}
}

// halves are the two recordings, each alone.
func (s source) halves() (a, b source) {
	return source{files: s.files[:s.first]}, source{files: s.files[s.first:]}
}

// recording is the one of them that the lab takes.
func (s source) recording() source {
	if s.kind == "" {
		return s
	}
	a, _ := s.halves()
	return a
}

// swapped is the two the other way round, in the same place of the history.
func (s source) swapped() source {
	a, b := s.halves()
	o := b.beside(a, s.kind)
	o.n, o.exchanges = s.n, [2]int{s.exchanges[1], s.exchanges[0]}
	if s.offset != nil {
		back := -*s.offset
		o.offset = &back
	}
	return o
}

// sides name the two recordings so that they can be told apart.
func (s source) sides() (first, second string) {
	a, b := s.halves()
	first, second = a.String(), b.String()
	if first == second {
		first, second = fmt.Sprintf(t("%s, the first"), first), fmt.Sprintf(t("%s, the second"), second)
	}
	return first, second
}

// request is what the engine is asked for the two, or nil for one.
func (s source) request() *engine.Beside {
	if s.kind == "" {
		return nil
	}
	return &engine.Beside{Kind: s.kind, First: s.first, Exchanges: s.exchanges, OffsetMS: s.offset}
}

func (s source) empty() bool { return s.sample == "" && len(s.files) == 0 }

// is reports whether the two are one: the same sample, or files or a link given once.
func (s source) is(t source) bool {
	return s.n == t.n && s.sample == t.sample && s.link == t.link && (s.n > 0 || s.sample != "" || s.link > 0)
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
	if s.shared {
		return t("Shared timeline")
	}
	if s.kind != "" {
		first, second := s.sides()
		return fmt.Sprintf(t("%s and %s"), first, second)
	}
	var names []string
	for _, f := range s.files {
		names = append(names, f.Name)
	}
	if len(names) == 2 {
		return fmt.Sprintf(t("%s and %s"), names[0], names[1])
	}
	return strings.Join(names, spoken.Catalogue()["list.comma"])
}

// object is the name within a sentence.
func (s source) object() string {
	if s.shared {
		return t("the shared timeline")
	}
	return s.String()
}

// pasted is the name that the shell gives to text without a file.
const pasted = "pasted"

func (s source) isPasted() bool { return len(s.files) == 1 && s.files[0].Name == pasted }

// Sample reports whether a built-in sample is shown.
func (c *Root) Sample() bool { return c.shown.sample != "" }

// Offer reports whether the page offers to take the rows of the user's own reader.
func (c *Root) Offer() bool {
	return len(c.shown.files) == 1 && c.shown.kind == "" && c.Report.Observed == nil && c.Report.Source.Format != "samples"
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
