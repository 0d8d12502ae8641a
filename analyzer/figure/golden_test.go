package figure_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

var update = flag.Bool("update", false, "write the golden files")

// golden are the drawings that are kept.
var golden = []struct {
	name string
	f    *figure.Figure
	o    figure.Options
}{
	{"sawtooth-and-staircase", pair(), figure.Options{}},
	{"sawtooth-and-staircase-dark", pair(), figure.Options{Dark: true}},
	{"sawtooth-and-staircase-320", pair(), figure.Options{Width: 320}},
	{"upstream-stall", upstream(), figure.Options{}},
	{"upstream-stall-dark", upstream(), figure.Options{Dark: true}},
	{"upstream-stall-320", upstream(), figure.Options{Width: 320}},
	{"upstream-stall-bare", upstream(), figure.Options{Bare: true}},
	{"upstream-stall-bare-320", upstream(), figure.Options{Width: 320, Bare: true}},
	{"keeps-bad", keepsBad(), figure.Options{Width: 720, Height: 300}},
	{"late-reader", late(), figure.Options{Width: 1120, Height: 420}},
	{"single-chunk", single(), figure.Options{}},
	{"coded", coded(), figure.Options{}},
	{"rows", rows(), figure.Options{Width: 480}},
	{"hops", hops(), figure.Options{}},
	{"untimed", untimed(), figure.Options{}},
	{"seconds-and-mebibytes", scaled(pair(), 10, 1<<17), figure.Options{}},
	{"window", upstream(), figure.Options{Window: figure.Window{From: int64(1000 * ms), To: int64(2250 * ms)}}},
	{"window-320-bare", late(), figure.Options{Width: 320, Bare: true, Window: figure.Window{From: int64(1234567 * time.Nanosecond), To: int64(1400 * ms)}}},
	{"window-untimed", untimed(), figure.Options{Window: figure.Window{From: 10, To: 15}}},
	{"window-390-unnamed", untimed(), figure.Options{Width: 390, Bare: true, NoKeys: true, Window: figure.Window{From: 10, To: 15}}},
	{"overview", late(), figure.Options{Overview: true}},
	{"overview-dark-358", upstream(), figure.Options{Overview: true, Dark: true, Width: 358}},
	{"all-rules", rules(), figure.Options{}},
	{"all-rules-dark-358", rules(), figure.Options{Bare: true, Dark: true, Width: 358}},
	{"before-and-after", fixed(), figure.Options{}},
	{"before-and-after-dark-358", fixed(), figure.Options{Bare: true, Dark: true, Width: 358}},
	{"lanes", marked(), figure.Options{}},
	{"lanes-358", marked(), figure.Options{Bare: true, Width: 358}},
	{"lanes-dark-window", marked(), figure.Options{Dark: true, Window: figure.Window{From: int64(100 * ms), To: int64(400 * ms)}}},
	{"nothing", &figure.Figure{}, figure.Options{Width: 480}},
}

func TestDrawingIsAsBefore(t *testing.T) {
	for _, tt := range golden {
		t.Run(tt.name, func(t *testing.T) {
			got := draw(t, tt.f, tt.o)
			file := filepath.Join("testdata", tt.name+".svg")
			if *update {
				if err := os.MkdirAll("testdata", 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("differs from %s; -update writes it anew\n%s", file, got)
			}
		})
	}
}

// rows is a figure of a reader's rows alone.
func rows() *figure.Figure {
	f := late()
	f.Lines, f.Rows = f.Lines[:1], true
	return f
}
