package ui

import "github.com/heldbytes/heldbytes/ui/engine"

// graph is the state of a graph. The engine draws it for the width it
// has, so that type keeps its size on a phone.
type graph struct {
	width   int          // 0 while it is hidden
	drawn   engine.Draw  // what is shown; zero after a new analysis
	plot    *engine.Plot // where it was drawn; nil where the engine does not say
	drawing bool
}

// watch returns what takes the width of the graph, and then draws.
func (g *graph) watch(page *Root, redraw func()) func(width int) {
	return func(width int) {
		page.env.Lock()
		g.width = width
		page.env.UnlockOnly()
		redraw()
	}
}

// wanted is the graph as it should be now.
func (c *Root) wanted() engine.Draw {
	return engine.Draw{
		Width: c.graph.width, Dark: c.sh.Dark(), Marks: c.marks(),
		Lines: c.view.lines, Rule: c.view.rule, Window: c.view.window,
	}
}

// next is what is to be drawn now, if anything: the graph, else the overview.
func (c *Root) next() (selector string, g *graph, want engine.Draw) {
	if want = c.wanted(); want.Width > 0 && !want.Equal(c.graph.drawn) {
		return "#graph", &c.graph, want
	}
	want = engine.Draw{Width: c.overview.width, Dark: want.Dark, Lines: want.Lines, Rule: want.Rule, Overview: true}
	if c.graph.plot != nil && want.Width > 0 && !want.Equal(c.overview.drawn) {
		return "#overview", &c.overview, want
	}
	return "", nil, want
}

// redraw draws until what is shown is what is wanted. While one call of it
// draws, others leave it to that one, which takes the latest wish when it is
// ready: nothing queues up.
func (c *Root) redraw() {
	for {
		c.env.Lock()
		selector, g, want := c.next()
		seq := c.seq
		if c.graph.drawing || c.start || c.Pair.Shown || g == nil {
			c.env.UnlockOnly()
			return
		}
		c.graph.drawing = true
		c.env.UnlockOnly()

		reply, err := c.Ask(engine.Request{Draw: &want})

		c.env.Lock()
		c.graph.drawing = false
		if seq != c.seq { // of an analysis that may be gone
			c.env.UnlockOnly()
			continue
		}
		was := c.looks()
		g.drawn = want
		if err != nil { // do not try again
			c.trouble(err)
			c.env.UnlockRender()
			continue
		}
		g.plot = reply.Plot
		if g == &c.graph {
			c.known = reply.Knob
		}
		show := func() {
			c.sh.SetGraph(selector, reply.Text)
			c.sh.SetView(c.shownView())
		}
		c.settle()
		if c.looks() == was { // a window that moves costs no render of the page
			show()
			c.env.UnlockOnly()
			continue
		}
		c.after = append(c.after, show)
		c.env.UnlockRender()
	}
}
