package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestDetect(t *testing.T) {
	long := strings.Repeat("x", framing.Window)
	for _, c := range []struct {
		name string
		mime string
		body string
		want framing.Name
	}{
		{name: "an event stream by its content type", mime: "text/event-stream", want: framing.SSE},
		{name: "a content type with parameters", mime: "Text/Event-Stream; charset=utf-8", body: "{}\n", want: framing.SSE},
		{name: "an event stream of text", mime: "text/event-stream", body: "data: hello\n\n", want: framing.SSEText},
		{name: "text that has not closed decides nothing", mime: "text/event-stream", body: "data: hello\n", want: framing.SSE},
		{name: "one event of JSON decides", mime: "text/event-stream", body: "data: hello\n\ndata: {}\n\n", want: framing.SSE},
		{name: "sentinels and heartbeats decide nothing", mime: "text/event-stream", body: "event: ping\ndata: x\n\ndata: [DONE]\n\n", want: framing.SSE},
		{name: "nor do blocks", mime: "text/event-stream", body: "event: x\n\n: hi\n\n", want: framing.SSE},
		{name: "lines by their content type", mime: "application/x-ndjson", body: "[\n1]", want: framing.Lines},
		{name: "lines by another", mime: "application/jsonl;charset=utf-8", want: framing.Lines},
		{name: "lines by a third", mime: "application/json-lines", body: "data: 1\n\n", want: framing.Lines},
		{name: "lines by a suffix", mime: "application/vnd.example+jsonl", body: "[\n1]", want: framing.Lines},
		{name: "a content type of other things says nothing", mime: "text/x-ndjson-like", body: "[\n1]", want: framing.JSON},
		{name: "application/json says nothing", mime: "application/json", body: "data: {}\n\n", want: framing.SSE},
		{name: "a damaged content type says nothing", mime: ";;/", body: "{\"a\":\n1}", want: framing.JSON},
		{name: "a data field", body: "data: {}\n\n", want: framing.SSE},
		{name: "a data field after a BOM and blank lines", body: bom + "\r\n \t\n\rdata:1\n\n", want: framing.SSE},
		{name: "an event field", body: "event: a\ndata: b\n\n", want: framing.SSEText},
		{name: "a field without a colon", body: "id\r\r", want: framing.SSE},
		{name: "a field that the end of the body cuts", body: "data", want: framing.SSE},
		{name: "a comment", body: ": hello\n", want: framing.SSE},
		{name: "a word that only begins like a field", body: "database: 1\n", want: framing.Lines},
		{name: "an indented field is none", body: " data: 1\n", want: framing.Lines},
		{name: "a value that holds a field is none", body: "\"data: 1\"", want: framing.JSON},
		{name: "values at line ends", body: "{\"a\":1}\n{\"a\":2}\n", want: framing.Lines},
		{name: "values at line ends with CR LF and blanks", body: bom + "1 \r\n2\t\r\n", want: framing.Lines},
		{name: "one value with an LF", body: "{}\n", want: framing.Lines},
		{name: "one value without", body: "{}", want: framing.JSON},
		{name: "a last value without LF", body: "{}\n{}", want: framing.Lines},
		{name: "a last number without LF", body: "1\n2", want: framing.Lines},
		{name: "a last value that is cut", body: "{}\n{\"a\":", want: framing.Lines},
		{name: "bad lines between", body: "{}\nnope\n{}\n", want: framing.Lines},
		{name: "a value with an LF inside", body: "{}\n{\n}\n", want: framing.JSON},
		{name: "values glued", body: "{}{}\n", want: framing.JSON},
		{name: "values with commas", body: "1,\n2,\n", want: framing.JSON},
		{name: "a value that does not end in the window", body: "{\"a\":\"" + long, want: framing.JSON},
		{name: "the window alone counts", body: "1\n\"" + long + "\"{}{}", want: framing.Lines},
		{name: "white space alone", body: " \n", want: framing.Lines},
		{name: "nothing", body: "", want: framing.Lines},
		{name: "a part of a BOM", body: bom[:2], want: framing.Lines},
		{name: "text", body: "hello\n", want: framing.Lines},
		{name: "a log in brackets", body: "[INFO] hello\n", want: framing.Lines},
		{name: "a framing without a scanner", mime: "application/grpc+proto", body: "{}", want: framing.Unknown},
		{name: "records of JSON that RS begins", mime: "application/json-seq", body: "\x1e{}\n", want: framing.Unknown},
		{name: "bytes that no text has", body: "\x00\x00\x00\x00\x02ab", want: framing.Unknown},
		{name: "gzip", body: "\x1f\x8b\x08", want: framing.Unknown},
		{name: "an event stream whatever it holds", mime: "text/event-stream", body: "data: \x00\n\n", want: framing.SSEText},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := framing.Detect(c.mime, []byte(c.body)); got != c.want {
				t.Errorf("Detect(%q, %s) = %v, want %v", c.mime, clip([]byte(c.body)), got, c.want)
			}
		})
	}
}
