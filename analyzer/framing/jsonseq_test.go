package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestJSONSeq(t *testing.T) {
	runStreams(t, framing.JSONSeq, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "RS and white space belong to no text", stream: "\x1e\x1e \n\x1e\r\n\t"},
		{name: "a text opens behind its RS and closes at its LF", stream: "\x1e{\"a\":1}\n\x1e[2]\n", want: "1:9e 10:14e"},
		{name: "a text without LF is proved by the next RS", stream: "\x1e{}\x1e[]\n", want: "1:3e+ 4:7e"},
		{name: "a number may be followed by RS", stream: "\x1e12\x1efalse\x1e", want: "1:3e+ 4:9e+"},
		{name: "the last text closes at EOF", stream: "\x1e{}\n\x1e{}", want: "1:4e 5:e", atEOF: "1:4e 5:7e$"},
		{name: "a text that EOF cuts is bad", stream: "\x1e[1", want: "1:e", atEOF: "1:3b.cut$"},
		{name: "a text that RS cuts is bad and the next one kept", stream: "\x1e{\"a\":\x1e{}\n", want: "1:6b.cut+ 7:10e"},
		{name: "white space around a text is held with it", stream: "\x1e 1 \r\n", want: "2:6e"},
		{name: "VT and FF around a text are white space", stream: "\x1e\v1\f\n\x1e{}\v \x1e", want: "1:5e 6:10e+"},
		{name: "VT and FF inside a text are not", stream: "\x1e[\v1]\n\x1e1\f2\n\x1e{}\v{}\n", want: "1:6b.json 7:11b.json 12:18b.json"},
		{name: "VT alone is an empty text", stream: "\x1e\v\n", want: "1:3b.empty"},
		{name: "two values are no text", stream: "\x1e1 2\n", want: "1:5b.json"},
		{name: "a text with an LF inside is bad twice", stream: "\x1e{\n}\n", want: "1:3b.cut 3:5b.json"},
		{name: "bytes before the first RS are a text", stream: "1\n\x1e2\n", want: "0:2e 3:5e"},
		{name: "a BOM is no white space", stream: bom + "1\n", want: "0:5b.json"},
		{name: "a part of a BOM is text", stream: bom[:2], want: "0:e", atEOF: "0:2b.json$"},
		{name: "a string may hold RS as an escape only", stream: "\x1e\"\\u001e\"\n\x1e\"\x1e\"\n", want: "1:10e 11:12b.cut+ 13:15b.cut"},
		{name: "bytes that are not UTF-8 are noted in strings", stream: "\x1e\"\xff\"\n", want: "1:5e", traits: "invalid-utf8"},
		{name: "long texts end where they should", stream: "\x1e\"abcdefghijklmnopqrstuvwxyz\"\x1e\"abcdefg\"\n", want: "1:29e+ 30:40e"},
	})
}

func TestTextsNestedTooDeep(t *testing.T) {
	r := everyCut(t, framing.JSONSeq, framing.Options{}, true, []byte("\x1e"+strings.Repeat("[", framing.MaxDepth+1)+"\n\x1e1\n"))
	if got, want := show(r), "1:10003b.depth 10004:10006e"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
