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
		{name: "bytes that no text has", body: "a\x00", want: framing.Unknown},
		{name: "gzip", body: "\x1f\x8b\x08", want: framing.Unknown},
		{name: "gzip that is called JSON", mime: "application/json", body: "\x1f\x8b\x08", want: framing.Unknown},
		{name: "an event stream whatever it holds", mime: "text/event-stream", body: "data: \x00\n\n", want: framing.SSEText},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := framing.Detect(c.mime, []byte(c.body)); got != c.want {
				t.Errorf("Detect(%q, %s) = %v, want %v", c.mime, clip([]byte(c.body)), got, c.want)
			}
		})
	}
}

func TestDetectArrays(t *testing.T) {
	long := strings.Repeat("x", framing.Window)
	for _, c := range []struct {
		name string
		body string
		want framing.Name
	}{
		{"an array of objects", "[{\"a\":1},{\"a\":2}]", framing.JSONArray},
		{"an array of arrays", "[[1],[]]", framing.JSONArray},
		{"an array with line ends between its elements and behind it", "[{}\n,\r\n{}\n]\n", framing.JSONArray},
		{"an array behind a BOM and blank lines", bom + "\n [{}]", framing.JSONArray},
		{"an array that is not whole", "[{\"a\":1},\n{\"a\":2},\n", framing.JSONArray},
		{"an array in its first element", "[{\"a\":", framing.JSONArray},
		{"an array whose element does not end in the window", "[{\"a\":\"" + long, framing.JSONArray},
		{"an array with a bad element behind a good one", "[{},{\"a\":},{}]", framing.JSONArray},
		{"an array with a bad element before a good one", "[{\"a\":},\n{},\n{}]", framing.JSONArray},
		{"an array with a bad element alone", "[{\"a\":}]", framing.Lines},
		{"an array of numbers is one value", "[1,2]", framing.JSON},
		{"so is one of strings", "[\"a\",", framing.JSON},
		{"so is a mixed one", "[{},1]", framing.JSON},
		{"so is an empty one", "[]", framing.JSON},
		{"and one that has but begun", "[", framing.JSON},
		{"arrays that are glued are values", "[{}][{}]", framing.JSON},
		{"so is what follows an array", "[{}]{}", framing.JSON},
		{"so is an array before what is no value", "[{}] x", framing.JSON},
		{"also where it is not whole", "[{}] [{}", framing.JSON},
		{"arrays that each end a line are lines", "[{}]\n[{}]\n", framing.Lines},
		{"one array that ends a line is a line", "[{},{}]\n", framing.Lines},
		{"an object that holds an array is a value", "{\"a\":[{}]}", framing.JSON},
		{"a log in brackets is lines", "[[main]] hello\n[[main]] hello\n", framing.Lines},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, mime := range []string{"", "application/json"} {
				if got := framing.Detect(mime, []byte(c.body)); got != c.want {
					t.Errorf("Detect(%q, %s) = %v, want %v", mime, clip([]byte(c.body)), got, c.want)
				}
			}
		})
	}
}

func TestDetectFrames(t *testing.T) {
	const frame, end = "\x00\x00\x00\x00\x02ab", "\x80\x00\x00\x00\x01c"
	aws := awsMessage("\x01a\x00", "{}")
	for _, c := range []struct {
		name string
		mime string
		body string
		want framing.Name
	}{
		{name: "gRPC by its content type", mime: "application/grpc", want: framing.GRPC},
		{name: "gRPC with a suffix", mime: "application/grpc+proto", body: "{}", want: framing.GRPC},
		{name: "gRPC-Web", mime: "application/grpc-web+json;charset=utf-8", body: "{}\n", want: framing.GRPC},
		{name: "gRPC-Web in base 64", mime: "application/grpc-web-text+proto", body: frame, want: framing.Unknown},
		{name: "a text sequence by its content type", mime: "application/json-seq", body: "{}\n", want: framing.JSONSeq},
		{name: "a text sequence by a suffix", mime: "application/geo+json-seq", want: framing.JSONSeq},
		{name: "an AWS event stream by its content type", mime: "application/vnd.amazon.eventstream", body: "data: 1\n\n", want: framing.AWSEventStream},
		{name: "the content type of another tree says nothing", mime: "text/grpc", body: "{}\n", want: framing.Lines},
		{name: "a frame of gRPC", body: frame, want: framing.GRPC},
		{name: "frames of gRPC and trailers", mime: "application/octet-stream", body: frame + "\x01\x00\x00\x00\x00" + end, want: framing.GRPC},
		{name: "a frame whose prefix is cut behind one that is whole", body: frame + frame[:3], want: framing.GRPC},
		{name: "a frame whose message is cut behind one that is whole", body: frame + frame[:6], want: framing.GRPC},
		{name: "a frame that is cut proves nothing", body: frame[:6], want: framing.Unknown},
		{name: "nor do empty frames", body: "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", want: framing.Unknown},
		{name: "flags that are not known", body: frame + "\x02\x00\x00\x00\x00", want: framing.Unknown},
		{name: "a length that is not believed", body: frame + "\x00\x7f\x00\x00\x00", want: framing.Unknown},
		{name: "frames of JSON lines", body: "\x00\x00\x00\x00\x04\n{}\n\x00\x00\x00\x00\x04\n{}\n", want: framing.GRPC},
		{name: "a message of AWS", body: aws, want: framing.AWSEventStream},
		{name: "a message of AWS that is cut behind its prelude", body: aws[:12], want: framing.AWSEventStream},
		{name: "a message of AWS that holds lines", body: awsMessage("", "\n{}\n"), want: framing.AWSEventStream},
		{name: "a prelude that is cut", body: aws[:11], want: framing.Unknown},
		{name: "a prelude whose checksum fails", body: flip(aws, 11), want: framing.Unknown},
		{name: "a prelude whose lengths cannot be true", body: awsPrelude(16, 1), want: framing.Unknown},
		{name: "a text behind RS", body: "\x1e{}\n", want: framing.JSONSeq},
		{name: "a text behind RS and white space", body: "\n\x1e\n1\n", want: framing.JSONSeq},
		{name: "a text before RS", body: "{}\n\x1e{}\n", want: framing.Lines},
		{name: "a message behind a header", body: "Content-Length: 2\r\n\r\n{}", want: framing.ContentLength},
		{name: "a message that ends in an LF", body: "content-length:3\r\n\r\n{}\n", want: framing.ContentLength},
		{name: "a message behind two headers", body: "Content-Type: x\r\nContent-Length: 2\r\n\r\n{", want: framing.ContentLength},
		{name: "headers that are not whole", body: "Content-Length: 2\r\n", want: framing.ContentLength},
		{name: "a header that is not whole", body: "Content-Length: 2", want: framing.Lines},
		{name: "a header that tells no length", body: "Content-Type: x\r\n\r\n{}\n", want: framing.Lines},
		{name: "a response with its head", body: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\n", want: framing.Lines},
		{name: "a field of SSE before such a header", body: "id: 1\r\nContent-Length: 2\r\n\r\n{}", want: framing.SSE},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := framing.Detect(c.mime, []byte(c.body)); got != c.want {
				t.Errorf("Detect(%q, %s) = %v, want %v", c.mime, clip([]byte(c.body)), got, c.want)
			}
		})
	}
}
