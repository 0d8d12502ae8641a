//go:build !js

package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// focused waits until an element has the focus.
func (p *tab) focused(selector string) {
	p.Helper()
	p.until(fmt.Sprintf("document.activeElement === document.querySelector(%q)", selector))
}

// TestFocusFollowsWhatIsShown uses the page without a mouse: what had the focus
// goes out of sight.
func TestFocusFollowsWhatIsShown(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.do(chromedp.Focus(chromedp.CSS(`[data-sample="upstream"]`)), chromedp.KeyEvent(kb.Enter))
	p.state("done")
	p.focused("#headline")
	p.do(chromedp.Focus(chromedp.CSS(".again")), chromedp.KeyEvent(kb.Enter))
	p.state("ready")
	p.focused("#start h1")
	p.do(chromedp.Focus(chromedp.CSS("#file")))
	p.give("own.jsonl", twoEvents)
	p.state("done")
	p.focused("#headline")
	p.give("bad.csv", "i,t_ms,held_bytes,parsed\n0,zero,1,True\n")
	p.state("error")
	p.do(chromedp.Focus(chromedp.CSS("#dismiss")), chromedp.KeyEvent(kb.Enter))
	p.state("done")
	p.focused("#headline")

	// Options belong to what is shown, and keep the focus.
	p.click(".options summary")
	p.do(chromedp.Focus(chromedp.CSS("#framing")))
	p.set("#framing", "sse-text")
	p.until("document.querySelector('#line').textContent.includes('read as SSE text')")
	p.state("done")
	p.focused("#framing")
}

// TestOpenProofIsMarkedInTheGraph opens the evidence of each claim.
func TestOpenProofIsMarkedInTheGraph(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	const marks = "document.querySelectorAll('#graph circle').length"
	plain := ask(p, chromedp.Evaluate[int](marks))
	r := analyzedSample(t, "upstream").Report()
	for selector, evidence := range map[string]int{
		".finding[aria-label=Reader] > .proof":       len(r.Findings.Reader.Evidence),
		".finding[aria-label=Arrivals] > .proof":     len(r.Findings.Arrivals.Evidence),
		".finding[aria-label=Arrivals] .also .proof": len(r.Findings.Arrivals.Also[0].Evidence),
	} {
		p.click(selector + " summary")
		p.until(fmt.Sprintf("document.querySelectorAll(%q).length === %d", selector+" tbody tr", evidence))
		p.until(fmt.Sprintf("%s === %d", marks, plain+evidence))
		p.click(selector + " summary")
		p.until(fmt.Sprintf("%s === %d", marks, plain))
	}
}
