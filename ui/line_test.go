package ui_test

import (
	"github.com/google/go-cmp/cmp"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
)

func TestLineIsInWords(t *testing.T) {
	for _, c := range []struct {
		name   string
		report analyzer.Report
		want   string
	}{
		{"a capture with rows", analyzer.Report{
			Source:   analyzer.SourceReport{Format: "capture", Chunks: 30, Bytes: 870, Payload: true},
			Framing:  analyzer.FramingReport{Name: "sse", Events: 15},
			Observed: &analyzer.ObservedReport{Rows: 31},
		}, "a.trace · 15 events · 870 bytes · capture · SSE · 31 observed rows"},
		{"rows alone, of which no bytes are known", analyzer.Report{
			Source:   analyzer.SourceReport{Format: "samples"},
			Observed: &analyzer.ObservedReport{Rows: 1},
		}, "a.trace · sample CSV · 1 observed row"},
		{"lengths alone", analyzer.Report{
			Source: analyzer.SourceReport{Format: "curl", Chunks: 1, Bytes: 1},
		}, "a.trace · 1 byte · curl trace"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPage(t)
			p.do = answer(t, &c.report)
			p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "a.trace"}}})
			if got := p.Line(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// A code in the line would be one that people have to look up.
func TestEveryFormatAndFramingHasAWord(t *testing.T) {
	var framings []string
	for _, f := range capture.Formats() {
		if word := ui.FormatInWords(f.Name); word == f.Name && word != "capture" && !strings.HasSuffix(f.Short, word) {
			t.Errorf("format %s has no word", f.Name)
		}
	}
	for _, f := range (&ui.Options{}).Framings()[1:] {
		framings = append(framings, f.Value)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(framing.Names())), slices.Sorted(slices.Values(framings))); diff != "" {
		t.Errorf("the framings that can be chosen (-are +offered):\n%s", diff)
	}
	for _, code := range framings {
		if !slices.Contains(ui.FramingsInWords(), code) {
			t.Errorf("framing %s has no word", code)
		}
	}
}

func TestRemarksAndNounsAreTheReports(t *testing.T) {
	p := newPage(t)
	p.do = answer(t, &analyzer.Report{
		Source:   analyzer.SourceReport{Format: "samples", Remarks: []string{"Some <times> run backwards."}},
		Findings: analyzer.FindingsReport{Reader: analyzer.FindingReport{Code: "late", Evidence: make([]analyzer.EvidenceReport, 2)}},
		Stalls:   make([]analyzer.StallReport, 1),
	})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.says(t, "Some &lt;times&gt; run backwards.")
	p.says(t, ">2 rows</summary>")
	p.says(t, `<span>Rows</span> <small>`)
	if html := p.html(t); strings.Contains(html, "chunks</") {
		t.Errorf("rows are called chunks:\n%s", html)
	}
}
