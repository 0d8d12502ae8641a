package figure

const (
	overviewHeight = 44 // pixels
	overviewRoom   = 3  // above the highest peak and below nothing
)

// layOverview lays out the whole in the height of an overview.
func layOverview(f *Figure, o Options) *layout {
	l := &layout{width: o.width(), height: overviewHeight, margin: BareMargin, lines: drawable(f), timed: f.Timed, small: true}
	l.whole, l.y.to = extent(f, l.lines)
	l.x.from, l.x.to = l.whole.From, l.whole.To
	l.left, l.right = l.margin, l.width-l.margin
	l.top, l.bottom = 0, l.height-overviewRoom
	l.x.px, l.y.px = l.right-l.left, l.bottom-l.top-overviewRoom
	return l
}

// drawOverview draws lines and stalls alone.
func (d *drawing) drawOverview() {
	d.begin("", "")
	d.fillStalls(30)
	d.drawLines()
	d.End()
}

// fine makes s thinner, where there is little room.
func (s *Stroke) fine() {
	if s.Width >= 20 {
		s.Width = 15
	} else {
		s.Width = 10
	}
}
