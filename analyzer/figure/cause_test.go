package figure_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

var cell = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v(\d+)H\d+z`)

// cells are the causes of the pixels of the plot, bands or strip: those cells
// that are as high as the plot, or else lower.
func cells(t testing.TB, f *figure.Figure, o figure.Options, bands bool) string {
	t.Helper()
	p := figure.Place(f, o)
	row := slices.Repeat([]byte{' '}, p.Right-p.Left)
	for _, n := range named(parse(t, draw(t, f, o)), "path") {
		_, cause, ok := strings.Cut(n.attrs["fill"], "-")
		if !ok {
			continue
		}
		for _, m := range cell.FindAllStringSubmatch(n.attrs["d"], -1) {
			x, _ := strconv.Atoi(m[1])
			w, _ := strconv.Atoi(m[3])
			h, _ := strconv.Atoi(m[4])
			if bands != (h == p.Bottom-p.Top) {
				continue
			}
			for i := range w {
				if row[x-p.Left+i] != ' ' {
					t.Errorf("pixel %d is painted twice", x+i)
				}
				row[x-p.Left+i] = cause[0]
			}
		}
	}
	return string(row)
}

func TestStripShowsWhatMostOfAPixelWasSpentOn(t *testing.T) {
	f := ramp(0, time.Second, 10)
	// Within each millisecond three times as much is idle as open, and the
	// last half is filler.
	var why []diagnose.Stretch
	for i := range 500 {
		from := time.Duration(i) * ms
		why = append(why, stretch(from, from+ms/4, int(diagnose.OpenEvent)),
			stretch(from+ms/4, from+ms, int(diagnose.Idle)))
	}
	f.Why = strip(append(why, stretch(500*ms, time.Second, int(diagnose.FillerOnly))))
	row := cells(t, f, figure.Options{Width: 300}, false)
	half := len(row) / 2
	if want := strings.Repeat("i", half) + strings.Repeat("f", len(row)-half); row != want {
		t.Errorf("got  %q\nwant %q", row, want)
	}
}

func TestBandHasTheCauseOfMostOfItsTime(t *testing.T) {
	f := upstream()
	row := cells(t, f, figure.Options{}, true)
	p := figure.Place(f, figure.Options{})
	for i, want := range []byte("ofi") {
		from, _ := p.Spot(figure.Mark{Time: f.Stalls[i].From})
		to, _ := p.Spot(figure.Mark{Time: f.Stalls[i].To})
		if got := row[from-p.Left : to-p.Left]; got != strings.Repeat(string(want), to-from) {
			t.Errorf("stall %d is %q, want %c", i, got, want)
		}
	}
	if want := (f.Stalls[2].To - f.Stalls[1].From) + (f.Stalls[0].To - f.Stalls[0].From); p.Time(p.Left+len(row)-strings.Count(row, " ")) > want+10*ms {
		t.Errorf("more than the stalls is painted: %q", row)
	}
}

func TestLegendTellsTheTimeOfEachCause(t *testing.T) {
	tests := []struct {
		name  string
		f     *figure.Figure
		width int
		want  []string
		not   string
	}{
		{"filler where there is some", upstream(), 600, []string{"open 963 ms in all", "filler 400 ms in all", "idle 1,337 ms in all"}, "\u2014"},
		{"no filler where there is none", pair(), 400, []string{"release 1,352 ms in all", "open 48 ms in all"}, "filler"},
		{"what it means where there is room", pair(), 960, []string{"release 1,352 ms in all \u2014 closed, not let go"}, "filler"},
		{"fractions of short times", squeezed(pair(), 1000), 400, []string{"release 1.352 ms in all", "open 0.048 ms in all"}, "filler"},
		{"no causes without times", untimed(), 960, []string{"at EOF", "at close"}, "why"},
		{"the lines", late(), 960, []string{"observed", "at close", "at EOF"}, "filler"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := texts(parse(t, draw(t, tt.f, figure.Options{Width: tt.width})))
			for _, want := range tt.want {
				if !slices.Contains(got, want) {
					t.Errorf("texts are %q, want %q among them", got, want)
				}
			}
			if strings.Contains(strings.Join(got, "|"), tt.not) {
				t.Errorf("texts are %q, want none with %q", got, tt.not)
			}
		})
	}
}

func TestTitleIsMadeOfNumbers(t *testing.T) {
	none := pair()
	none.Stalls = nil
	tests := []struct {
		name, want string
		f          *figure.Figure
	}{
		{"one stall", "30 chunks, 900 bytes, 15 events (sse), 900 bytes held at most, 1 stall of 1,400 ms", pair()},
		{"several", "20 chunks, 1,428 bytes, 17 events (lines), 141 bytes held at most, 3 stalls, the longest 983 ms", upstream()},
		{"none", "30 chunks, 900 bytes, 15 events (sse), 900 bytes held at most, no stall", none},
		{"no times", "30 chunks, 900 bytes, 15 events (sse), 900 bytes held at most", untimed()},
		{"one chunk", "1 chunk, 57 bytes held at most, no stall", single()},
		{"one byte", "2 chunks, 1 byte held at most, no stall", ramp(0, ms, 1)},
		{"nothing", "0 chunks", &figure.Figure{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nodes := parse(t, draw(t, tt.f, figure.Options{}))
			if got := named(nodes, "title")[0].text; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := texts(nodes); !slices.Contains(got, tt.want) {
				t.Errorf("texts are %q, want %q among them", got, tt.want)
			}
		})
	}
}

func TestFewStallsHaveLabelsAndTheLongestDo(t *testing.T) {
	f := ramp(0, 100*time.Second, 10)
	for i := range 20 {
		from := i * 5000
		f.Stalls = append(f.Stalls, stall(from, from+3000+i*100, 1, 0, 0, 0))
	}
	var labels []string
	for _, n := range named(parse(t, draw(t, f, figure.Options{Width: 4000})), "text") {
		if n.attrs["font-weight"] != "" {
			labels = append(labels, n.text)
		}
	}
	want := []string{"4,200 ms", "4,300 ms", "4,400 ms", "4,500 ms", "4,600 ms", "4,700 ms", "4,800 ms", "4,900 ms"}
	if !slices.Equal(labels, want) {
		t.Errorf("got %q, want %q", labels, want)
	}
}

func TestMarksLieOnThePointsThatProve(t *testing.T) {
	f, o := keepsBad(), figure.Options{}
	x, y := figure.Place(f, o).Spot(f.Marks[0])
	dots := named(parse(t, draw(t, f, o)), "circle")
	if len(dots) != 1 || dots[0].attrs["cx"] != strconv.Itoa(x)+".5" || dots[0].attrs["cy"] != strconv.Itoa(y)+".5" {
		t.Errorf("got %v, want one at %d, %d", dots, x, y)
	}
}
