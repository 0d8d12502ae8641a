package picture_test

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

// Nothing is in the file but the pixels: no text, no time, no name of a program.
func TestFileHoldsThePictureAlone(t *testing.T) {
	for name, b := range pictures(t) {
		var kinds []string
		for rest := b[8:]; len(rest) > 0; {
			size := binary.BigEndian.Uint32(rest)
			kinds = append(kinds, string(rest[4:8]))
			if sum := binary.BigEndian.Uint32(rest[8+size:]); sum != crc32.ChecksumIEEE(rest[4:8+size]) {
				t.Errorf("%s: %s has a checksum that is wrong", name, rest[4:8])
			}
			rest = rest[12+size:]
		}
		if want := []string{"IHDR", "PLTE", "IDAT", "IEND"}; !slices.Equal(kinds, want) {
			t.Errorf("%s has %q, want %q", name, kinds, want)
		}
	}
}

// A chat that shows a preview takes a few hundred kB at most.
func TestCardsAreSmall(t *testing.T) {
	for name, b := range pictures(t) {
		if strings.HasPrefix(name, "card-") && len(b) > 80_000 {
			t.Errorf("%s has %d bytes", name, len(b))
		}
	}
}

// Of many pixels that differ there is more than one block, and rows can be wider
// than what is found again is away.
func TestLargePicturesAreWhole(t *testing.T) {
	for _, o := range []picture.Options{{Width: 1900, Height: 1000, Scale: 2}, {Width: 40_000, Height: 120, Scale: 1}} {
		f := stream(20_000)
		place := figure.Place(f, figure.Options{Width: o.Width, Height: o.Height})
		img := decoded(t, draw(t, f, o))
		if got, want := img.Bounds().Size(), image.Pt(place.Width, place.Height).Mul(o.Scale); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

func TestTypefaceHasAllThatFiguresAndFindingsSay(t *testing.T) {
	file, err := os.ReadFile("glyphs.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[rune]int{}
	for line := range strings.Lines(string(file)) {
		code, _, _ := strings.Cut(line, " ")
		if n, err := strconv.ParseUint(code, 16, 32); err == nil {
			known[rune(n)]++
		}
	}
	said := 0
	for _, texts := range []any{figure.English, diagnose.English} {
		b, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(b) {
			said++
			if known[r] != 2 {
				t.Errorf("%q has %d glyphs, want one regular and one bold", r, known[r])
			}
		}
	}
	if said < 2000 {
		t.Errorf("they say only %d characters", said)
	}
}
