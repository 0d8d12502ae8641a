package picture_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

var update = flag.Bool("update", false, "write the golden files and the glyphs")

// marked are rows with marks, so that there are lanes.
func marked(t testing.TB) *analyzer.Analysis {
	var b strings.Builder
	b.WriteString("i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans,accept_ms,read_ms,parse_ms,handoff_ms\n")
	received := 0
	for i := range 14 {
		at, size := 60*i, 30+17*i%60
		fmt.Fprintf(&b, "%d,%d,0,1,%d,%d,%d:%de,%d,%d,%d,%d\n", i, at, size, size, received, received+size, at-18, at, at+4, at+24+i%3*23)
		received += size
	}
	b.WriteString("14,900,0,0,,0,,,,,\n")
	return read(t, b.String())
}

func read(t testing.TB, recording string) *analyzer.Analysis {
	t.Helper()
	a, err := analyzer.Analyze(strings.NewReader(recording), analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// withoutTimes is a recording of which only the lengths are known.
const withoutTimes = "{\"heldbytes\":\"capture/1\"}\n{\"text\":\"data: {\\\"n\\\":1}\\n\\ndata: \"}\n{\"text\":\"{\\\"n\\\":22}\\n\"}\n{\"text\":\"\\ndata: {\\\"n\\\":333}\\n\\n\"}\n"

// drawn are pictures as drawn before.
var drawn map[string][]byte

// pictures are those that are kept.
func pictures(t testing.TB) map[string][]byte {
	if drawn == nil {
		drawn = drawAll(t)
	}
	return drawn
}

func drawAll(t testing.TB) map[string][]byte {
	keepsBad := sample(t, "bad-event").Figure()
	keepsBad.Marks = []figure.Mark{{Time: 300e6, Chunk: 8, Held: 60}, {Time: 500e6, Chunk: 12, Held: 80}}
	cardOf := func(a *analyzer.Analysis) []byte { return card(t, a.Figure(), a.Report().Headline) }
	long := strings.Repeat("Of a headline that is too long 3 lines are kept. ", 5)
	return map[string][]byte{
		"staircase":     draw(t, sample(t, "buffered").Figure(), picture.Options{Scale: 1}),
		"stall-dark":    draw(t, sample(t, "upstream").Figure(), picture.Options{Scale: 1, Width: 640, Dark: true}),
		"marks":         draw(t, keepsBad, picture.Options{Width: 480}),
		"card-sawtooth": cardOf(sample(t, "sawtooth")),
		"card-lanes":    cardOf(marked(t)),
		"card-untimed":  cardOf(read(t, withoutTimes)),
		"card-long":     card(t, sample(t, "upstream").Figure(), long),
		"card-nothing":  card(t, &figure.Figure{}, ""),
	}
}

func TestPictureIsAsBefore(t *testing.T) {
	for name, got := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".png")
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
			// How it is deflated may change with the library.
			if at, same := differ(decoded(t, got), decoded(t, want)); !same {
				t.Errorf("differs from %s at %v; -update writes it anew", file, at)
			}
		})
	}
}

// differ finds the first pixel that two images do not share.
func differ(a, b image.Image) (at image.Point, same bool) {
	if a.Bounds() != b.Bounds() {
		return image.Point{}, false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return image.Pt(x, y), false
			}
		}
	}
	return image.Point{}, true
}

func TestPictureIsTheSameEveryTime(t *testing.T) {
	again := drawAll(t)
	for name, b := range pictures(t) {
		if !bytes.Equal(b, again[name]) {
			t.Errorf("%s: two pictures differ", name)
		}
	}
}
