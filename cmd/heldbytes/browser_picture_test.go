//go:build !js

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

const (
	patch = 8 // pixels, the side of the squares whose colours are compared
	// apart is how far the mean colour of a square may be from the browser's, of
	// 255: edges are smoothed differently. Without its lines, or its patterns, a
	// graph has squares that are far more apart.
	apart = 12
)

// The PNG and the SVG are one drawing: at every place without a text, whose font
// is the reader's own, the browser paints of the SVG what is in the PNG.
func TestBrowserPaintsTheSameOfTheSVG(t *testing.T) {
	figures := map[string]*figure.Figure{}
	for _, s := range analyzer.Samples() {
		recording, observed := s.Open()
		a, err := analyzer.Analyze(recording, analyzer.Options{Observed: observed})
		if err != nil {
			t.Fatal(err)
		}
		figures[s.Name] = a.Figure()
		figures["every rule of "+s.Name] = a.Inspect().Figure([]string{"read-all", "at-close", "chunk-end", "next-chunk", "lag:2", "block:64", "never"}, "lag:2")
	}
	marked, err := analyzer.Analyze(strings.NewReader(markedRows), analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	figures["lanes and marks"] = marked.Figure()
	figures["lanes and marks"].Marks = []figure.Mark{{Time: 60e6, Chunk: 1, Held: 20}, {Time: 300e6, Chunk: 3, Held: 40}}
	for name, f := range figures {
		t.Run(name, func(t *testing.T) { comparePicture(t, f, false) })
	}
	t.Run("on a dark ground", func(t *testing.T) { comparePicture(t, figures["upstream"], true) })
}

func comparePicture(t *testing.T, f *figure.Figure, dark bool) {
	var svg, ours bytes.Buffer
	if err := figure.SVG(&svg, f, figure.Options{Dark: dark}); err != nil {
		t.Fatal(err)
	}
	if err := picture.PNG(&ours, f, picture.Options{Dark: dark}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&ours)
	if err != nil {
		t.Fatal(err)
	}
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/graph.svg" {
			w.Header().Set("Content-Type", "image/svg+xml")
			w.Write(svg.Bytes())
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, `<!doctype html><title>graph</title><link rel="icon" href="data:,"><body style="margin:0">`)
		w.Write(svg.Bytes())
	}))
	p.open("/", 1000, 800, dark)
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(async () => {
		const scale = 2, side = %d;
		const image = new Image();
		image.src = "graph.svg";
		await image.decode();
		const canvas = document.createElement("canvas");
		canvas.width = image.naturalWidth * scale;
		canvas.height = image.naturalHeight * scale;
		const context = canvas.getContext("2d", {willReadFrequently: true});
		context.drawImage(image, 0, 0, canvas.width, canvas.height);
		const boxes = [...document.querySelectorAll("svg text")].map((e) => e.getBoundingClientRect());
		const texts = boxes.map((b) => [b.left - 4, b.top - 4, b.right + 4, b.bottom + 4].map((n) => Math.round(n * scale)));
		const squares = [];
		for (let y = 0; y + side <= canvas.height; y += side)
			for (let x = 0; x + side <= canvas.width; x += side) {
				const sum = [0, 0, 0], {data} = context.getImageData(x, y, side, side);
				data.forEach((v, i) => { if (i %% 4 < 3) sum[i %% 4] += v; });
				squares.push([x, y, ...sum]);
			}
		window.painted = {width: canvas.width, height: canvas.height, texts, squares};
	})(); undefined`, patch)))
	p.until("window.painted")
	painted := ask(p, chromedp.Evaluate[struct {
		Width, Height int
		Texts         [][4]int
		Squares       [][5]int
	}]("window.painted"))
	if size := img.Bounds().Size(); size != image.Pt(painted.Width, painted.Height) {
		t.Fatalf("the PNG has %v, the browser paints %d by %d", size, painted.Width, painted.Height)
	}
	compared, most := 0, 0
	for _, s := range painted.Squares {
		square := image.Rect(s[0], s[1], s[0]+patch, s[1]+patch)
		text := false
		for _, b := range painted.Texts {
			text = text || square.Overlaps(image.Rect(b[0], b[1], b[2], b[3]))
		}
		if text {
			continue
		}
		compared++
		for channel, sum := range sums(img, square) {
			off := max(sum-s[2+channel], s[2+channel]-sum) / (patch * patch)
			if most = max(most, off); off > apart {
				t.Errorf("at %v channel %d is %d apart", square.Min, channel, off)
			}
		}
	}
	t.Logf("%d of %d squares compared, at most %d apart", compared, len(painted.Squares), most)
	if compared < len(painted.Squares)*2/3 {
		t.Errorf("only %d of %d squares have no text", compared, len(painted.Squares))
	}
}

// sums are those of the channels of a square.
func sums(img image.Image, square image.Rectangle) (out [3]int) {
	for y := square.Min.Y; y < square.Max.Y; y++ {
		for x := square.Min.X; x < square.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			for i, v := range []uint32{r, g, b} {
				out[i] += int(v >> 8)
			}
		}
	}
	return out
}
