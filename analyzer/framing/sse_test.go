package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestSSE(t *testing.T) {
	lenient := framing.Options{LenientEOF: true}
	runStreams(t, framing.SSE, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "blank lines are free", stream: "\n\r\n\r", traits: "crlf"},
		{name: "an event closes at the blank line and is ready before it", stream: "data: {}\n\ndata: 1\n\n", want: "0:10e-1 10:19e-1"},
		{name: "an event with CR LF closes at the last CR", stream: "data: 1\r\n\r\ndata: 2\r\n\r\n", want: "0:10e-2 11:21e-2", traits: "crlf"},
		{name: "an event with CR alone closes at the last one", stream: "data: 1\r\rdata: 2\r\r", want: "0:9e-1 9:18e-1", traits: "cr"},
		{name: "line ends may be mixed", stream: "data: 1\n\rdata: 2\r\n\n", want: "0:9e-1 9:19e-2", traits: "crlf cr"},
		{name: "an event is open until its blank line", stream: "data: 1\n", want: "0:e@8"},
		{name: "an event is not ready in a field line", stream: "data: 1\nda", want: "0:e"},
		{name: "an event stays ready in a comment", stream: "data: 1\n: co", want: "0:e@8"},
		{name: "a comment in an event does not move its ready", stream: "data: 1\n: co\n\n", want: "0:14e-6"},
		{name: "any field moves its ready", stream: "data: 1\nx\n\n", want: "0:11e-1"},
		{name: "a first line is an event while it is open", stream: "event: pi", want: "0:e"},
		{name: "fields without data are a block", stream: "id: 1\n\nretry: 5\nx\n", want: "0:7k 7:k"},
		{name: "a block becomes an event with its data line", stream: "id: 1\ndata: 1", want: "0:k"},
		{name: "a comment between events is filler up to its line end", stream: ": hi\n:\r\ndata: 1\n\n:o", want: "0:5f 5:7f 8:17e-1 17:f", traits: "crlf"},
		{name: "the sentinel may have white space around it", stream: "data: [DONE]\n\ndata:  [DONE] \v\ndata\n\n", want: "0:14s-1 14:36s-1"},
		{name: "the sentinel must be alone", stream: "data: [DONE]x\n\ndata: [DONE\n\ndata: [\ndata: DONE]\n\ndata: [ DONE]\n\n", want: "0:15b.json-1 15:28b.json-1 28:49b.json-1 49:64b.json-1"},
		{name: "heartbeats are known by name", stream: "event: ping\ndata: x\n\nevent:keep-alive\ndata\n\n", want: "0:21h-1 21:44h-1", traits: "no-space"},
		{name: "the last name counts", stream: "event: ping\nevent\ndata: 1\n\n", want: "0:27e-1"},
		{name: "a longer name is not a heartbeat's", stream: "event: keep-alive-not\ndata: 1\n\n", want: "0:31e-1"},
		{name: "a heartbeat without data is a block", stream: "event: ping\n\n", want: "0:13k"},
		{name: "more names of heartbeats can be given", stream: "event: still here\ndata: 1\n\n", want: "0:27h-1", opts: framing.Options{Heartbeats: []string{"", "still here"}}},
		{name: "an event without a name is no heartbeat", stream: "data: 1\n\n", want: "0:9e-1", opts: framing.Options{Heartbeats: []string{""}}},
		{name: "data lines are joined by LF", stream: "data: {\"a\":\ndata: 1}\n\ndata: \"a\ndata: b\"\n\n", want: "0:22e-1 22:41b.json-1"},
		{name: "data of nothing is empty", stream: "data\n\ndata:\n\ndata:  \ndata: \n\n", want: "0:6b.empty-1 6:13b.empty-1 13:29b.empty-1"},
		{name: "data that ends inside a value is cut", stream: "data: {\"a\":\n\ndata: \"a \n\n", want: "0:13b.cut-1 13:24b.cut-1"},
		{name: "a colon may be followed by no space", stream: "data:1\n\n", want: "0:8e-1", traits: "no-space"},
		{name: "only one space is no part of the value", stream: "event:  ping\ndata: 1\n\n", want: "0:22e-1"},
		{name: "an empty value lacks no space", stream: "data:\ndata: 1\n\n", want: "0:15e-1"},
		{name: "a field that is not known lacks no space", stream: "{\"a\":1}\ndata: 1\n\n", want: "0:17e-1"},
		{name: "names are whole and in lower case", stream: "Data: 1\n data: 1\ndatax: 1\ndata : 1\n\n", want: "0:36k"},
		{name: "a BOM is filler", stream: bom + "data: 1\n\n", want: "0:3f 3:12e-1", traits: "bom"},
		{name: "a BOM later on is text", stream: "\n" + bom + "data: 1\n\n", want: "1:13k"},
		{name: "what is open at EOF stays open", stream: "data: 1\n\ndata: 2\n", want: "0:9e-1 9:e@17"},
		{name: "an event closes at a lenient EOF", stream: "data: 1\n", want: "0:e@8", atEOF: "0:8e$", opts: lenient},
		{name: "a line closes at a lenient EOF", stream: "data: 1\ndata: {", want: "0:e", atEOF: "0:15b.json$", opts: lenient},
		{name: "a value is cut at a lenient EOF", stream: "data: {", want: "0:e", atEOF: "0:7b.cut$", opts: lenient},
		{name: "a name without colon closes at a lenient EOF", stream: "data", want: "0:e", atEOF: "0:4b.empty$", opts: lenient},
		{name: "a comment in an event closes with it at a lenient EOF", stream: "data: 1\n:c", want: "0:e@8", atEOF: "0:10e-2$", opts: lenient},
		{name: "a comment closes at a lenient EOF", stream: ":c", want: "0:f", atEOF: "0:2f$", opts: lenient},
		{name: "a block closes at a lenient EOF", stream: "id: 1", want: "0:e", atEOF: "0:5k$", opts: lenient},
		{name: "nothing closes at a lenient EOF where nothing is open", stream: "data: 1\n\n\n", want: "0:9e-1", opts: lenient},
		{name: "data that is not UTF-8 is noted", stream: "data: \"\xff\"\n\n", want: "0:11e-1", traits: "invalid-utf8"},
	})
}

func TestSSEText(t *testing.T) {
	runStreams(t, framing.SSEText, []streamCase{
		{name: "data need not be JSON", stream: "data: hello\n\n", want: "0:13e-1"},
		{name: "data may be empty", stream: "data\n\n", want: "0:6e-1"},
		{name: "the sentinel is known", stream: "data: [DONE]\n\n", want: "0:14s-1"},
		{name: "heartbeats are known", stream: "event: ping\ndata\n\n", want: "0:18h-1"},
		{name: "fields without data are a block", stream: "event: x\n\n", want: "0:10k"},
	})
}

func TestSSENestedTooDeep(t *testing.T) {
	deep := strings.Repeat("[", framing.MaxDepth+1)
	r := scan(t, framing.SSE, framing.Options{}, true, []byte("data: "+deep+"\n\n"))
	if len(r.Spans) != 1 || r.Spans[0].Reason != framing.ReasonDepth {
		t.Errorf("got %s, want one bad for its depth", show(r))
	}
}

func TestNothingIsSeenAfterClose(t *testing.T) {
	for _, n := range []framing.Name{framing.Lines, framing.SSE, framing.SSEText, framing.JSON} {
		spans := 0
		s, err := framing.New(n, framing.Options{}, func(framing.Span) { spans++ })
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		s.Write([]byte(bom + "data: 1\n\n"))
		s.Close()
		if _, open := s.Open(); open || spans > 0 || s.Traits() != 0 {
			t.Errorf("%s: bytes after EOF were seen", n)
		}
	}
}

func TestNoScannerForAnUnknownFraming(t *testing.T) {
	if _, err := framing.New(framing.Unknown, framing.Options{}, nil); err == nil {
		t.Error("New(Unknown) gave no error")
	}
}
