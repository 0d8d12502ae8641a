package analyzer_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

const withoutTimes = `{"heldbytes":"capture/1"}` + "\n" + `{"text":"data: 1\n\n"}` + "\n" + `{"text":"data: 2\n\nda"}` + "\n" + `{"text":"ta: 3\n\n"}` + "\n"

func TestTimesAreMadeUpOnlyWhenAskedForAndEveryOutputSaysSo(t *testing.T) {
	if a := analyze(t, withoutTimes, analyzer.Options{}); a.Timeline.Timed || a.Report().Findings.Arrivals.Code != "untimed" {
		t.Errorf("timed without having been asked: %+v", a.Report().Findings.Arrivals)
	}
	a := analyze(t, withoutTimes, analyzer.Options{Cadence: 50 * time.Millisecond})
	for i, c := range a.Timeline.Chunks {
		if want := time.Duration(i) * 50 * time.Millisecond; c.Time != want {
			t.Errorf("chunk %d comes at %v, not %v", i, c.Time, want)
		}
	}
	if code := a.Report().Findings.Arrivals.Code; code != "steady" {
		t.Errorf("arrivals are %s", code)
	}
	outputs := map[string]string{}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"text": func(b *bytes.Buffer) error { return a.WriteText(b) },
		"json": func(b *bytes.Buffer) error { return a.WriteJSON(b) },
		"csv":  func(b *bytes.Buffer) error { return a.WriteCSV(b) },
		"svg":  func(b *bytes.Buffer) error { return a.WriteSVG(b, figure.Options{}) },
		"bare": func(b *bytes.Buffer) error { return a.WriteSVG(b, figure.Options{Bare: true, Width: 320}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		outputs[name] = b.String()
	}
	for name, out := range outputs {
		if !strings.Contains(strings.ReplaceAll(out, "-", " "), "made up") {
			t.Errorf("%s does not say that its times are made up:\n%s", name, out)
		}
	}
	if !strings.Contains(a.Report().Headline, "made up") {
		t.Errorf("the headline does not say it: %s", a.Report().Headline)
	}
	comesBack(t, a, analyzer.Options{})
}

func TestTimesOfTheRecordingAreNotOverwritten(t *testing.T) {
	_, err := analyzer.Analyze(strings.NewReader(`{"t_ms":0,"text":"{}\n"}`+"\n"), analyzer.Options{Name: "in", Cadence: time.Second})
	if err == nil || !strings.Contains(err.Error(), "in: read a recording that has times") {
		t.Errorf("got %v", err)
	}
}

func TestAnAbsurdCadenceDoesNotOverflow(t *testing.T) {
	_, err := analyzer.Analyze(strings.NewReader(withoutTimes), analyzer.Options{Cadence: math.MaxInt64})
	if err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func TestChunksThatTheImporterCutBlameNoReader(t *testing.T) {
	body := strings.Repeat("data: {\"n\":1}\n\n", 2000)
	a := analyze(t, body, analyzer.Options{Cadence: time.Millisecond})
	if got := a.Report().Findings.Arrivals; got.Code != "steady" || len(got.Also) > 0 {
		t.Errorf("arrivals are %+v", got)
	}
	var form strings.Builder
	form.WriteString(`{"heldbytes":"capture/1"}` + "\n")
	for piece := range slices.Chunk([]byte(body), 4096) {
		fmt.Fprintf(&form, `{"text":%q}`+"\n", piece)
	}
	if got := analyze(t, form.String(), analyzer.Options{Cadence: time.Millisecond}).Report().Findings.Arrivals.Code; got != "full-reads" {
		t.Errorf("reads that were recorded are %s", got)
	}
}
