package framing_test

import (
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestGRPC(t *testing.T) {
	runStreams(t, framing.GRPC, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "a frame closes at the end of its message", stream: "\x00\x00\x00\x00\x02ab\x00\x00\x00\x00\x01c", want: "0:7e 7:13e"},
		{name: "an empty message closes at its prefix", stream: "\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00", want: "0:5e 5:10e"},
		{name: "a prefix that is not whole is open", stream: "\x00\x00\x00", want: "0:e", atEOF: "0:3b.cut$"},
		{name: "a message that is not whole is open", stream: "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02a", want: "0:5e 5:e", atEOF: "0:5e 5:11b.cut$"},
		{name: "flags are not judged", stream: "\x80\x00\x00\x00\x01a\x28\x00\x00\x00\x00", want: "0:6e 6:11e"},
		{name: "64 MiB with the prefix are waited for", stream: "\x00\x03\xff\xff\xfb...", want: "0:e", atEOF: "0:8b.cut$"},
		{name: "one byte more is bad at the prefix, and all behind it free", stream: "\x00\x03\xff\xff\xfc\x00\x00\x00\x00\x01a", want: "0:5b.length"},
		{name: "lengths are unsigned", stream: "\x00\xff\xff\xff\xff.", want: "0:5b.length"},
		{name: "what begins like a BOM is a prefix", stream: "\xef\x00\x00\x00\x00" + bom, want: "0:5e 5:e", atEOF: "0:5e 5:8b.cut$"},
		{name: "an event stream is no frame", stream: "data: 1\n\n", want: "0:5b.length"},
	})
}
