//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// same compares what a user reads with what the analyzer says here.
func (p *tab) same(a *analyzer.Analysis) {
	p.Helper()
	r := a.Report()
	verdict := r.Result
	if verdict == "" {
		verdict = r.Elsewhere
	}
	for selector, want := range map[string]string{
		"#verdict":                      verdict,
		".findings > :nth-child(1) > p": r.Findings.Reader.Code + " — " + r.Findings.Reader.Sentence,
		".findings > :nth-child(2) > p": r.Findings.Arrivals.Code + " — " + r.Findings.Arrivals.Sentence,
		".findings > :nth-child(3) > p": r.Findings.Stream.Code + " — " + r.Findings.Stream.Sentence,
	} {
		if got, want := p.read(selector), strings.Join(strings.Fields(want), " "); got != want {
			p.Errorf("%s\n reads %s\n want  %s", selector, got, want)
		}
	}
	p.until(fmt.Sprintf("document.querySelector('#tab-stalls small').textContent === %q", diagnose.Group(int64(len(r.Stalls)))))
	var remarks, proofs []string
	for _, s := range r.Source.Remarks {
		remarks = append(remarks, strings.Join(strings.Fields(s), " "))
	}
	for _, axis := range []analyzer.FindingReport{r.Findings.Reader, r.Findings.Arrivals, r.Findings.Stream} {
		for _, f := range append([]analyzer.FindingReport{axis}, axis.Also...) {
			if n := len(f.Evidence); n > 0 {
				proofs = append(proofs, a.Language.Say("{n "+r.Row(nil)+" "+r.Row(nil)+"s}", diagnose.Args{"n": int64(n)}))
			}
		}
	}
	for selector, want := range map[string][]string{".remarks li": remarks, ".finding .proof:not([hidden]) summary": proofs} {
		got := p.text(fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.textContent).join("\n")`, selector))
		if want := strings.Join(want, "\n"); got != want {
			p.Errorf("%s read\n%s\nwant\n%s", selector, got, want)
		}
	}
	width := ask(p, chromedp.Evaluate[int]("document.querySelector('#graph').clientWidth"))
	var svg strings.Builder
	if err := a.WriteSVG(&svg, figure.Options{Width: width, Bare: true, NoKeys: true}); err != nil {
		p.Fatal(err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("wanted = document.createElement('div'), wanted.innerHTML = %q, undefined", svg.String())))
	if !ask(p, chromedp.Evaluate[bool]("wanted.innerHTML.length > 1000 && wanted.innerHTML === document.querySelector('#graph').innerHTML")) {
		p.Error("the graph in the page is not the command's")
	}
}

func analyzed(t testing.TB, r io.Reader, o analyzer.Options) *analyzer.Analysis {
	t.Helper()
	a, err := analyzer.Analyze(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// analyzedFiles is what the command makes of a recording and perhaps rows.
func analyzedFiles(t testing.TB, paths ...string) *analyzer.Analysis {
	t.Helper()
	a, err := analyzeFiles(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func analyzeFiles(paths ...string) (*analyzer.Analysis, error) {
	var files []io.Reader
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files = append(files, f)
	}
	o := analyzer.Options{Name: filepath.Base(paths[0]), More: importers, Brotli: coding.NewBrotli}
	if len(files) > 1 {
		o.Observed, o.ObservedName = files[1], filepath.Base(paths[1])
	}
	return analyzer.Analyze(files[0], o)
}

func analyzedSample(t testing.TB, name string) *analyzer.Analysis {
	t.Helper()
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	recording, observed := s.Open()
	return analyzed(t, recording, analyzer.Options{Name: s.Name, Observed: observed, ObservedName: s.Name + ".csv"})
}

// sampleFiles writes a sample's two files.
func sampleFiles(t testing.TB, name string) (recording, observed string) {
	t.Helper()
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	dir := t.TempDir()
	r, o := s.Open()
	for path, from := range map[string]io.Reader{"own.jsonl": r, "own.csv": o} {
		b, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "own.jsonl"), filepath.Join(dir, "own.csv")
}
