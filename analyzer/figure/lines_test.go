package figure_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// strokes are how the lines of f are drawn in its legend, in order.
func strokes(t *testing.T, f *figure.Figure, o figure.Options) (out []node) {
	t.Helper()
	for _, n := range named(parse(t, draw(t, f, o)), "path") {
		if n.attrs["fill"] == "none" && strings.HasSuffix(n.attrs["d"], "h18") {
			out = append(out, n)
		}
	}
	if len(out) != len(f.Lines) {
		t.Fatalf("%d lines are in the legend, want %d", len(out), len(f.Lines))
	}
	return out
}

// contrast is that of two colours by WCAG.
func contrast(t *testing.T, a, b string) float64 {
	light := func(colour string) (l float64) {
		for i, part := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			if v := float64(n) / 255; v <= 0.04045 {
				l += part * v / 12.92
			} else {
				l += part * math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return l
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestLinesAreToldApartWithoutColourAndAreSeen(t *testing.T) {
	for _, f := range []*figure.Figure{rules(), fixed()} {
		for _, dark := range []bool{false, true} {
			o := figure.Options{Dark: dark}
			card := named(parse(t, draw(t, f, o)), "rect")
			background := card[slices.IndexFunc(card, func(n node) bool { return n.attrs["width"] == "960" })].attrs["fill"]
			seen := map[string]int{}
			for i, n := range strokes(t, f, o) {
				if c := contrast(t, n.attrs["stroke"], background); c < 3 {
					t.Errorf("dark %v: line %d has a contrast of %.1f", dark, i, c)
				}
				look := n.attrs["stroke-width"] + " " + n.attrs["stroke-dasharray"]
				if n.attrs["stroke-dasharray"] != "" {
					look = n.attrs["stroke-dasharray"]
				}
				if other, ok := seen[look]; ok {
					t.Errorf("dark %v: lines %d and %d both are %q", dark, other, i, look)
				}
				seen[look] = i
			}
		}
	}
}

func TestCausesAndLanesAreSeen(t *testing.T) {
	for _, dark := range []bool{false, true} {
		nodes := parse(t, draw(t, marked(), figure.Options{Dark: dark}))
		background := "#ffffff"
		if dark {
			background = "#181c20"
		}
		for _, n := range nodes {
			if op := n.attrs["fill-opacity"]; n.name == "rect" && strings.HasPrefix(op, "0.") && op != "0.85" {
				if c := contrast(t, n.attrs["fill"], background); c < 3 {
					t.Errorf("dark %v: %s has a contrast of %.1f", dark, n.attrs["fill"], c)
				}
			}
		}
	}
}

func TestKnobIsSolidAndWiderThanAllButTheObserved(t *testing.T) {
	f := rules()
	for knob := 1; knob < len(f.Lines); knob++ {
		f.Knob = f.Lines[knob]
		width := func(n node) float64 {
			w, err := strconv.ParseFloat(n.attrs["stroke-width"], 64)
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
		all := strokes(t, f, figure.Options{})
		if all[knob].attrs["stroke-dasharray"] != "" {
			t.Errorf("%v is dashed", f.Knob.Rule)
		}
		for i, n := range all {
			if i != knob && (width(n) >= width(all[knob])) != (i == 0) {
				t.Errorf("line %d is %s wide, the knob %s", i, n.attrs["stroke-width"], all[knob].attrs["stroke-width"])
			}
		}
	}
}

func TestThinLinesLieOnWideOnes(t *testing.T) {
	var widths []string
	for _, n := range named(parse(t, draw(t, rules(), figure.Options{})), "path") {
		if n.attrs["fill"] == "none" && n.attrs["stroke-width"] != "" && !strings.HasSuffix(n.attrs["d"], "h18") && n.attrs["d"] != "M0 2H4" {
			widths = append(widths, n.attrs["stroke-width"])
		}
	}
	widths = slices.DeleteFunc(widths, func(s string) bool { return s == "1.2" })
	if want := []string{"2.5", "2", "1.4"}; !slices.Equal(widths, want) {
		t.Errorf("drawn in the order %q, want %q", widths, want)
	}
}

func TestRulesAreNamedWithTheirNumbers(t *testing.T) {
	f := rules()
	f.Lines = append(f.Lines, replay.FromPoints(replay.Rule{Kind: replay.Lag, N: 12345}, false, []replay.Point{{}}))
	got := texts(parse(t, draw(t, f, figure.Options{})))
	for _, want := range []string{"observed", "at close", "at EOF", "chunk end", "1 behind", "next chunk", "blocks of 1,024", "blocks of 512", "never", "inflater", "12,345 behind"} {
		if !slices.Contains(got, want) {
			t.Errorf("texts are %q, want %q among them", got, want)
		}
	}
}

func TestTwoRecordingsAreNamedBeforeAndAfter(t *testing.T) {
	nodes := parse(t, draw(t, fixed(), figure.Options{}))
	if got, want := named(nodes, "title")[0].text, "before 34 chunks, 2,142 bytes, 17 events (lines), 578 bytes held at most, after 30 chunks, 1,889 bytes, 15 events (lines), 137 bytes held at most"; got != want {
		t.Errorf("title is %q, want %q", got, want)
	}
	got := texts(nodes)
	for _, want := range []string{"before", "after"} {
		if !slices.Contains(got, want) {
			t.Errorf("texts are %q, want %q among them", got, want)
		}
	}
}

func TestOneOfTwoRecordingsWithoutPointsLeavesTheOtherItsName(t *testing.T) {
	f := fixed()
	f.Lines[0] = nil
	if got := texts(parse(t, draw(t, f, figure.Options{}))); !slices.Contains(got, "after") || slices.Contains(got, "before") {
		t.Errorf("texts are %q", got)
	}
}
