//go:build !js

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
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

// TestPageSaysThatAFolderIsNone drops one as a user does.
func TestPageSaysThatAFolderIsNone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "recordings")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, input.DispatchDragEvent, input.DispatchDragEventParams{
				Type: kind, X: 640, Y: 300,
				Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{dir}, DragOperationsMask: 1},
			})
			return chromedp.Void{}, err
		})
	}
	p.state("error")
	if got := p.read("#error"); got != "recordings is a folder; drop the recording in it" {
		t.Errorf("the page says %q", got)
	}
}

// TestVeilGoesWithTheDrag where the drag ends without an event.
func TestVeilGoesWithTheDrag(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.do(chromedp.Evaluate[chromedp.Void](transfer + `("dragenter", "body", [["own", "x"]]); undefined`))
	p.until("document.documentElement.classList.contains('dragging')")
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: 50, Y: 50})
		return chromedp.Void{}, err
	})
	p.until("!document.documentElement.classList.contains('dragging')")
}
