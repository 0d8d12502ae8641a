//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/lab"
)

// executed waits until n runs of the experiment are executed, and its graph is
// drawn for the width that it has.
func (p *tab) executed(n int) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('#lab-panel').dataset.state === 'executed' && document.querySelector('.runs h2').textContent.match(/\\d+/g).join() === '%d,10'", n))
	p.until("document.querySelector('#lab-graph svg')?.getAttribute('width') == document.querySelector('#lab-graph').clientWidth")
}

// runs are the rows of the table, each as its cells.
func (p *tab) runs() []string {
	p.Helper()
	return strings.Split(p.text(`[...document.querySelectorAll(".runs tbody tr")].map(r => [...r.cells].filter(c => c.checkVisibility()).map(c => c.textContent).join(" ")).join("\n")`), "\n")
}

const labResult = "On the same 30 chunks, releasing at event close instead of at EOF lowers peak held bytes from 29,119 to 2,478 and brings the first event forward from 1,480 ms to 0 ms."

// TestLabExecutesThePair runs the experiment over the made-up chunks.
func TestLabExecutesThePair(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.click("#tab-lab")
	p.until("document.querySelector('#lab-panel').checkVisibility() && !document.querySelector('#read').checkVisibility()")
	order := strings.Fields("at-close read-all read-all at-close at-close read-all read-all at-close at-close read-all")
	for i, run := range p.runs() {
		if want := fmt.Sprintf("%d %d %s %s", i/2+1, i%2+1, order[i], analyzer.NotExecuted); run != want {
			t.Errorf("run %d before: %q, want %q", i, run, want)
		}
	}
	if got := p.read("#lab-result"); !strings.HasPrefix(got, "Not executed on this machine") {
		t.Errorf("before: %s", got)
	}
	if p.text("String(document.querySelector('#lab-csv').checkVisibility() || document.querySelector('#lab-graph').checkVisibility())") != "false" {
		t.Error("rows or a graph are offered of runs that are not executed")
	}

	p.click("#lab-run")
	p.executed(10)
	if got := p.read("#lab-result"); got != labResult {
		t.Errorf("result %q", got)
	}
	if got := p.read("#lab-about"); got != "30 chunks, 29,119 bytes, 15 events, 1 bad. Made up, not recorded." {
		t.Errorf("about %q", got)
	}
	runs := p.runs()
	if len(runs) != 10 {
		t.Fatalf("%d runs", len(runs))
	}
	for i, run := range runs {
		end := "chunk 0 0 2,478 14 1"
		if order[i] == "read-all" {
			end = "EOF 1,480 29,119 14 1"
		}
		if cells := strings.Fields(run); cells[2] != order[i] || !strings.HasSuffix(run, end) {
			t.Errorf("run %d: %q", i, run)
		}
	}
	text := p.text(`document.querySelector("#lab-graph svg").textContent`)
	if !strings.Contains(text, "at EOF") || !strings.Contains(text, "at close") {
		t.Errorf("the graph is not of the pair: %s", text)
	}

	// Light or dark draws the same runs once more.
	svg := p.text("document.querySelector('#lab-graph').innerHTML")
	p.click(`[data-do="theme"]`)
	p.until(fmt.Sprintf("document.querySelector('#lab-graph').innerHTML !== %q", svg))
	if again := p.runs(); strings.Join(again, "\n") != strings.Join(runs, "\n") {
		t.Error("the runs are others now")
	}
}

// TestLabTakesTheLoadedRecording, and forgets the runs once another is loaded.
func TestLabTakesTheLoadedRecording(t *testing.T) {
	recording, rows := sampleFiles(t, "buffered")
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", rows, recording) // the rows first: they are not what readers take
	p.state("done")
	p.click("#tab-lab")
	p.set("#lab-source", "own")
	p.set("#lab-release", "next-chunk")
	p.until("document.querySelector('.runs tbody').textContent.includes('next-chunk')")
	p.click("#lab-run")
	p.executed(10)

	f, err := os.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	second, err := lab.ParseArm("next-chunk")
	if err != nil {
		t.Fatal(err)
	}
	x, err := analyzer.NewExperiment(f, analyzer.Options{Name: "own.jsonl"}, lab.Arm{}, second)
	if err != nil {
		t.Fatal(err)
	}
	if err := execute(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("#lab-result"), x.Report().Result; got != want || want == "" {
		t.Errorf("result %q, the command says %q", got, want)
	}

	p.give("two.jsonl", twoEvents) // its analysis is shown
	p.shows("two.jsonl")
	p.click("#tab-lab")
	p.until("document.querySelector('#lab-panel').dataset.state === 'planned'")
	if got := p.text("document.querySelector('#lab-source').selectedOptions[0].textContent"); got != "two.jsonl" {
		t.Errorf("the chunks are those of %s", got)
	}
	p.click("#lab-run")
	p.executed(10)
	p.set("#lab-source", "")
	p.until("document.querySelector('#lab-panel').dataset.state === 'planned'")
}

// TestLabRefusesWhatHasNoPayload says why, and goes on with other chunks.
func TestLabRefusesWhatHasNoPayload(t *testing.T) {
	_, rows := sampleFiles(t, "buffered")
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", rows)
	p.state("done")
	p.click("#tab-lab")
	p.set("#lab-source", "own")
	p.click("#lab-run")
	p.until("document.querySelector('#lab-error').checkVisibility()")
	if got := p.read("#lab-error"); got != "own.csv: read rows without chunks, want the payload of each chunk, to join and to parse" {
		t.Errorf("error %q", got)
	}
	if got := strings.Join(p.runs(), "\n"); strings.Count(got, analyzer.NotExecuted) != 10 {
		t.Errorf("runs\n%s", got)
	}
	p.set("#lab-source", "")
	p.click("#lab-run")
	p.executed(10)
	p.until("!document.querySelector('#lab-error').checkVisibility()")
}

// TestLabCanBeCancelled in a run that takes long: what was executed stays.
func TestLabCanBeCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.jsonl")
	var b strings.Builder
	event := strings.Repeat(`{\"n\":[1,2,3,4]},`, 40_000)
	for i := range 20 {
		fmt.Fprintf(&b, `{"t_ms":%d,"text":"[%s0]\n"}`+"\n", i*10, event)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", path)
	p.state("done")
	p.click("#tab-lab")
	p.set("#lab-source", "own")
	p.click("#lab-run")
	p.until("document.querySelector('#lab-cancel').checkVisibility()")
	p.click("#lab-cancel")
	p.until("document.querySelector('#lab-run').checkVisibility()")
	if got := strings.Join(p.runs(), "\n"); !strings.Contains(got, analyzer.NotExecuted) {
		t.Errorf("all runs were executed:\n%s", got)
	}
	p.set("#lab-source", "") // the engine, or another, works on
	p.click("#lab-run")
	p.executed(10)
	p.click("#tab-read")
	p.shows("long.jsonl")
}

// TestLabIsATab has it in the history, at an address and under the keyboard.
func TestLabIsATab(t *testing.T) {
	inLab := "document.querySelector('#lab-panel').checkVisibility() && !document.querySelector('#read').checkVisibility()"
	inRead := "!document.querySelector('#lab-panel').checkVisibility() && document.querySelector('#read').checkVisibility()"
	p := newTab(t, builtPage(t))
	p.open("/?sample=buffered#lab", 1280, 900, false)
	p.state("done") // beneath
	p.until(inLab)
	p.reload()
	p.state("done")
	p.until(inLab)
	if got := p.text("location.href"); got != p.url+"/?sample=buffered#lab" {
		t.Errorf("the page is at %s", got)
	}
	p.click("#tab-read")
	p.until(inRead)
	p.until("document.querySelector('#graph svg')?.getAttribute('width') == document.querySelector('#graph').clientWidth") // it had no width till now
	p.same(analyzedSample(t, "buffered"))
	p.history("history.back()")
	p.until(inLab)
	p.history("history.forward()")
	p.until(inRead)

	// One stop of the Tab key, arrows between the tabs.
	p.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#tab-read').focus()"))
	for _, step := range []struct{ key, focus, sees string }{
		{kb.ArrowRight, "tab-lab", inLab}, {kb.ArrowRight, "tab-read", inRead}, {kb.ArrowLeft, "tab-lab", inLab},
		{kb.Home, "tab-read", inRead}, {kb.End, "tab-lab", inLab},
	} {
		p.do(chromedp.KeyEvent(step.key))
		p.until(fmt.Sprintf("document.activeElement.id === %q && %s", step.focus, step.sees))
		p.until(fmt.Sprintf("[...document.querySelectorAll('#app > .tabs [role=tab]')].every(t => t.getAttribute('aria-selected') === String(t.id === %q) && t.tabIndex === (t.id === %[1]q ? 0 : -1))", step.focus))
	}
	p.click(".brand") // the start screen is no experiment
	p.until(inRead)
	p.state("ready")
	p.history("location.hash = 'lab'")
	p.until(inLab)
	p.history("history.back()")
	p.until(inRead)
	p.give("one.jsonl", oneEvent)
	p.shows("one.jsonl")
	p.click("#tab-lab")
	p.until(inLab)
	p.history("history.back()")
	p.shows("one.jsonl")
}
