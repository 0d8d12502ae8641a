package figure_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// ramp is one observed line from from to to, that holds most at its end.
func ramp(from, to time.Duration, most int64) *figure.Figure {
	s := newReader(replay.Observed)
	s.chunk(from, 0, 0)
	s.chunk(to, most, 0)
	return &figure.Figure{Timed: true, Lines: []*replay.Series{s.series(false)}}
}

func TestAxesHaveUnitsAndRoundNumbers(t *testing.T) {
	const us, s, hour = time.Microsecond, time.Second, time.Hour
	tests := []struct {
		name string
		f    *figure.Figure
		want string // among the texts, in this order, one after the other
	}{
		{"no time at all has one tick", ramp(5*ms, 5*ms, 1), "bytes held|0|1|5|ms since"},
		{"a microsecond is told in ms", ramp(0, us, 1), "0|0.0001|0.0002|0.0003|0.0004|0.0005|0.0006|0.0007|0.0008|0.0009|0.0010|ms since"},
		{"a second", ramp(0, s, 1), "0|100|200|300|400|500|600|700|800|900|1,000|ms since"},
		{"just under ten seconds", ramp(0, 10*s-1, 1), "0|1,000|2,000|3,000|4,000|5,000|6,000|7,000|8,000|9,000|ms since"},
		{"ten seconds are told in s", ramp(0, 10*s, 1), "0|1|2|3|4|5|6|7|8|9|10|s since"},
		{"an hour", ramp(0, hour, 1), "0|500|1,000|1,500|2,000|2,500|3,000|3,500|s since"},
		{"times before the first chunk", ramp(-400*ms, 400*ms, 1), "\u2212400|\u2212300|\u2212200|\u2212100|0|100|200|300|400|ms since"},
		{"nothing held", ramp(0, s, 0), "bytes held|0|0|100"},
		{"one byte", ramp(0, s, 1), "bytes held|0|1|0|100"},
		{"tens of bytes", ramp(0, s, 80), "bytes held|0|20|40|60|80|0|100"},
		{"thousands are grouped", ramp(0, s, 8_000_000), "bytes held|0|2,000,000|4,000,000|6,000,000|8,000,000|0"},
		{"ten million bytes are still bytes", ramp(0, s, 10_000_000), "bytes held|0|2,000,000"},
		{"more are MiB", ramp(0, s, 10_000_001), "MiB held|0|2|4|6|8|0|100"},
		{"gibibytes", ramp(0, s, 20<<30), "GiB held|0|5|10|15|20|0|100"},
		{"the most that there can be", ramp(0, s, 1<<63-1), "PiB held|0|2,000|4,000|6,000|8,000|0|100"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(texts(parse(t, draw(t, tt.f, figure.Options{}))), "|")
			if !strings.Contains("|"+got, "|"+tt.want) {
				t.Errorf("texts are %q, want %q among them", got, tt.want)
			}
		})
	}
}

func TestChunksAreCountedWhereThereAreNoTimes(t *testing.T) {
	got := texts(parse(t, draw(t, untimed(), figure.Options{Width: 400})))
	for _, want := range []string{"chunk", "0", "10", "20", "30"} {
		if !slices.Contains(got, want) {
			t.Errorf("texts are %q, want %q among them", got, want)
		}
	}
	for _, s := range got {
		if strings.Contains(s, "ms") || strings.Contains(s, "stall") {
			t.Errorf("%q tells a time", s)
		}
	}
}

func TestSizeIsTheOneAskedFor(t *testing.T) {
	tests := []struct {
		name           string
		w, h           int
		wantW, wantMin int
		wantMax        int
	}{
		{"none", 0, 0, 960, 340, 440},
		{"both", 700, 400, 700, 400, 400},
		{"a phone", 320, 0, 320, 280, 420},
		{"too low for the legends", 320, 50, 320, 220, 340},
		{"absurd", -4, 1 << 30, 240, 8192, 8192},
		{"absurdly wide", 1 << 30, 300, 8192, 300, 300},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := figure.Options{Width: tt.w, Height: tt.h}
			p := figure.Place(upstream(), o)
			root := parse(t, draw(t, upstream(), o))[0]
			w, h := root.int(t, "width"), root.int(t, "height")
			if w != tt.wantW || h < tt.wantMin || h > tt.wantMax {
				t.Errorf("%d by %d, want %d by %d to %d", w, h, tt.wantW, tt.wantMin, tt.wantMax)
			}
			if p.Width != w || p.Height != h || p.Left >= p.Right || p.Top >= p.Bottom || p.Bottom > h || p.Right > w {
				t.Errorf("plot at %+v in %d by %d", p, w, h)
			}
		})
	}
}

func TestPlaceTurnsPixelsIntoTimesAndBack(t *testing.T) {
	f := late()
	p := figure.Place(f, figure.Options{})
	for x := p.Left; x <= p.Right; x++ {
		if got, _ := p.Spot(figure.Mark{Time: p.Time(x)}); got != x {
			t.Errorf("pixel %d is %v, which is pixel %d", x, p.Time(x), got)
		}
	}
	if from, to := p.Time(-100), p.Time(1<<20); from != 0 || to != 4200*ms {
		t.Errorf("outside the plot it is %v and %v", from, to)
	}
	u := untimed()
	p = figure.Place(u, figure.Options{})
	for i := range u.Lines[0].Len() {
		if x, _ := p.Spot(figure.Mark{Chunk: i}); p.Chunk(x) != i {
			t.Errorf("chunk %d is at %d, which is chunk %d", i, x, p.Chunk(x))
		}
	}
}
