package ui

import "github.com/heldbytes/heldbytes/ui/engine"

// graph is the state of a graph. The engine draws it for the width it
// has, so that type keeps its size on a phone.
type graph struct {
	width   int         // 0 while it is hidden
	drawn   engine.Draw // what is shown; zero after a new analysis
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
	return engine.Draw{Width: c.graph.width, Dark: c.sh.Dark(), Marks: c.marks()}
}

// redraw draws until what is shown is what is wanted. While one call of it
// draws, others leave it to that one.
func (c *Root) redraw() {
	for {
		c.env.Lock()
		want, seq := c.wanted(), c.seq
		if c.graph.drawing || c.start || want.Width == 0 || want.Equal(c.graph.drawn) {
			c.env.UnlockOnly()
			return
		}
		c.graph.drawing = true
		c.env.UnlockOnly()

		reply, err := c.Ask(engine.Request{Draw: &want})

		c.change(func() {
			c.graph.drawing = false
			switch {
			case seq != c.seq: // of an analysis that may be gone
			case err != nil:
				c.graph.drawn = want // do not try again
				c.trouble(err)
			default:
				c.graph.drawn = want
				c.after = append(c.after, func() { c.sh.SetGraph("#graph", reply.Text) })
				c.settle()
			}
		})
	}
}
