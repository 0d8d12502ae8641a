package analyzer_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// Each built-in sample is kept as it is read: its files, text, timeline and
// graph.
func TestSamplesAreAsBefore(t *testing.T) {
	for _, s := range analyzer.Samples() {
		t.Run(s.Name, func(t *testing.T) {
			recording, rows := s.Open()
			form, err := io.ReadAll(recording)
			if err != nil {
				t.Fatal(err)
			}
			observed, err := io.ReadAll(rows)
			if err != nil {
				t.Fatal(err)
			}
			a, err := analyzer.Analyze(bytes.NewReader(form), analyzer.Options{Name: s.Name, Observed: bytes.NewReader(observed)})
			if err != nil {
				t.Fatal(err)
			}
			keep(t, "samples/"+s.Name+".jsonl", func(w io.Writer) error { _, err := w.Write(form); return err })
			keep(t, "samples/"+s.Name+".rows.csv", func(w io.Writer) error { _, err := w.Write(observed); return err })
			keep(t, "samples/"+s.Name+".txt", a.WriteText)
			keep(t, "samples/"+s.Name+".csv", a.WriteCSV)
			keep(t, "samples/"+s.Name+".svg", func(w io.Writer) error { return a.WriteSVG(w, figure.Options{}) })

			other, err := analyzer.Analyze(bytes.NewReader(form), analyzer.Options{Name: "x.bin", Observed: bytes.NewReader(observed), ObservedName: "y.bin"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(a.Report(), other.Report()); diff != "" {
				t.Errorf("under another name (-own +other):\n%s", diff)
			}
			checkSums(t, a)
		})
	}
}

func TestEventsOfSamplesAtEveryCut(t *testing.T) {
	for _, s := range analyzer.Samples() {
		t.Run(s.Name, func(t *testing.T) {
			var body []byte
			recording, _ := s.Open()
			a, err := analyzer.Analyze(recording, analyzer.Options{Payload: func(_ int, chunk []byte) { body = append(body, chunk...) }})
			if err != nil {
				t.Fatal(err)
			}
			for at := range body {
				if diff := cmp.Diff(a.Timeline.Spans, spansOf(t, a, body[:at], body[at:])); diff != "" {
					t.Fatalf("cut at %d (-want +got):\n%s", at, diff)
				}
			}
		})
	}
}

// keep compares what write writes with a file of testdata.
func keep(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
