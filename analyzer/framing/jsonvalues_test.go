package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

const bom = "\ufeff"

func TestJSONValues(t *testing.T) {
	runStreams(t, framing.JSON, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "an object closes at its brace", stream: "{\"a\":[1,{}]} \n", want: "0:12e"},
		{name: "values may be glued", stream: "{}[]\"a\"{}", want: "0:2e 2:4e 4:7e 7:9e"},
		{name: "a number is proved by the byte after it", stream: "12 3[]", want: "0:2e+ 3:4e+ 4:6e"},
		{name: "a literal is proved by the byte after it", stream: "true null\nfalse\n", want: "0:4e+ 5:9e+ 10:15e+"},
		{name: "literals may be glued", stream: "truefalse1null,", want: "0:4e+ 4:9e+ 9:10e+ 10:14e+ 14:15b.json"},
		{name: "EOF completes a number", stream: "12", want: "0:e", atEOF: "0:2e$"},
		{name: "EOF completes a literal", stream: "true", want: "0:e", atEOF: "0:4e$"},
		{name: "EOF cuts a literal", stream: "tru", want: "0:e", atEOF: "0:3b.cut$"},
		{name: "EOF cuts a number", stream: "-1e", want: "0:e", atEOF: "0:3b.cut$"},
		{name: "EOF cuts an array", stream: "[1", want: "0:e", atEOF: "0:2b.cut$"},
		{name: "a wrong byte closes at once and frees the rest of the line", stream: "[1,}]{}\n{}", want: "0:4b.json 8:10e"},
		{name: "a wrong byte can be the LF", stream: "\"a\n{}", want: "0:3b.json 3:5e"},
		{name: "a byte that begins nothing is a bad span of one", stream: "x y\n1\n", want: "0:1b.json 4:5e+"},
		{name: "after a wrong byte nothing is held", stream: "x {\"a", want: "0:1b.json"},
		{name: "a leading zero is wrong at the second digit", stream: "01\n", want: "0:2b.json"},
		{name: "a number ends before what cannot continue it", stream: "1.5.5\n", want: "0:3e+ 3:4b.json"},
		{name: "an exponent may have a sign and zeros", stream: "[1E-07,-0.0e+00]", want: "0:16e"},
		{name: "an exponent needs digits", stream: "[1e]\n", want: "0:4b.json"},
		{name: "every escape is known", stream: `"\"\\\/\b\f\n\r\t\u00fF\ud800"`, want: "0:30e"},
		{name: "no other escape is", stream: `"\x"`, want: "0:3b.json"},
		{name: "a hex escape has four digits", stream: `"\u12g4"`, want: "0:6b.json"},
		{name: "a comma does not close an array", stream: "[1,]\n", want: "0:4b.json"},
		{name: "a comma does not close an object", stream: "{\"a\":1,}\n", want: "0:8b.json"},
		{name: "brackets must match", stream: "[}\n{]\n[1}\n{\"a\":1]\n", want: "0:2b.json 3:5b.json 6:9b.json 10:17b.json"},
		{name: "a name must be a string", stream: "{1:2}\n", want: "0:2b.json"},
		{name: "a name needs a colon", stream: "{\"a\" 1}\n", want: "0:6b.json"},
		{name: "white space may stand anywhere between", stream: " { \"a\"\t:\n[ \r ] , \"b\" : 1 } ", want: "1:26e"},
		{name: "a long indentation is white space", stream: "[\n" + strings.Repeat(" ", 50) + "1\n]", want: "0:55e"},
		{name: "strings of every length end where they should", stream: `["","a","ab","abcdefg","abcdefgh","abcdefghi","abcdefghijklmnopqrstuvwxyz"]`, want: "0:75e"},
		{name: "a BOM is filler", stream: bom + "{}", want: "0:3f 3:5e", traits: "bom"},
		{name: "bytes that are not UTF-8 are noted in strings", stream: "\"\xc3\"", want: "0:3e", traits: "invalid-utf8"},
	})
}

func TestJSONValuesNestedToTheLimit(t *testing.T) {
	good := strings.Repeat("[", framing.MaxDepth) + strings.Repeat("]", framing.MaxDepth)
	bad := strings.Repeat("[", framing.MaxDepth+1)
	r := everyCut(t, framing.JSON, framing.Options{}, true, []byte(good+bad+"\n{}"))
	want := "0:20000e 20000:30001b.depth 30002:30004e"
	if got := show(r); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
