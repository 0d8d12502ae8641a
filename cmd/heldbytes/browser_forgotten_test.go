//go:build !js

package main

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// TestWhatIsAskedMeanwhileLeavesTheNextRecordingInPlace asks for something of what
// is shown while the engine that takes over has not read it, and is to read
// something else first.
func TestWhatIsAskedMeanwhileLeavesTheNextRecordingInPlace(t *testing.T) {
	for name, ask := range map[string]string{
		"a graph in other colours": `document.querySelector('[data-do="theme"]').click(), document.querySelector('[data-do="theme"]').click()`,
		"another rule":             `heldbytes.give({kind: "knob", part: "rule", value: "chunk-end"})`,
		"another window":           `heldbytes.give({kind: "window", from: 1000, to: 100000000})`,
		"what lies at the cursor":  `heldbytes.ask(JSON.stringify({look: {at: 0, lines: []}}), () => {})`,
	} {
		t.Run(name, func(t *testing.T) {
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
			p.give("unknown", cast)
			p.until(`document.querySelector("#status").textContent.startsWith("Loading the rest of this page")`)
			p.do(chromedp.Evaluate[chromedp.Void](`asked = false; ` + ask + `; heldbytes.ask('{"look":{"at":0,"lines":[]}}', () => asked = true); undefined`))
			release()
			p.until(`asked && document.querySelector("#line").textContent.startsWith("unknown")`)
			p.state("done")
			p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
			p.redrawn()
			p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
		})
	}
}

// TestWhatWasGivenUpIsNotDrawn gives a recording up once the engine has read it, but
// the page has not heard of that.
func TestWhatWasGivenUpIsNotDrawn(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.atStart(`
		window.held = [];
		window.hold = false;
		const Real = Worker;
		window.Worker = class extends Real {
			set onmessage(take) {
				super.onmessage = take && ((e) => window.hold ? held.push(() => take.call(this, e)) : take.call(this, e));
			}
		};`)
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void]("hold = true; undefined"))
	p.give("own.jsonl", twoEvents)
	p.until("held.length === 1")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#cancel").click(), hold = false, held.forEach((f) => f()); undefined`))
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	p.redrawn()
	p.same(analyzedSample(t, "buffered"))
}

// redrawn has the graph drawn in the other colours, and back.
func (p *tab) redrawn() {
	p.Helper()
	svg := p.text("document.querySelector('#graph').innerHTML")
	p.click(`[data-do="theme"]`)
	p.until("document.querySelector('#graph').innerHTML !== " + strconv.Quote(svg))
	light := p.text("document.querySelector('#graph').innerHTML")
	p.click(`[data-do="theme"]`)
	p.until("document.querySelector('#graph').innerHTML !== " + strconv.Quote(light))
}
