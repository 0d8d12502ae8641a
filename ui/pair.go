package ui

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// Pair is two recordings beside each other: what was held between two points of
// one stream, or a reader before a fix and after it.
type Pair struct {
	Shown   bool // in place of what one recording shows
	Compare *analyzer.ComparisonReport
	Fix     *analyzer.FixReport
	Wrong   bool // what was typed is no offset

	page  *Root
	graph graph
}

func newPair(page *Root) *Pair {
	return &Pair{page: page, Compare: &analyzer.ComparisonReport{}, Fix: &analyzer.FixReport{}}
}

// read takes the report that an engine made.
func (c *Pair) read(kind engine.BesideKind, text json.RawMessage) (headline string, err error) {
	if kind == engine.BesideFix {
		r := &analyzer.FixReport{}
		err = json.Unmarshal(text, r)
		c.Fix = r
		return r.Headline, err
	}
	r := &analyzer.ComparisonReport{}
	err = json.Unmarshal(text, r)
	c.Compare = r
	return r.Headline, err
}

// kind is what is shown.
func (c *Pair) kind() engine.BesideKind { return c.page.shown.kind }

// Points reports whether two capture points are shown.
func (c *Pair) Points() bool { return c.kind() != engine.BesideFix }

// Parts are the sentences of the answer.
func (c *Pair) Parts() []Part {
	texts := c.Compare.Parts
	if !c.Points() {
		texts = []string{c.Fix.Headline}
	}
	if len(texts) == 0 {
		texts = []string{""} // vugu leaves the children of an element alone that is to have none
	}
	var parts []Part
	for i, text := range texts {
		p := Part{Text: text}
		if i > 0 {
			p.Class = "sub"
		}
		if i < len(texts)-1 {
			p.Text += spoken.Catalogue()["list.sentences"]
		}
		parts = append(parts, p)
	}
	return parts
}

// Roles say which recording is which.
func (c *Pair) Roles() string {
	first, second := c.page.shown.sides()
	if c.Points() {
		return fmt.Sprintf(t("Point 1: %s · point 2: %s"), first, second)
	}
	return fmt.Sprintf(t("Before: %s · after: %s"), first, second)
}

// Verdicts are the findings, each with its code. What was fixed is the headline,
// beside which stands how far the two can be compared.
func (c *Pair) Verdicts() []analyzer.VerdictReport {
	if !c.Points() {
		return []analyzer.VerdictReport{{Sentence: c.Fix.Stream.Sentence}}
	}
	first := c.Compare.Finding
	return append([]analyzer.VerdictReport{first}, first.Also...)
}

// Remarks say how the two were laid together, and what is to be known of each.
func (c *Pair) Remarks() []string {
	remarks := []string{}
	add := func(format string, of []string) {
		for _, remark := range of {
			remarks = append(remarks, fmt.Sprintf(format, remark))
		}
	}
	if !c.Points() {
		add(t("Before: %s"), c.Fix.Before.Source.Remarks)
		add(t("After: %s"), c.Fix.After.Source.Remarks)
		return remarks
	}
	remarks = append(remarks, c.Compare.Remarks...)
	for _, p := range c.Compare.Points {
		for _, remark := range p.Source.Remarks {
			remarks = append(remarks, fmt.Sprintf(t("Point %d: %s"), p.Point, remark))
		}
	}
	return remarks
}

// Offset is how far the clock of the second recording is ahead, in ms.
func (c *Pair) Offset() string {
	if len(c.Compare.Hops) == 0 {
		return ""
	}
	ms := float64(c.Compare.Hops[0].Clock.Offset) / float64(time.Millisecond)
	return decimal(ms)
}

// Given reports whether the offset was typed.
func (c *Pair) Given() bool { return c.page.shown.offset != nil }

// Invalid is the state of the offset for those who cannot see the page.
func (c *Pair) Invalid() string { return strconv.FormatBool(c.Wrong) }

// OnOffset takes the typed offset; what is no number changes nothing.
func (c *Pair) OnOffset(text string) {
	ms, err := strconv.ParseFloat(text, 64)
	if c.Wrong = err != nil || !(ms > -1e12 && ms < 1e12); c.Wrong {
		return
	}
	src := c.page.shown
	src.offset = &ms
	go c.page.analyze(src)
}

// OnFind has the offset found again.
func (c *Pair) OnFind() {
	c.Wrong = false
	src := c.page.shown
	src.offset = nil
	go c.page.analyze(src)
}

// OnSwap lays the two the other way round.
func (c *Pair) OnSwap() { go c.page.analyze(c.page.shown.swapped()) }

// Other is the text of the button that shows the two as what they are not shown as.
func (c *Pair) Other() string {
	if c.Points() {
		return t("Show them as before and after")
	}
	return t("Show them as two capture points")
}

// OnOther does so.
func (c *Pair) OnOther() {
	src := c.page.shown
	src.offset = nil
	if src.kind = engine.BesideFix; !c.Points() {
		src.kind = engine.BesidePoint
	}
	go c.page.analyze(src)
}

// Alone are the two recordings, to be read alone.
func (c *Pair) Alone() []Way {
	first, second := c.page.shown.sides()
	a, b := c.page.shown.halves()
	way := func(name string, src source) Way {
		return Way{Title: fmt.Sprintf(t("Read %s alone"), name), Take: func() { go c.page.analyzeNew(src) }}
	}
	return []Way{way(first, a), way(second, b)}
}

// redraw draws until the graph that is shown is the one that is wanted.
func (c *Pair) redraw() {
	page := c.page
	for {
		page.env.Lock()
		want, seq := engine.Draw{Width: c.graph.width, Dark: page.sh.Dark(), Pair: true}, page.seq
		if c.graph.drawing || page.start || !c.Shown || want.Width == 0 || want.Equal(c.graph.drawn) {
			page.env.UnlockOnly()
			return
		}
		c.graph.drawing = true
		page.env.UnlockOnly()

		reply, err := page.Ask(engine.Request{Draw: &want})

		page.change(func() {
			c.graph.drawing = false
			switch {
			case seq != page.seq: // of a pair that may be gone
			case err != nil:
				c.graph.drawn = want // do not try again
				page.trouble(err)
			default:
				c.graph.drawn = want
				page.after = append(page.after, func() { page.sh.SetGraph("#pair-graph", reply.Text) })
				page.settle()
			}
		})
	}
}

// OnDownload hands what the command writes to the user.
func (c *Pair) OnDownload(kind string) {
	name := "heldbytes-between."
	if !c.Points() {
		name = "heldbytes-fix."
	}
	go func() {
		req, media := engine.Request{PairCSV: true}, "text/csv"
		if kind != "csv" {
			req, media = engine.Request{Draw: &engine.Draw{Pair: true}}, "image/svg+xml"
		}
		reply, err := c.page.Ask(req)
		if err != nil {
			c.page.fail(err)
			return
		}
		c.page.hand(name+kind, media, reply.Text)
	}()
}
