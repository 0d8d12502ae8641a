package framing_test

import (
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestOther(t *testing.T) {
	const frame = "\x00\x00\x00\x00\x02ab"
	for _, c := range []struct {
		name  string
		asked framing.Name
		mime  string
		body  string
		want  framing.Name // Unknown where there is none
	}{
		{name: "lines where an event stream was asked for", asked: framing.SSE, body: "{}\n{}\n", want: framing.Lines},
		{name: "an event stream where lines were", asked: framing.Lines, body: "data: {}\n\n", want: framing.SSE},
		{name: "an event stream of text where JSON in it was", asked: framing.SSE, body: "data: hello\n\n", want: framing.SSEText},
		{name: "glued values where lines were", asked: framing.Lines, body: "{}{}", want: framing.JSON},
		{name: "an array where an event stream was", asked: framing.SSE, body: "[{},\n{}", want: framing.JSONArray},
		{name: "a text sequence where lines were", asked: framing.Lines, body: "\x1e{}\n", want: framing.JSONSeq},
		{name: "frames of gRPC where messages of AWS were", asked: framing.AWSEventStream, body: frame, want: framing.GRPC},
		{name: "messages of AWS where frames of gRPC were", asked: framing.GRPC, body: awsMessage("", ""), want: framing.AWSEventStream},
		{name: "messages behind headers where lines were", asked: framing.Lines, body: "Content-Length: 2\r\n\r\n{}", want: framing.ContentLength},
		{name: "what is detected comes first", asked: framing.JSON, body: "{}\n\x1e{}\n", want: framing.Lines},
		{name: "so does what the content type names", asked: framing.JSON, mime: "application/json-seq", body: "{}\n\x1e{}\n", want: framing.JSONSeq},
		{name: "a content type that finds nothing is passed over", asked: framing.GRPC, mime: "application/json-seq", body: "{}{}", want: framing.JSON},
		{name: "the framing asked for is passed over where the content type names it", asked: framing.SSE, mime: "text/event-stream", body: "{}\n", want: framing.Lines},
		{name: "an event behind what is no field", asked: framing.JSON, body: "hello\ndata: {}\n\n", want: framing.SSE},
		{name: "text behind what is no field", asked: framing.JSON, body: "hello\ndata: hello\n\n", want: framing.SSEText},
		{name: "a text sequence behind another text", asked: framing.Lines, body: "hello\n\x1e[\x1e{}\x1e", want: framing.JSONSeq},
		{name: "a value behind what is none", asked: framing.SSE, body: "hello\n{}x", want: framing.JSON},
		{name: "texts without RS are no sequence", asked: framing.Lines, body: "hello\n", want: framing.Unknown},
		{name: "empty frames are none", asked: framing.Lines, body: "\x00\x00\x00\x00\x00", want: framing.Unknown},
		{name: "elements outside an array are none", asked: framing.JSON, body: "{},x", want: framing.Unknown},
		{name: "events that are bad are none", asked: framing.JSON, body: "hello\nnope\n", want: framing.Unknown},
		{name: "bytes in base 64 are none", asked: framing.GRPC, mime: "application/grpc-web-text", body: "AAAAAAJhYg==", want: framing.Unknown},
		{name: "an event that has not closed is none", asked: framing.JSON, body: "data: {}\n", want: framing.Unknown},
		{name: "nothing has none", asked: framing.SSE, want: framing.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := framing.Other(c.asked, c.mime, []byte(c.body))
			if got != c.want || ok != (c.want != framing.Unknown) {
				t.Errorf("Other(%s, %q, %q) = %v, %t, want %v", c.asked, c.mime, c.body, got, ok, c.want)
			}
		})
	}
}

func TestOtherLooksAtTheWindowAlone(t *testing.T) {
	b := make([]byte, framing.Window)
	for i := range b {
		b[i] = ' '
	}
	if n, ok := framing.Other(framing.SSE, "", append(b, "{}\n"...)); ok {
		t.Errorf("found %s behind the window", n)
	}
	if n, ok := framing.Other(framing.SSE, "", append(b[3:], "{}\n"...)); n != framing.Lines || !ok {
		t.Errorf("got %s, %t for lines at the window's end", n, ok)
	}
}
