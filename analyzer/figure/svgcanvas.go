package figure

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
)

// svg is a Canvas that writes SVG elements. Everything is a presentation
// attribute: a page whose policy forbids inline styles can show it as it is.
type svg struct {
	bytes.Buffer
	id string
}

func (c *svg) Begin(s Sheet) {
	c.id = s.ID
	attrs := []any{"xmlns", "http://www.w3.org/2000/svg", "width", s.Width, "height", s.Height,
		"viewBox", "0 0 " + strconv.Itoa(s.Width) + " " + strconv.Itoa(s.Height)}
	if s.Title == "" {
		c.begin("svg", append(attrs, "aria-hidden", "true")...)
	} else {
		c.begin("svg", append(attrs, "role", "img", "aria-label", s.Title,
			"font-family", "system-ui, sans-serif", "font-size", FontSize, "font-variant", "tabular-nums")...)
		c.text("title", s.Title)
		c.text("desc", s.Description)
	}
	c.begin("defs")
	for _, p := range s.Patterns {
		c.pattern(p)
	}
	c.end("defs")
	c.empty("rect", "width", s.Width, "height", s.Height, "fill", s.Ground)
}

// pattern writes a pattern. Its id begins with that of the drawing, which tells
// the figures of one page apart.
func (c *svg) pattern(p *Pattern) {
	c.begin("pattern", "id", c.id+p.Name, "patternUnits", "userSpaceOnUse", "width", p.Size, "height", p.Size)
	c.empty("rect", "width", p.Size, "height", p.Size, "fill", p.Colour, "fill-opacity", decimals(p.Tint, 100))
	switch {
	case p.Marks == "":
	case p.Filled:
		c.empty("path", "d", p.Marks, "fill", p.Colour)
	default:
		c.empty("path", "d", p.Marks, "fill", "none", "stroke", p.Colour, "stroke-width", decimals(MarkWidth, 10))
	}
	c.end("pattern")
}

func (c *svg) Rect(x, y, width, height, radius int, i Ink) {
	attrs := []any{"x", x, "y", y, "width", width, "height", height}
	if radius > 0 {
		attrs = append(attrs, "rx", radius)
	}
	c.empty("rect", c.filled(attrs, i)...)
}

func (c *svg) Fill(path []byte, i Ink) { c.empty("path", c.filled([]any{"d", path}, i)...) }

func (c *svg) filled(attrs []any, i Ink) []any {
	fill := i.Colour
	if i.Pattern != nil {
		fill = "url(#" + c.id + i.Pattern.Name + ")"
	}
	attrs = append(attrs, "fill", fill)
	if i.Opacity > 0 {
		attrs = append(attrs, "fill-opacity", decimals(i.Opacity, 100))
	}
	return attrs
}

func (c *svg) Stroke(s Stroke) {
	attrs := []any{"d", s.Path}
	if s.Width > 0 {
		attrs = append(attrs, "fill", "none", "stroke", s.Colour, "stroke-width", decimals(s.Width, 10))
	} else {
		attrs = append(attrs, "stroke", s.Colour) // straight, so that there is nothing to fill
	}
	if s.Opacity > 0 {
		attrs = append(attrs, "stroke-opacity", decimals(s.Opacity, 100))
	}
	if s.Dashes != nil {
		var dashes []string
		for _, n := range s.Dashes {
			dashes = append(dashes, strconv.Itoa(n))
		}
		attrs = append(attrs, "stroke-dasharray", strings.Join(dashes, " "))
	}
	if s.Square {
		attrs = append(attrs, "stroke-linecap", "square")
	}
	c.empty("path", attrs...)
}

func (c *svg) Lines(strokes []Stroke) {
	c.begin("g", "transform", "translate(0.5 0.5)", "stroke-linejoin", "miter")
	for _, s := range strokes {
		c.Stroke(s)
	}
	c.end("g")
}

func (c *svg) Dot(x, y int, fill, ring string) {
	c.empty("circle", "cx", strconv.Itoa(x)+".5", "cy", strconv.Itoa(y)+".5", "r", decimals(DotRadius, 10),
		"fill", fill, "stroke", ring, "stroke-width", decimals(RingWidth, 10))
}

// anchors are the names of anchors; that of Start is what there is without one.
var anchors = [...]string{Middle: "middle", End: "end"}

func (c *svg) Text(x, y int, s string, t Type) {
	attrs := []any{"x", x, "y", y, "fill", t.Colour}
	if t.Anchor != Start {
		attrs = append(attrs, "text-anchor", anchors[t.Anchor])
	}
	if t.Bold {
		attrs = append(attrs, "font-weight", 600)
	}
	c.text("text", s, attrs...)
}

func (c *svg) End() { c.end("svg") }

// begin writes a start tag, with attributes as pairs of a name and a value.
func (c *svg) begin(name string, attrs ...any) {
	c.tag(name, attrs)
	c.WriteString(">\n")
}

// end writes an end tag.
func (c *svg) end(name string) { c.WriteString("</" + name + ">\n") }

// empty writes an element without content.
func (c *svg) empty(name string, attrs ...any) {
	c.tag(name, attrs)
	c.WriteString("/>\n")
}

// text writes an element whose content is s.
func (c *svg) text(name, s string, attrs ...any) {
	c.tag(name, attrs)
	c.WriteByte('>')
	c.escape(s)
	c.WriteString("</" + name + ">\n")
}

// tag writes the beginning of a tag. A value that is bytes is path data, which
// needs no escaping; the others are ints and strings.
func (c *svg) tag(name string, attrs []any) {
	c.WriteString("<" + name)
	for i := 0; i+1 < len(attrs); i += 2 {
		c.WriteString(" " + attrs[i].(string) + `="`)
		switch v := attrs[i+1].(type) {
		case []byte:
			c.Write(v)
		case int:
			c.WriteString(strconv.Itoa(v))
		case string:
			c.escape(v)
		}
		c.WriteByte('"')
	}
}

func (c *svg) escape(s string) {
	// A bytes.Buffer does not fail.
	_ = xml.EscapeText(c, []byte(s))
}

// decimals writes n parts of a unit that has one or more tenths: 25 of 100 is 0.25.
func decimals(n, unit int) string {
	s, point := strconv.Itoa(n/unit), "."
	for n %= unit; n > 0; n %= unit {
		unit /= 10
		s += point + strconv.Itoa(n/unit)
		point = ""
	}
	return s
}
