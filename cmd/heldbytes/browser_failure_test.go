//go:build !js

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// secret stands for what a recording, its name or a header may hold.
const secret = "sk-5ecret"

// secretRecording reads as twoEvents do.
var secretRecording = strings.NewReplacer("data: ", "data: \\\""+secret+"\\\"").Replace(twoEvents)

// altered serves the page with something put behind one of its scripts.
func altered(t testing.TB, name, more string) http.Handler {
	t.Helper()
	built := builtPage(t)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+name {
			built.ServeHTTP(w, r)
			return
		}
		plain := httptest.NewRecorder()
		built.ServeHTTP(plain, httptest.NewRequest("GET", r.URL.Path, nil))
		for _, field := range []string{"Content-Type", "Content-Security-Policy"} {
			w.Header().Set(field, plain.Header().Get(field))
		}
		io.WriteString(w, plain.Body.String()+more)
	})
}

// report is what the page has to copy, which holds no secret.
func (p *tab) report(want ...string) {
	p.Helper()
	p.until(`document.querySelector("#failure").checkVisibility()`)
	got := p.text(`document.querySelector("#failure-report").textContent`)
	for _, pattern := range append(want, `(?m)^heldbytes [0-9a-f]{16}, from its server$`, `(?m)^browser: .*Chrome`) {
		if !regexp.MustCompile(pattern).MatchString(got) {
			p.Errorf("the report lacks %s:\n%s", pattern, got)
		}
	}
	for _, forbidden := range []string{secret, "own.jsonl", "127.0.0.1", "\\"} {
		if strings.Contains(got, forbidden) {
			p.Errorf("the report holds %s:\n%s", forbidden, got)
		}
	}
	if strings.Contains(strings.ToLower(p.text(`document.querySelector("#failure").innerText`)), "console") {
		p.Error("the page sends people to the console")
	}
	p.do(chromedp.Evaluate[chromedp.Void](`Object.defineProperty(navigator, "clipboard", {value: {writeText: (text) => { window.copied = text; }}}); undefined`))
	p.click("#failure .snippet button")
	p.until("window.copied")
	if copied := p.text("window.copied"); copied != got {
		p.Errorf("copied is %s", copied)
	}
}

// inHand looks at what scripts put on the page: the cursor is left where the
// graph is pressed, its row is chosen, and the overview has its brush.
func (p *tab) inHand(a *analyzer.Analysis) {
	p.Helper()
	in, v := a.Inspect(), p.view()
	graph := p.into("#graph")
	p.do(chromedp.MouseClickXY(graph.Left+float64(v.Plot.Right), graph.middle()))
	last := in.Look(analyzer.Look{At: v.Plot.To, Lines: v.Lines})
	p.reads(last)
	p.click("#tab-chunks")
	p.showsRows(in, "chunks")
	p.chosen(last.Chunk)
	p.do(chromedp.Focus(chromedp.CSS("#graph")))
	p.hit("+")
	p.until(`document.querySelector("#brush .body")?.checkVisibility() && document.querySelector("#brush .body").ariaValueNow > 0`)
	p.hit("0")
	p.drawn(a)
	p.click("#tab-stalls")
	p.listed("stalls")
}

// TestPageThatStopsKeepsWhatWasGiven lets the shell throw something secret into Go,
// which panics with it.
func TestPageThatStopsKeepsWhatWasGiven(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.loud = true
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own.jsonl", secretRecording)
	p.state("done")
	want := analyzed(t, strings.NewReader(secretRecording), analyzer.Options{Name: "own.jsonl"})
	p.same(want)
	p.inHand(want)
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const real = heldbytes.setGraph;
		heldbytes.setGraph = () => { throw new Error(%q); };
		heldbytes.mend = () => { heldbytes.setGraph = real; };
	})()`, secret)))
	p.click(`[data-do="theme"]`) // draws
	p.report(`(?m)^failed: page$`, `(?m)^what: panic: JavaScript error$`, `(?m)^  at syscall/js\.Value\.Call$`, `ui\.\(\*Root\)`, `(?m)^given: \d+ bytes$`)
	p.picture("stopped")
	p.accessible()
	p.same(want)                                                                                // is still shown
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#svg").click(); undefined`)) // is dead

	p.click(`[data-do="theme"]`) // as it was
	p.do(chromedp.Evaluate[chromedp.Void]("heldbytes.mend(), undefined"))
	p.click("#failure-again")
	p.state("done")
	p.same(want)
	if p.text(`String(document.querySelector("#failure").checkVisibility())`) != "false" {
		t.Error("the panel stays")
	}
	p.inHand(want)
	p.click(".brand") // all of it lives again
	p.state("ready")
	p.click(`[data-sample="buffered"]`)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
}

// TestStoppedPageTakesWhatIsDropped starts anew with it.
func TestStoppedPageTakesWhatIsDropped(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.loud = true
	p.open("/?sample=buffered", 390, 900, false)
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const real = heldbytes.setGraph;
		heldbytes.setGraph = () => { heldbytes.setGraph = real; throw new Error(%q); };
	})()`, secret)))
	p.click(`[data-do="theme"]`)
	p.report(`(?m)^given: the sample buffered$`, `(?m)^state: done, en$`)
	if got := p.text(faults); got != "" {
		t.Error(got)
	}
	p.picture("stopped-390")
	p.click(`[data-do="theme"]`) // as it was
	p.give("own.jsonl", secretRecording)
	p.until(`document.querySelector("#line").textContent.startsWith("own.jsonl")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(secretRecording), analyzer.Options{Name: "own.jsonl"}))
}

// TestEngineThatStopsIsStartedAnew breaks the engine while a recording is read.
func TestEngineThatStopsIsStartedAnew(t *testing.T) {
	for name, c := range map[string]struct{ breaks, says, what string }{
		"Go panics": {
			breaks: fmt.Sprintf(`() => { throw new Error(%q); }`, secret),
			what:   `(?m)^what: panic: JavaScript error$`,
			says:   "the engine stopped while it worked on this",
		},
		"the module fails": {
			breaks: fmt.Sprintf(`() => { setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable "%s"'); }); }`, secret),
			what:   `(?m)^what: RuntimeError: unreachable …$`,
			says:   "the engine stopped while it worked on this",
		},
		"it runs out of memory": {
			breaks: `() => { fs.writeSync(2, new TextEncoder().encode("fatal error: runtime: out of memory\n\ngoroutine 1 [running]:\n")); throw new Error("x"); }`,
			says:   "this needs more memory than a page can have, which is 4 GB; cut the recording, or read it with the command",
		},
	} {
		t.Run(name, func(t *testing.T) {
			// An engine that has been given the recording breaks when it reports.
			p := newTab(t, altered(t, "worker.js", fmt.Sprintf(`;
				const real = self.postMessage;
				const breaks = %s;
				self.postMessage = (data, ...more) => {
					if (self.poisoned && /^(?!.*stopped).*report/s.test(JSON.stringify(data))) breaks();
					else real.call(self, data, ...more);
				};
				const take = self.onmessage;
				self.onmessage = (e) => {
					self.poisoned ||= e.data.files?.[0]?.name === "own.jsonl";
					take(e);
				};`, c.breaks)))
			p.loud = true
			p.open("/?sample=buffered", 1280, 900, false)
			p.state("done")
			p.give("own.jsonl", secretRecording)
			p.state("error")
			if got := p.read("#error"); !strings.HasPrefix(got, c.says) {
				t.Errorf("the page says %q", got)
			}
			if c.what != "" {
				p.report(`(?m)^failed: engine$`, c.what, `(?m)^memory: [\d,]{7,}$`)
				p.picture("engine-stopped")
				p.click("#failure-close")
			}
			if p.text(`String(document.querySelector("#failure").checkVisibility())`) != "false" {
				t.Error("a panel is shown")
			}
			p.same(analyzedSample(t, "buffered")) // is still shown, and drawn by the new engine
			p.click(`[data-do="theme"]`)
			p.click(`[data-do="theme"]`)
			p.click(".brand")
			p.state("ready")
			p.give("other.jsonl", twoEvents)
			p.state("done")
			p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "other.jsonl"}))
		})
	}
}

// TestScriptThatThrowsIsReported leaves the page as it is.
func TestScriptThatThrowsIsReported(t *testing.T) {
	p := newTab(t, altered(t, "offline.js", fmt.Sprintf(`;
		window.throwUp = function throwUp() { null["%s"](); };`, secret)))
	p.loud = true
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void]("setTimeout(throwUp), undefined"))
	p.report(`(?m)^failed: script$`, `(?m)^what: TypeError: Cannot read properties of null \(reading …$|reading …\)$`, `(?m)^  at .*throwUp offline\.js:\d+:\d+$`)
	p.same(analyzedSample(t, "buffered"))
	p.click("#failure-close")
	p.give("own.jsonl", twoEvents)
	p.until(`document.querySelector("#line").textContent.startsWith("own.jsonl")`)
}

// TestPageThatCannotStartTriesAgain has no module at first.
func TestPageThatCannotStartTriesAgain(t *testing.T) {
	var there atomic.Bool
	built := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page.wasm" && !there.Load() {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		built.ServeHTTP(w, r)
	}))
	p.well = "page.wasm"
	p.open("/", 1280, 900, false)
	p.state("error")
	p.report(`(?m)^failed: start$`, `(?m)^what: TypeError: `)
	there.Store(true)
	p.give("own.jsonl", twoEvents) // which starts it, too
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own.jsonl"}))
}
