//go:build !js

package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
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
		const own = names.filter((name) => name === "heldbytes " + (window.wanted ?? heldbytes.build));
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
	h := newHost(builtPage(t))
	p := newKeepingTab(t, h)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.kept(keptFiles(t))
	p.offline(h)

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
	p.give("unknown", cast) // by the wide module
	p.until(`document.querySelector("#line").textContent.startsWith("unknown")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
}
