// Package ui is the page: vugu components, a .vugu and a .go each. It knows no
// browser: what it needs of one comes through Engine and Shell.
package ui

import (
	"github.com/vugu/vugu"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// State is what the page is doing; tests and style sheets read it.
type State string

const (
	Starting State = "starting" // the shell, before Go
	Ready    State = "ready"    // nothing is read, nothing is shown
	Reading  State = "reading"
	Done     State = "done"  // an analysis is shown, its graph drawn
	Failed   State = "error" // the last input could not be read
)

// Engine does the work, in a Web Worker.
type Engine interface {
	// Do sends r and waits for the reply. It returns the context's error once
	// the engine has given up, and the engine's error text as an error.
	Do(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error)
	// Speak sets the language of what the next replies say; nil is English.
	Speak(l *language.Language)
}

// Shell is the browser around the components.
type Shell interface {
	Dark() bool
	WatchGraph(selector string, tell func(width int)) // tells a graph's width now and when it changes; 0 is hidden
	SetGraph(selector, svg string)
	SetView(View)                                               // of the graph, once it is set
	SetTable(selector, name string, t *engine.Table, anew bool) // shows a table; its rows the shell asks for
	SetStatus(text string, quiet bool)                          // quiet: for those who cannot see the page only
	Download(name, mediaType, text string)
	DownloadPicture(name, svg string) // as a PNG of twice the size
	ShowFile(n int)                   // source n is shown now: an entry of the history, unless it is there
	ClearPaste()                      // what was pasted or typed is read
	ScrollToTop()
	Focus(selector string) // once the frame is rendered and handlers have returned
}

// Root is the page.
type Root struct {
	State    State
	Progress engine.Progress
	Trouble  string // error text of the last input, in the language of the page
	Options  OptionsData
	Report   *analyzer.Report // what is shown; of no recording at first
	InLab    bool             // the experiment is in sight, and not what was read
	Base     string           // stands in front of what follows the page's address
	Lab      *Lab
	lab      vugu.Builder // Lab, as the template wants it
	Pair     *Pair
	pair     vugu.Builder // Pair, likewise

	err     error          // Trouble
	start   bool           // the start screen is shown
	busy    bool           // an analysis is being made
	tried   source         // what was read last
	shown   source         // what Report is about
	shownAs engine.Analyze // and how it was read
	sources []source       // files that were shown; the browser's history counts them from 1
	links   int            // that were given
	opened  map[claim]bool // whose proof is open

	shownWith OptionsData
	given     *given // a recording that waits for what it is to the one that is shown

	env    vugu.EventEnv
	eng    Engine
	sh     Shell
	seq    int // of the last analysis begun
	cancel context.CancelFunc
	after  []func() // to do once this frame is rendered
	graph  graph

	view     view
	shownSeq int          // seq of what is shown
	known    *engine.Knob // of the rule in the graph; nil for none
	overview graph
	tables   tables
}

// New returns the page before its engine has started. The two may be nil for
// the first frame.
func New(eng Engine, sh Shell) *Root {
	c := &Root{
		State: Starting, start: true, Report: &analyzer.Report{},
		Options: DefaultOptions(), shownWith: DefaultOptions(), opened: map[claim]bool{}, tables: tables{name: engine.TableStalls},
		eng: eng, sh: sh, cancel: func() {},
	}
	c.Lab = newLab(c)
	c.lab = c.Lab
	c.Pair = newPair(c)
	c.pair = c.Pair
	return c
}

// Started says that the page is mounted.
func (c *Root) Started(env vugu.EventEnv) {
	c.env = env
	c.State = Ready
	c.after = append(c.after, func() {
		c.sh.SetStatus("", true)
		c.sh.WatchGraph("#graph", c.graph.watch(c, c.redraw))
		c.sh.WatchGraph("#overview", c.overview.watch(c, c.redraw))
		c.sh.WatchGraph("#pair-graph", c.Pair.graph.watch(c, c.Pair.redraw))
		c.sh.WatchGraph("#lab-graph", c.Lab.graph.watch(c, c.Lab.redraw))
	})
}

// Rendered is to be called after each frame.
func (c *Root) Rendered() {
	after := c.after
	c.after = nil // what these call may have more to do
	for _, f := range after {
		f()
	}
}

// change runs f with the renderer kept off, and renders.
func (c *Root) change(f func()) {
	c.env.Lock()
	defer c.env.UnlockRender()
	f()
}

// OnCancel gives up what is being read.
func (c *Root) OnCancel() { c.cancel() }

// OnDismiss takes the error away.
func (c *Root) OnDismiss() {
	c.err, c.Trouble = nil, ""
	c.goBack()
	c.settle()
	c.after = append(c.after, func() { c.sh.SetStatus("", true); c.focus() })
}

// OnEarlier goes back to the analysis before the error.
func (c *Root) OnEarlier() {
	c.start = false
	c.OnDismiss()
	if n := c.shown.n; n > 0 {
		c.after = append(c.after, func() { c.sh.ShowFile(n) })
	}
}

// focus goes to the heading of what is in sight, where the element that had it
// may be gone.
func (c *Root) focus() {
	switch {
	case c.start:
		c.sh.Focus("#start h1")
	case c.Pair.Shown:
		c.sh.Focus("#pair-headline")
	default:
		c.sh.Focus("#headline")
	}
}

// settle is the state when nothing is being read.
func (c *Root) settle() {
	switch {
	case c.busy:
		c.State = Reading
	case c.Trouble != "":
		c.State = Failed
	case c.start:
		c.State = Ready
	default:
		c.State = Done
	}
}
