package figure_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// reach is what a path covers of a pixel column, and where it leaves it.
type reach struct {
	top, bottom, last int
}

var move = regexp.MustCompile(`([MHV])(-?\d+)(?: (-?\d+))?`)

// drawn reads the path of the first line of a drawing.
func drawn(t testing.TB, svg []byte, colour string) map[int]reach {
	t.Helper()
	var data string
	for _, n := range named(parse(t, svg), "path") {
		if n.attrs["stroke"] == colour && n.attrs["fill"] == "none" {
			data = n.attrs["d"] // the first is the line; the one after it its legend
			break
		}
	}
	columns := map[int]reach{}
	x, y := 0, 0
	see := func() {
		r, ok := columns[x]
		if !ok {
			r = reach{y, y, y}
		}
		columns[x] = reach{min(r.top, y), max(r.bottom, y), y}
	}
	n := 0
	for _, m := range move.FindAllStringSubmatch(data, -1) {
		n += len(m[0])
		v, _ := strconv.Atoi(m[2])
		switch m[1] {
		case "M":
			x = v
			y, _ = strconv.Atoi(m[3])
			see()
		case "H":
			for x < v {
				x++
				see()
			}
		case "V":
			y = v
			see()
		}
	}
	if n == 0 || n != len(data) {
		t.Fatalf("not a step function: %q", data)
	}
	return columns
}

const ink = "#16191d" // of an observed line on a light page

// random is a series of n points at times that do not fall, many of them equal.
func random(r *rand.Rand, n int) *replay.Series {
	s := newReader(replay.Observed)
	var at time.Duration
	var received, released int64
	most := 1 + r.Int64N(1<<r.IntN(40))
	for range n {
		if r.IntN(3) > 0 {
			at += time.Duration(r.Int64N(1 << r.IntN(32)))
		}
		size := r.Int64N(most)
		received += size
		switch r.IntN(4) {
		case 0:
			released = received
		case 1:
			released += r.Int64N(received - released + 1)
		}
		s.chunk(at, size, released)
	}
	return s.series(false)
}

func TestEveryPeakIsDrawnAndNothingElse(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		s := random(r, 1+r.IntN(1<<r.IntN(14)))
		f := &figure.Figure{Timed: r.IntN(4) > 0, Lines: []*replay.Series{s}}
		o := figure.Options{Width: 280 + r.IntN(1000), Height: 200 + r.IntN(300)}
		got := drawn(t, draw(t, f, o), ink)

		// The same without decimation: every point, one after the other.
		place := figure.Place(f, o)
		want := map[int]reach{}
		level := place.Bottom
		first, last := 0, 0
		for i, p := range s.All() {
			x, before := place.Spot(figure.Mark{Time: p.Time, Chunk: i, Held: p.Before})
			_, after := place.Spot(figure.Mark{Time: p.Time, Chunk: i, Held: p.After})
			if i == 0 {
				first, last = x, x
			}
			for ; last < x; last++ {
				if _, ok := want[last]; !ok {
					want[last] = reach{level, level, level}
				}
			}
			c, ok := want[x]
			if !ok {
				c = reach{level, level, level}
			}
			want[x] = reach{min(c.top, before, after), max(c.bottom, before, after), after}
			level = after
		}
		for x := first; x <= last; x++ {
			if got[x] != want[x] {
				t.Fatalf("%d points, column %d: drawn %v, want %v", s.Len(), x, got[x], want[x])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d columns are drawn, want %d", len(got), len(want))
		}
	}
}

func TestReaderThatHoldsNothingAfterEachChunkShowsStrokes(t *testing.T) {
	s := newReader(replay.Observed)
	var received int64
	for i := range 50 {
		received++
		s.chunk(time.Duration(i)*10*ms, 1, received)
	}
	s.chunk(time.Second, 1<<30, received+1<<30) // dwarfs the others
	f := &figure.Figure{Timed: true, Lines: []*replay.Series{s.series(false)}}
	place := figure.Place(f, figure.Options{})
	got := drawn(t, draw(t, f, figure.Options{}), ink)
	for _, p := range f.Lines[0].All() {
		x, _ := place.Spot(figure.Mark{Time: p.Time})
		if c := got[x]; c.top >= c.bottom {
			t.Errorf("no stroke at %v: %v", p.Time, c)
		}
	}
}

func TestTimesThatRunBackwardsDoNotMoveTheLineBack(t *testing.T) {
	s := newReader(replay.Observed)
	s.chunk(0, 10, 0)
	s.chunk(100*ms, 10, 0)
	s.chunk(50*ms, 30, 0)
	s.chunk(200*ms, 10, 60)
	f := &figure.Figure{Timed: true, Lines: []*replay.Series{s.series(false)}}
	place := figure.Place(f, figure.Options{})
	x, y := place.Spot(figure.Mark{Time: 100 * ms, Held: 50})
	if got := drawn(t, draw(t, f, figure.Options{}), ink)[x]; got.top != y || got.last != y {
		t.Errorf("at 100 ms: %v, want %d", got, y)
	}
}

func TestSizeDependsOnTheWidthAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	f := crowd(r, 200_000)
	for _, width := range []int{280, 960, 4000} {
		if n := len(draw(t, f, figure.Options{Width: width})); n > 16384+160*width {
			t.Errorf("%d bytes for %d pixels", n, width)
		}
	}
}

// crowd has more of everything than there are pixels.
func crowd(r *rand.Rand, n int) *figure.Figure {
	f := &figure.Figure{Timed: true, Lines: []*replay.Series{random(r, n), random(r, n)}}
	f.Lines[1].Rule.Kind = replay.AtClose
	end := f.Lines[0].At(n - 1).Time
	step := end / time.Duration(n)
	var why []diagnose.Stretch
	for i := range n {
		from := step * time.Duration(i)
		st := stall(0, 0, r.IntN(9), r.IntN(9), r.IntN(9), r.IntN(9))
		st.From, st.To = from, from+step
		f.Stalls = append(f.Stalls, st)
		why = append(why, stretch(from, from+step, r.IntN(4)))
		f.Marks = append(f.Marks, figure.Mark{Time: from, Held: int64(i)})
	}
	f.Why = strip(why)
	return f
}

func BenchmarkMillionPoints(b *testing.B) {
	f := &figure.Figure{Timed: true, Lines: []*replay.Series{random(rand.New(rand.NewPCG(5, 6)), 1_000_000)}}
	b.ReportAllocs()
	for b.Loop() {
		if err := figure.SVG(io.Discard, f, figure.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzSVG(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03"), int64(1), int64(1), 320, 0, true)
	f.Add([]byte{}, int64(0), int64(0), 0, 0, false)
	f.Add([]byte("a single stall"), int64(-1<<63), int64(1<<63-1), -5, 1<<30, true)
	f.Fuzz(func(t *testing.T, data []byte, time0, held0 int64, width, height int, timed bool) {
		checkDrawing(t, anything(data, time0, held0, timed), figure.Options{Width: width, Height: height})
	})
}

func FuzzWindow(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03"), int64(1), int64(1), 320, int64(1), int64(2), true, false)
	f.Add([]byte("a window of nothing"), int64(1000), int64(-7), 0, int64(1<<62), int64(1<<62+1), true, true)
	f.Add([]byte("all that there can be"), int64(-1<<62), int64(1<<63-1), 900, int64(-1<<63), int64(1<<63-1), false, false)
	f.Fuzz(func(t *testing.T, data []byte, time0, held0 int64, width int, from, to int64, timed, overview bool) {
		fig := anything(data, time0, held0, timed)
		o := figure.Options{Width: width, Window: figure.Window{From: from, To: to}, Overview: overview, Bare: from%2 == 0, Dark: to%2 == 0}
		p := figure.Place(fig, o)
		if p.From < p.Whole.From || p.To > p.Whole.To || p.From > p.To {
			t.Errorf("shows %v of %v", p.Window, p.Whole)
		}
		if drawn := checkDrawing(t, fig, o); drawn != p {
			t.Errorf("drawn at %+v, placed at %+v", drawn, p)
		}
	})
}

// anything is a figure of all that there is, made from data. Steps that wrap
// around reach every corner of the numbers.
func anything(data []byte, time0, held0 int64, timed bool) *figure.Figure {
	fig := &figure.Figure{Timed: timed}
	var rule replay.Rule
	var points []replay.Point
	var why []diagnose.Stretch
	var marks []timeline.Marks
	at, held := time0, held0
	for i, c := range data {
		at += int64(int8(c)) * time0
		held += int64(c) * held0
		points = append(points, replay.Point{Time: time.Duration(at), Before: held, After: held / 3})
		if i%3 == 0 {
			fig.Stalls = append(fig.Stalls, stall(int(at), int(held), int(c), int(at), int(held), 0))
			why = append(why, stretch(time.Duration(held), time.Duration(at), int(c)))
			fig.Marks = append(fig.Marks, figure.Mark{Time: time.Duration(at), Chunk: int(held), Held: held})
		}
		if i%5 == 4 {
			mark := func(at int64) capture.Mark {
				return capture.Mark{Time: time.Duration(at), Set: c>>(uint64(at)%8)&1 == 0}
			}
			marks = append(marks, timeline.Marks{mark(at), mark(at + time0), mark(held), mark(held + int64(c))})
		}
		rule.Kind = replay.RuleKind(int(c) % (int(replay.Inflater) + 1))
	}
	line := replay.FromPoints(rule, false, points)
	fig.Lines = []*replay.Series{nil, line, {}}
	if len(data)%2 == 0 {
		fig.Knob = line
	}
	fig.Fix = len(data)%7 == 3
	fig.Lanes = figure.NewLanes(marks, time.Duration(held0))
	fig.Why = strip(why)
	delete(stretches, fig.Why)
	return fig
}

// checkDrawing checks that a drawing is XML within its bounds, of a size by its
// width.
func checkDrawing(t *testing.T, f *figure.Figure, o figure.Options) figure.Plot {
	var b bytes.Buffer
	p, err := figure.Draw(&b, f, o)
	if err != nil {
		t.Fatal(err)
	}
	svg := b.Bytes()
	if bytes.Contains(svg, []byte("%!")) {
		t.Errorf("a value has no text: %s", svg)
	}
	if most := 24576 + 200*p.Width; len(svg) > most {
		t.Errorf("%d bytes for %d pixels", len(svg), p.Width)
	}
	inside(t, parse(t, svg))
	return p
}

// inside checks that no rectangle or text lies outside the drawing.
func inside(t testing.TB, nodes []node) {
	t.Helper()
	width, height := nodes[0].int(t, "width"), nodes[0].int(t, "height")
	for _, n := range nodes {
		if n.attrs["x"] == "" {
			continue
		}
		if x, y := n.int(t, "x"), n.int(t, "y"); x < 0 || x > width || y < 0 || y > height {
			t.Errorf("<%s> at %d, %d lies outside %d by %d", n.name, x, y, width, height)
		}
		if n.name == "rect" && (n.int(t, "x")+n.int(t, "width") > width || n.int(t, "width") < 0) {
			t.Errorf("%v lies outside %d", n.attrs, width)
		}
	}
}
