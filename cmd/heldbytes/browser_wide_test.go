//go:build !js

package main

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
)

// cast is a recording that the page's own module does not read.
const cast = `{"version": 2, "width": 80, "height": 24}
[0.1, "o", "data: {\"n\":1}\r\n\r\n"]
[0.2, "o", "data: {\"n\":2}\r\n"]
[1.3, "o", "\r\n"]
`

// wideLoads counts how often the page asked for the wide module.
const wideLoads = `String(performance.getEntriesByType("resource").filter((e) => e.name.includes("/wide.wasm")).length)`

func TestPageLoadsTheWideModuleOnceARecordingNeedsIt(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own", twoEvents)
	p.state("done")
	if got := p.text(wideLoads); got != "0" {
		t.Fatalf("the wide module was loaded %s times before it was needed", got)
	}
	p.click(".brand")
	p.state("ready")
	p.give("unknown", cast)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
	p.set("#stall", "5000") // the engine that is there now knows what it read
	p.until("document.querySelector('#tab-stalls small').textContent === '0'")
	p.state("done")
	p.click(".brand")
	p.state("ready")
	p.give("own", twoEvents)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))
	if got := p.text(wideLoads); got != "1" {
		t.Errorf("the wide module was loaded %s times", got)
	}
}

func TestPageGoesOnWhereTheWideModuleCannotBeLoaded(t *testing.T) {
	page := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wide.wasm" {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		page.ServeHTTP(w, r)
	}))
	p.well = "wide.wasm"
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("unknown", cast)
	p.state("error")
	if got := p.read("#error"); !strings.Contains(got, "the rest of this page, which this needs, could not be loaded") {
		t.Errorf("the page says %q", got)
	}
	p.click("#dismiss")
	p.state("ready")
	p.give("own", twoEvents)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))
}

// TestPageLoadsTheWideModuleInTheBackground sends the module late: the page says
// what it waits for, goes on, and reads all else once that is given up.
func TestPageLoadsTheWideModuleInTheBackground(t *testing.T) {
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	defer release()
	var asked atomic.Int32
	page := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wide.wasm" {
			asked.Add(1)
			<-held
		}
		page.ServeHTTP(w, r)
	}))
	const loading = `document.querySelector("#status").checkVisibility() && document.querySelector("#status").textContent.startsWith("Loading the rest of this page")`
	p.open("/", 390, 900, false)
	p.state("ready")
	p.give("unknown", cast)
	p.until(loading)
	p.state("reading")
	if got := p.text(faults); got != "" {
		t.Error(got)
	}
	p.picture("loading")
	p.click(`[data-do="theme"]`) // the page goes on
	p.until("document.documentElement.dataset.theme === 'dark'")
	p.click(`[data-do="theme"]`)
	p.click("#cancel")
	p.state("ready")
	p.until("!(" + loading + ")")
	p.give("own", twoEvents) // the page's own engine is there again
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))

	p.click(".brand")
	p.state("ready")
	p.give("unknown", cast)
	p.until(loading)
	p.give("own", twoEvents) // does not wait for what came before it
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))
	p.click(".brand")
	p.state("ready")
	p.give("unknown", cast)
	p.until(loading)
	release()
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
	p.until("!(" + loading + ")")
	if n := asked.Load(); n != 1 {
		t.Errorf("the wide module was asked for %d times", n)
	}
}

// TestPageReadsOnWhereAReportWaitsForTheWideModule gives up what waits behind a
// report that nothing comes for.
func TestPageReadsOnWhereAReportWaitsForTheWideModule(t *testing.T) {
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	defer release()
	page := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wide.wasm" {
			<-held
		}
		page.ServeHTTP(w, r)
	}))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.click("#html")
	p.until(`document.querySelector("#status").textContent === "Making the report."`)
	p.click(".brand")
	p.state("ready")
	p.give("own", twoEvents)
	p.state("reading") // for the module
	p.click("#cancel")
	p.until(`document.querySelector("#error").textContent.includes("it takes too long")`)
	p.click("#dismiss")
	p.give("own", twoEvents)
	p.until(`document.querySelector("#line").textContent.startsWith("own")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))
	release()
}
