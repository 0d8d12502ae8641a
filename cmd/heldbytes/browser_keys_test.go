//go:build !js

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heldbytes/heldbytes/analyzer"
)

func (p *tab) hit(keys ...string) {
	p.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

func TestKeysStepThroughTheGraph(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("upstream", 1280, 900)
	look, v := a.Inspect(), p.view()
	lines := v.Lines
	last := look.Look(analyzer.Look{At: v.Plot.Whole.To, Lines: lines})
	chunk := func(k int) *analyzer.Found {
		return look.Look(analyzer.Look{Table: analyzer.TableChunks, Row: k, Lines: lines})
	}
	p.do(chromedp.Focus(chromedp.CSS("#graph")))
	for _, c := range []struct {
		key  string
		want *analyzer.Found
	}{
		{kb.ArrowRight, chunk(0)}, // the first key shows where it is
		{kb.ArrowRight, chunk(1)},
		{kb.ArrowRight, chunk(2)},
		{kb.ArrowLeft, chunk(1)},
		{kb.End, last},
		{kb.ArrowRight, last}, // there is nothing beyond
		{kb.ArrowLeft, chunk(last.Chunk - 1)},
		{kb.Home, chunk(0)},
		{kb.ArrowLeft, chunk(0)},
	} {
		p.hit(c.key)
		p.reads(c.want)
	}
	// What a step comes to is said to those who cannot see it.
	p.until(fmt.Sprintf(`document.querySelector("#readout-live").textContent.includes(%q)`, chunk(0).Event))

	// Keys that come faster than answers are all taken.
	for range 7 {
		p.hit(kb.ArrowRight)
	}
	p.reads(chunk(7))
}

func TestKeysStepFromStallToStall(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("many.jsonl", manyStalls(40))
	p.state("done")
	a := analyzed(t, strings.NewReader(manyStalls(40)), analyzer.Options{Name: "many.jsonl"})
	look, lines := a.Inspect(), p.view().Lines
	stall := func(k int) *analyzer.Found {
		return look.Look(analyzer.Look{Table: analyzer.TableStalls, Row: k, Lines: lines})
	}
	if n := len(a.Report().Stalls); n < 40 {
		t.Fatalf("%d stalls", n)
	}
	p.do(chromedp.Focus(chromedp.CSS("#graph")))
	p.hit(kb.Home)
	p.reads(stall(0))
	for _, c := range []struct {
		key  string
		want int
	}{{"]", 1}, {"]", 2}, {"]", 3}, {"[", 2}} {
		p.hit(c.key)
		p.reads(stall(c.want))
	}
	p.do(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
	p.reads(stall(3))
	p.do(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(chromedp.ModifierShift)))
	p.reads(stall(2))
}

func TestKeysZoomAndMove(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("upstream", 1280, 900)
	whole := p.view().Plot.Whole
	p.do(chromedp.Focus(chromedp.CSS("#graph")))
	half, quarter := whole.To/2, whole.To/4
	for _, c := range []struct {
		key      string
		from, to int64
	}{
		{"+", quarter, quarter + half},
		{".", quarter + half/4, quarter + half + half/4},
		{",", quarter, quarter + half},
		{"-", 0, whole.To},
		{"+", quarter, quarter + half},
		{"0", 0, whole.To},
	} {
		p.hit(c.key)
		plot := p.drawn(a)
		if off := max(plot.From-c.from, c.from-plot.From, plot.To-c.to, c.to-plot.To); off > 5 {
			t.Errorf("%s: %d – %d is in sight, want %d – %d", c.key, plot.From, plot.To, c.from, c.to)
		}
	}
	// A step goes nowhere that is not in sight.
	p.hit(kb.End, "+", "+")
	if plot := p.drawn(a); plot.To != whole.To {
		t.Errorf("zoomed at the end, %d – %d is in sight", plot.From, plot.To)
	}
	p.hit(kb.Home)
	p.until("heldbytes.graph.want().from === 0")
	p.drawn(a)
	// The buttons do the same, for those who have no keys.
	for _, c := range []struct{ name, js string }{
		{"right", "heldbytes.graph.want().from > 0"},
		{"left", "heldbytes.graph.want().from === 0"},
		{"out", fmt.Sprintf("heldbytes.graph.want().to > %d", whole.To/3)},
		{"in", fmt.Sprintf("heldbytes.graph.want().to < %d", whole.To/3)},
		{"whole", fmt.Sprintf("heldbytes.graph.want().to === %d", whole.To)},
	} {
		p.click(fmt.Sprintf("[data-graph=%q]", c.name))
		p.until(c.js)
		p.drawn(a)
	}
	p.hit(kb.Escape)
	p.until(`document.querySelector("#cursor .place").hidden`)
}

func TestQuestionMarkListsTheKeys(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.openSample("upstream", 390, 844)
	p.do(chromedp.Focus(chromedp.CSS("#graph")))
	p.hit("?")
	p.until(`document.querySelector("#keys").open`)
	p.accessible()
	p.hit(kb.Escape)
	p.until(`!document.querySelector("#keys").open`)
	p.focused("#graph")
	p.click(`[data-graph="keys"]`)
	p.until(`document.querySelector("#keys").open`)
	p.hit(kb.Enter) // on Close, which has the focus
	p.until(`!document.querySelector("#keys").open`)

	// In a field it is a character, as is what moves the graph elsewhere.
	p.click(".options summary")
	p.until("document.querySelector('#stall').checkVisibility()")
	p.do(chromedp.Focus(chromedp.CSS("#stall")))
	p.hit("?", "+", "0")
	if p.text(`String(document.querySelector("#keys").open)`) != "false" {
		t.Error("a question mark in a field shows the keys")
	}
	if w := p.view().Plot; w.From != w.Whole.From || w.To != w.Whole.To {
		t.Error("keys in a field zoom")
	}
	p.hit("a")
	p.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.blur()"))
	p.hit("?")
	p.until(`document.querySelector("#keys").open`)
}
