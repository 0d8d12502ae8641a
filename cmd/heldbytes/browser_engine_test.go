//go:build !js

package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

func TestPageCancels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.jsonl")
	writeBig(t, path, 96<<20)
	p := newTab(t, builtPage(t))
	p.watchWorkers()
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.do(chromedp.Evaluate[chromedp.Void]("endless = true; undefined"))
	p.choose("#file", path)
	p.until("document.querySelector('.reading progress').value > 0")
	p.click(`[data-do="theme"]`) // the page goes on while the engine reads
	p.until("document.documentElement.dataset.theme === 'dark'")
	if got := p.text("document.querySelector('#app').dataset.state"); got != "reading" {
		t.Fatalf("the page is %q before it was cancelled", got)
	}
	p.click("#cancel")
	p.state("ready")
	p.do(chromedp.Evaluate[chromedp.Void]("endless = false; undefined"))
	p.click(`[data-do="theme"]`)
	p.click(`[data-sample="buffered"]`)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
}

// workers keeps hold of the page's Workers, so that a test can be in their way:
// deaf to cancellations, or endless, so that the first never has a result.
const workers = `
	window.workers = [];
	window.deaf = window.endless = false;
	const Real = Worker;
	window.Worker = class extends Real {
		constructor(url) { super(url); window.workers.push(this); }
		postMessage(m) { if (!(window.deaf && m.request?.includes('"cancel"'))) super.postMessage(m); }
		get onmessage() { return this.take; }
		set onmessage(take) {
			this.take = take;
			super.onmessage = take && (e => {
				const result = !/"(progress|cancelled|stopped)":/.test(e.data);
				if (!(result && window.endless && this === window.workers[0])) take.call(this, e);
			});
		}
	};`

func (p *tab) watchWorkers() {
	p.Helper()
	p.atStart(workers)
}

// TestPageReadsWhatComesWhileItReads gives a second file while a large one is
// read: by an engine that listens, and by one that has to be replaced.
func TestPageReadsWhatComesWhileItReads(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big.jsonl")
	writeBig(t, big, 96<<20)
	for name, c := range map[string]struct {
		before, after string
		workers       int
	}{
		"the engine lets go":             {"endless = false", "", 1},
		"the engine hears no cancelling": {"deaf = true", "", 2},
		"the engine dies of the first":   {"deaf = true", `workers[0].onmessage({data: '{"stopped":true}'})`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.watchWorkers()
			p.open("/", 1280, 900, false)
			p.state("ready")
			p.do(chromedp.Evaluate[chromedp.Void]("endless = true; undefined"))
			p.choose("#file", big)
			p.until("document.querySelector('.reading progress').value > 0")
			p.do(chromedp.Evaluate[chromedp.Void](c.before + "; undefined"))
			p.give("own.jsonl", twoEvents)
			p.do(chromedp.Evaluate[chromedp.Void](c.after + "; undefined"))
			p.state("done")
			p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own.jsonl"}))
			if got := ask(p, chromedp.Evaluate[int]("workers.length")); got != c.workers {
				t.Errorf("there were %d engines, want %d", got, c.workers)
			}
		})
	}
}

// TestPageSaysThatAFileHasChanged reads a file that was changed after it was chosen.
// What the browser then rejects is nowhere left to itself.
func TestPageSaysThatAFileHasChanged(t *testing.T) {
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	defer release()
	built := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			<-held
		}
		built.ServeHTTP(w, r)
	}))
	p.openUnloaded()
	path := filepath.Join(t.TempDir(), "own.jsonl")
	if err := os.WriteFile(path, []byte(twoEvents), 0o666); err != nil {
		t.Fatal(err)
	}
	p.choose("#open", path) // the way in that is always in sight
	p.until("document.querySelector('#status').textContent.includes('kept')")
	if err := os.WriteFile(path, []byte(oneEvent), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	release()
	p.state("error")
	if got := p.read("#error"); !strings.HasPrefix(got, "own.jsonl: the file could not be read, it may have been moved or changed") {
		t.Errorf("the page says %q", got)
	}
	p.click("#dismiss")
	p.state("ready")
}

// TestPageReplacesEngine takes the engine away: while it reads, because it died
// or because it does not hear that it is to stop.
func TestPageReplacesEngine(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big.jsonl")
	writeBig(t, big, 96<<20)
	for name, end := range map[string]struct{ script, state, says string }{
		"it died":                {`workers[0].onmessage({data: '{"stopped":true}'})`, "error", "the engine stopped"},
		"it hears no cancelling": {`deaf = true, document.querySelector("#cancel").click()`, "done", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.watchWorkers()
			p.open("/?sample=buffered", 1280, 900, false)
			p.state("done")
			p.do(chromedp.Evaluate[chromedp.Void]("endless = true; undefined"))
			p.choose("#file", big)
			p.until("document.querySelector('.reading progress').value > 0")
			p.do(chromedp.Evaluate[chromedp.Void](end.script + "; undefined"))
			p.state(end.state)
			if got := p.text("document.querySelector('#error').textContent"); !strings.HasPrefix(got, end.says) {
				t.Errorf("the page says %q", got)
			}
			p.until("workers.length === 2")
			// The analysis that is shown can still be drawn.
			svg := p.text("document.querySelector('#graph').innerHTML")
			p.click(`[data-do="theme"]`)
			p.until(fmt.Sprintf("document.querySelector('#graph').innerHTML !== %q", svg))
			p.click(`[data-do="theme"]`)
			p.until(fmt.Sprintf("document.querySelector('#graph').innerHTML === %q", svg))
			p.same(analyzedSample(t, "buffered"))
		})
	}
}

// writeBig writes a capture of at least size bytes.
func writeBig(t *testing.T, path string, size int) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}` + "\n")
	pad := strings.Repeat("x", 4000)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `{"t_ms":%d,"text":"data: {\"n\":\"%s\"}\n\n"}`+"\n", i, pad)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// openUnloaded opens the page and does not wait for all of it.
func (p *tab) openUnloaded() {
	p.Helper()
	p.resize(1280, 900, false)
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cdppage.Navigate, cdppage.NavigateParams{URL: p.url})
		return chromedp.Void{}, err
	})
	p.until("document.readyState !== 'loading' && document.querySelector('#file') && window.heldbytes")
}

// TestShellTakesFileBeforeEngine holds the module back: the page is there, does
// not move when Go takes over, and reads what it was given before.
func TestShellTakesFileBeforeEngine(t *testing.T) {
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	defer release()
	built := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			<-held
		}
		built.ServeHTTP(w, r)
	}))
	p.openUnloaded()
	p.state("starting")
	const places = `[...document.querySelectorAll("#start *")].map(e => {
		const r = e.getBoundingClientRect();
		return e.tagName + [r.x, r.y, r.width, r.height];
	}).join("\n")`
	before := p.text(places)
	p.give("own.jsonl", twoEvents)
	p.until("document.querySelector('#status').checkVisibility() && document.querySelector('#status').textContent.includes('kept')")
	if after := p.text(places); after != before {
		t.Error("giving a file moves the start screen")
	}
	p.picture("starting")
	release()
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own.jsonl"}))

	p.open("/", 1280, 900, false)
	p.state("ready")
	if after := p.text(places); after != before {
		t.Errorf("Go moves the start screen:\n%s\nwas\n%s", after, before)
	}
}

// TestSiteRunsByItself serves dist/ as any host would, without headers: the
// policy is in the page.
func TestSiteRunsByItself(t *testing.T) {
	dist := filepath.Join("..", "..", "dist")
	if _, err := os.Stat(filepath.Join(dist, "index.html")); err != nil {
		t.Fatalf("%v; run make dist", err)
	}
	p := newTab(t, http.FileServer(http.Dir(dist)))
	p.open("/?sample=bad-event", 1280, 900, false)
	p.state("done")
	p.same(analyzedSample(t, "bad-event"))
}

// TestPolicyIsInForce does what the policy forbids. It shows besides that a
// test whose page broke the policy would fail.
func TestPolicyIsInForce(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	for name, script := range map[string]string{
		"inline script": `const s = document.createElement("script"); s.textContent = "window.ran = true"; document.body.append(s)`,
		"inline style":  `document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>")`,
		"another host":  `fetch("http://127.0.0.1:9/").catch(() => {})`,
	} {
		p.do(chromedp.Evaluate[chromedp.Void]("(() => {" + script + "})()"))
		for end := time.Now().Add(patience); !p.heard("Content Security Policy"); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: the browser did not say that it was refused", name)
			}
		}
	}
	if ask(p, chromedp.Evaluate[bool]("!!window.ran")) {
		t.Error("an inline script ran")
	}
}

// heard reports whether the browser said something, and forgets that it did.
func (p *tab) heard(what string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.said)
	p.said = slices.DeleteFunc(p.said, func(s string) bool { return strings.Contains(s, what) })
	return len(p.said) < n
}
