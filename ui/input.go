package ui

import (
	"errors"
	"fmt"

	"github.com/heldbytes/heldbytes/ui/engine"
)

// InputKind says what the user gave.
type InputKind string

const (
	InputFiles    InputKind = "files"    // dropped, chosen or pasted
	InputSample   InputKind = "sample"   // a built-in one
	InputShared   InputKind = "shared"   // a timeline from a host
	InputLink     InputKind = "link"     // the address carries a timeline, which Files has as a text
	InputStart    InputKind = "start"    // back to the start screen
	InputAgain    InputKind = "again"    // back to files that were shown before
	InputRead     InputKind = "read"     // to what was read
	InputLab      InputKind = "lab"      // to the experiment
	InputTheme    InputKind = "theme"    // light or dark has changed
	InputLanguage InputKind = "language" // what the page says things in
	InputTrouble  InputKind = "trouble"  // what cannot be taken at all
	InputWindow   InputKind = "window"   // another stretch of the graph
	InputKnob     InputKind = "knob"     // the knob was turned
)

// Input is one thing that the user gave.
type Input struct {
	Kind     InputKind
	Sample   string
	Files    []engine.File
	Observed bool           // Files are the rows that belong to the capture shown
	StallMS  float64        // of InputShared: the threshold that it was shared with; 0 is the usual one
	Source   int            // of InputAgain: what ShowFile was called with
	Trouble  string         // what is wrong with it
	Words    string         // of InputLanguage: its table as JSON, or "" for English
	Window   *engine.Window // nil is the whole
	Part     string         // of the knob: rule, step or number
	Value    string         // of that
}

// Give takes what the user gave. It may be called from any goroutine.
func (c *Root) Give(in Input) {
	switch in.Kind {
	case InputTheme:
		c.redraw()
		c.Pair.redraw()
		c.Lab.redraw()
	case InputLanguage:
		c.onLanguage(in.Words)
	case InputRead, InputLab:
		c.onView(in.Kind == InputLab)
	case InputStart:
		c.home()
	case InputAgain:
		if src := c.source(in.Source); !src.empty() {
			c.analyzeNew(src)
			return
		}
		c.home() // of a page that was there before this one
	case InputSample:
		c.analyzeNew(source{sample: in.Sample})
	case InputShared:
		c.analyzeNew(source{files: in.Files, shared: true, stallMS: in.StallMS})
	case InputLink:
		c.analyzeNew(source{files: in.Files, link: c.nextLink()})
	case InputFiles:
		c.giveFiles(in.Files, in.Observed)
	case InputWindow:
		c.OnWindow(in.Window)
	case InputKnob:
		c.OnKnob(in.Part, in.Value)
	case InputTrouble:
		c.fail(errors.New(in.Trouble))
	}
}

// source is the n-th that was shown, from 1, or an empty one.
func (c *Root) source(n int) (src source) {
	c.env.Lock()
	defer c.env.UnlockOnly()
	if n > 0 && n <= len(c.sources) {
		src = c.sources[n-1]
	}
	return src
}

// giveFiles reads files. One that comes while a recording is in sight may be the
// rows of its reader, and is laid beside it if it looks like them; else the page
// asks what it is to the one in sight. Two recordings are read in turn.
func (c *Root) giveFiles(files []engine.File, observed bool) {
	c.env.Lock()
	beside := len(files) == 1 && !c.start && len(c.shown.files) > 0 && c.shown.kind == ""
	rows := len(files) == 1 && c.Offer() && (observed || beside)
	shown := c.shown
	c.env.UnlockOnly()
	switch {
	case len(files) > 2:
		c.fail(fmt.Errorf("%d files: give one recording, a recording and the CSV of held bytes that belongs to it, both files of script, or two recordings to lay beside each other", len(files)))
	case rows:
		c.analyze(source{files: []engine.File{shown.files[0], files[0]}, laid: !observed})
	case beside:
		c.propose(files)
	default:
		c.analyzeNew(source{files: files, either: len(files) == 2})
	}
}

// nextLink numbers a link, from 1.
func (c *Root) nextLink() int {
	c.env.Lock()
	defer c.env.UnlockOnly()
	c.links++
	return c.links
}

// analyzeNew reads with the options that a recording begins with: what was
// chosen was chosen for another one. A link may say what a stall is.
func (c *Root) analyzeNew(src source) {
	c.change(func() {
		c.Options = DefaultOptions()
		if src.stallMS > 0 {
			c.Options.StallMS = src.stallMS
		}
		if src.link > 0 {
			c.Options.StallMS = 0
		}
	})
	c.analyze(src)
}

// home shows the start screen.
func (c *Root) home() {
	c.change(func() {
		c.cancel()
		c.start, c.err, c.Trouble, c.given = true, nil, "", nil
		c.settle()
		c.after = append(c.after, func() { c.sh.SetStatus("", true); c.sh.ScrollToTop(); c.focus() })
	})
}
