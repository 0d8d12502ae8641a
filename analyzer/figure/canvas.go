package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
)

// canvas writes SVG elements. Everything is a presentation attribute: a page
// whose policy forbids inline styles can show it as it is.
type canvas struct {
	bytes.Buffer
}

// begin writes a start tag, with attributes as pairs of a name and a value.
func (c *canvas) begin(name string, attrs ...any) {
	c.tag(name, attrs)
	c.WriteString(">\n")
}

// end writes an end tag.
func (c *canvas) end(name string) { c.WriteString("</" + name + ">\n") }

// empty writes an element without content.
func (c *canvas) empty(name string, attrs ...any) {
	c.tag(name, attrs)
	c.WriteString("/>\n")
}

// text writes an element whose content is s.
func (c *canvas) text(name, s string, attrs ...any) {
	c.tag(name, attrs)
	c.WriteByte('>')
	c.escape(s)
	c.WriteString("</" + name + ">\n")
}

// label writes s from x on, the baseline at y.
func (c *canvas) label(x, y int, fill, s string, attrs ...any) {
	c.text("text", s, append([]any{"x", x, "y", y, "fill", fill}, attrs...)...)
}

// tag writes the beginning of a tag. A value that is bytes is path data, which
// needs no escaping.
func (c *canvas) tag(name string, attrs []any) {
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
		default:
			c.escape(fmt.Sprint(v))
		}
		c.WriteByte('"')
	}
}

func (c *canvas) escape(s string) {
	// A bytes.Buffer does not fail.
	_ = xml.EscapeText(c, []byte(s))
}
