package picture_test

import (
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Whatever a figure is of, its picture is one, of the size of its SVG; and so is
// a card, whatever it says.
func FuzzAnyFigureHasAPicture(f *testing.F) {
	f.Add(uint64(1), uint8(30), 480, 300, 2, "A headline.")
	f.Add(uint64(2), uint8(0), 0, 0, 0, "")
	f.Add(uint64(3), uint8(1), 240, 1, 1, "\u4e2d\u6587 \U0001f600 1 2 3\xff")
	f.Add(uint64(4), uint8(255), 900, 120, 3, "Averyveryveryveryveryveryveryveryveryveryveryveryveryverylongwordthatfitsintonoline and more of it in further lines of it")
	f.Add(uint64(5), uint8(99), -5, -5, -5, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1")
	f.Fuzz(func(t *testing.T, seed uint64, chunks uint8, width, height, scale int, headline string) {
		width, height, scale = width%1000, height%1000, scale%4
		any := anyFigure(seed, int(chunks))
		place := figure.Place(any, figure.Options{Width: width, Height: height})
		wide := image.Pt(place.Width, place.Height).Mul(max(scale, 1))
		if scale <= 0 {
			wide = image.Pt(place.Width, place.Height).Mul(2)
		}
		if got := decoded(t, draw(t, any, picture.Options{Width: width, Height: height, Scale: scale})).Bounds().Size(); got != wide {
			t.Errorf("the picture has %v, want %v", got, wide)
		}
		if got := decoded(t, card(t, any, headline)).Bounds().Size(); got != image.Pt(picture.CardWidth, picture.CardHeight) {
			t.Errorf("the card has %v", got)
		}
	})
}

// anyFigure has lines, stalls and marks of any size at any time.
func anyFigure(seed uint64, chunks int) *figure.Figure {
	r := rand.New(rand.NewPCG(seed, 1))
	some := func() int64 { return r.Int64N(1 << (1 + r.IntN(50))) }
	f := &figure.Figure{Timed: r.IntN(4) > 0, Hops: r.IntN(4) == 0}
	var at time.Duration
	for range r.IntN(5) {
		var points []replay.Point
		at = 0
		for range chunks {
			at += time.Duration(some())
			points = append(points, replay.Point{Time: at, Before: some(), After: some()})
		}
		f.Lines = append(f.Lines, replay.FromPoints(replay.Rule{Kind: replay.RuleKind(r.IntN(9)), N: 1 + some()}, r.IntN(2) == 0, points))
	}
	var spent []diagnose.Stretch
	for from := time.Duration(0); len(spent) < chunks; {
		to := from + time.Duration(some())
		spent = append(spent, diagnose.Stretch{From: from, To: to, Cause: diagnose.Cause(r.IntN(int(diagnose.CauseCount)))})
		f.Stalls = append(f.Stalls, diagnose.Stall{From: from, To: to})
		f.Marks = append(f.Marks, figure.Mark{Time: from, Chunk: len(spent), Held: some()})
		from = to
	}
	f.Why = figure.NewStrip(func(yield func(diagnose.Stretch) bool) {
		for _, s := range spent {
			if !yield(s) {
				return
			}
		}
	})
	return f
}
