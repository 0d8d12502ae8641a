package record_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

// A reader that lets an event go at its blank line says so of itself, in the file
// that its bytes are in.
func Example() {
	stream := strings.NewReader("data: {\"n\":1}\n\ndata: {\"n\":2}\n\n")

	var file bytes.Buffer // or a file
	probe := record.New(&file, record.Options{
		Head:    record.Head{ContentType: "text/event-stream"},
		Payload: record.PayloadMask,
	})
	probe.Held(0)
	lines := bufio.NewScanner(probe.Reader(stream)) // where the stream was read itself
	for lines.Scan() {
		if len(lines.Bytes()) == 0 { // an event ends here
			probe.Parsed()
			probe.HandedOff(1)
		}
		probe.Released(int64(len(lines.Bytes()) + 1))
	}
	if err := probe.Close(); err != nil {
		fmt.Println(err)
	}

	a, err := analyzer.Analyze(&file, analyzer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Report().Findings.Reader.Code)
	// Output: prompt
}

// A body is pushed through its Mask in pieces of any size.
func ExampleMask() {
	mask := record.NewMask("text/event-stream", "")
	for _, piece := range []string{"event: ping\n\ndata: {\"text\":\"sec", "ret\",\"n\":1234}\n\ndata: [DONE]\n\n"} {
		b := []byte(piece)
		mask.Apply(b)
		fmt.Printf("%s", b)
	}
	// Output:
	// event: ping
	//
	// data: {"xxxx":"xxxxxx","x":1000}
	//
	// data: [DONE]
}

// A Transport makes a capture of each response, which may mark what it does.
func ExampleTransport() {
	open := func() (io.WriteCloser, error) { return &file{}, nil } // os.Create of a name for each
	transport := record.RoundTripper(nil, open, record.Options{Payload: record.PayloadMask})
	fmt.Println(transport.Options.Payload, capture.LevelRead)
	// Output: mask read
}
