package document

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// markup writes HTML. What it is given as text it escapes. It stands in for
// html/template, which would be a quarter of the module that a page loads to
// write a report.
type markup struct {
	strings.Builder
	open []string // elements
}

// begin writes a start tag, with attributes as pairs of a name and a value.
func (m *markup) begin(name string, attrs ...string) {
	m.tag(name, attrs)
	m.open = append(m.open, name)
	if slices.Contains(outer, name) {
		m.WriteByte('\n')
	}
}

// outer are the elements behind whose start tag a line ends, inner those behind
// whose end tag alone.
var (
	outer = []string{"html", "head", "body", "main", "section", "footer", "ul", "dl", "table", "thead", "tbody", "details"}
	inner = []string{"div", "p", "h1", "h2", "li", "tr", "summary", "pre", "title", "style", "script"}
)

// end ends the element that was begun last and has not ended.
func (m *markup) end() {
	last := len(m.open) - 1
	name := m.open[last]
	m.open = m.open[:last]
	m.WriteString("</" + name + ">")
	if slices.Contains(outer, name) || slices.Contains(inner, name) {
		m.WriteByte('\n')
	}
}

// void writes an element that has no end.
func (m *markup) void(name string, attrs ...string) {
	m.tag(name, attrs)
	m.WriteByte('\n')
}

func (m *markup) tag(name string, attrs []string) {
	m.WriteString("<" + name)
	for i := 0; i+1 < len(attrs); i += 2 {
		m.WriteString(" " + attrs[i])
		if attrs[i+1] != "" {
			m.WriteString(`="` + html.EscapeString(attrs[i+1]) + `"`)
		}
	}
	m.WriteByte('>')
}

// text writes s as text.
func (m *markup) text(s string) { m.WriteString(html.EscapeString(s)) }

// element writes an element of which s is all.
func (m *markup) element(name, s string, attrs ...string) {
	m.begin(name, attrs...)
	m.text(s)
	m.end()
}

// raw writes an element whose content is s as it stands.
func (m *markup) raw(name, s string, attrs ...string) {
	m.begin(name, attrs...)
	m.WriteString(s)
	m.end()
}

// jump writes a link that moves the cursor to a point.
func (m *markup) jump(point int, s string) {
	m.element("a", s, "href", "#graph", "data-at", strconv.Itoa(point))
}

// prose writes a sentence whose numbers stay on one line with their units.
func (m *markup) prose(s string) {
	for {
		at := strings.IndexFunc(s, unicode.IsDigit)
		if at < 0 {
			m.text(s)
			return
		}
		size := numberLen(s[at:])
		m.text(s[:at])
		m.element("span", s[at:at+size], "class", "n")
		s = s[at+size:]
	}
}

// units are the words that stay with a number before them.
var units = []string{"ms", "byte", "bytes", "event", "events", "chunk", "chunks", "row", "rows", "stall", "stalls"}

// numberLen is the length of the number that s begins with, and of its unit.
func numberLen(s string) int {
	n := len(s)
	if end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != ',' && r != '.' }); end >= 0 {
		n = end
	}
	n = len(strings.TrimRight(s[:n], ",.")) // these are the sentence's
	rest, ok := strings.CutPrefix(s[n:], " ")
	if !ok {
		return n
	}
	word := rest
	if end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = rest[:end]
	}
	if slices.Contains(units, word) {
		n += len(" ") + len(word)
	}
	return n
}
