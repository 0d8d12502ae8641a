//go:build !js

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// same compares what a user reads with what the analyzer says here.
func (p *tab) same(a *analyzer.Analysis) {
	p.Helper()
	r := a.Report()
	verdict := r.Result
	if verdict == "" {
		verdict = r.Elsewhere
	}
	for selector, want := range map[string]string{
		"#headline":                         r.Headline,
		"#verdict":                          verdict,
		".finding[aria-label=Reader] > p":   r.Findings.Reader.Code + " — " + r.Findings.Reader.Sentence,
		".finding[aria-label=Arrivals] > p": r.Findings.Arrivals.Code + " — " + r.Findings.Arrivals.Sentence,
		".finding[aria-label=Stream] > p":   r.Findings.Stream.Code + " — " + r.Findings.Stream.Sentence,
	} {
		if got, want := p.read(selector), strings.Join(strings.Fields(want), " "); got != want {
			p.Errorf("%s\n reads %s\n want  %s", selector, got, want)
		}
	}
	for selector, want := range map[string]int{
		".stalls tbody tr":                       len(r.Stalls),
		".finding[aria-label=Reader] tbody tr":   min(len(r.Findings.Reader.Evidence), 100),
		".finding[aria-label=Arrivals] tbody tr": min(len(r.Findings.Arrivals.Evidence), 100),
		".finding[aria-label=Stream] tbody tr":   min(len(r.Findings.Stream.Evidence), 100),
	} {
		if got := ask(p, chromedp.Evaluate[int](fmt.Sprintf("document.querySelectorAll(%q).length", selector))); got != want {
			p.Errorf("%s: %d rows, want %d", selector, got, want)
		}
	}
	width := ask(p, chromedp.Evaluate[int]("document.querySelector('#graph').clientWidth"))
	var svg strings.Builder
	if err := a.WriteSVG(&svg, figure.Options{Width: width}); err != nil {
		p.Fatal(err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("wanted = document.createElement('div'), wanted.innerHTML = %q, undefined", svg.String())))
	if !ask(p, chromedp.Evaluate[bool]("wanted.innerHTML.length > 1000 && wanted.innerHTML === document.querySelector('#graph').innerHTML")) {
		p.Error("the graph in the page is not the command's")
	}
}

func analyzed(t testing.TB, r io.Reader, o analyzer.Options) *analyzer.Analysis {
	t.Helper()
	a, err := analyzer.Analyze(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// analyzedFiles is what the command makes of a recording and perhaps rows.
func analyzedFiles(t testing.TB, paths ...string) *analyzer.Analysis {
	t.Helper()
	var files []io.Reader
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files = append(files, f)
	}
	o := analyzer.Options{Name: filepath.Base(paths[0])}
	if len(files) > 1 {
		o.Observed, o.ObservedName = files[1], filepath.Base(paths[1])
	}
	return analyzed(t, files[0], o)
}

func analyzedSample(t testing.TB, name string) *analyzer.Analysis {
	t.Helper()
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	recording, observed := s.Open()
	return analyzed(t, recording, analyzer.Options{Name: s.Name, Observed: observed, ObservedName: s.Name + ".csv"})
}

// sampleFiles writes a sample's two files.
func sampleFiles(t testing.TB, name string) (recording, observed string) {
	t.Helper()
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	dir := t.TempDir()
	r, o := s.Open()
	for path, from := range map[string]io.Reader{"own.jsonl": r, "own.csv": o} {
		b, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "own.jsonl"), filepath.Join(dir, "own.csv")
}

func TestPageShowsSamples(t *testing.T) {
	for _, name := range sampleNames() {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			p.click(fmt.Sprintf("[data-sample=%q]", name))
			p.state("done")
			p.same(analyzedSample(t, name))
			if line := p.read("#line"); !strings.Contains(line, "made up, not recorded") {
				t.Errorf("the sample does not say that it is made up: %s", line)
			}
		})
	}
}

// TestPageGoesBackAndForth follows the samples through the browser's history.
func TestPageGoesBackAndForth(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	p.click(".brand")
	p.state("ready")
	p.click(`[data-sample="sawtooth"]`)
	p.state("done")
	p.same(analyzedSample(t, "sawtooth"))
	p.click(`[href="#record"]`) // no other view
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void]("history.go(-3)"))
	p.until(`location.search === "?sample=buffered"`)
	p.state("done")
	p.until(fmt.Sprintf("document.querySelector('#headline').textContent === %q", analyzedSample(t, "buffered").Report().Headline))
	p.same(analyzedSample(t, "buffered"))
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
		"text is pasted into the box":  fmt.Sprintf(`%s("paste", "#paste", [], %q)`, transfer, twoEvents),
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

func TestPageAppliesOptions(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own", twoEvents)
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const stall = document.querySelector("#stall");
		stall.value = "5000";
		stall.dispatchEvent(new Event("change", {bubbles: true}));
	})()`))
	p.until("document.querySelectorAll('.stalls tbody tr').length === 0")
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own", Stall: 5 * time.Second}))
}

func TestPageCancels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.jsonl")
	writeBig(t, path, 96<<20)
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", path)
	p.until("document.querySelector('.reading progress').value > 0")
	p.click(`[data-do="theme"]`) // the page goes on while the engine reads
	p.until("document.documentElement.dataset.theme === 'dark'")
	if got := p.text("document.querySelector('#app').dataset.state"); got != "reading" {
		t.Fatalf("the page is %q before it was cancelled", got)
	}
	p.click("#cancel")
	p.state("ready")
	p.click(`[data-do="theme"]`)
	p.click(`[data-sample="buffered"]`)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
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

func TestPageDownloads(t *testing.T) {
	dir := t.TempDir()
	p := newTab(t, builtPage(t))
	if _, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		t.Fatal(err)
	}
	p.open("/?sample=upstream", 390, 844, true)
	p.state("done")
	a := analyzedSample(t, "upstream")
	for kind, write := range map[string]func(io.Writer) error{
		"csv": a.WriteCSV,
		"svg": func(w io.Writer) error { return a.WriteSVG(w, figure.Options{}) },
	} {
		var want strings.Builder
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		p.click("#" + kind)
		got := waitForFile(t, filepath.Join(dir, "heldbytes."+kind))
		if got != want.String() {
			t.Errorf("the %s is not the command's:\n%s\nwant\n%s", kind, got, want.String())
		}
	}
}

// waitForFile waits until the browser has given a download its name, which it
// does when all of it is there.
func waitForFile(t *testing.T, path string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			return string(b)
		}
	}
	t.Fatalf("no file %s came", filepath.Base(path))
	return ""
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
	openUnloaded := func() {
		p.resize(1280, 900, false)
		p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, cdppage.Navigate, cdppage.NavigateParams{URL: p.url})
			return chromedp.Void{}, err
		})
		p.until("document.readyState !== 'loading' && document.querySelector('#file') && window.heldbytes")
	}
	openUnloaded()
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
