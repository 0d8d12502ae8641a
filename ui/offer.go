package ui

import (
	"fmt"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// Offer asks what a recording is that came while another one is shown. Neither
// is lost: what is shown stays, and the other waits until something is chosen.
type Offer struct {
	Page *Root
}

// Ways to take a second recording besides those of engine.BesideKind.
const (
	takeRows  = "rows"  // what is shown is the rows of its reader
	takeAlone = "alone" // in place of what is shown
)

// given is a recording that waits for what it is to the one that is shown.
type given struct {
	src    source // it alone
	guess  engine.Guess
	folded bool // nobody wants to choose now
}

// Way is one thing that the second recording can be.
type Way struct {
	Value, Title, Blurb string
	Class               string // of the one that is proposed
	Take                func()
}

// Waits reports whether a recording waits.
func (c *Offer) Waits() bool { return c.Page.given != nil && !c.Page.start }

// Open reports whether the choice is in sight.
func (c *Offer) Open() bool { return c.Waits() && !c.Page.given.folded }

// Folded reports whether it was put off.
func (c *Offer) Folded() bool { return c.Waits() && c.Page.given.folded }

// Title asks the question.
func (c *Offer) Title() string {
	if !c.Waits() {
		return ""
	}
	first, second := c.names()
	return fmt.Sprintf(t("What is %s beside %s?"), second, first)
}

// Waiting says, where the choice was put off, that the recording is still there.
func (c *Offer) Waiting() string {
	if !c.Waits() {
		return ""
	}
	_, second := c.names()
	return fmt.Sprintf(t("%s waits."), second)
}

func (c *Offer) names() (first, second string) {
	return c.Page.shown.beside(c.Page.given.src, engine.BesidePoint).sides()
}

// About says what the second recording has, and what is proposed for which reason.
func (c *Offer) About() string {
	if !c.Waits() {
		return ""
	}
	g := c.Page.given.guess
	args := diagnose.Args{"chunks": int64(g.Chunks), "bytes": g.Bytes, "rows": int64(g.Rows)}
	about := say("It has {chunks chunk chunks}, {bytes byte bytes}.", args)
	if g.Chunks == 0 {
		about = say("It has {rows row rows} of a reader and no chunks.", args)
	}
	space := spoken.Catalogue()["list.sentences"]
	switch c.proposed() {
	case string(engine.BesidePoint):
		return about + space + t("Bytes and events are as many and as long as in what is shown: it may be the same stream.")
	case takeRows:
		return about + space + t("What is shown is the rows of a reader alone, which may have read these.")
	}
	return about
}

// proposed is the likeliest way.
func (c *Offer) proposed() string {
	if c.rowsAreShown() {
		return takeRows
	}
	return string(c.Page.given.guess.Kind)
}

func (c *Offer) rowsAreShown() bool {
	g := c.Page.given.guess
	return c.Page.Report.Observed != nil && c.Page.Report.Source.Chunks == 0 && g.Chunks > 0 && g.Rows == 0
}

// Ways are what can be chosen. There is always one, for vugu leaves the children
// of an element alone that is to have none.
func (c *Offer) Ways() []Way {
	var ways []Way
	way := func(value, title, blurb string) {
		w := Way{Value: value, Title: title, Blurb: blurb, Take: func() { c.Page.OnTake(value) }}
		if c.Waits() && value == c.proposed() {
			w.Class = "likely"
		}
		ways = append(ways, w)
	}
	if c.Waits() && c.rowsAreShown() {
		way(takeRows, t("The stream that this reader read"), t("The rows that are shown, beside the chunks that came."))
	}
	if c.Waits() && c.Page.given.guess.Point {
		way(string(engine.BesidePoint), t("Another capture point of the same stream"), t("The bytes held between the two points, and where each stall lies."))
	}
	way(string(engine.BesideFix), t("The same reader after a fix"), t("Before and after on one axis, and what the fix changed."))
	way(takeAlone, t("Something else"), t("Reads it alone. The back button brings what is shown now."))
	return ways
}

// OnKey puts the choice off.
func (c *Offer) OnKey(key string) {
	if key == "Escape" {
		c.OnFold(true)
	}
}

// OnFold puts the choice off, or takes it up again.
func (c *Offer) OnFold(folded bool) {
	page := c.Page
	if page.given == nil {
		return
	}
	page.given.folded = folded
	page.after = append(page.after, func() {
		if folded {
			page.focus()
		} else {
			page.sh.Focus("#offering .likely")
		}
	})
}

// propose asks what files are to what is shown, once it has read them. The lab
// takes one recording, and nobody sees the question from there.
func (c *Root) propose(files []engine.File) {
	c.env.Lock()
	lab := c.InLab
	c.env.UnlockOnly()
	if lab {
		c.analyzeNew(source{files: files})
		return
	}
	c.analyze(source{files: files, asked: true})
}

// offer puts the question on the page.
func (c *Root) offer(src source, guess *engine.Guess) {
	src.asked = false
	c.given = &given{src: src, guess: *guess}
	c.tried = c.shown
	c.settle()
	title := (&Offer{Page: c}).Title()
	c.after = append(c.after, func() {
		if src.isPasted() {
			c.sh.ClearPaste()
		}
		c.sh.SetStatus(title, true)
		c.sh.ScrollToTop()
		c.sh.Focus("#offering .likely")
	})
}

// OnTake takes the recording that waits for what the user says that it is.
func (c *Root) OnTake(way string) {
	if c.given == nil {
		return
	}
	first, second := c.shown, c.given.src
	switch way {
	case takeAlone:
		go c.analyzeNew(second)
	case takeRows:
		go c.analyze(source{files: []engine.File{second.files[0], first.files[0]}})
	default:
		src := first.beside(second, engine.BesideKind(way))
		src.exchanges[0] = c.shownAs.Exchange
		go c.analyze(src)
	}
}
