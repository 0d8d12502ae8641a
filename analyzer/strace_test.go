package analyzer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
)

// What a process reads from its standard input or a pipe is not HTTP: which
// framing it has shows in its bytes.
func TestStraceOfAProcessThatIsSpokenToThroughAPipe(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":%d,"method":"ping"}`
	for _, c := range []struct {
		name, fd, framing string
		reads             []string
		bytes             bool // one by one
	}{
		{"MCP, a line a message", "0", "lines", []string{message + "\n", message + "\n", message + "\n"}, false},
		{"MCP, a message in two reads, through a named pipe", "0<pipe:[3]>", "lines", []string{message + "\n" + message[:9], message[9:] + "\n"}, false},
		{"LSP", "0", "content-length", []string{"Content-Length: 41\r\n\r\n" + message, "Content-Length: 41\r\n\r\n", message}, false},
		{"LSP, its heads byte by byte", "0", "content-length", []string{"C", "o", "n", "tent-Length: 41\r\n", "\r\n", message, "Content-Length: 41\r\n\r\n" + message}, false},
		{"MCP, in the client, from a pipe that has no name", "7", "lines", []string{message + "\n", message + "\n"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			for i, s := range c.reads {
				if strings.Contains(s, "%d") {
					s = fmt.Sprintf(s, i)
				}
				fmt.Fprintf(&b, "12 1796081313.%06d read(%s, %q, 65536) = %d <0.000100>\n", i*1000, c.fd, s, len(s))
				fmt.Fprintf(&b, "12 1796081313.%06d write(1, %q, 65536) = %d <0.000100>\n", i*1000+500, s, len(s))
			}
			a, err := analyzer.Analyze(strings.NewReader(b.String()), analyzer.Options{Name: "in", More: importers})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Timeline.Chunks) != len(c.reads) || a.Timeline.Framing.String() != c.framing {
				t.Errorf("%d chunks of %v, want %d of %s", len(a.Timeline.Chunks), a.Timeline.Framing, len(c.reads), c.framing)
			}
		})
	}
}
