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
