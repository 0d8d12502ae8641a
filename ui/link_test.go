package ui_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	enginecontext "github.com/heldbytes/heldbytes/ui/engine/context"
)

var link = []engine.File{{Name: "link", Size: 300}}

// A link says itself what a stall is, and stays in the address of the page.
func TestPageReadsALinkAsItSays(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.do = answer(t, &analyzer.Report{Headline: "It took 7 ms.", StallMS: analyzer.Millis(62500 * time.Microsecond)})
	p.Give(ui.Input{Kind: ui.InputLink, Files: link})
	p.says(t, ">link · ")
	p.says(t, "stalls from 62.5 ms on")
	if slices.ContainsFunc(p.shell, func(s string) bool { return strings.HasPrefix(s, "file ") }) {
		t.Errorf("another address was asked for: %q", p.shell)
	}
	o := p.Options
	if o.StallMS != 62.5 {
		t.Fatalf("the threshold is %v ms", o.StallMS)
	}
	o.StallMS = 200
	p.Options = o
	p.do = answer(t, &analyzer.Report{Headline: "It took 7 ms.", StallMS: analyzer.Millis(200 * time.Millisecond)})
	done := make(chan bool)
	read := p.do
	p.do = func(ctx enginecontext.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Draw != nil {
			defer close(done)
		}
		return read(ctx, r, files, progress)
	}
	p.OnOptions(o)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	select {
	case <-done:
	case <-ctx.Done():
		t.Fatal("nothing was drawn")
	}
	var readings []string
	for _, asked := range p.asked {
		if strings.Contains(asked, "analyze") {
			readings = append(readings, asked)
		}
	}
	if diff := cmp.Diff([]string{`{"id":0,"analyze":{}} link`, `{"id":0,"analyze":{"stall_ms":200}} link`}, readings); diff != "" {
		t.Error(diff)
	}
}

// What cannot be opened leaves nothing in sight that is not of this address.
func TestPageDrawsNothingOfALinkThatCannotBeOpened(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.Give(ui.Input{Kind: ui.InputSample, Sample: "sawtooth"})
	p.do = func(enginecontext.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
		return engine.Reply{}, errors.New("link: read what does not match its checksum: the link is damaged; copy it again")
	}
	p.Give(ui.Input{Kind: ui.InputLink, Files: link})
	if p.State != ui.Failed {
		t.Errorf("the page is %s, want %s", p.State, ui.Failed)
	}
	p.says(t, "the link is damaged; copy it again")
	p.says(t, `<div id="result" hidden`)
	p.OnEarlier()
	p.says(t, "A healthy sawtooth · ")
	if p.Options != ui.DefaultOptions() {
		t.Errorf("the options are %+v", p.Options)
	}
}
