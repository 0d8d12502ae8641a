package ui

import "github.com/vugu/vugu"

// addText and addElement make the nodes of generated code: there are hundreds,
// and as literals each would take five times the room in the page's module.

// addText returns its node, as addElement does, though nothing comes back to it:
// calls of one shape make the page's module 6 kB smaller as it is sent.
func addText(parent *vugu.VGNode, text string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.TextNode, Data: text}
	parent.AppendChild(n)
	return n
}

// addElement takes attributes as pairs of a name and a value.
func addElement(parent *vugu.VGNode, name string, attrs ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	if len(attrs) > 0 {
		n.Attr = make([]vugu.VGAttribute, 0, len(attrs)/2)
	}
	for i := 0; i+1 < len(attrs); i += 2 {
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: attrs[i], Val: attrs[i+1]})
	}
	parent.AppendChild(n)
	return n
}
