package figure_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// node is an element of a drawing.
type node struct {
	name  string
	attrs map[string]string
	text  string
}

func (n node) int(t testing.TB, name string) int {
	t.Helper()
	i, err := strconv.Atoi(n.attrs[name])
	if err != nil {
		t.Fatalf("<%s>: attribute %s: %v", n.name, name, err)
	}
	return i
}

// parse reads a drawing strictly, element by element.
func parse(t testing.TB, svg []byte) []node {
	t.Helper()
	var nodes []node
	var open []int
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return nodes
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			n := node{name: tok.Name.Local, attrs: map[string]string{}}
			for _, a := range tok.Attr {
				if _, twice := n.attrs[a.Name.Local]; twice {
					t.Errorf("<%s> has %s twice", n.name, a.Name.Local)
				}
				n.attrs[a.Name.Local] = a.Value
			}
			open = append(open, len(nodes))
			nodes = append(nodes, n)
		case xml.CharData:
			if len(open) > 0 {
				nodes[open[len(open)-1]].text += string(tok)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

func named(nodes []node, name string) (out []node) {
	for _, n := range nodes {
		if n.name == name {
			out = append(out, n)
		}
	}
	return out
}

func TestDrawingNeedsNothingFromOutside(t *testing.T) {
	elements := map[string]bool{"svg": true, "title": true, "desc": true, "defs": true, "pattern": true,
		"g": true, "rect": true, "path": true, "circle": true, "text": true}
	for _, tt := range golden {
		t.Run(tt.name, func(t *testing.T) {
			ids := map[string]bool{}
			nodes := parse(t, draw(t, tt.f, tt.o))
			for _, n := range nodes {
				if !elements[n.name] {
					t.Errorf("element <%s>", n.name)
				}
				if id := n.attrs["id"]; id != "" {
					ids[id] = true
				}
				for name, v := range n.attrs {
					switch {
					case name == "style", name == "class", name == "href", strings.HasPrefix(name, "on"):
						t.Errorf("<%s> has %s", n.name, name)
					case strings.HasPrefix(v, "url(#"):
						if id := strings.TrimSuffix(v[5:], ")"); !ids[id] {
							t.Errorf("<%s> refers to %s, which is not there", n.name, v)
						}
					case strings.Contains(v, "url("), strings.Contains(v, "://") && name != "xmlns":
						t.Errorf("<%s> refers to %s", n.name, v)
					}
				}
			}
			root := nodes[0]
			if tt.o.Overview {
				if root.attrs["aria-hidden"] != "true" {
					t.Error("an overview is read aloud")
				}
				return
			}
			if root.attrs["role"] != "img" || root.attrs["aria-label"] == "" || root.attrs["aria-label"] != nodes[1].text {
				t.Errorf("has no name to read aloud: %v, title %q", root.attrs, nodes[1].text)
			}
		})
	}
}

func TestFiguresOfOnePageShareNoID(t *testing.T) {
	owner := map[string]string{}
	for _, tt := range golden {
		for _, n := range parse(t, draw(t, tt.f, tt.o)) {
			id := n.attrs["id"]
			if id == "" {
				continue
			}
			if other := owner[id]; other != "" {
				t.Errorf("%s and %s both have %s", tt.name, other, id)
			}
			owner[id] = tt.name
		}
	}
}

func TestDrawingIsTheSameEveryTime(t *testing.T) {
	for _, tt := range golden {
		if a, b := draw(t, tt.f, tt.o), draw(t, tt.f, tt.o); string(a) != string(b) {
			t.Errorf("%s: two drawings differ", tt.name)
		}
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestErrorOfTheWriterIsReturned(t *testing.T) {
	if err := figure.SVG(brokenWriter{}, pair(), figure.Options{}); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

// texts are the texts of a drawing, in order.
func texts(nodes []node) (out []string) {
	for _, n := range named(nodes, "text") {
		out = append(out, n.text)
	}
	return out
}
