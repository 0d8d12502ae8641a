package figure

import (
	"bytes"
	"encoding/xml"
	"strconv"
)

// svg is a Canvas that writes SVG elements. Everything is a presentation
// attribute: a page whose policy forbids inline styles can show it as it is.
type svg struct {
	bytes.Buffer
	id string
}

func (c *svg) Begin(s Sheet) {
	c.id = s.ID
	c.open("svg")
	c.words("xmlns", "http://www.w3.org/2000/svg")
	c.number("width", s.Width)
	c.number("height", s.Height)
	c.words("viewBox", "0 0 "+strconv.Itoa(s.Width)+" "+strconv.Itoa(s.Height))
	if s.Title == "" {
		c.words("aria-hidden", "true")
		c.inner()
	} else {
		c.words("role", "img")
		c.words("aria-label", s.Title)
		c.words("font-family", "system-ui, sans-serif")
		c.number("font-size", FontSize)
		c.words("font-variant", "tabular-nums")
		c.inner()
		c.open("title")
		c.text("title", s.Title)
		c.open("desc")
		c.text("desc", s.Description)
	}
	c.open("defs")
	c.inner()
	for _, i := range s.Inks {
		c.pattern(i)
	}
	c.close("defs")
	c.open("rect")
	c.number("width", s.Width)
	c.number("height", s.Height)
	c.words("fill", s.Ground)
	c.end()
}

// pattern writes the pattern of an ink. Its id begins with that of the drawing,
// which tells the figures of one page apart.
func (c *svg) pattern(i Ink) {
	p := i.Pattern
	c.open("pattern")
	c.words("id", c.id+p.Name)
	c.words("patternUnits", "userSpaceOnUse")
	c.number("width", p.Size)
	c.number("height", p.Size)
	c.inner()
	c.open("rect")
	c.number("width", p.Size)
	c.number("height", p.Size)
	c.words("fill", i.Colour)
	c.part("fill-opacity", p.Tint, 100)
	c.end()
	if p.Marks != "" {
		c.open("path")
		c.words("d", p.Marks)
		if p.Filled {
			c.words("fill", i.Colour)
		} else {
			c.words("fill", "none")
			c.words("stroke", i.Colour)
			c.part("stroke-width", MarkWidth, 10)
		}
		c.end()
	}
	c.close("pattern")
}

func (c *svg) Rect(x, y, width, height, radius int, i Ink) {
	c.open("rect")
	c.number("x", x)
	c.number("y", y)
	c.number("width", width)
	c.number("height", height)
	if radius > 0 {
		c.number("rx", radius)
	}
	c.filled(i)
}

func (c *svg) Fill(path []byte, i Ink) {
	c.open("path")
	c.data(path)
	c.filled(i)
}

// filled ends an element that is filled.
func (c *svg) filled(i Ink) {
	if i.Pattern != nil {
		i.Colour = "url(#" + c.id + i.Pattern.Name + ")"
	}
	c.words("fill", i.Colour)
	c.part("fill-opacity", i.Opacity, 100)
	c.end()
}

func (c *svg) Stroke(s *Stroke) {
	c.open("path")
	c.data(s.Path)
	if s.Width > 0 { // else it is straight, and there is nothing to fill
		c.words("fill", "none")
	}
	c.words("stroke", s.Colour)
	c.part("stroke-width", s.Width, 10)
	c.part("stroke-opacity", s.Opacity, 100)
	if s.Dashes != nil {
		dashes := ""
		for _, n := range s.Dashes {
			dashes += " " + strconv.Itoa(n)
		}
		c.words("stroke-dasharray", dashes[1:])
	}
	if s.Square {
		c.words("stroke-linecap", "square")
	}
	c.end()
}

func (c *svg) Lines(strokes []*Stroke) {
	c.open("g")
	c.words("transform", "translate(0.5 0.5)")
	c.words("stroke-linejoin", "miter")
	c.inner()
	for _, s := range strokes {
		c.Stroke(s)
	}
	c.close("g")
}

func (c *svg) Dot(x, y int, fill, ring string) {
	c.open("circle")
	c.part("cx", 10*x+5, 10)
	c.part("cy", 10*y+5, 10)
	c.part("r", DotRadius, 10)
	c.words("fill", fill)
	c.words("stroke", ring)
	c.part("stroke-width", RingWidth, 10)
	c.end()
}

func (c *svg) Text(x, y int, s string, t Type) {
	c.open("text")
	c.number("x", x)
	c.number("y", y)
	c.words("fill", t.Colour)
	switch t.Anchor {
	case Middle:
		c.words("text-anchor", "middle")
	case End:
		c.words("text-anchor", "end")
	}
	if t.Bold {
		c.number("font-weight", 600)
	}
	c.text("text", s)
}

func (c *svg) End() { c.close("svg") }

// open begins a start tag, which inner, end or text ends.
func (c *svg) open(name string) { c.WriteString("<" + name) }

// inner ends a start tag before other elements, end an element without content.
func (c *svg) inner() { c.WriteString(">\n") }

func (c *svg) end() { c.WriteString("/>\n") }

// text writes the content of an element, and ends it.
func (c *svg) text(name, s string) {
	c.WriteByte('>')
	c.escape(s)
	c.close(name)
}

func (c *svg) close(name string) { c.WriteString("</" + name + ">\n") }

func (c *svg) words(name, value string) {
	c.WriteString(" " + name + `="`)
	c.escape(value)
	c.WriteByte('"')
}

func (c *svg) number(name string, n int) { c.words(name, strconv.Itoa(n)) }

// part writes n parts of a unit that has tenths, 100 or 10 of them: 25 of 100 is
// 0.25. It writes nothing where there is none.
func (c *svg) part(name string, n, unit int) {
	if n == 0 {
		return
	}
	s, point := strconv.Itoa(n/unit), "."
	for n %= unit; n > 0; n %= unit {
		unit /= 10
		s += point + strconv.Itoa(n/unit)
		point = ""
	}
	c.words(name, s)
}

// data writes a path, which needs no escaping.
func (c *svg) data(path []byte) {
	c.WriteString(` d="`)
	c.Write(path)
	c.WriteByte('"')
}

func (c *svg) escape(s string) {
	// A bytes.Buffer does not fail.
	_ = xml.EscapeText(c, []byte(s))
}
