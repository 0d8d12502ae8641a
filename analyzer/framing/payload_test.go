package framing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestDecode(t *testing.T) {
	str := func(s string) *string { return &s }
	num := func(n int64) *int64 { return &n }
	sse, lines := framing.SSE, framing.Lines
	for _, c := range []struct {
		name    string
		framing framing.Name
		raw     string
		want    framing.Payload
	}{
		{"a line is its text without white space around it", lines, " {\"a\": 1}\r\n", framing.Payload{Data: `{"a": 1}`}},
		{"a value is its text", framing.JSON, "[1,\n2]", framing.Payload{Data: "[1,\n2]"}},
		{"a nameless event is a message", sse, "data: 1\n\n", framing.Payload{Event: "message", Data: "1"}},
		{"so is one with an empty name", sse, "event\ndata: 1\n\n", framing.Payload{Event: "message", Data: "1"}},
		{"data lines are joined by LF", sse, "data:a\r\ndata:  b\rdata\n\n", framing.Payload{Event: "message", Data: "a\n b\n"}},
		{"every field is read", framing.SSEText, "id: 7\nevent: e\nretry: 50\ndata: x\n\n", framing.Payload{Event: "e", Data: "x", ID: str("7"), Retry: num(50)}},
		{"an empty ID is one", sse, "id\ndata: x\n\n", framing.Payload{Event: "message", Data: "x", ID: str("")}},
		{"an ID with NUL is none", sse, "id: 1\x002\ndata: x\n\n", framing.Payload{Event: "message", Data: "x"}},
		{"a retry has digits only", sse, "retry: 1\nretry: +5\nretry: 1e3\nretry\n\n", framing.Payload{Event: "message", Retry: num(1)}},
		{"fields that are not known and comments are ignored", sse, "x: y\n:z\ndata: 1\n\n", framing.Payload{Event: "message", Data: "1"}},
		{"a comment has no payload", sse, ": hi\n", framing.Payload{Event: "message"}},
		{"an element is its text", framing.JSONArray, "[1, 2]", framing.Payload{Data: "[1, 2]"}},
		{"a text of a sequence is without white space around it", framing.JSONSeq, "{\"a\": 1}\f\r\n", framing.Payload{Data: `{"a": 1}`}},
		{"a message behind a header is its body", framing.ContentLength, "X: 1\r\nContent-Length: 6\r\n\r\n [1,2]", framing.Payload{Data: "[1,2]"}},
		{"a header block that is not whole has none", framing.ContentLength, "Content-Length: 6\r\n", framing.Payload{}},
		// WHATWG Encoding, section 8.1.1; Unicode 16, tables 3-8 to 3-11.
		{"bytes that begin no character are replaced one by one", lines, "\xff\xc0\xaf\xc1\x80a", framing.Payload{Data: "\ufffd\ufffd\ufffd\ufffd\ufffda"}},
		{"a character that is cut is replaced as one", lines, "\xe2\x82a\xf0\x9f\x98b\xc3", framing.Payload{Data: "\ufffda\ufffdb\ufffd"}},
		{"surrogates are replaced byte by byte", lines, "\xed\xa0\x80", framing.Payload{Data: "\ufffd\ufffd\ufffd"}},
		{"overlong forms are replaced byte by byte", lines, "\xe0\x80\x80\xf0\x80\x80\x80\xf4\x90", framing.Payload{Data: "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"}},
		{"a cut character before a good one", lines, "\xf1\x80\x80\xe1\x80\xc2\u00e9", framing.Payload{Data: "\ufffd\ufffd\ufffd\u00e9"}},
		{"characters are kept", lines, "\u00e9\u20ac\U0001f600", framing.Payload{Data: "\u00e9\u20ac\U0001f600"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, framing.Decode(c.framing, []byte(c.raw))); diff != "" {
				t.Errorf("Decode(%s, %q): -want +got\n%s", c.framing, c.raw, diff)
			}
		})
	}
}

func TestDecodeFrames(t *testing.T) {
	flags := func(n uint8) *uint8 { return &n }
	headers := "\x01a\x00\x01b\x01\x01c\x02\xff\x01d\x03\x80\x00\x01e\x04\x00\x00\x01\x00\x01f\x05\xff\xff\xff\xff\xff\xff\xff\xfe" +
		"\x01g\x06\x00\x02\x00\x01\x01h\x07\x00\x03x\xffy\x01i\x08\x00\x00\x01\x8b\xcf\xe5\x68\x00\x01j\x09\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff"
	read := []framing.Header{
		{"a", "bool", "true"}, {"b", "bool", "false"}, {"c", "byte", "-1"}, {"d", "short", "-32768"}, {"e", "integer", "256"}, {"f", "long", "-2"},
		{"g", "byte_array", "AAE="}, {"h", "string", "x\ufffdy"}, {"i", "timestamp", "1700000000000"}, {"j", "uuid", "00112233-4455-6677-8899-aabbccddeeff"},
	}
	for _, c := range []struct {
		name    string
		framing framing.Name
		raw     string
		want    framing.Payload
	}{
		{"a message of gRPC that is text", framing.GRPC, "\x80\x00\x00\x00\x10grpc-status: 0\r\n", framing.Payload{Flags: flags(128), Data: "grpc-status: 0\r\n"}},
		{"a message of gRPC that has control characters", framing.GRPC, "\x00\x00\x00\x00\x03\x0a\x01a", framing.Payload{Flags: flags(0), Bytes: []byte("\x0a\x01a")}},
		{"a message of gRPC that is not UTF-8", framing.GRPC, "\x01\x00\x00\x00\x01\xff", framing.Payload{Flags: flags(1), Bytes: []byte("\xff")}},
		{"an empty message of gRPC", framing.GRPC, "\x00\x00\x00\x00\x00", framing.Payload{Flags: flags(0)}},
		{"a prefix that is cut", framing.GRPC, "\x00\x00", framing.Payload{Bytes: []byte("\x00\x00")}},
		{"headers of every type", framing.AWSEventStream, awsMessage(headers, "{}"), framing.Payload{Headers: read, Data: "{}"}},
		{"a payload that is no text", framing.AWSEventStream, awsMessage("", "\x00"), framing.Payload{Bytes: []byte("\x00")}},
		{"an empty message of AWS", framing.AWSEventStream, awsMessage("", ""), framing.Payload{}},
		{"a message whose checksum fails is read", framing.AWSEventStream, flip(awsMessage("\x01a\x00", "{}"), -1), framing.Payload{Headers: read[:1], Data: "{}"}},
		{"one whose prelude's fails is not", framing.AWSEventStream, flip(awsMessage("", "{}"), 11), framing.Payload{Bytes: []byte(flip(awsMessage("", "{}"), 11))}},
		{"nor is one that is cut", framing.AWSEventStream, awsMessage("", "{}")[:17], framing.Payload{Bytes: []byte(awsMessage("", "{}")[:17])}},
		{"nor is a prelude alone", framing.AWSEventStream, awsPrelude(20, 0), framing.Payload{Bytes: []byte(awsPrelude(20, 0))}},
		{"headers are read up to one of no known type", framing.AWSEventStream, awsMessage("\x01a\x00\x01b\x0a\x01c\x00", ""), framing.Payload{Headers: read[:1]}},
		{"headers are read up to a name that is cut", framing.AWSEventStream, awsMessage("\x01a\x00\x09b", ""), framing.Payload{Headers: read[:1]}},
		{"headers are read up to one without a type", framing.AWSEventStream, awsMessage("\x01a\x00\x01b", ""), framing.Payload{Headers: read[:1]}},
		{"headers are read up to a number that is cut", framing.AWSEventStream, awsMessage("\x01a\x00\x01b\x05\x00", ""), framing.Payload{Headers: read[:1]}},
		{"headers are read up to a string that is cut", framing.AWSEventStream, awsMessage("\x01a\x00\x01b\x07\x00\x02x", ""), framing.Payload{Headers: read[:1]}},
		{"headers are read up to a length that is cut", framing.AWSEventStream, awsMessage("\x01a\x00\x01b\x07\x00", ""), framing.Payload{Headers: read[:1]}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, framing.Decode(c.framing, []byte(c.raw))); diff != "" {
				t.Errorf("Decode(%s, %q): -want +got\n%s", c.framing, c.raw, diff)
			}
		})
	}
}
