package figure

// Canvas is what a figure is drawn on: an SVG in the making, or pixels. Places
// and sizes are CSS pixels from the top left. A path is path data as SVG has it,
// of M, L, H, h, V, v and z with numbers in decimals; a colour is #rrggbb.
type Canvas interface {
	// Begin is called before all else, End after it.
	Begin(Sheet)
	Rect(x, y, width, height, radius int, i Ink)
	Fill(path []byte, i Ink)
	Stroke(*Stroke)
	// Lines strokes paths that go through the middles of pixels: each lies half
	// a pixel further right and down than its numbers say.
	Lines([]*Stroke)
	// Dot is filled and has a ring around it. It lies in the middle of a pixel.
	Dot(x, y int, fill, ring string)
	// Text begins, is centred or ends at x, its baseline at y.
	Text(x, y int, s string, t Type)
	End()
}

// Sheet is what a figure is drawn on before anything is drawn.
type Sheet struct {
	Width, Height int
	ID            string // of what is drawn: that of another drawing differs
	Title         string // in numbers what is drawn; "" where it has no name
	Description   string
	Inks          []Ink  // all that have a pattern
	Ground        string // its colour
}

// Ink is what a shape is filled with.
type Ink struct {
	Colour  string
	Pattern *Pattern // nil for none: Colour alone
	Opacity int      // percent; 0: opaque
}

// Pattern is the mark of a cause or a lane beside its colour, on a tint of it:
// a square tile, repeated from the top left of the sheet.
type Pattern struct {
	Name   string
	Size   int
	Tint   int    // percent of the colour behind the marks
	Marks  string // a path; "" for none
	Filled bool   // the marks are, else they are strokes of MarkWidth
}

// Stroke is a line along a path.
type Stroke struct {
	Path    []byte
	Colour  string
	Opacity int   // percent; 0: opaque
	Width   int   // tenths of a pixel; 0: one pixel
	Dashes  []int // pixels that are drawn and left out in turn; nil: all are drawn
	Square  bool  // its ends reach half its width further
}

// Type is how a text is set, in FontSize.
type Type struct {
	Colour string
	Anchor Anchor
	Bold   bool
}

// Anchor is what of a text lies at its place.
type Anchor uint8

const (
	Start Anchor = iota
	Middle
	End
)

const (
	MarkWidth = 12 // of the strokes of a pattern, in tenths of a pixel
	DotRadius = 35 // tenths of a pixel
	RingWidth = 15 // the same, half of it within the radius
)
