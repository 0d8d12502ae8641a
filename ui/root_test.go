package ui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

var files = []engine.File{{Name: "a.trace", Size: 10}}

func TestPageReadsThenDraws(t *testing.T) {
	p := newPage(t)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if p.State != ui.Reading {
		t.Errorf("before the graph has a width the page is %s, want %s", p.State, ui.Reading)
	}
	p.tell(640)
	if p.State != ui.Done {
		t.Errorf("with the graph drawn the page is %s, want %s", p.State, ui.Done)
	}
	p.tell(640) // the same width draws nothing
	if diff := cmp.Diff([]string{
		`{"id":0,"analyze":{"stall_ms":200}} a.trace`,
		`{"id":0,"draw":{"width":640,"dark":true}}`,
	}, p.asked); diff != "" {
		t.Error(diff)
	}
	p.says(t, `It took </span><span class="n">7 ms</span>`)
	p.says(t, `<div id="start" hidden`)
	if !slices.Contains(p.shell, "graph <svg/>") || !slices.Contains(p.shell, "file 1") || !slices.Contains(p.shell, "focus #headline") {
		t.Errorf("the shell was asked for %q", p.shell)
	}
}

func TestPageKeepsAnalysisThroughAnError(t *testing.T) {
	p := newPage(t)
	p.Give(ui.Input{Kind: ui.InputSample, Sample: "sawtooth"})
	p.tell(640)
	good := p.do
	p.do = func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
		return engine.Reply{}, errors.New("a.trace:1: read <nothing>, want something")
	}
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if p.State != ui.Failed {
		t.Errorf("the page is %s, want %s", p.State, ui.Failed)
	}
	p.says(t, "a.trace:1: read &lt;nothing&gt;, want something")
	p.says(t, "A healthy sawtooth · ")
	p.do = good
	p.OnDismiss()
	if p.State != ui.Done || p.Trouble != "" {
		t.Errorf("dismissed, the page is %s with %q", p.State, p.Trouble)
	}
	p.Give(ui.Input{Kind: ui.InputStart})
	if p.State != ui.Ready {
		t.Errorf("the start screen is %s, want %s", p.State, ui.Ready)
	}
	p.OnEarlier()
	p.says(t, "A healthy sawtooth · ")
}

func TestPageGoesBackToFilesByTheirNumber(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "b.trace"}, {Name: "b.csv"}}})
	p.Give(ui.Input{Kind: ui.InputSample, Sample: "sawtooth"})
	p.shell = nil
	p.Give(ui.Input{Kind: ui.InputAgain, Source: 1})
	p.says(t, ">a.trace · ")
	p.Give(ui.Input{Kind: ui.InputAgain, Source: 2})
	p.says(t, ">b.trace and b.csv · ")
	if !slices.Contains(p.shell, "file 1") || !slices.Contains(p.shell, "file 2") {
		t.Errorf("the shell was asked for %q", p.shell)
	}
	p.Give(ui.Input{Kind: ui.InputAgain, Source: 3})
	if p.State != ui.Ready {
		t.Errorf("files that nobody has: the page is %s, want %s", p.State, ui.Ready)
	}
}

func TestPageNamesWhatWasSharedInASentence(t *testing.T) {
	p, asked := newPage(t), false
	p.do = func(_ context.Context, _ engine.Request, _ []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		asked = true
		progress(engine.Progress{Read: 5, Total: 10})
		p.says(t, "Reading the shared timeline: 5 of 10 bytes")
		return engine.Reply{}, errors.New("not read")
	}
	p.Give(ui.Input{Kind: ui.InputShared, Files: files})
	if !asked {
		t.Error("nothing was read")
	}
}

func TestPageCancels(t *testing.T) {
	p := newPage(t)
	p.do = func(ctx context.Context, _ engine.Request, _ []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		progress(engine.Progress{Read: 5, Total: 10})
		p.says(t, "Reading a.trace: 5 of 10 bytes")
		p.OnCancel()
		progress(engine.Progress{Read: 6, Total: 10})
		return engine.Reply{}, ctx.Err()
	}
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if p.State != ui.Ready || p.Trouble != "" {
		t.Errorf("the page is %s with %q", p.State, p.Trouble)
	}
}

// TestPageForgetsWhatWasOvertaken gives a second file while the first is read.
func TestPageForgetsWhatWasOvertaken(t *testing.T) {
	p := newPage(t)
	first := answer(t, &analyzer.Report{Headline: "first"})
	second := answer(t, &analyzer.Report{Headline: "second"})
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		p.do = second
		p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "b.trace"}}})
		if ctx.Err() == nil {
			t.Error("the first reading was not cancelled")
		}
		return first(ctx, r, f, progress)
	}
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if p.Report.Headline != "second" {
		t.Errorf("the page shows %q", p.Report.Headline)
	}
}

func TestPageTakesRowsForTheCaptureShown(t *testing.T) {
	for name, c := range map[string]struct {
		observed bool
		ifRows   string
	}{
		"given as rows":  {true, ""},
		"given anywhere": {false, `,"if_rows":true`},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage(t)
			p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
			if !p.Offer() {
				t.Error("rows are not asked for")
			}
			p.do = answer(t, &analyzer.Report{Observed: &analyzer.ObservedReport{Rows: 2}})
			p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "rows.csv"}}, Observed: c.observed})
			if got, want := p.asked[len(p.asked)-1], `{"id":0,"analyze":{"stall_ms":200`+c.ifRows+`}} a.trace rows.csv`; got != want {
				t.Errorf("asked %s, want %s", got, want)
			}
			if p.Offer() {
				t.Error("rows are asked for though they are there")
			}
			if got := p.Laid() != ""; got == c.observed {
				t.Errorf("says %q of rows %s", p.Laid(), name)
			}
		})
	}
}

func TestPageRefusesThreeFiles(t *testing.T) {
	p := newPage(t)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: make([]engine.File, 3)})
	if p.State != ui.Failed || !strings.HasPrefix(p.Trouble, "3 files: ") || len(p.asked) > 0 {
		t.Errorf("the page is %s with %q, and asked %q", p.State, p.Trouble, p.asked)
	}
}

func TestPageReadsAgainForAnEngineThatForgot(t *testing.T) {
	p := newPage(t)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	good, forgotten := p.do, true
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Analyze != nil {
			forgotten = false
			return engine.Reply{}, nil
		}
		if forgotten {
			return engine.Reply{}, engine.ErrForgotten
		}
		return good(ctx, r, f, progress)
	}
	p.tell(640)
	const read, draw = `{"id":0,"analyze":{"stall_ms":200}} a.trace`, `{"id":0,"draw":{"width":640,"dark":true}}`
	if diff := cmp.Diff([]string{read, draw, read, draw}, p.asked); diff != "" || p.State != ui.Done {
		t.Errorf("%s: %s", p.State, diff)
	}
}

func TestPageForgetsOptionsWithTheirRecording(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.do = answer(t, &analyzer.Report{Source: analyzer.SourceReport{Exchange: 1, Exchanges: 3}})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	good, asked, drawn := p.do, make(chan *engine.Analyze, 1), make(chan bool, 1)
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Analyze != nil {
			asked <- r.Analyze
		} else {
			drawn <- true
		}
		return good(ctx, r, f, progress)
	}
	p.OnOptions(ui.OptionsData{StallMS: 5000, Exchange: 2, Framing: "lines"}) // reads in a goroutine of its own
	if diff := cmp.Diff(&engine.Analyze{StallMS: 5000, Exchange: 2, Framing: "lines"}, <-asked); diff != "" {
		t.Error(diff)
	}
	<-drawn
	p.Lock()
	p.has(t, p.Line(), "read as JSON Lines · stalls from 5,000 ms on")
	p.says(t, "Options, changed")
	p.Unlock()
	p.Give(ui.Input{Kind: ui.InputSample, Sample: "upstream"})
	if diff := cmp.Diff(&engine.Analyze{Sample: "upstream", StallMS: 200}, <-asked); diff != "" {
		t.Error(diff)
	}
}

func TestOpenProofsAreMarkedInTheGraph(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	evidence := func(chunk int) []analyzer.EvidenceReport {
		return []analyzer.EvidenceReport{{Chunk: chunk, Time: ms(1.5), Held: 3}}
	}
	p.do = answer(t, &analyzer.Report{Findings: analyzer.FindingsReport{Arrivals: analyzer.FindingReport{
		Code: "mid-event", Evidence: evidence(1), Also: []analyzer.FindingReport{{Code: "silent", Evidence: evidence(2)}},
	}}})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	good, drawn := p.do, make(chan *engine.Draw, 1)
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		drawn <- r.Draw
		return good(ctx, r, f, progress)
	}
	for _, c := range []struct {
		claim int
		want  []analyzer.EvidenceReport
	}{{1, evidence(2)}, {0, append(evidence(1), evidence(2)...)}, {1, evidence(1)}, {0, nil}} {
		p.Lock()
		p.Toggle("Arrivals", c.claim) // draws in a goroutine of its own
		p.Unlock()
		if diff := cmp.Diff(&engine.Draw{Width: 640, Dark: true, Marks: c.want}, <-drawn); diff != "" {
			t.Error(diff)
		}
	}
}

// An engine has the analysis of something that was given up, or none: it is told
// which one is meant, and what the page shows is read again in its place.
func TestEngineIsAskedOfWhatIsShown(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	good, has := p.do, 7
	var anew []engine.Request
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, _ func(engine.Progress)) (engine.Reply, error) {
		switch {
		case r.Analyze != nil:
			anew = append(anew, r)
			has = r.Of
		case r.Of != has:
			return engine.Reply{Has: has}, engine.ErrForgotten
		}
		return good(ctx, r, f, func(engine.Progress) {})
	}
	p.of = nil
	p.tell(320)
	if diff := cmp.Diff([]int{1, 1, 1}, p.of); diff != "" {
		t.Error(diff)
	}
	if len(anew) != 1 || anew[0].InPlaceOf == nil || *anew[0].InPlaceOf != 7 {
		t.Errorf("read again: %+v", anew)
	}
	if p.State != ui.Done {
		t.Errorf("the page is %s", p.State)
	}
}
