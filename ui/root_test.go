package ui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// page is the components with an engine and a browser that are not there. It
// stands for the renderer as well: each frame ends in Rendered.
type page struct {
	sync.Mutex
	*ui.Root
	do     func(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error)
	asked  []string
	listed []engine.Rows
	shell  []string
	tell   func(int)

	tellLab func(int)
	views   []ui.View
	onTable func()
	renders int

	tellOverview func(int)
}

func (p *page) RLock()        {}
func (p *page) RUnlock()      {}
func (p *page) UnlockOnly()   { p.Unlock() }
func (p *page) UnlockRender() { p.renders++; p.Rendered(); p.Unlock() }

func (p *page) Do(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
	if r.Rows != nil {
		p.listed = append(p.listed, *r.Rows)
		return engine.Reply{Table: &engine.Table{Totals: map[string]int{"stalls": 4, "events": 34, "chunks": 1035}}}, nil
	}
	b, err := json.Marshal(r)
	if err != nil {
		return engine.Reply{}, err
	}
	for _, f := range files {
		b = append(b, " "+f.Name...)
	}
	p.Lock()
	p.asked = append(p.asked, string(b))
	p.Unlock()
	return p.do(ctx, r, files, progress)
}

func (p *page) Speak(*language.Language) {}

func (p *page) Dark() bool { return true }
func (p *page) WatchGraph(at string, tell func(int)) {
	switch at {
	case "#graph":
		p.tell = tell
	case "#overview":
		p.tellOverview = tell
	default:
		p.tellLab = tell
	}
}
func (p *page) SetGraph(at, svg string) {
	p.shell = append(p.shell, strings.TrimPrefix(at, "#")+" "+svg)
}
func (p *page) SetView(v ui.View) { p.views = append(p.views, v) }
func (p *page) SetTable(at, name string, t *engine.Table, anew bool) {
	p.shell = append(p.shell, fmt.Sprint(strings.TrimPrefix(at, "#"), " ", name, " ", t.Totals[name], " anew ", anew))
	if p.onTable != nil {
		p.onTable()
	}
}
func (p *page) SetStatus(text string, _ bool) { p.shell = append(p.shell, "status "+text) }
func (p *page) DownloadPicture(name, svg string) {
	p.shell = append(p.shell, "picture "+name+" "+svg)
}
func (p *page) Download(name, _, text string) {
	p.Lock()
	p.shell = append(p.shell, "download "+name+" "+text)
	p.Unlock()
}
func (p *page) ShowFile(n int)                 { p.shell = append(p.shell, fmt.Sprint("file ", n)) }
func (p *page) ClearPaste()                    { p.shell = append(p.shell, "clear") }
func (p *page) ScrollToTop()                   {}
func (p *page) Focus(selector string)          { p.shell = append(p.shell, "focus "+selector) }
func (p *page) says(t *testing.T, want string) { t.Helper(); p.has(t, p.html(t), want) }

func (p *page) has(t *testing.T, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("the page has no %s:\n%s", want, got)
	}
}

func (p *page) html(t *testing.T) string {
	t.Helper()
	env, err := vugu.NewBuildEnv(p)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := staticrender.New(&b).Render(env.RunBuild(p.Root)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// answer is an engine that has read what it is given.
func answer(t *testing.T, report *analyzer.Report) func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
	return func(_ context.Context, r engine.Request, _ []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		switch {
		case r.Analyze != nil:
			progress(engine.Progress{Read: 1, Total: 2})
			b, err := json.Marshal(report)
			return engine.Reply{Report: b}, err
		case r.Report:
			b, err := json.Marshal(report)
			return engine.Reply{Report: b}, err
		case r.Guess != nil:
			return engine.Reply{Guess: &engine.Guess{Kind: engine.BesidePoint, Point: true, Chunks: 3, Bytes: 45}}, nil
		case r.Draw != nil:
			return engine.Reply{Text: "<svg/>"}, nil
		}
		return engine.Reply{Text: "i,t_ms"}, nil
	}
}

func newPage(t *testing.T) *page {
	p := &page{}
	p.Root = ui.New(p, p)
	p.do = answer(t, &analyzer.Report{Headline: "It took 7 ms.", Result: "Less by 1,000 bytes."})
	p.Started(p)
	p.Rendered()
	return p
}

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
