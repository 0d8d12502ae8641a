//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

func TestPageShowsSamples(t *testing.T) {
	for _, name := range sampleNames() {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			p.click(fmt.Sprintf("[data-sample=%q]", name))
			p.state("done")
			p.same(analyzedSample(t, name))
			s, _ := analyzer.SampleNamed(name)
			if line := p.read("#result > p"); !strings.HasPrefix(line, "Sample "+s.Title+" · ") {
				t.Errorf("the sample is not told from a recording: %s", line)
			}
			if remarks := p.read(".remarks"); remarks != "Made up, not recorded." {
				t.Errorf("the sample does not say that it is made up: %s", remarks)
			}
		})
	}
}

func TestPageReadsRecordings(t *testing.T) {
	for _, name := range []string{"curl/sse-stall.trace", "curl/ndjson.trace", "terminal/ndjson.ts-s.txt"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "..", "..", "shared", "recordings", filepath.FromSlash(name))
			if _, err := os.Stat(path); err != nil {
				t.Skipf("the shared recordings are absent: %v", err)
			}
			p := newTab(t, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			p.choose("#file", path)
			p.state("done")
			p.same(analyzedFiles(t, path))
		})
	}
}

func TestPageReadsCaptureWithItsRows(t *testing.T) {
	recording, rows := sampleFiles(t, "buffered")
	want := analyzedFiles(t, recording, rows)
	for name, give := range map[string]func(p *tab){
		"chosen together":            func(p *tab) { p.choose("#file", recording, rows) },
		"chosen the other way round": func(p *tab) { p.choose("#file", rows, recording) },
		"rows added to the capture": func(p *tab) {
			p.choose("#file", recording)
			p.state("done")
			if !ask(p, chromedp.Evaluate[bool]("document.querySelector('.offer').checkVisibility()")) {
				p.Error("the page does not offer to take the rows")
			}
			p.choose("#observed", rows)
			p.until("document.querySelector('#line').textContent.includes('observed rows')")
		},
		"rows dropped below the graph": func(p *tab) {
			p.choose("#file", recording)
			p.state("done")
			text, err := os.ReadFile(rows)
			if err != nil {
				p.Fatal(err)
			}
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("drop", ".offer code", [["own.csv", %q]])`, transfer, text)))
			p.until("document.querySelector('#line').textContent.includes('observed rows')")
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			give(p)
			p.state("done")
			p.same(want)
			if ask(p, chromedp.Evaluate[bool]("document.querySelector('.offer').checkVisibility()")) {
				t.Error("the page offers to take rows that it has")
			}
		})
	}
}

// transfer makes an event that carries files, as a drop and a paste do.
const transfer = `((type, target, files, text) => {
	const data = new DataTransfer();
	for (const [name, body] of files) data.items.add(new File([body], name));
	if (text) data.setData("text/plain", text);
	const at = document.querySelector(target);
	at.dispatchEvent(type === "paste"
		? new ClipboardEvent(type, {clipboardData: data, bubbles: true, cancelable: true})
		: new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
})`

func TestPageTakesDropAndPaste(t *testing.T) {
	want := analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"})
	for name, script := range map[string]string{
		"a file is dropped anywhere":   fmt.Sprintf(`%s("drop", ".foot", [["own", %q]])`, transfer, twoEvents),
		"a file is dropped on the box": fmt.Sprintf(`%s("drop", ".intake b", [["own", %q]])`, transfer, twoEvents),
		"text is pasted anywhere":      fmt.Sprintf(`%s("paste", "body", [], %q)`, transfer, twoEvents),
		"a file is pasted":             fmt.Sprintf(`%s("paste", "body", [["own", %q]])`, transfer, twoEvents),
		"text is typed":                fmt.Sprintf(`document.querySelector("#paste").value = %q; document.querySelector("[data-do=text]").click()`, twoEvents),
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			p.do(chromedp.Evaluate[chromedp.Void](script + "; undefined"))
			p.state("done")
			p.same(want)
		})
	}
}

func TestPageSaysWhatIsWrong(t *testing.T) {
	const bad = "i,t_ms,held_bytes,parsed\n0,zero,1,True\n"
	_, err := analyzer.Analyze(strings.NewReader(bad), analyzer.Options{Name: "bad.csv"})
	if err == nil {
		t.Fatal("the bad input is read")
	}
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("bad.csv", bad)
	p.state("error")
	if got := p.text("document.querySelector('[role=alert] #error').textContent"); got != err.Error() {
		t.Errorf("reads %q, want %q", got, err)
	}
	p.click("#dismiss")
	p.state("ready")

	// An analysis that is shown stays, and is there again from the start screen.
	p.click(`[data-sample="buffered"]`)
	p.state("done")
	p.give("bad.csv", bad)
	p.state("error")
	p.same(analyzedSample(t, "buffered"))
	p.click(".brand")
	p.state("ready")
	p.give("bad.csv", bad)
	p.state("error")
	p.click("#earlier")
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	p.choose("#file", many(t, 3)...)
	p.state("error")
	if got := p.read("#error"); !strings.HasPrefix(got, "3 files: ") {
		t.Errorf("three files: %s", got)
	}
}

func many(t *testing.T, n int) (paths []string) {
	dir := t.TempDir()
	for i := range n {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
