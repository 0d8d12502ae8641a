package figure

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

const (
	minPlot     = 72 // pixels
	headRoom    = 8  // above the highest peak
	labelRoom   = 22 // the same where stalls have labels
	stripHeight = 14
	stripGap    = 10
	legendRow   = 20
	bareMargin  = 3 // strokes at the edge are as wide
)

// layout is where everything goes, in pixels from the top left.
type layout struct {
	width, height            int
	margin                   int // around the drawing
	left, right, top, bottom int // the plot
	x, y                     scale
	xTicks, yTicks           []tick

	lines   []*replay.Series
	times   diagnose.Times
	stalls  []band
	why     []run
	strips  bool // the strip and the causes are drawn
	title   []string
	heading int // baseline of the first line of the title
	keys    []entry
	keysX   int // where the legend of the lines begins, and its first baseline
	keysY   int
	yName   int // baseline of the name of the y axis
	xName   int
	stripY  int
	causes  []entry
	causesY int // baseline of the first row of causes
}

func layOut(f *Figure, o Options) *layout {
	words := o.labels()
	l := &layout{width: o.width(), margin: margin, lines: drawable(f.Lines)}
	if o.Bare {
		l.margin = bareMargin
	}
	var why whole
	if f.Timed {
		why = sum(f.Why)
	}
	l.x.from, l.x.to, l.y.to = extent(f, l.lines, why)
	l.strips = why.some

	// The rows above and below have the height that they need; the plot has
	// the rest.
	inner := l.width - 2*l.margin
	if !o.Bare {
		l.title = wrap(titleParts(f, l.lines, words), words.Comma, inner)
	}
	l.keys = lineEntries(l.lines, words)
	rows, wide := flow(l.keys, inner)
	l.heading = l.margin + fontSize
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

	below := lineHeight + lineHeight + edge // the x axis: labels, name
	if l.strips {
		l.times = why.times
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
	l.stripY = l.xName + stripGap
	l.causesY = l.stripY + stripHeight + legendRow + edge

	room := headRoom
	if f.Timed && len(f.Stalls) > 0 {
		room = labelRoom
	}
	l.y.px = l.bottom - l.top - room
	l.yTicks = byteTicks(l.y)

	gutter := 0
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
	case l.blank():
	case f.Timed:
		l.xTicks = timeTicks(l.x, l.left, l.width)
		l.stalls = bands(f.Stalls, l.x)
		if l.strips {
			l.why = strip(f.Why, l.x)
		}
	default:
		l.xTicks = chunkTicks(l.x, l.left, l.width)
	}
	return l
}

// blank says whether there is nothing to draw.
func (l *layout) blank() bool { return len(l.lines) == 0 }

// drawable leaves out lines without points.
func drawable(lines []*replay.Series) (out []*replay.Series) {
	for _, s := range lines {
		if s != nil && s.Len() > 0 {
			out = append(out, s)
		}
	}
	return out
}

const maxTime = time.Duration(capture.MaxTime)

// extent is the span of the x axis, in nanoseconds or chunks, and the most that
// is held.
func extent(f *Figure, lines []*replay.Series, why whole) (from, to, most int64) {
	first, last, count := maxTime, -maxTime, 0
	for _, s := range lines {
		count = max(count, s.Len())
		from, to := s.Extent()
		first, last = min(first, from), max(last, to)
		most = max(most, s.Peak(), s.PeakAfter())
	}
	if len(lines) == 0 {
		return 0, 0, 0
	}
	if !f.Timed {
		return 0, int64(count - 1), most
	}
	if why.some {
		first, last = min(first, why.first), max(last, why.last)
	}
	return int64(max(first, -maxTime)), int64(min(last, maxTime)), most
}

// titleParts say in numbers what is drawn.
func titleParts(f *Figure, lines []*replay.Series, words *Labels) []string {
	chunks := 0
	for _, s := range lines {
		n := s.Len()
		if s.EOF {
			n--
		}
		chunks = max(chunks, n)
	}
	count := words.Chunks
	switch {
	case f.Rows:
		count = words.Points
	case f.Hops:
		count, chunks = words.Hops, len(lines)
	}
	parts := append([]string{count.of(int64(chunks))}, f.From.parts(words)...)
	if len(lines) > 0 {
		peak := lines[0].Peak()
		for _, s := range lines {
			if f.Hops {
				peak = max(peak, s.Peak())
			}
		}
		parts = append(parts, words.Peak.of(peak))
	}
	if !f.Timed {
		return parts
	}
	var longest time.Duration
	for _, s := range f.Stalls {
		longest = max(longest, s.To-s.From)
	}
	length := put(words.Duration, millis(longest))
	switch n := len(f.Stalls); n {
	case 0:
		return append(parts, words.NoStall)
	case 1:
		return append(parts, put(words.OneStall, length))
	default:
		return append(parts, put(words.Stalls, group(int64(n))), put(words.Longest, length))
	}
}
