package analyzer_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// What is said of each real recording, whether it is read or refused, is kept in
// testdata/recordings.
func TestWhatIsSaidOfRecordings(t *testing.T) {
	root := sharedRecordings(t)
	eachRecording(t, func(t *testing.T, path string) {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		a, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{Name: filepath.Base(path), More: importers})
		var refused *capture.Error
		switch {
		case errors.As(err, &refused):
			said.WriteString(err.Error() + "\n")
		case err != nil:
			t.Fatal(err)
		default:
			if err := a.WriteText(&said); err != nil {
				t.Fatal(err)
			}
		}
		keep(t, "recordings/"+strings.ReplaceAll(filepath.ToSlash(rel), "/", "_")+".golden", func(w io.Writer) error {
			_, err := said.WriteTo(w)
			return err
		})
	})
}

// The events of a body are those of its bytes, wherever a reader cut them.
func TestEventsOfRecordingsAtEveryCut(t *testing.T) {
	cut := 0
	eachRecording(t, func(t *testing.T, path string) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bodies := map[int][]byte{}
		a, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{More: importers, Payload: func(x int, chunk []byte) { bodies[x] = append(bodies[x], chunk...) }})
		if err != nil || !a.Timeline.Payload {
			return // nothing to cut
		}
		body := bodies[a.Exchange]
		step := max(1, len(body)/200)
		for at := 0; at <= len(body); at += step {
			if diff := cmp.Diff(a.Timeline.Spans, spansOf(t, a, body[:at], body[at:])); diff != "" {
				t.Fatalf("cut at %d (-want +got):\n%s", at, diff)
			}
			cut++
		}
	})
	if cut == 0 {
		t.Error("no recording was cut")
	}
}

func spansOf(t *testing.T, a *analyzer.Analysis, pieces ...[]byte) timeline.Spans {
	t.Helper()
	var spans timeline.Spans
	scan, err := framing.New(a.Timeline.Framing, framing.Options{}, spans.Append)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pieces {
		scan.Write(p)
	}
	if a.Timeline.EOF.Set {
		scan.Close()
	}
	if s, ok := scan.Open(); ok {
		spans.Append(s)
	}
	return spans
}
