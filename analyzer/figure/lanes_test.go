package figure_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// laneBars are the heights of the pixels of the three lanes of a drawing.
func laneBars(t *testing.T, f *figure.Figure, o figure.Options) (lanes [3][]int) {
	t.Helper()
	p := figure.Place(f, o)
	nodes := named(parse(t, draw(t, f, o)), "path")
	for i, name := range []string{"-to-read)", "-to-parse)", "-to-handoff)"} {
		lanes[i] = make([]int, p.Right-p.Left)
		for _, n := range nodes {
			if !strings.HasSuffix(n.attrs["fill"], name) {
				continue
			}
			for _, m := range cell.FindAllStringSubmatch(n.attrs["d"], -1) {
				x, _ := strconv.Atoi(m[1])
				w, _ := strconv.Atoi(m[3])
				h, _ := strconv.Atoi(m[4])
				for k := range w {
					lanes[i][x-p.Left+k] = h
				}
			}
		}
	}
	return lanes
}

// A pixel of a lane is as high as the part of its time that some event was
// there, and never empty where one was.
func TestLaneIsFilledWhereSomeEventIsBetweenItsMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 60 {
		var marks []timeline.Marks
		end := time.Duration(1 + r.Int64N(1<<(10+r.IntN(12))))
		for range r.IntN(1 << r.IntN(10)) {
			at := time.Duration(r.Int64N(int64(end)))
			var m timeline.Marks
			for i := range m {
				m[i] = capture.Mark{Time: at, Set: r.IntN(8) > 0}
				at += time.Duration(r.Int64N(1 + int64(end)>>r.IntN(10)))
			}
			marks = append(marks, m)
		}
		f := ramp(0, end, 10)
		f.Lanes = figure.NewLanes(marks, end)
		o := figure.Options{Width: 300 + r.IntN(600)}
		whole := figure.Place(f, o).Whole
		if r.IntN(2) == 0 {
			from := whole.From + r.Int64N(whole.To-whole.From)
			o.Window = figure.Window{From: from, To: from + 1 + r.Int64N(whole.To-from)}
		}
		p := figure.Place(f, o)
		last := end
		for _, m := range marks {
			for _, mark := range m {
				if mark.Set {
					last = max(last, mark.Time)
				}
			}
		}
		got := laneBars(t, f, o)
		n, length := int64(p.Right-p.Left), p.To-p.From
		for lane := range got {
			for px := range got[lane] {
				begin, until := p.From+(int64(px)*length+n-1)/n, p.From+(int64(px+1)*length+n-1)/n
				if until <= begin {
					continue
				}
				spent := int64(0)
				at := begin
				for at < until { // to the next end or beginning, whichever is there
					inside, next := false, until
					for _, m := range marks {
						from, to := m[lane], m[lane+1]
						if lane == 2 && from.Set && !to.Set {
							to = capture.Mark{Time: last, Set: true}
						}
						if !from.Set || !to.Set {
							continue
						}
						if a, b := int64(from.Time), int64(to.Time); a <= at && at < b {
							inside, next = true, b
							break
						} else if a > at && a < b {
							next = min(next, a)
						}
					}
					if next = min(next, until); inside {
						spent += next - at
					}
					at = next
				}
				if want := int((spent*10 + until - begin - 1) / (until - begin)); got[lane][px] != want {
					t.Fatalf("lane %d, pixel %d of %+v: %d high, want %d", lane, px, p, got[lane][px], want)
				}
			}
		}
	}
}

func TestParseWithoutHandoffLastsToTheEnd(t *testing.T) {
	bars := laneBars(t, marked(), figure.Options{})[2]
	if n := len(bars); bars[n-1] != 10 {
		t.Errorf("the last pixels are %v high", bars[n-5:])
	}
}

func TestLanesAreNamedAndTold(t *testing.T) {
	for _, width := range []int{358, 960} {
		nodes := parse(t, draw(t, marked(), figure.Options{Width: width}))
		got := texts(nodes)
		for _, want := range []string{"accept → read", "read → parse", "parse → handoff"} {
			if !slices.Contains(got, want) {
				t.Errorf("%d wide: texts are %q, want %q among them", width, got, want)
			}
		}
		if desc := named(nodes, "desc")[0].text; !strings.Contains(desc, "parse → handoff 139 ms in all") {
			t.Errorf("description is %q", desc)
		}
	}
}

func TestNoMarksNoLanes(t *testing.T) {
	if figure.NewLanes(nil, 0) != nil || figure.NewLanes(make([]timeline.Marks, 3), time.Second) != nil {
		t.Error("lanes without a mark")
	}
	f := untimed()
	f.Lanes = marked().Lanes
	if got := texts(parse(t, draw(t, f, figure.Options{}))); slices.Contains(got, "read → parse") {
		t.Errorf("lanes where there are no times: %q", got)
	}
}

// A reader that recorded marks alone has lanes, and no line.
func TestLanesAloneHaveAnAxis(t *testing.T) {
	f := &figure.Figure{Timed: true, Lanes: marked().Lanes}
	p := figure.Place(f, figure.Options{})
	got := texts(parse(t, draw(t, f, figure.Options{})))
	if !slices.Contains(got, "500") || p.From >= p.To {
		t.Errorf("shows %v, texts are %q", p.Window, got)
	}
}
