package figure_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

func TestWindowOfTheWholeIsTheWhole(t *testing.T) {
	for _, tt := range golden {
		if tt.o.Window != (figure.Window{}) {
			continue
		}
		want := draw(t, tt.f, tt.o)
		p := figure.Place(tt.f, tt.o)
		if p.Window != p.Whole {
			t.Errorf("%s: shows %v of %v", tt.name, p.Window, p.Whole)
		}
		for _, w := range []figure.Window{p.Whole, {From: p.Whole.From - 1, To: p.Whole.To + 99}, {From: p.Whole.To + 1, To: p.Whole.To + 2}, {From: 5, To: 4}} {
			o := tt.o
			o.Window = w
			if !bytes.Equal(draw(t, tt.f, o), want) {
				t.Errorf("%s: differs where the window is %v", tt.name, w)
			}
		}
	}
}

func TestWindowMovesNothingButTheXAxis(t *testing.T) {
	f := upstream()
	whole := figure.Place(f, figure.Options{})
	for _, w := range []figure.Window{{From: 0, To: int64(ms)}, {From: int64(400 * ms), To: int64(600 * ms)}, {From: int64(2699 * ms), To: int64(2700 * ms)}} {
		o := figure.Options{Window: w}
		p := figure.Place(f, o)
		if p.Window != w || p.Whole != whole.Whole || p.Most != whole.Most || !p.Timed {
			t.Errorf("%v shows %+v", w, p)
		}
		if p.Left != whole.Left || p.Right != whole.Right || p.Top != whole.Top || p.Bottom != whole.Bottom || p.Height != whole.Height || p.High != whole.High {
			t.Errorf("%v is at %+v, the whole at %+v", w, p, whole)
		}
		a, b := texts(parse(t, draw(t, f, figure.Options{}))), texts(parse(t, draw(t, f, o)))
		for _, part := range []string{"in all", "held at most"} {
			has := func(s string) bool { return strings.Contains(s, part) }
			if i, j := slices.IndexFunc(a, has), slices.IndexFunc(b, has); i < 0 || j < 0 || a[i] != b[j] {
				t.Errorf("%v says %q, the whole %q", w, b, a)
			}
		}
	}
}

func TestPlotSaysHowPixelsAreTimesAndBytes(t *testing.T) {
	f := late()
	p := figure.Place(f, figure.Options{Width: 700, Window: figure.Window{From: int64(500 * ms), To: int64(1900 * ms)}})
	for x := p.Left; x <= p.Right; x++ {
		at := p.From + (int64(x-p.Left)*(p.To-p.From)+int64(p.Right-p.Left)/2)/int64(p.Right-p.Left)
		if got := p.Time(x); int64(got) != at {
			t.Errorf("pixel %d is %v, by the fields %v", x, got, time.Duration(at))
		}
		if got, _ := p.Spot(figure.Mark{Time: p.Time(x)}); got != x {
			t.Errorf("pixel %d is %v, which is pixel %d", x, p.Time(x), got)
		}
	}
	for held := int64(0); held <= p.Most; held += 7 {
		_, y := p.Spot(figure.Mark{Held: held})
		if want := p.Bottom - int((held*int64(p.Bottom-p.High)+p.Most-1)/p.Most); y != want {
			t.Errorf("%d bytes are at %d, by the fields at %d", held, y, want)
		}
	}
}

// A window shows the points within it one by one, and what was held when it
// began.
func TestWindowShowsThePointsWithinIt(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		s := random(r, 1+r.IntN(1<<r.IntN(13)))
		if r.IntN(2) == 0 {
			s = disordered(r, s)
		}
		f := &figure.Figure{Timed: r.IntN(4) > 0, Lines: []*replay.Series{s}}
		o := figure.Options{Width: 280 + r.IntN(1000), Height: 200 + r.IntN(300)}
		whole := figure.Place(f, o).Whole
		if whole.From == whole.To {
			continue
		}
		length := 1 + r.Int64N(1+(whole.To-whole.From)>>r.IntN(20))
		from := whole.From + r.Int64N(1+whole.To-whole.From-min(length, whole.To-whole.From))
		o.Window = figure.Window{From: from, To: from + length}
		place := figure.Place(f, o)
		if place.Window != (figure.Window{From: from, To: min(from+length, whole.To)}) {
			t.Fatalf("window is %v, want %v of %v", place.Window, o.Window, whole)
		}
		want, begun, goesOn := pointByPoint(s, place)
		svg := draw(t, f, o)
		if !strings.Contains(string(svg), `<g transform="translate(0.5 0.5)" stroke-linejoin="miter">`) {
			t.Fatal("no lines")
		}
		if len(want) == 0 {
			if !strings.Contains(string(svg), `<path d="" fill="none" stroke="`+ink) {
				t.Fatalf("something is drawn where nothing is: begun %v, goes on %v", begun, goesOn)
			}
			continue
		}
		got := drawn(t, svg, ink)
		for x := place.Left; x <= place.Right; x++ {
			if got[x] != want[x] {
				t.Fatalf("%d points, column %d of %+v: drawn %v, want %v", s.Len(), x, place, got[x], want[x])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d columns are drawn, want %d", len(got), len(want))
		}
	}
}

// pointByPoint is what a line covers of the columns of a plot, found by going
// through all of its points.
func pointByPoint(s *replay.Series, place figure.Plot) (want map[int]reach, begun, goesOn bool) {
	want = map[int]reach{}
	level, last := place.Bottom, place.Left
	now := int64(-1 << 63)
	fill := func(to int) {
		for ; last <= to; last++ {
			if _, ok := want[last]; !ok {
				want[last] = reach{level, level, level}
			}
		}
	}
	some := false
	for i, p := range s.All() {
		at := int64(i)
		if place.Timed {
			at = int64(p.Time)
		}
		now = max(now, at)
		if now > place.To {
			goesOn = true
			break
		}
		x, low := place.Spot(figure.Mark{Time: time.Duration(now), Chunk: int(now), Held: min(p.Before, p.After)})
		_, high := place.Spot(figure.Mark{Held: max(p.Before, p.After)})
		_, after := place.Spot(figure.Mark{Held: p.After})
		if now < place.From {
			begun, level = true, after
			continue
		}
		if !some && !begun {
			last = x
		}
		some = true
		fill(x)
		c := want[x]
		want[x] = reach{min(c.top, high), max(c.bottom, low), after}
		level = after
	}
	if goesOn && (begun || some) {
		fill(place.Right)
	}
	return want, begun, goesOn
}

// disordered is s with some times that run backwards.
func disordered(r *rand.Rand, s *replay.Series) *replay.Series {
	var points []replay.Point
	for _, p := range s.All() {
		if r.IntN(20) == 0 {
			p.Time -= time.Duration(r.Int64N(1 + int64(p.Time)))
		}
		points = append(points, p)
	}
	return replay.FromPoints(s.Rule, s.EOF, points)
}

func TestCausesAndStallsAreCutAtTheWindow(t *testing.T) {
	f := upstream() // open from 500 to 1463 ms, stalls from 480 to 1463 and on
	o := figure.Options{Window: figure.Window{From: int64(1000 * ms), To: int64(1600 * ms)}}
	p := figure.Place(f, o)
	end, _ := p.Spot(figure.Mark{Time: 1463 * ms})
	for _, bands := range []bool{true, false} {
		row := cells(t, f, o, bands)
		after := byte('i')
		if bands {
			after = ' '
		}
		for i, c := range []byte(row) {
			want := byte('o')
			if p.Left+i > end {
				want = after
			}
			if c != want && p.Left+i != end {
				t.Fatalf("bands %v: pixel %d is %q, want %q: %q", bands, i, c, want, row)
			}
		}
	}
	for _, n := range named(parse(t, draw(t, f, o)), "path") {
		if n.attrs["stroke-opacity"] == "0.4" && strings.HasPrefix(n.attrs["d"], "M"+strconv.Itoa(p.Left)+".5") {
			t.Error("a stall that began before the window has an edge there")
		}
	}
}

func TestMarksOutsideTheWindowAreNotDrawn(t *testing.T) {
	f := keepsBad()
	for _, tt := range []struct {
		from, to time.Duration
		want     int
	}{{0, 549 * ms, 0}, {550 * ms, 551 * ms, 1}, {551 * ms, 900 * ms, 0}} {
		o := figure.Options{Window: figure.Window{From: int64(tt.from), To: int64(tt.to)}}
		if got := len(named(parse(t, draw(t, f, o)), "circle")); got != tt.want {
			t.Errorf("%v to %v: %d marks, want %d", tt.from, tt.to, got, tt.want)
		}
	}
}

// What a pixel of the strip was spent on is found by going through all there is.
func TestStripOfAWindowIsThatOfItsTimeAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		var why []diagnose.Stretch
		at := time.Duration(r.IntN(2) * r.IntN(1<<20))
		for range 1 + r.IntN(12) { // dense and sparse by turns
			most := 1 << (3 + r.IntN(14))
			for range 1 + r.IntN(1<<r.IntN(12)) {
				if r.IntN(10) == 0 {
					at += time.Duration(r.IntN(most))
				}
				from := at
				at += time.Duration(1 + r.IntN(most))
				why = append(why, stretch(from, at, r.IntN(4)))
			}
		}
		f := ramp(0, at+time.Duration(r.IntN(1<<20)), 10)
		f.Why = strip(why)
		o := figure.Options{Width: 400}
		if end := int64(at); r.IntN(3) > 0 {
			from := r.Int64N(end)
			o.Window = figure.Window{From: from, To: from + 1 + r.Int64N(end-from)}
		}
		p := figure.Place(f, o)
		got := cells(t, f, o, false)
		n, length := int64(p.Right-p.Left), p.To-p.From
		first := 0
		for px := range got {
			begin, end := p.From+(int64(px)*length+n-1)/n, p.From+(int64(px+1)*length+n-1)/n
			for first < len(why) && int64(why[first].To) <= begin {
				first++
			}
			var spent diagnose.Times
			for _, w := range why[first:] {
				if int64(w.From) >= end {
					break
				}
				spent[w.Cause] += time.Duration(min(int64(w.To), end) - max(int64(w.From), begin))
			}
			want, most := byte(' '), time.Duration(0)
			for c, d := range spent {
				if d > most {
					want, most = diagnose.Cause(c).String()[0], d
				}
			}
			if end > begin && got[px] != want {
				t.Fatalf("pixel %d of %v to %v is %q, want %q, of %v", px, p.From, p.To, got[px], want, spent)
			}
		}
	}
}

// Where a pixel is less than a nanosecond it shows what there was at its time.
func TestStripOfFewNanosecondsHasNoHoles(t *testing.T) {
	f := ramp(0, 20, 10)
	f.Why = strip([]diagnose.Stretch{stretch(0, 7, int(diagnose.OpenEvent)), stretch(7, 20, int(diagnose.Idle))})
	o := figure.Options{Width: 400, Window: figure.Window{From: 5, To: 9}}
	row := cells(t, f, o, false)
	half := len(row) / 2
	if want := strings.Repeat("o", half) + strings.Repeat("i", len(row)-half); row != want {
		t.Errorf("got  %q\nwant %q", row, want)
	}
}

// Each pixel has the first of its stalls, however many there are.
func TestBandsOfAWindowAreThoseOfItsStallsAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 200 {
		f := &figure.Figure{Timed: true}
		at := time.Duration(0)
		for range 1 + r.IntN(8) {
			most := 1 << (3 + r.IntN(12))
			for range r.IntN(1 << r.IntN(12)) {
				at += time.Duration(r.IntN(3) * r.IntN(most))
				s := stall(0, 0, r.IntN(9), r.IntN(9), r.IntN(9), r.IntN(9))
				s.From = at
				at += time.Duration(1 + r.IntN(most))
				s.To = at
				f.Stalls = append(f.Stalls, s)
			}
		}
		f.Lines = ramp(0, at+1, 10).Lines
		o := figure.Options{Width: 300}
		if r.IntN(3) > 0 {
			from := r.Int64N(int64(at) + 1)
			o.Window = figure.Window{From: from, To: from + 1 + r.Int64N(int64(at)+1-from)}
		}
		p := figure.Place(f, o)
		want := slices.Repeat([]byte{' '}, p.Right-p.Left)
		free := 0
		for _, s := range f.Stalls {
			begin, _ := p.Spot(figure.Mark{Time: s.From})
			end, _ := p.Spot(figure.Mark{Time: s.To})
			if int64(s.To) <= p.From || int64(s.From) >= p.To {
				continue
			}
			cause, most := diagnose.Release, time.Duration(0)
			for c, d := range s.Times {
				if d > most {
					cause, most = diagnose.Cause(c), d
				}
			}
			for x := max(begin-p.Left, free); x < min(max(end, begin+1)-p.Left, len(want)); x++ {
				want[x], free = cause.String()[0], x+1
			}
		}
		if got := cells(t, f, o, true); got != string(want) {
			t.Fatalf("%d stalls, %+v:\ngot  %q\nwant %q", len(f.Stalls), p, got, want)
		}
	}
}
