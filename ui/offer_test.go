package ui_test

import (
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

type doer = func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error)

// noRows is an engine to which no file is the rows of a reader, and which lays
// recordings beside each other.
func noRows(good doer) doer {
	return func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		switch {
		case r.Analyze == nil:
		case r.Analyze.IfRows || r.Analyze.IfOne:
			return engine.Reply{}, engine.ErrNotRows
		case r.Analyze.Beside != nil && r.Analyze.Beside.Kind == engine.BesideFix:
			b, err := json.Marshal(analyzer.FixReport{Headline: "The fix did it.", Stream: analyzer.VerdictReport{Code: "chunks", Sentence: "The same."}})
			return engine.Reply{Pair: b}, err
		case r.Analyze.Beside != nil:
			b, err := json.Marshal(analyzer.ComparisonReport{Headline: "Held between. Long.", Parts: []string{"Held between.", "Long."}, Hops: []analyzer.HopReport{{First: 1, Second: 2}}})
			return engine.Reply{Pair: b}, err
		}
		return good(ctx, r, f, progress)
	}
}

// given is a page that shows one.trace and was given two.trace.
func given(t *testing.T) *page {
	p := newPage(t)
	p.tell(640)
	p.do = noRows(p.do)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "one.trace"}}})
	p.asked, p.shell = nil, nil
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "two.trace"}}})
	return p
}

func TestPageAsksWhatASecondRecordingIs(t *testing.T) {
	p := given(t)
	if diff := cmp.Diff([]string{
		`{"id":0,"analyze":{"stall_ms":200,"if_rows":true}} one.trace two.trace`,
		`{"id":0,"guess":{"stall_ms":200}} two.trace`,
	}, p.asked); diff != "" {
		t.Error(diff)
	}
	p.says(t, "What is two.trace beside one.trace?")
	p.says(t, "It has 3 chunks, 45 bytes.")
	p.says(t, ">one.trace · ")
	p.says(t, `class="likely" data-way="point"`)
	if p.State != ui.Done || !slices.Contains(p.shell, "focus #offering .likely") {
		t.Errorf("the page is %s, the shell was asked for %q", p.State, p.shell)
	}
}

func TestPagePutsTheQuestionOff(t *testing.T) {
	p := given(t)
	offer := &ui.Offer{Page: p.Root}
	offer.OnKey("a")
	if !offer.Open() {
		t.Error("any key puts it off")
	}
	offer.OnKey("Escape")
	if offer.Open() || !offer.Folded() || offer.Waiting() != "two.trace waits." {
		t.Errorf("Esc leaves %q", offer.Waiting())
	}
	offer.OnFold(false)
	if !offer.Open() {
		t.Error("the question cannot be taken up again")
	}
}

// take chooses a way, and waits until it is taken.
func (p *page) take(t *testing.T, way string) {
	t.Helper()
	good, done := p.do, make(chan bool, 1)
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Analyze != nil {
			defer func() { done <- true }()
		}
		return good(ctx, r, f, progress)
	}
	p.OnTake(way)
	<-done
	p.Lock()
	p.do = good
	p.Unlock()
}

// patience bounds a wait for what another goroutine does.
const patience = time.Minute

// settled waits until c holds, under the page's lock.
func (p *page) settled(c func() bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); runtime.Gosched() {
		p.Lock()
		ok := c()
		p.Unlock()
		if ok {
			return
		}
	}
	p.t.Fatalf("it did not come to that; the page was asked for %q", p.asked)
}

func TestPageTakesASecondRecordingForWhatTheUserSays(t *testing.T) {
	for _, c := range []struct{ way, asked, says string }{
		{"point", `{"id":0,"analyze":{"stall_ms":200,"beside":{"kind":"point","first":1,"exchanges":[0,0]}}} one.trace two.trace`, "Point 1: one.trace · point 2: two.trace"},
		{"fix", `{"id":0,"analyze":{"stall_ms":200,"beside":{"kind":"fix","first":1,"exchanges":[0,0]}}} one.trace two.trace`, "Before: one.trace · after: two.trace"},
		{"rows", `{"id":0,"analyze":{"stall_ms":200}} two.trace one.trace`, ">two.trace and one.trace"},
		{"alone", `{"id":0,"analyze":{"stall_ms":200}} two.trace`, ">two.trace · "},
	} {
		t.Run(c.way, func(t *testing.T) {
			p := given(t)
			p.asked = nil
			p.take(t, c.way)
			p.settled(func() bool { return slices.Contains(p.shell, "file 2") })
			p.Lock()
			defer p.Unlock()
			if p.asked[0] != c.asked {
				t.Errorf("asked %s, want %s", p.asked[0], c.asked)
			}
			p.says(t, c.says)
			if (&ui.Offer{Page: p.Root}).Waits() {
				t.Error("the question is still there")
			}
			if got := p.Pair.Shown; got != (c.way == "point" || c.way == "fix") {
				t.Errorf("a pair is shown: %v", got)
			}
		})
	}
}

func TestAPairThatCannotBeMadeLosesNeitherRecording(t *testing.T) {
	p := given(t)
	good := p.do
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Analyze != nil && r.Analyze.Beside != nil {
			return engine.Reply{}, errors.New("two.trace: of another stream")
		}
		return good(ctx, r, f, progress)
	}
	p.OnTake("point")
	p.settled(func() bool { return p.State == ui.Failed })
	p.says(t, "two.trace: of another stream")
	p.says(t, ">one.trace · ")
	if !(&ui.Offer{Page: p.Root}).Open() {
		t.Error("the question is gone")
	}
}

func TestASecondFileThatCannotBeReadKeepsTheFirst(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	good := p.do
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "one.trace"}}})
	p.do = noRows(func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Guess != nil {
			return engine.Reply{}, errors.New("two.trace:1: read noise")
		}
		return good(ctx, r, f, progress)
	})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "two.trace"}}})
	if p.State != ui.Failed || p.Trouble != "two.trace:1: read noise" {
		t.Errorf("the page is %s with %q", p.State, p.Trouble)
	}
	p.OnDismiss()
	p.says(t, ">one.trace · ")
	if p.State != ui.Done || (&ui.Offer{Page: p.Root}).Waits() {
		t.Errorf("dismissed, the page is %s", p.State)
	}
}

func TestTwoRecordingsAtOnceAreReadInTurn(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.do = noRows(p.do)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "one.trace"}, {Name: "two.trace"}}})
	if diff := cmp.Diff([]string{
		`{"id":0,"analyze":{"stall_ms":200,"if_one":true}} one.trace two.trace`,
		`{"id":0,"analyze":{"stall_ms":200}} one.trace`,
		`{"id":0,"draw":{"width":640,"dark":true}}`,
		`{"id":0,"guess":{"stall_ms":200}} two.trace`,
	}, p.asked); diff != "" {
		t.Error(diff)
	}
	p.says(t, "What is two.trace beside one.trace?")
}

// An engine that has forgotten what is shown reads it once more before it says
// what another recording may be to it; one that has forgotten a pair, the pair.
func TestAnEngineThatForgotReadsAgainForTwo(t *testing.T) {
	p := given(t)
	good, forgotten := p.do, true
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		switch {
		case r.Analyze != nil && !r.Analyze.IfRows:
			forgotten, progress = false, func(engine.Progress) {}
		case forgotten && (r.Guess != nil || r.PairCSV):
			return engine.Reply{}, engine.ErrForgotten
		}
		return good(ctx, r, f, progress)
	}
	p.asked = nil
	p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "three.trace"}}})
	if diff := cmp.Diff([]string{
		`{"id":0,"analyze":{"stall_ms":200,"if_rows":true}} one.trace three.trace`,
		`{"id":0,"guess":{"stall_ms":200}} three.trace`,
		`{"id":0,"analyze":{"stall_ms":200}} one.trace`,
		`{"id":0,"guess":{"stall_ms":200}} three.trace`,
	}, p.asked); diff != "" {
		t.Error(diff)
	}
	p.OnTake("fix")
	p.settled(func() bool { return slices.Contains(p.shell, "file 2") })
	p.Lock()
	forgotten, p.asked, p.shell = true, nil, nil
	p.Unlock()
	p.Pair.OnDownload("csv")
	p.settled(func() bool { return slices.Contains(p.shell, "download heldbytes-fix.csv i,t_ms") })
	const read, csv = `{"id":0,"analyze":{"stall_ms":200,"beside":{"kind":"fix","first":1,"exchanges":[0,0]}}} one.trace three.trace`, `{"id":0,"pair_csv":true}`
	if diff := cmp.Diff([]string{csv, read, csv}, p.asked); diff != "" {
		t.Error(diff)
	}
}

func TestAPairIsTurned(t *testing.T) {
	p := given(t)
	p.OnTake("point")
	p.settled(func() bool { return slices.Contains(p.shell, "file 2") })
	shown := func() (n int) {
		for _, s := range p.shell {
			if strings.HasPrefix(s, "status Done") {
				n++
			}
		}
		return n
	}
	turns := shown()
	last := func(says, asked string) {
		t.Helper()
		turns++
		p.settled(func() bool { return shown() == turns }) // the next turn is of what is shown
		if !slices.Contains(p.asked, asked) || !strings.Contains(p.Pair.Roles(), says) {
			t.Errorf("the page says %q and was asked for %q, want %q and %q", p.Pair.Roles(), p.asked, says, asked)
		}
	}
	p.Pair.OnOffset("12.5")
	last("Point 1: one.trace", `{"id":0,"analyze":{"stall_ms":200,"beside":{"kind":"point","first":1,"exchanges":[0,0],"offset_ms":12.5}}} one.trace two.trace`)
	p.Pair.OnSwap()
	last("Point 1: two.trace", `{"id":0,"analyze":{"stall_ms":200,"beside":{"kind":"point","first":1,"exchanges":[0,0],"offset_ms":-12.5}}} two.trace one.trace`)
	p.Pair.OnOffset("soon")
	if !p.Pair.Wrong {
		t.Error("soon is taken for an offset")
	}
	p.Pair.OnOther()
	last("Before: two.trace", `{"id":0,"analyze":{"stall_ms":200,"beside":{"kind":"fix","first":1,"exchanges":[0,0]}}} two.trace one.trace`)
	if slices.Contains(p.shell, "file 3") {
		t.Error("a pair that is turned is a new one in the history")
	}
}

func TestTwoPastedTextsAreToldApart(t *testing.T) {
	p := newPage(t)
	p.tell(640)
	p.do = noRows(p.do)
	for range 2 {
		p.Give(ui.Input{Kind: ui.InputFiles, Files: []engine.File{{Name: "pasted"}}})
	}
	p.says(t, "What is pasted, the second beside pasted, the first?")
	if got := len(slices.DeleteFunc(slices.Clone(p.shell), func(s string) bool { return s != "clear" })); got != 2 {
		t.Errorf("what was pasted was taken out of its box %d times", got)
	}
}
