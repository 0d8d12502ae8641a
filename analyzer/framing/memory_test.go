package framing_test

import (
	"bytes"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestWriteDoesNotAllocate(t *testing.T) {
	for _, c := range []struct {
		framing framing.Name
		body    []byte
	}{
		{framing.Lines, chat(64<<10, "", "\n")},
		{framing.JSON, chat(64<<10, "", "")},
		{framing.SSE, chat(64<<10, "event: delta\ndata: ", "\n\n: comment\n\n")},
		{framing.SSEText, chat(64<<10, "data: ", "\r\n\r\n")},
		{framing.JSONArray, chat(64<<10, ",\r\n", "")},
		{framing.JSONSeq, chat(64<<10, "\x1e", "\n")},
		{framing.JSONSeq, chat(64<<10, "\x1e", "")},
		{framing.GRPC, bytes.Repeat([]byte("\x00\x00\x00\x00\x08{\"a\":1}\n"), 5<<10)},
		{framing.AWSEventStream, bytes.Repeat([]byte(awsMessage("\x01a\x00", "{}")), 3<<10)},
		{framing.ContentLength, bytes.Repeat([]byte("Content-Length: 8\r\n\r\n{\"a\":1}\n"), 2<<10)},
	} {
		spans := 0
		s, err := framing.New(c.framing, framing.Options{}, func(framing.Span) { spans++ })
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() { push(s, c.body) }); n > 0 {
			t.Errorf("%s: %v allocations in 64 KiB", c.framing, n)
		}
		if spans == 0 {
			t.Errorf("%s: no spans", c.framing)
		}
	}
}

func TestOneEventOfAnySizeTakesNoMemory(t *testing.T) {
	fill := bytes.Repeat([]byte("the same again and again \\n"), 200)
	for _, c := range []struct {
		name    string
		framing framing.Name
		start   string
	}{
		{"a string in a line", framing.Lines, "[\""},
		{"a bad line", framing.Lines, "nope "},
		{"a glued string", framing.JSON, "{\"a\":\""},
		{"a name", framing.JSON, "{\""},
		{"a JSON data line", framing.SSE, "data: \""},
		{"a text data line", framing.SSEText, "data: "},
		{"an event name", framing.SSE, "event: "},
		{"a field name", framing.SSE, "x"},
		{"a comment", framing.SSE, ":"},
		{"an element", framing.JSONArray, "{\"a\":\""},
		{"a text", framing.JSONSeq, "\""},
		{"a bad text", framing.JSONSeq, "nope"},
		{"a message of gRPC", framing.GRPC, "\x00\x03\xff\xff\xfb"},
		{"a message of AWS", framing.AWSEventStream, awsPrelude(24<<20, 0)},
		{"a header", framing.ContentLength, "X"},
		{"a body", framing.ContentLength, "Content-Length: 2147483647\r\n\r\n\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := framing.New(c.framing, framing.Options{}, func(sp framing.Span) { t.Errorf("span %+v", sp) })
			if err != nil {
				t.Fatal(err)
			}
			s.Write([]byte(c.start))
			if n := testing.AllocsPerRun(1000, func() { s.Write(fill) }); n > 0 {
				t.Errorf("%v allocations a write", n)
			}
			if sp, ok := s.Open(); !ok || sp.Start != 0 {
				t.Errorf("open is %+v, %t, want a span from 0", sp, ok)
			}
		})
	}
}
