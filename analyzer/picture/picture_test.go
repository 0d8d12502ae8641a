package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

// sample is the analysis of a sample by its name.
func sample(t testing.TB, name string) *analyzer.Analysis {
	t.Helper()
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	recording, observed := s.Open()
	a, err := analyzer.Analyze(recording, analyzer.Options{Observed: observed})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// decoded is what a decoder makes of a picture.
func decoded(t testing.TB, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func draw(t testing.TB, f *figure.Figure, o picture.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := picture.PNG(&b, f, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func card(t testing.TB, f *figure.Figure, headline string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := picture.Card(&b, f, headline); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPictureHasTheSizeOfTheDrawing(t *testing.T) {
	f := sample(t, "buffered").Figure()
	for _, tt := range []struct {
		name string
		o    picture.Options
		size image.Point
	}{
		{"twice the size of the SVG unless asked otherwise", picture.Options{}, image.Pt(1920, 812)},
		{"a scale of one", picture.Options{Scale: 1}, image.Pt(960, 406)},
		{"four is the most", picture.Options{Width: 480, Height: 400, Scale: 9}, image.Pt(1920, 1600)},
		{"dark", picture.Options{Width: 640, Height: 400, Dark: true}, image.Pt(1280, 800)},
		{"a scale that would make too many pixels is lowered", picture.Options{Width: 4000, Height: 1200, Scale: 4}, image.Pt(4000, 1200)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			config, err := png.DecodeConfig(bytes.NewReader(draw(t, f, tt.o)))
			if got := image.Pt(config.Width, config.Height); err != nil || got != tt.size {
				t.Errorf("%v, %v, want %v", got, err, tt.size)
			}
		})
	}
}

func TestCardHasTheSizeOfPreviews(t *testing.T) {
	for _, f := range []*figure.Figure{sample(t, "buffered").Figure(), {}} {
		for _, headline := range []string{"A headline.", "", strings.Repeat("words ", 100), strings.Repeat(strings.Repeat("w", 100)+" ", 4)} {
			img := decoded(t, card(t, f, headline))
			if got := img.Bounds().Size(); got != image.Pt(picture.CardWidth, picture.CardHeight) {
				t.Errorf("%.20q: %v", headline, got)
			}
		}
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestErrorOfTheWriterIsReturned(t *testing.T) {
	if err := picture.PNG(brokenWriter{}, &figure.Figure{}, picture.Options{}); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
	if err := picture.Card(brokenWriter{}, &figure.Figure{}, ""); !errors.Is(err, errBroken) {
		t.Errorf("a card: got %v", err)
	}
}
