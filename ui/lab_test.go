package ui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// executedBy is the report of an experiment of which n runs are executed.
func executedBy(t *testing.T, n int) json.RawMessage {
	t.Helper()
	second, err := lab.ParseArm("read-all")
	if err != nil {
		t.Fatal(err)
	}
	x, err := analyzer.NewExperiment(nil, analyzer.Options{}, lab.Arm{}, second)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Duration(0)
	for i := range n {
		x.Execute(i, func() time.Duration { at += time.Millisecond; return at })
	}
	var b bytes.Buffer
	if err := x.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLabShowsEachRunAsItIsExecuted(t *testing.T) {
	p := newPage(t)
	p.tellLab(640)
	p.says(t, ">0 of 10 runs executed</h2>")
	p.do = func(_ context.Context, r engine.Request, _ []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Draw != nil {
			return engine.Reply{Text: "<svg/>"}, nil
		}
		if p.Lab.State != ui.Running || p.Lab.Report.Executed() != 0 {
			t.Errorf("at first the lab is %s, %d executed", p.Lab.State, p.Lab.Report.Executed())
		}
		progress(engine.Progress{Read: 1, Total: 2}) // of the recording
		progress(engine.Progress{Lab: executedBy(t, 3)})
		p.says(t, ">3 of 10 runs executed</h2>")
		if n := strings.Count(p.html(t), ">"+analyzer.NotExecuted+"</td>"); n != 7 {
			t.Errorf("%d runs are labelled", n)
		}
		return engine.Reply{Lab: executedBy(t, 10)}, nil
	}
	p.Lab.Run()
	if p.Lab.State != ui.Executed {
		t.Errorf("the lab is %s", p.Lab.State)
	}
	p.says(t, ">10 of 10 runs executed</h2>")
	want := []string{`{"id":0,"lab":{"release":"read-all"}}`, `{"id":0,"draw":{"width":640,"dark":true,"lab":true}}`}
	if diff := cmp.Diff(want, p.asked); diff != "" || !slices.Contains(p.shell, "lab-graph <svg/>") {
		t.Errorf("shell %q, asked %s", p.shell, diff)
	}
}

func TestLabKeepsWhatWasExecutedWhenItIsCancelled(t *testing.T) {
	for n, state := range map[int]ui.LabState{0: ui.Planned, 4: ui.Executed} {
		p := newPage(t)
		p.do = func(ctx context.Context, _ engine.Request, _ []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
			if n > 0 {
				progress(engine.Progress{Lab: executedBy(t, n)})
			}
			p.Lab.OnCancel()
			return engine.Reply{}, ctx.Err()
		}
		p.Lab.Run()
		if p.Lab.State != state || p.Lab.Report.Executed() != n || p.Lab.Trouble != "" {
			t.Errorf("cancelled after %d: the lab is %s, %d executed, trouble %q", n, p.Lab.State, p.Lab.Report.Executed(), p.Lab.Trouble)
		}
	}
}

func TestLabTakesTheRecordingAsItIsShown(t *testing.T) {
	p := newPage(t)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.Lab.OnSource("own")
	p.Lab.OnRelease("lag:1")
	p.do = func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
		return engine.Reply{Lab: executedBy(t, 10)}, nil
	}
	p.Lab.Run()
	if got, want := p.asked[len(p.asked)-1], `{"id":0,"lab":{"release":"lag:1","recording":{"stall_ms":200}}} a.trace`; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	p.do = answer(t, &analyzer.Report{})
	p.Give(ui.Input{Kind: ui.InputSample, Sample: "upstream"})
	if p.Lab.State != ui.Planned || p.Lab.Report.Executed() != 0 {
		t.Errorf("with another recording the lab is %s", p.Lab.State)
	}
}

func TestLabSaysWhatIsWrong(t *testing.T) {
	p := newPage(t)
	p.do = func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
		return engine.Reply{}, errors.New("a.trace: read <nothing>")
	}
	p.Lab.Run()
	p.says(t, "a.trace: read &lt;nothing&gt;")
	if p.Lab.State != ui.Planned {
		t.Errorf("the lab is %s", p.Lab.State)
	}

	// Runs that an engine has forgotten are not drawn, and not made up for.
	p.tellLab(640)
	p.do = func(_ context.Context, r engine.Request, _ []engine.File, _ func(engine.Progress)) (engine.Reply, error) {
		if r.Draw != nil {
			return engine.Reply{}, engine.ErrForgotten
		}
		return engine.Reply{Lab: executedBy(t, 10)}, nil
	}
	p.Lab.Run()
	p.says(t, "run them again")
	if p.Lab.State != ui.Executed {
		t.Errorf("the lab is %s", p.Lab.State)
	}
}

func TestLabHidesARecordingThatIsRead(t *testing.T) {
	p := newPage(t)
	p.Give(ui.Input{Kind: ui.InputLab})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if p.State != ui.Done { // its graph waits until it has a width
		t.Errorf("the page is %s", p.State)
	}
	p.says(t, `<div id="read" role="tabpanel" aria-labelledby="tab-read" hidden`)
	p.Give(ui.Input{Kind: ui.InputRead})
	p.tell(640)
	if p.State != ui.Done || !slices.Contains(p.shell, "graph <svg/>") {
		t.Errorf("the page is %s, the shell was asked for %q", p.State, p.shell)
	}
}
