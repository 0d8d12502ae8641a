package analyzer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// The fixtures that SDKs test with are bodies without times: events, and no word
// on when they came.
func TestFixturesOfSDKsAreBodiesWithoutTimes(t *testing.T) {
	for _, c := range []struct {
		glob   string
		name   framing.Name
		events int // 0: as many as lines
		open   int64
	}{
		{"vercel-ai/*.chunks.txt", framing.Lines, 0, 0},
		{"vertexai-sdk-test-data/googleai_streaming-success-basic-reply-long.txt", framing.SSE, 36, 0},
		{"vertexai-sdk-test-data/googleai_streaming-success-basic-reply-short.txt", framing.SSE, 3, 0},
		{"vertexai-sdk-test-data/googleai_streaming-success-code-execution.txt", framing.SSE, 6, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-failure-error-mid-stream.txt", framing.SSE, 2, 270},
		{"vertexai-sdk-test-data/vertexai_streaming-failure-http-error.txt", framing.JSON, 1, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-failure-invalid-json.txt", framing.SSE, 1, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-failure-malformed-content.txt", framing.SSE, 1, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-success-basic-reply-parts.txt", framing.SSE, 8, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-success-basic-reply-short.txt", framing.SSE, 1, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-success-citations.txt", framing.SSE, 6, 0},
		{"vertexai-sdk-test-data/vertexai_streaming-success-quotes-escaped.txt", framing.SSE, 3, 535},
		{"vertexai-sdk-test-data/vertexai_streaming-success-utf8.txt", framing.SSE, 4, 0},
	} {
		paths, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "public"), filepath.FromSlash(c.glob)))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", c.glob, len(paths), err)
		}
		for _, path := range paths {
			t.Run(filepath.Base(path), func(t *testing.T) {
				body, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				a, err := analyzer.Analyze(bytes.NewReader(body), analyzer.Options{Name: path, More: importers})
				if err != nil {
					t.Fatal(err)
				}
				tl := a.Timeline
				if tl.Format != capture.FormatBody || tl.Timed || tl.Framing != c.name {
					t.Errorf("a %v, timed %v, of %v, want a body without times of %v", tl.Format, tl.Timed, tl.Framing, c.name)
				}
				r := a.Report()
				events := c.events
				if events == 0 {
					for line := range strings.Lines(string(body)) {
						if strings.TrimSpace(line) != "" {
							events++
						}
					}
					if r.Source.Chunks != strings.Count(strings.TrimSuffix(string(body), "\n"), "\n")+1 {
						t.Errorf("%d chunks, want one for each line", r.Source.Chunks)
					}
				}
				if r.Framing.Events != events || r.Framing.Bad != 0 || r.Framing.OpenAtEnd != c.open || r.Source.Bytes != int64(len(body)) {
					t.Errorf("%d events, %d bad, %d bytes open of %d; want %d events, none bad, %d bytes open of %d",
						r.Framing.Events, r.Framing.Bad, r.Framing.OpenAtEnd, r.Source.Bytes, events, c.open, len(body))
				}
				if code := r.Findings.Arrivals.Code; code != "untimed" {
					t.Errorf("arrivals are %v", code)
				}
			})
		}
	}
}
