package cassette

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// node is a value of YAML or JSON. A nil node is one that is not there, and null
// is not there. JSON is read as such, since the escapes of its strings and the
// tabs between its values are not all those of YAML.
type node struct {
	yaml *yaml.Node
	json any // string, json.Number, bool, []any or map[string]any
}

// parse reads a text that is JSON if it begins with a brace, and else YAML.
// Aliases are followed where they are read, never expanded.
func parse(text []byte) (*node, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		return parseJSON(text)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, yamlError(err)
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return ofYAML(document.Content[0]), nil
}

func parseJSON(text []byte) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var root any
	if err := d.Decode(&root); err != nil {
		at := len(text)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = min(int(syntax.Offset), at)
		}
		return nil, &capture.Error{Line: 1 + bytes.Count(text[:at], []byte{'\n'}), Offset: capture.None, Err: err}
	}
	return ofJSON(root), nil
}

// yamlError takes the line out of the text of an error of package yaml.
func yamlError(err error) error {
	what := strings.TrimPrefix(err.Error(), "yaml: ")
	e := &capture.Error{Offset: capture.None}
	if rest, ok := strings.CutPrefix(what, "line "); ok {
		number, rest, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			e.Line, what = n, rest
		}
	}
	e.Err = fmt.Errorf("not YAML: %s", what)
	return e
}

func ofYAML(n *yaml.Node) *node {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil || n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		return nil
	}
	return &node{yaml: n}
}

func ofJSON(v any) *node {
	if v == nil {
		return nil
	}
	return &node{json: v}
}

// each calls f with the members of a mapping, until it returns false.
func (n *node) each(f func(name string, value *node) bool) {
	switch {
	case n == nil:
	case n.yaml != nil && n.yaml.Kind == yaml.MappingNode:
		for in := n.yaml.Content; len(in) > 1; in = in[2:] {
			if !f(in[0].Value, ofYAML(in[1])) {
				return
			}
		}
	default:
		members, _ := n.json.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if !f(name, ofJSON(members[name])) {
				return
			}
		}
	}
}

// get returns the member called name, nil where there is none.
func (n *node) get(name string) (found *node) {
	n.each(func(have string, value *node) bool {
		if have == name {
			found = value
		}
		return have != name
	})
	return found
}

// field returns the value of a header field, "" where there is none: names differ
// in case, and values are texts or lists of them.
func (n *node) field(name string) (value string) {
	n.each(func(have string, in *node) bool {
		if !strings.EqualFold(have, name) {
			return true
		}
		if all := in.list(); len(all) > 0 {
			in = all[len(all)-1]
		}
		if b, err := in.bytes(); err == nil && len(b) < 1<<10 {
			value = string(b)
		}
		return false
	})
	return value
}

// list returns the elements of a sequence.
func (n *node) list() (in []*node) {
	switch {
	case n == nil:
	case n.yaml != nil && n.yaml.Kind == yaml.SequenceNode:
		for _, element := range n.yaml.Content {
			in = append(in, ofYAML(element))
		}
	default:
		elements, _ := n.json.([]any)
		for _, element := range elements {
			in = append(in, ofJSON(element))
		}
	}
	return in
}

// bytes returns what a scalar stands for: the bytes of a text, or those that the
// base64 of a binary stands for.
func (n *node) bytes() ([]byte, error) {
	switch {
	case n == nil:
		return nil, nil
	case n.yaml != nil && n.yaml.Kind == yaml.ScalarNode:
		if strings.HasSuffix(n.yaml.Tag, "binary") { // !!binary, or VCR's !binary
			return n.base64()
		}
		return []byte(n.yaml.Value), nil
	}
	switch v := n.json.(type) {
	case string:
		return []byte(v), nil
	case json.Number:
		return []byte(v), nil
	}
	return nil, n.fail("a list or members", "a text")
}

// base64 returns what the base64 of a text stands for, blanks in it aside.
func (n *node) base64() ([]byte, error) {
	text, _ := n.json.(string)
	if n.yaml != nil {
		text = n.yaml.Value
	}
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, n.fail(capture.Quote([]byte(text)), "base64")
	}
	return b, nil
}

// fail is an error at n.
func (n *node) fail(read, want string) error {
	e := &capture.Error{Offset: capture.None, Read: read, Want: want}
	if n != nil && n.yaml != nil {
		e.Line = n.yaml.Line
	}
	return e
}

// fail puts the name of the cassette into an error that was made without it.
func fail(name string, err error) error {
	var e *capture.Error
	if errors.As(err, &e) {
		e.File = name
	}
	return err
}

// lineOf is the line of an error, 0 where it has none.
func lineOf(err error) int {
	var e *capture.Error
	if errors.As(err, &e) {
		return e.Line
	}
	return 0
}
