package analyzer_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// comesBack holds that the CSV of an analysis is read back as an equal
// timeline, which gives the same report and the same graph, and that its link is.
func comesBack(t *testing.T, a *analyzer.Analysis, o analyzer.Options) {
	t.Helper()
	var csv bytes.Buffer
	if err := a.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	again, err := analyzer.Analyze(bytes.NewReader(csv.Bytes()), analyzer.Options{Name: "again", Stall: o.Stall, Rules: o.Rules})
	if err != nil {
		t.Fatalf("%v in\n%s", err, csv.Bytes())
	}
	if diff := cmp.Diff(a.Timeline, again.Timeline, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("timeline (-exported +imported):\n%s\nof\n%s", diff, csv.Bytes())
	}
	want, got := a.Report(), again.Report()
	want.Source.Exchange, want.Source.Exchanges, want.Source.List = got.Source.Exchange, got.Source.Exchanges, got.Source.List
	if len(a.Exchanges) > 1 { // the last remark says which of them this is
		want.Source.Remarks = want.Source.Remarks[:len(want.Source.Remarks)-1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("report (-exported +imported):\n%s", diff)
	}
	var first, second bytes.Buffer
	if err := errors.Join(a.WriteSVG(&first, figure.Options{}), again.WriteSVG(&second, figure.Options{})); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatal("the graph differs")
	}
	checkDocument(t, a)
	comesBackFromLink(t, a, o)
}

func TestSamplesComeBackFromTheirCSV(t *testing.T) {
	for _, s := range analyzer.Samples() {
		t.Run(s.Name, func(t *testing.T) {
			recording, rows := s.Open()
			alone, _ := s.Open()
			for _, o := range []analyzer.Options{{Observed: rows}, {}} {
				if o.Observed == nil {
					recording = alone
				}
				a, err := analyzer.Analyze(recording, o)
				if err != nil {
					t.Fatal(err)
				}
				comesBack(t, a, o)
			}
		})
	}
}

func TestCasebookComesBackFromItsCSV(t *testing.T) {
	for _, id := range casebook {
		t.Run(id, func(t *testing.T) {
			c, raw := readCase(t, id)
			a := c.analyze(t, raw)
			comesBack(t, a, analyzer.Options{})
		})
	}
}

func TestRandomCapturesComeBackFromTheirCSV(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, c := range randomCaptures(rng, 250) {
		b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
		for _, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
		}
		o := b.options(t)
		a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), o)
		if err != nil {
			t.Fatal(err)
		}
		comesBack(t, a, o)
	}
}

func TestRecordingsComeBackFromTheirCSV(t *testing.T) {
	read := 0
	eachRecording(t, func(t *testing.T, path string) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{Name: filepath.Base(path), More: importers})
		var refused *capture.Error
		if errors.As(err, &refused) {
			if refused.File != filepath.Base(path) || refused.Want == "" || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error does not name the file and what was wanted, in one line: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		read++
		checkSentences(t, a.Report())
		comesBack(t, a, analyzer.Options{})

		unnamed, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{Name: "x", More: importers})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a.Report(), unnamed.Report()); diff != "" {
			t.Errorf("under another name (-own +other):\n%s", diff)
		}
	})
	if read < 40 {
		t.Errorf("only %d recordings were read", read)
	}
}

// eachRecording runs f for each real recording, whether it can be read or not.
func eachRecording(t *testing.T, f func(*testing.T, string)) {
	root := sharedRecordings(t)
	for _, name := range recordingsIn(t, root) {
		t.Run(name, func(t *testing.T) { f(t, filepath.Join(root, filepath.FromSlash(name))) })
	}
}
