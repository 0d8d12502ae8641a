package ui_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// plotted is an engine that says where it draws, and what the knob changes. It
// keeps what it was asked to draw.
func plotted(t *testing.T, p *page, report *analyzer.Report) *[]engine.Draw {
	t.Helper()
	var drawn []engine.Draw
	read := answer(t, report)
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Draw == nil {
			return read(ctx, r, f, progress)
		}
		drawn = append(drawn, *r.Draw)
		reply := engine.Reply{Text: "<svg/>", Plot: &engine.Plot{
			Width: r.Draw.Width, To: 100, Timed: true, Whole: engine.Window{To: 100},
			Lines: []string{"observed", "at-close", "read-all"},
		}}
		if r.Draw.Window != nil {
			reply.Plot.From, reply.Plot.To = r.Draw.Window.From, r.Draw.Window.To
		}
		if r.Draw.Rule != "" {
			reply.Knob = &engine.Knob{Rule: r.Draw.Rule, PeakBytes: 77, Sentence: "Under " + r.Draw.Rule + "."}
		}
		return reply, nil
	}
	p.tell(640)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if p.State != ui.Done {
		t.Fatalf("the page is %s", p.State)
	}
	return &drawn
}

// held is a report of a reader beside the floor.
func held() *analyzer.Report {
	first := analyzer.Millis(5_000_000)
	return &analyzer.Report{
		Source:   analyzer.SourceReport{Chunks: 30, Bytes: 3000, Payload: true},
		Framing:  analyzer.FramingReport{Events: 15},
		Observed: &analyzer.ObservedReport{PeakBytes: 1234, FirstRelease: &first, Fit: &analyzer.FitReport{Rules: []analyzer.RuleReport{{Rule: "block:512"}}}},
		Series:   []analyzer.SeriesReport{{Rule: "at-close", PeakBytes: 7}, {Rule: "read-all", PeakBytes: 3000}},
	}
}

func TestWindowIsDrawnWithoutRenderingThePage(t *testing.T) {
	p := newPage(t)
	drawn := plotted(t, p, held())
	p.tellOverview(600)
	p.Give(ui.Input{Kind: ui.InputWindow, Window: &engine.Window{From: 10, To: 30}}) // the overview comes into sight
	p.says(t, `<div class="strip">`)
	*drawn, p.renders = nil, 0
	p.Give(ui.Input{Kind: ui.InputWindow, Window: &engine.Window{From: 11, To: 31}})
	want := []engine.Draw{{Width: 640, Dark: true, Window: &engine.Window{From: 11, To: 31}}}
	if diff := cmp.Diff(want, *drawn); diff != "" {
		t.Error(diff)
	}
	if p.renders > 0 {
		t.Errorf("the page was rendered %d times for a window", p.renders)
	}
	last := p.views[len(p.views)-1]
	if last.Plot.From != 11 || last.Plot.To != 31 || last.Overview == nil || last.Overview.To != 100 {
		t.Errorf("the scripts were told of %+v, %+v", last.Plot, last.Overview)
	}
	p.Give(ui.Input{Kind: ui.InputWindow})
	p.says(t, `<div class="strip" hidden`)
}

func TestOverviewIsOfTheWhole(t *testing.T) {
	p := newPage(t)
	report := held()
	report.Source.Chunks = 5000
	drawn := plotted(t, p, report)
	p.says(t, `<div class="strip">`)
	p.tellOverview(600)
	p.Give(ui.Input{Kind: ui.InputWindow, Window: &engine.Window{From: 10, To: 30}})
	want := []engine.Draw{
		{Width: 640, Dark: true},
		{Width: 600, Dark: true, Overview: true},
		{Width: 640, Dark: true, Window: &engine.Window{From: 10, To: 30}},
	}
	if diff := cmp.Diff(want, *drawn); diff != "" {
		t.Error(diff)
	}
}

// TestOnlyTheLatestWindowIsDrawn moves on while the engine draws.
func TestOnlyTheLatestWindowIsDrawn(t *testing.T) {
	p := newPage(t)
	drawn := plotted(t, p, held())
	good, moved := p.do, false
	*drawn = nil
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if !moved {
			moved = true
			for to := int64(21); to < 30; to++ {
				p.Give(ui.Input{Kind: ui.InputWindow, Window: &engine.Window{From: 1, To: to}})
			}
		}
		return good(ctx, r, f, progress)
	}
	p.Give(ui.Input{Kind: ui.InputWindow, Window: &engine.Window{From: 1, To: 20}})
	var to []int64
	for _, d := range *drawn {
		to = append(to, d.Window.To)
	}
	if diff := cmp.Diff([]int64{20, 29}, to); diff != "" {
		t.Error(diff)
	}
}

// announced makes the engine say what it draws for what goes on in a goroutine of
// its own.
func announced(p *page) <-chan engine.Draw {
	said := make(chan engine.Draw, 1)
	good := p.do
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Draw != nil {
			said <- *r.Draw
		}
		return good(ctx, r, f, progress)
	}
	return said
}

func TestLinesAreSwitched(t *testing.T) {
	p := newPage(t)
	plotted(t, p, held())
	drawn := announced(p)
	for _, c := range []struct {
		line string
		want []string
	}{
		{"read-all", []string{"observed", "at-close", "read-all"}},
		{"observed", []string{"at-close", "read-all"}},
		{"at-close", []string{"read-all"}},
		{"observed", []string{"observed", "read-all"}},
		{"read-all", []string{"observed"}},
		{"at-close", nil}, // as the command draws it
	} {
		p.Lock()
		p.OnLine(c.line)
		p.Unlock()
		if diff := cmp.Diff(c.want, (<-drawn).Lines); diff != "" {
			t.Errorf("%s switched: %s", c.line, diff)
		}
	}
	p.Lock()
	p.OnLine("at-close")
	p.Unlock()
	<-drawn
	p.Lock()
	defer p.Unlock()
	p.OnLine("observed") // the only one stays
	for _, l := range p.LineToggles() {
		if l.On != (l.Name == "observed") || l.Last != l.On {
			t.Errorf("%s is on: %v, and the last: %v", l.Name, l.On, l.Last)
		}
	}
}

func TestNewAnalysisIsLookedAtAnew(t *testing.T) {
	p := newPage(t)
	drawn := plotted(t, p, held())
	p.Give(ui.Input{Kind: ui.InputWindow, Window: &engine.Window{From: 10, To: 30}})
	p.Give(ui.Input{Kind: ui.InputKnob, Part: "rule", Value: "never"})
	before := p.views[len(p.views)-1].Of
	p.Give(ui.Input{Kind: ui.InputSample, Sample: "sawtooth"})
	if diff := cmp.Diff(engine.Draw{Width: 640, Dark: true}, (*drawn)[len(*drawn)-1]); diff != "" {
		t.Error(diff)
	}
	if p.views[len(p.views)-1].Of == before {
		t.Error("the scripts take it for the same analysis")
	}
	p.says(t, `data-rule=""`)
}
