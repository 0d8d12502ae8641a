//go:build !js

package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// TestStallsCrossAsTheyAreSeen gives a recording of nothing but stalls: no message to
// the page has all of them in it.
func TestStallsCrossAsTheyAreSeen(t *testing.T) {
	text := manyStalls(5000)
	p := newTab(t, builtPage(t))
	p.atStart(`
		window.longest = 0;
		const Real = Worker;
		window.Worker = class extends Real {
			constructor(url) {
				super(url);
				this.addEventListener("message", ({data}) => longest = Math.max(longest, (Array.isArray(data) ? data[0] : data).length));
			}
		};`)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own.jsonl", text)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(text), analyzer.Options{Name: "own.jsonl"}))
	if got := ask(p, chromedp.Evaluate[int]("longest")); got == 0 || got > 50_000 {
		t.Errorf("a message has %d characters", got)
	}
}
