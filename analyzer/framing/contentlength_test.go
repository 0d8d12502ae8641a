package framing_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

func TestContentLength(t *testing.T) {
	const one = "Content-Length: 1\r\n\r\n1" // 22 bytes
	runStreams(t, framing.ContentLength, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "a message closes at the end of its body", stream: one + "Content-Length: 8\r\n\r\n{\"a\":1}\n", want: "0:22e 22:51e"},
		{name: "bytes are counted, not characters", stream: "Content-Length: 5\r\n\r\n\"\u20ac\"" + one, want: "0:26e 26:48e"},
		{name: "names may have any case and space around them, as lengths may", stream: "cOnTeNt-LeNgTh \t:  1 \r\n\r\n1", want: "0:26e"},
		{name: "other headers are passed over", stream: "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nX\r\n" + one, want: "0:82e"},
		{name: "the last length counts", stream: "Content-Length: 9\r\n" + one, want: "0:41e"},
		{name: "one that is no number does not", stream: "Content-Length: 1\r\nContent-Length: -9\r\nContent-Length:\r\nContent-Length: 1 1\r\n\r\n1", want: "0:80e"},
		{name: "a name that only begins or ends like it is another", stream: "Content-Length: 1\r\nContent-Lengths: 9\r\nXContent-Length: 9\r\nContent- Length: 9\r\n\r\n1", want: "0:82e"},
		{name: "a colon may stand between spaces, or between none", stream: "Content-Length :1\r\n\r\n1Content-Length:\t1\r\n\r\n1Content-Length:1\r\n\r\n1", want: "0:22e 22:44e 44:65e"},
		{name: "zeros may lead", stream: "Content-Length: 0000000000000000000001\r\n\r\n1", want: "0:43e"},
		{name: "a CR alone ends no line", stream: "X: a\rContent-Length: 9\r\n" + one, want: "0:46e"},
		{name: "nor does an LF", stream: "Content-Length: 1\n\n1", want: "0:e", atEOF: "0:20b.cut$"},
		{name: "a CR before the block's last line end is a line", stream: "Content-Length: 1\r\n\r\r\n\r\n1", want: "0:25e"},
		{name: "an empty line may come first", stream: "\r\n" + one, want: "0:24e"},
		{name: "a body that is no JSON is bad and the next one kept", stream: "Content-Length: 4\r\n\r\nnope" + one, want: "0:25b.json 25:47e"},
		{name: "a body that its length cuts is bad", stream: "Content-Length: 1\r\n\r\n{", want: "0:22b.cut"},
		{name: "an empty body is bad", stream: "Content-Length: 0\r\n\r\n" + one, want: "0:21b.empty 21:43e"},
		{name: "white space around the value counts", stream: "Content-Length: 5\r\n\r\n\n{}\r\n", want: "0:26e"},
		{name: "headers that are not whole are open", stream: "Content-Length: 1\r\n\r", want: "0:e", atEOF: "0:20b.cut$"},
		{name: "a body that is not whole is open", stream: one + "Content-Length: 2\r\n\r\n[", want: "0:22e 22:e", atEOF: "0:22e 22:44b.cut$"},
		{name: "headers without a length are bad at their end, and all behind them free", stream: "X: 1\r\n\r\n" + one, want: "0:8b.header"},
		{name: "so are none", stream: one + "\r\n\r\n" + one, want: "0:22e 22:26b.header"},
		{name: "2 GiB less a byte are waited for", stream: "Content-Length: 2147483647\r\n\r\n1", want: "0:e", atEOF: "0:31b.cut$"},
		{name: "one byte more is bad at the headers' end", stream: "Content-Length: 2147483648\r\n\r\n" + one, want: "0:30b.length"},
		{name: "a length of any size is read", stream: "Content-Length: 99999999999999999999999999\r\n\r\n1", want: "0:46b.length"},
		{name: "a BOM is a byte of a header", stream: bom + one, want: "0:24b.header"},
		{name: "bytes that are not UTF-8 are noted in strings", stream: "Content-Length: 3\r\n\r\n\"\xff\"", want: "0:24e", traits: "invalid-utf8"},
	})
}

func TestBodiesNestedTooDeep(t *testing.T) {
	r := everyCut(t, framing.ContentLength, framing.Options{}, true, []byte("Content-Length: 10001\r\n\r\n"+strings.Repeat("[", framing.MaxDepth+1)))
	if got, want := show(r), "0:10026b.depth"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
