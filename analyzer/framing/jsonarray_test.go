package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestJSONArray(t *testing.T) {
	runStreams(t, framing.JSONArray, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "an empty array has none", stream: " [ ] \n"},
		{name: "elements close as values do, brackets and commas are free", stream: "[{\"a\":1},\r\n\"b\",[]]\n", want: "1:8e 11:14e 15:17e"},
		{name: "a number is proved by the comma or bracket behind it", stream: "[1,-2.5 ,true]", want: "1:2e+ 3:7e+ 9:13e+"},
		{name: "an element that has not closed is open", stream: "[{},{\"a\"", want: "1:3e 4:e", atEOF: "1:3e 4:8b.cut$"},
		{name: "EOF completes a number", stream: "[12", want: "1:e", atEOF: "1:3e$"},
		{name: "an array that has not closed holds nothing between elements", stream: "[{}, ", want: "1:3e"},
		{name: "only the first bracket is the outer one", stream: "[[1],[[]]]", want: "1:4e 5:9e"},
		{name: "brackets inside strings are text", stream: "[{\"t\":\"c}][\"}]", want: "1:13e"},
		{name: "commas before the outer bracket do not replace it", stream: ",][[1]", want: "3:6e"},
		{name: "a second array is an element", stream: "[1][2]", want: "1:2e+ 3:6e"},
		{name: "elements without an array are taken", stream: "{\"a\":1}\n{}", want: "0:7e 8:10e"},
		{name: "separators are not judged", stream: "[,,1 2]]", want: "3:4e+ 5:6e+"},
		{name: "a wrong byte closes an element at once and frees the rest of the line", stream: "[{\"a\":},{}\n,{}]", want: "1:7b.json 12:14e"},
		{name: "a byte that begins no element is bad", stream: "[x,1]\n2 ", want: "1:2b.json 6:7e+"},
		{name: "a brace is no separator", stream: "[1}\n", want: "1:2e+ 2:3b.json"},
		{name: "a BOM is filler", stream: bom + "[{}]", want: "0:3f 4:6e", traits: "bom"},
		{name: "bytes that are not UTF-8 are noted in strings", stream: "[\"\xff\"]", want: "1:4e", traits: "invalid-utf8"},
	})
}

func TestElementsNestedToTheLimit(t *testing.T) {
	good := strings.Repeat("[", framing.MaxDepth) + strings.Repeat("]", framing.MaxDepth)
	r := everyCut(t, framing.JSONArray, framing.Options{}, true, []byte("["+good+",["+good+"]\n,{}]"))
	if got, want := show(r), "1:20001e 20002:30003b.depth 40006:40008e"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
