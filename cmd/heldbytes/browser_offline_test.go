//go:build !js

package main

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// host is a server that can be out of reach, and whose page can be replaced.
type host struct {
	off  atomic.Bool
	page atomic.Pointer[http.Handler]
}

func newHost(page http.Handler) *host {
	h := &host{}
	h.page.Store(&page)
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.off.Load() {
		panic(http.ErrAbortHandler) // ends the connection
	}
	(*h.page.Load()).ServeHTTP(w, r)
}

// offline takes the network from the page, and its server from the service
// worker, which such emulation does not reach.
func (p *tab) offline(h *host) {
	p.Helper()
	h.off.Store(true)
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		if _, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{}); err != nil {
			return chromedp.Void{}, err
		}
		if _, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}},
		}); err != nil {
			return chromedp.Void{}, err
		}
		_, err := cdp.Call(ctx, t, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
		return chromedp.Void{}, err
	})
}

// kept waits until a build is kept whole, the large files as well.
func (p *tab) kept(files int) {
	p.Helper()
	p.until("navigator.serviceWorker.controller")
	p.untilKept(files)
}

func (p *tab) untilKept(files int) {
	p.Helper()
	p.untilPromised(fmt.Sprintf(`(async () => {
		const names = await caches.keys();
		const own = names.filter((name) => name === "heldbytes " + heldbytes.build);
		return own.length === 1 && (await (await caches.open(own[0])).keys()).length === %d;
	})()`, files))
}

// untilPromised waits for a promise of an expression that becomes true.
func (p *tab) untilPromised(js string) {
	p.Helper()
	for end := time.Now().Add(patience); !ask(p, chromedp.Evaluate[bool](js, chromedp.EvalAwaitPromise)); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			p.Fatalf("waited for %s", js)
		}
	}
}

// keptFiles is how many entries the cache of a build has: the files, less sw.js,
// and the time at which it was filled.
func keptFiles(t testing.TB) int {
	t.Helper()
	entries, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range entries {
		if e.Name() != "placeholder.txt" {
			n++
		}
	}
	return n
}

func TestPageWorksOfflineAfterOneVisit(t *testing.T) {
	for name, page := range map[string]http.Handler{
		"of the command": builtPage(t), "of a static host": http.FileServer(http.Dir(filepath.Join("..", "..", "dist"))),
	} {
		t.Run(name, func(t *testing.T) { worksOffline(t, newHost(page)) })
	}
}

func worksOffline(t *testing.T, h *host) {
	p := newKeepingTab(t, h)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	if p.text(`String(document.querySelector("#whole").checkVisibility())`) != "true" {
		p.Error("the page does not offer itself as one file")
	}
	p.offline(h)
	p.until(`!document.querySelector("#whole").checkVisibility()`)

	// The page of that one visit goes on, and so does each way to it.
	p.give("unknown", cast)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
	for _, path := range []string{"/", "/?sample=buffered", "/index.html", "/#start"} {
		p.do(chromedp.Navigate("about:blank"))
		p.open(path, 1280, 900, false)
		if path == "/?sample=buffered" {
			p.state("done")
			p.same(analyzedSample(t, "buffered"))
			continue
		}
		p.state("ready")
		p.give("own", twoEvents)
		p.state("done")
		p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))
	}
	p.giveAlone("unknown", cast) // by the wide module
	p.until(`document.querySelector("#line").textContent.startsWith("unknown")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
	p.click("[data-do=language]") // has a table of its own
	p.until("document.documentElement.lang === 'zh-CN'")
}

// replace puts another page in place of the one that is served, as a new build.
func (h *host) replace(page http.Handler) { h.page.Store(&page) }

const updated = `navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true, () => true)`

// builds names those that are kept, in order.
const builds = `caches.keys().then((names) => names.join())`

func TestNewBuildReplacesTheOldOneCleanly(t *testing.T) {
	h := newHost(builtPage(t))
	p := newKeepingTab(t, h)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	old := p.text("heldbytes.build")

	// The new one opens on a sample. The server gives its files whatever build is asked for.
	next, err := embeddedPage("buffered")
	if err != nil {
		t.Fatal(err)
	}
	var mixed atomic.Bool
	h.replace(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == old {
			mixed.Store(true)
		}
		next.ServeHTTP(w, r)
	}))
	if p.text("String(document.querySelector('#newer').checkVisibility())") != "false" {
		t.Error("the page tells of a newer build before there is one")
	}
	p.untilPromised(updated)
	p.until("document.querySelector('#newer').checkVisibility()")
	p.picture("newer")
	p.accessible()
	p.give("unknown", cast) // wants the wide module of the build that is open
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
	if mixed.Load() {
		t.Error("the open page got files of the new build")
	}

	p.click("#newer button")
	p.until("window.heldbytes && heldbytes.build !== '" + old + "' && document.querySelector('#app')?.dataset.state === 'ready'")
	if got, want := p.text("heldbytes.build"), old+"-buffered"; got != want {
		t.Errorf("the page is of build %s, want %s", got, want)
	}
	if own := p.text(`performance.getEntriesByType("resource").filter((e) => !e.name.endsWith("?" + heldbytes.build) && !e.name.endsWith("/sw.js")).map((e) => e.name).join()`); own != "" {
		t.Errorf("the new page has loaded %s", own)
	}
	p.untilKept(keptFiles(t))
	if p.text("String(document.querySelector('#newer').checkVisibility())") != "false" {
		t.Error("the new page tells of a newer build")
	}

	// Once no page of the old build is open, it goes.
	p.do(chromedp.Navigate("about:blank"))
	p.offline(h)
	p.open("/", 1280, 900, false)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	p.untilPromised(builds + fmt.Sprintf(".then((names) => names === %q)", "heldbytes "+old+"-buffered"))
}

// TestHalfABuildReplacesNothing is updated while the files of the host are those of
// two builds.
func TestHalfABuildReplacesNothing(t *testing.T) {
	whole := builtPage(t)
	h := newHost(whole)
	p := newKeepingTab(t, h)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	next, err := embeddedPage("buffered")
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Bool
	h.replace(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" {
			next.ServeHTTP(w, r)
			return
		}
		if r.URL.Path == "/" {
			asked.Store(true)
		}
		whole.ServeHTTP(w, r)
	}))
	p.untilPromised(updated)
	p.untilPromised(`navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting)`)
	if !asked.Load() {
		t.Fatal("the new build was not tried")
	}
	p.offline(h)
	p.reload()
	p.state("ready")
	if got := p.text("String(heldbytes.build.endsWith('-buffered'))"); got != "false" {
		t.Error("half a build took the place of the whole one")
	}
}

// TestPageGivesWayToAnotherServer opens the address of a page that is kept, where
// another program listens by now.
func TestPageGivesWayToAnotherServer(t *testing.T) {
	h := newHost(builtPage(t))
	p := newKeepingTab(t, h)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	h.replace(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, "<!doctype html><link rel=icon href=data:,><title>another</title>")
	}))
	// The page that was kept comes first, and leaves in the midst of whatever is asked of it.
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cdppage.Navigate, cdppage.NavigateParams{URL: p.url + "/?once-more"})
		return chromedp.Void{}, err
	})
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	for title := ""; title != "another"; time.Sleep(20 * time.Millisecond) {
		title, _ = chromedp.Run(ctx, chromedp.Evaluate[string]("document.title"))
		if ctx.Err() != nil {
			t.Fatal("the page did not give way")
		}
	}
	p.untilPromised(builds + `.then((names) => names === "")`)
}

// TestServiceWorkerLeavesTheRestToTheServer asks for what is not the page's.
func TestServiceWorkerLeavesTheRestToTheServer(t *testing.T) {
	built := builtPage(t)
	h := newHost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/a/") {
			fmt.Fprint(w, "from the server: ", r.Method, " ", r.URL)
			return
		}
		if r.URL.Path == "/favicon.ico" { // of a page that names none
			w.WriteHeader(http.StatusNoContent)
			return
		}
		built.ServeHTTP(w, r)
	}))
	p := newKeepingTab(t, h)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	for path, want := range map[string]string{
		"api/timelines/1":                "from the server: GET /api/timelines/1",
		"a/1":                            "from the server: GET /a/1",
		"a/page.wasm?${heldbytes.build}": "from the server: GET /a/page.wasm?" + p.text("heldbytes.build"),
	} {
		p.untilPromised(fmt.Sprintf("fetch(`/%s`).then((r) => r.text()).then((text) => text === %q)", path, want))
	}
	p.do(chromedp.Navigate(p.url + "/a/1"))
	p.until("document.body.textContent === 'from the server: GET /a/1'")
}

// TestPageTakesNoModuleOfAnotherBuild is open when its host gets another build, and
// was not kept.
func TestPageTakesNoModuleOfAnotherBuild(t *testing.T) {
	built := builtPage(t)
	var replaced atomic.Bool
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wide.wasm" && replaced.Load() {
			r.URL.Path = "/page.wasm"
		}
		built.ServeHTTP(w, r)
	}))
	p.well = "wide.wasm"
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	replaced.Store(true)
	p.give("unknown", cast)
	p.state("error")
	if got := p.read("#error"); !strings.Contains(got, "the rest of this page, which this needs, could not be loaded") {
		t.Errorf("the page says %q", got)
	}
	p.same(analyzedSample(t, "buffered"))
	replaced.Store(false)
	p.click("#dismiss")
	p.state("done")
	p.give("unknown", cast)
	p.until(`document.querySelector("#line").textContent.startsWith("unknown")`)
	p.state("done")
}

// TestPageComesFromItsServerWhereTheBrowserLostWhatItKept spoils the caches, as a
// full disk does.
func TestPageComesFromItsServerWhereTheBrowserLostWhatItKept(t *testing.T) {
	p := newKeepingTab(t, altered(t, "sw.js", `
		addEventListener("message", (e) => {
			if (e.data !== "spoil") return;
			caches.keys = caches.match = caches.open = () => Promise.reject(new DOMException("gone", "UnknownError"));
			e.ports[0].postMessage("spoilt");
		});`))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	p.untilPromised(`new Promise((tell) => {
		const {port1, port2} = new MessageChannel();
		port1.onmessage = (e) => tell(e.data === "spoilt");
		navigator.serviceWorker.controller.postMessage("spoil", [port2]);
	})`)
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
}
