package figure

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

const (
	minPlot     = 72 // pixels
	headRoom    = 8  // above the highest peak
	labelRoom   = 22 // the same where stalls have labels
	stripHeight = 14
	stripGap    = 10
	legendRow   = 20

	BareMargin = 3 // pixels around a bare drawing: strokes at the edge are as wide
)

// layout is where everything goes, in pixels from the top left.
type layout struct {
	width, height            int
	margin                   int // around the drawing
	left, right, top, bottom int // the plot
	x, y                     scale
	whole                    Window // what there is of the x axis
	timed                    bool
	small                    bool // lines and stalls are all that is drawn
	xTicks, yTicks           []tick

	lines   []line
	times   diagnose.Times
	strips  bool // the strip and the causes are drawn
	title   []string
	heading int // baseline of the first line of the title
	keys    []entry
	keysX   int // where the legend of the lines begins, and its first baseline
	keysY   int
	yName   int // baseline of the name of the y axis
	xName   int
	lanes   laneRows
	stripY  int
	causes  []entry
	causesY int // baseline of the first row of causes
}

func layOut(f *Figure, o Options) *layout {
	if o.Overview {
		return layOverview(f, o)
	}
	words := o.labels()
	l := &layout{width: o.width(), margin: margin, lines: drawable(f), timed: f.Timed}
	if o.Bare {
		l.margin = BareMargin
	}
	var why *whole
	var lanes *Lanes
	if f.Timed {
		why, lanes = f.Why.sum(), f.Lanes
		l.strips, l.times = why.some, why.times
	}
	l.whole, l.y.to = extent(f, l.lines)
	window := l.whole
	if o.Window != (Window{}) {
		window = o.Window.within(l.whole)
	}
	l.x.from, l.x.to = window.From, window.To

	// The rows above and below have the height that they need; the plot has
	// the rest.
	inner := l.width - 2*l.margin
	if !o.Bare {
		l.title = wrap(titleParts(f, l.lines, words), words.Comma, inner)
	}
	if !o.NoKeys {
		l.keys = lineEntries(l.lines, words)
	}
	rows, wide := flow(l.keys, inner)
	l.heading = l.margin + FontSize
	y := l.heading + (len(l.title)-1)*lineHeight // of the last line of the title
	beside := 0
	if len(l.title) == 1 {
		beside = textWidth(l.title[0])
	}
	l.keysX, l.keysY = l.margin, y+lineHeight+edge
	if len(l.title) <= 1 && rows == 1 && beside+2*entryGap+wide <= inner {
		l.keysX, l.keysY = l.width-l.margin-wide, max(y, l.heading)
	}
	if rows > 0 {
		y = max(y, l.keysY+(rows-1)*legendRow)
	}
	l.yName = y + lineHeight + 2*edge
	if beside := textWidth(put(words.Held, words.Bytes)); o.Bare && rows <= 1 && beside+2*entryGap+wide <= inner {
		l.yName = l.heading // with no title, the lines are named beside the axis
	}
	l.top = l.yName + 2*edge

	l.lanes = lanes.rows(words, l.width)
	axis := lineHeight + lineHeight + edge // the x axis: labels, name
	below := axis + l.lanes.height()
	if l.strips {
		l.causes = causeEntries(l.times, words, inner)
		rows, _ := flow(l.causes, inner)
		below += stripGap + stripHeight + rows*legendRow + edge
	}
	below += l.margin
	plot := min(o.Height, maxSize) - l.top - below
	if o.Height <= 0 {
		plot = min(max(l.width/4, 150), 280)
	}
	l.bottom = l.top + max(plot, minPlot)
	l.height = l.bottom + below
	l.xName = l.bottom + 2*lineHeight
	l.lanes.top = l.bottom + axis
	l.stripY = l.xName + l.lanes.height() + stripGap
	l.causesY = l.stripY + stripHeight + legendRow + edge

	room := headRoom
	if f.Timed && len(f.Stalls) > 0 && !f.Fix {
		room = labelRoom
	}
	l.y.px = l.bottom - l.top - room
	l.yTicks = byteTicks(l.y)

	gutter := l.lanes.gutter
	for _, t := range l.yTicks {
		gutter = max(gutter, textWidth(t.text))
	}
	if l.strips {
		gutter = max(gutter, textWidth(words.Why))
	}
	l.left = l.margin + gutter + 2*edge
	l.right = l.width - l.margin
	l.x.px = l.right - l.left
	switch {
	case l.blank() && l.lanes.lanes == nil:
	case f.Timed:
		l.xTicks = timeTicks(l.x, l.left, l.width)
	default:
		l.xTicks = chunkTicks(l.x, l.left, l.width)
	}
	return l
}

// plot is what a page needs to know of the layout.
func (l *layout) plot() Plot {
	return Plot{
		Width: l.width, Height: l.height, Left: l.left, Top: l.top, Right: l.right, Bottom: l.bottom, High: l.bottom - l.y.px,
		Window: Window{l.x.from, l.x.to}, Whole: l.whole, Most: l.y.to, Timed: l.timed, x: l.x, y: l.y,
	}
}

// blank says whether there is no line to draw.
func (l *layout) blank() bool { return len(l.lines) == 0 }

const maxTime = time.Duration(capture.MaxTime)

// extent is the span of the x axis, in nanoseconds or chunks, and the most that
// is held.
func extent(f *Figure, lines []line) (of Window, most int64) {
	first, last, count := maxTime, -maxTime, 0
	for _, s := range lines {
		count = max(count, s.Len())
		from, to := s.Extent()
		first, last = min(first, from), max(last, to)
		most = max(most, s.Peak(), s.PeakAfter())
	}
	if !f.Timed {
		return Window{0, int64(max(count-1, 0))}, most
	}
	if why := f.Why.sum(); why.some && len(lines) > 0 {
		first, last = min(first, why.first), max(last, why.last)
	}
	if from, to, some := f.Lanes.extent(); some {
		first, last = min(first, from), max(last, to)
	}
	if first > last {
		return Window{}, most
	}
	return Window{int64(max(first, -maxTime)), int64(min(last, maxTime))}, most
}
