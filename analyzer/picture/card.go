package picture

import (
	"image"
	"io"
	"iter"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// CardWidth and CardHeight are the size of a card in pixels.
const (
	CardWidth  = 1200
	CardHeight = 630
)

const (
	cardScale  = 2
	cardMargin = 14 // CSS pixels around texts; the figure has one of its own

	headlineSize  = 17 // pixels of an em
	headlineLine  = 22 // from line to line
	headlineLines = 3  // at most
	numbersGap    = 4
	numbersLine   = 18
	cardPlot      = 80 // the least height of the graph
)

// Card draws f for the preview of a link: above it what it shows, in words, and
// what it was made from, in numbers. All of it can be read at half its size. The
// only errors are those of w.
func Card(w io.Writer, f *figure.Figure, headline string) error {
	const width, height = CardWidth / cardScale, CardHeight / cardScale
	ground, ink, dim := figure.TextColours(false)
	c := newCanvas(width, height, cardScale, ground)
	y := cardMargin
	write := func(lines []string, size, pitch int, t figure.Type) {
		for _, line := range lines {
			c.set(c.at(cardMargin*unit, (y+size)*unit), line, size, t)
			y += pitch
		}
	}
	const inner = width - 2*cardMargin
	write(broken(headline, inner, headlineSize, headlineLines, true), headlineSize, headlineLine, figure.Type{Colour: ink, Bold: true})
	y += numbersGap
	write(broken(f.Title(nil), inner, figure.FontSize, 2, false), figure.FontSize, numbersLine, figure.Type{Colour: dim})

	const side = cardMargin - figure.BareMargin
	shown := *f
	o := figure.Options{Width: width - 2*side, Height: height - y - side, Bare: true}
	for _, leave := range []func(){func() {}, func() { shown.Why = nil }, func() { shown.Lanes = nil }} {
		leave()
		if p := figure.Place(&shown, o); p.Height <= o.Height && p.Bottom-p.Top >= cardPlot {
			break
		}
	}
	c.origin = image.Pt(side, y).Mul(cardScale)
	figure.DrawOn(c, &shown, o)
	return encode(w, c)
}

// words are those of s; a number and what it counts are one.
func words(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		number := ""
		for word := range strings.FieldsSeq(s) {
			word = number + word
			if last := word[len(word)-1]; number == "" && '0' <= last && last <= '9' {
				number = word + " "
				continue
			}
			number = ""
			if !yield(word) {
				return
			}
		}
		if number != "" {
			yield(number)
		}
	}
}

// broken is s in lines of a width in pixels; where it takes more than there may
// be, the last ends with an ellipsis.
func broken(s string, width, size, most int, bold bool) (lines []string) {
	f := face(bold)
	fits := func(s string) bool { return f.width(s, size) <= width*unit }
	line := ""
	for word := range words(s) {
		longer := strings.TrimSpace(line + " " + word)
		switch {
		case line == "" || fits(longer):
			line = longer
		case len(lines) == most-1:
			for !fits(line + "…") {
				line = line[:max(strings.LastIndexByte(line, ' '), 0)]
			}
			return append(lines, line+"…")
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}
