package picture

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:generate go test -run TestGlyphsAreThoseOfTheFonts . -update

//go:embed glyphs.txt
var glyphs string

// em is how many units of the outlines make the size of a font.
const em = 2048

// glyph is how a character looks.
type glyph struct {
	advance int // units of the outlines
	path    []byte
	outlines
}

// typeface is the glyphs of a weight.
type typeface map[rune]*glyph

// replacement stands for characters that the typeface does not have.
const replacement = '\ufffd'

// typefaces are the regular one and the bold one.
var typefaces = sync.OnceValue(func() (faces [2]typeface) {
	i := 0
	faces[0], faces[1] = typeface{}, typeface{}
	for line := range strings.SplitSeq(glyphs, "\n") {
		fields := strings.SplitN(line, " ", 3)
		switch {
		case line == "":
			i++
		case line[0] != '#':
			r, _ := strconv.ParseUint(fields[0], 16, 32)
			advance, _ := strconv.Atoi(fields[1])
			faces[i][rune(r)] = &glyph{advance: advance, path: []byte(fields[2])}
		}
	}
	return faces
})

// face is the typeface of a weight.
func face(bold bool) typeface {
	if bold {
		return typefaces()[1]
	}
	return typefaces()[0]
}

func (f typeface) glyph(r rune) *glyph {
	if g, ok := f[r]; ok {
		return g
	}
	return f[replacement]
}

// width is that of a text of a size in pixels, in parts of a pixel.
func (f typeface) width(s string, size int) (width int) {
	for _, r := range s {
		width += f.glyph(r).advance * size * unit / em
	}
	return width
}

// write covers a text of a size in pixels that begins at a place on its baseline.
func (m *mask) write(f typeface, s string, at point, size int) {
	for _, r := range s {
		g := f.glyph(r)
		m.fill(g.outline(size), at)
		at.x += g.advance * size * unit / em
	}
}
