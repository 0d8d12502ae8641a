package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestLines(t *testing.T) {
	runStreams(t, framing.Lines, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "white space alone has no span", stream: " \t\r\n\n", traits: "crlf"},
		{name: "a line closes at its LF and is ready before it", stream: "{\"a\":1}\n[2]\n", want: "0:8e-1 8:12e-1"},
		{name: "white space before a line is free, behind it held", stream: " \n 1 \t\r\n", want: "3:8e-4", traits: "crlf"},
		{name: "the last line closes at EOF", stream: "1\n{} ", want: "0:2e-1 2:e@4", atEOF: "0:2e-1 2:5e-1$"},
		{name: "a line that is no value yet is not ready", stream: "{\"a\":", want: "0:e", atEOF: "0:5b.cut$"},
		{name: "a number is ready as far as it goes", stream: "12", want: "0:e@2", atEOF: "0:2e$"},
		{name: "a number that needs a digit is not ready", stream: "12.", want: "0:e", atEOF: "0:3b.cut$"},
		{name: "two values in a line are bad", stream: "{} {}\n", want: "0:6b.json-1"},
		{name: "a bad line does not harm the next", stream: "nope\n1\n", want: "0:5b.json-1 5:7e-1"},
		{name: "an open bad line is not ready", stream: "1 nope", want: "0:e", atEOF: "0:6b.json$"},
		{name: "a string that the line's end cuts is cut", stream: "\"a\n\"\n", want: "0:3b.cut-1 3:5b.cut-1"},
		{name: "a CR before the LF leaves it cut", stream: "\"a \t\r\n", want: "0:6b.cut-4", traits: "crlf"},
		{name: "a control character in a string is bad", stream: "\"a\tb\"\n", want: "0:6b.json-1"},
		{name: "a CR is white space inside a value", stream: "[1,\r2]\n", want: "0:7e-1"},
		{name: "a CR alone ends no line", stream: "1\r2\r", want: "0:e", atEOF: "0:4b.json-1$"},
		{name: "a line of a value with white space of other kinds is bad", stream: "1\v\n1\u00a0\n", want: "0:3b.json-1 3:7b.json-1"},
		{name: "a BOM is filler", stream: bom + "1\n", want: "0:3f 3:5e-1", traits: "bom"},
		{name: "a BOM may stand alone", stream: bom, want: "0:3f", traits: "bom"},
		{name: "a part of a BOM is held until EOF", stream: bom[:2], want: "0:f"},
		{name: "a part of a BOM can turn out to be text", stream: bom[:2] + "1\n", want: "0:4b.json-1"},
		{name: "a second BOM is text", stream: bom + bom + "\n", want: "0:3f 3:7b.json-1", traits: "bom"},
		{name: "a string that is not UTF-8 is noted, not bad", stream: "\"\xff\"\n\"\u00e9\"\n", want: "0:4e-1 4:9e-1", traits: "invalid-utf8"},
		{name: "a string that ends inside a character is noted", stream: "\"\xe2\x82\"\n", want: "0:5e-1", traits: "invalid-utf8"},
		{name: "a surrogate in UTF-8 is noted", stream: "\"\xed\xa0\x80\"\n", want: "0:6e-1", traits: "invalid-utf8"},
		{name: "characters of every length are UTF-8", stream: "\"\u00e9\u20ac\U0001f600\ud7ff\U0010ffff\"\n", want: "0:19e-1"},
		{name: "bytes beyond ASCII outside strings are bad", stream: "\u00e9\n", want: "0:3b.json-1"},
	})
}

func TestLinesNestedToTheLimit(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(strings.Repeat("[{\"a\":", n/2) + "1" + strings.Repeat("}]", n/2) + "\n")
	}
	good, bad := deep(framing.MaxDepth), deep(framing.MaxDepth+2)
	r := everyCut(t, framing.Lines, framing.Options{}, true, append(good, bad...))
	if len(r.Spans) != 2 || r.Spans[0].Kind != framing.Event || r.Spans[1].Reason != framing.ReasonDepth {
		t.Errorf("got %s, want an event and one bad for its depth", show(r))
	}
}
