//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// screens are the screens that people see, and how to get to each.
var screens = []struct {
	name string
	goTo func(p *tab)
}{
	{"start", func(p *tab) { p.state("ready") }},
	{"sample", func(p *tab) {
		p.state("ready")
		p.click(`[data-sample="upstream"]`)
		p.state("done")
	}},
	{"error", func(p *tab) {
		p.state("ready")
		p.click(`[data-sample="buffered"]`)
		p.state("done")
		p.give("bad.csv", "i,t_ms,held_bytes,parsed\n0,zero,1,True\n")
		p.state("error")
	}},
	{"unmeasured", func(p *tab) {
		p.state("ready")
		p.give("own.jsonl", twoEvents)
		p.state("done")
		p.click(".findings > :nth-child(2) summary")
		p.click(".options summary")
		p.until("document.querySelector('#stall').checkVisibility()")
	}},
	{"buffered", func(p *tab) {
		p.state("ready")
		p.click(`[data-sample="buffered"]`)
		p.state("done")
	}},
	{"bad-event", func(p *tab) {
		p.state("ready")
		p.click(`[data-sample="bad-event"]`)
		p.state("done")
	}},
	{"sawtooth", func(p *tab) {
		p.state("ready")
		p.click(`[data-sample="sawtooth"]`)
		p.state("done")
	}},
	{"laid", func(p *tab) { // beside one another, with options changed
		recording, rows := sampleFiles(p, "buffered")
		p.state("ready")
		p.choose("#file", recording)
		p.state("done")
		p.choose("#open", rows)
		p.shows("own.jsonl and own.csv")
		p.set("#stall", "5000")
		p.until("document.querySelector('#line').textContent.includes('5,000 ms')")
		p.state("done")
	}},
	{"large", func(p *tab) {
		recording, rows := writeLarge(p)
		p.state("ready")
		p.choose("#file", recording, rows)
		p.state("done")
	}},
	{"stalls", func(p *tab) {
		p.state("ready")
		p.give("many.jsonl", manyStalls(5000))
		p.state("done")
	}},
	{"rows", func(p *tab) {
		_, rows := sampleFiles(p, "buffered")
		p.state("ready")
		p.choose("#file", rows)
		p.state("done")
	}},
	{"marks", func(p *tab) {
		p.state("ready")
		p.give("slow.csv", markedRows)
		p.state("done")
	}},
	{"exchanges", func(p *tab) {
		p.state("ready")
		p.give("two.trace", twoExchanges())
		p.state("done")
		if got := p.text(`getComputedStyle(document.querySelector(".exchanges")).display`); got == "none" {
			p.Errorf("the list of exchanges is not in sight")
		}
	}},
	{"made-up", func(p *tab) {
		p.state("ready")
		p.give("untimed.jsonl", untimed)
		p.state("done")
		p.click(".options summary")
		p.set("#cadence", "50")
		p.until("document.querySelector('#line').textContent.includes('made-up times')")
		p.state("done")
	}},
	{"unknown", func(p *tab) {
		p.state("ready")
		p.give("unknown", "module github.com/heldbytes/heldbytes\n")
		p.state("error")
	}},
	{"record", func(p *tab) {
		p.state("ready")
		p.do(chromedp.Evaluate[chromedp.Void]("document.querySelectorAll('.record details').forEach((d) => d.open = true)"))
	}},
	{"turned", func(p *tab) { // the knob, with the graph zoomed and the cursor on it
		p.state("ready")
		p.click(`[data-sample="sawtooth"]`)
		p.state("done")
		p.turnTo("block")
		p.until(`document.querySelector("#knob").dataset.rule?.startsWith("block")`)
		p.do(chromedp.Evaluate[chromedp.Void](`(() => {
			const {whole} = heldbytes.graph.view().plot;
			heldbytes.cursor.pin(whole.to * 0.4);
			heldbytes.graph.look(whole.to * 0.3, whole.to * 0.6);
		})()`))
		p.until(`document.querySelector("#cursor .place")?.dataset.chunk > 0 && document.querySelector("#brush .body")?.ariaValueNow > 0`)
		p.view()
	}},
	{"keys", func(p *tab) {
		p.state("ready")
		p.click(`[data-sample="sawtooth"]`)
		p.state("done")
		p.click(`[data-graph="keys"]`)
		p.until(`document.querySelector("#keys").open`)
	}},
	{"lab-plan", func(p *tab) {
		p.state("ready")
		p.click("#tab-lab")
		p.until("document.querySelector('#lab-run').checkVisibility()")
	}},
	{"lab", func(p *tab) {
		p.state("ready")
		p.click("#tab-lab")
		p.click("#lab-run")
		p.executed(10)
	}},
}

// twoEvents is a capture with a stall inside the second event.
const twoEvents = `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}
{"t_ms":0,"text":"data: {\"n\":1}\n\n"}
{"t_ms":10,"text":"data: {\"n\""}
{"t_ms":1510.5,"text":":2}\n\n"}
{"eof_ms":1520}
`

// untimed is a capture whose reads have no times.
const untimed = `{"heldbytes":"capture/1"}
{"text":"data: {}\n\n"}
{"text":"data: {}\n\n"}
`

// markedRows are of a reader whose events nobody acts on for a while.
const markedRows = `i,t_ms,held_bytes,parsed,accept_ms,read_ms,parse_ms,handoff_ms
0,0,0,True,0,0,1,2
1,10,0,True,10,10,11,12345678
`

// faults lists what of the page sticks out to the side, and which texts lie on
// one another.
const faults = `(() => {
	const out = [];
	const root = document.documentElement;
	if (root.scrollWidth > root.clientWidth) out.push("scrolls sideways: " + root.scrollWidth + " > " + root.clientWidth);
	for (const e of document.querySelectorAll(".wide")) {
		if (e.scrollWidth > e.clientWidth) out.push(e.getAttribute("aria-label") + " scrolls sideways: " + e.scrollWidth + " > " + e.clientWidth);
	}
	// WCAG 2.2, 2.5.8: 24 pixels
	for (const e of document.querySelectorAll("a, button, summary, label.link, .primary, select, input:not([type=file]), textarea")) {
		const r = e.getBoundingClientRect();
		if (e.checkVisibility() && !e.closest(".skip") && r.height < 24) out.push("too low for a finger: " + e.textContent.trim() + ", " + r.height);
	}
	const boxes = [];
	const modal = document.querySelector("dialog[open]"); // what lies under it is not read
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode());) {
		const at = node.parentElement;
		if (!node.data.trim() || modal && !modal.contains(at) || !at.checkVisibility({visibilityProperty: true}) || at.closest(".unseen, .skip, .quiet, thead")) continue;
		const clip = at.closest(".wide, .evidence, .pane")?.getBoundingClientRect();
		const over = at.closest(".cells")?.closest(".pane").querySelector(".heads").getBoundingClientRect().bottom ?? -Infinity;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const r of range.getClientRects()) {
			if (r.width < 1 || r.height < 1 || clip && (r.top < clip.top || r.bottom > clip.bottom) || r.top < over) continue;
			if (r.left < -0.5 || r.right > root.clientWidth + 0.5) out.push("cut at the side: " + node.data.trim().slice(0, 60));
			boxes.push({r, text: node.data.trim().slice(0, 60), at, svg: !!at.closest("svg")});
		}
	}
	for (let i = 0; i < boxes.length; i++) {
		for (let j = i + 1; j < boxes.length; j++) {
			const a = boxes[i], b = boxes[j];
			if (a.at === b.at || a.at.id === "status" || b.at.id === "status") continue; // a notice lies over what is under it
			const wide = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left);
			const high = Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top);
			// Line boxes are taller than letters: they may touch a little.
			if (wide > 1 && high > 4) out.push("texts overlap: " + a.text + " | " + b.text);
		}
	}
	return out.join("\n");
})()`

// sizes are where the screens are looked at: a desk, a phone, and the width to
// which WCAG 2.2, 1.4.10 wants a page to reflow. Two of them, of both themes,
// are held to the rules of axe-core, which takes a while.
var sizes = []struct {
	width int64
	dark  bool
	axe   bool
}{{1280, false, true}, {1280, true, false}, {390, false, false}, {390, true, true}, {320, false, false}}

func TestLayout(t *testing.T) {
	for _, s := range screens {
		for _, size := range sizes {
			name := fmt.Sprintf("%s-%s-%d", s.name, map[bool]string{false: "light", true: "dark"}[size.dark], size.width)
			t.Run(name, func(t *testing.T) {
				p := newTab(t, builtPage(t))
				p.open("/", size.width, 900, size.dark)
				s.goTo(p)
				if got := p.text(faults); got != "" {
					t.Error(got)
				}
				if got := ask(p, chromedp.Evaluate[bool]("heldbytes.isDark()")); got != size.dark {
					t.Errorf("dark is %v, want %v", got, size.dark)
				}
				p.picture(name)
				if size.axe {
					p.accessible()
				}
			})
		}
	}
}

// TestLayoutFollowsWidth turns a phone: the graph is drawn anew, not scaled.
func TestLayoutFollowsWidth(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	wide := p.text("document.querySelector('#graph svg').getAttribute('width')")
	p.resize(390, 844, false)
	p.until(fmt.Sprintf("document.querySelector('#graph svg').getAttribute('width') !== %q", wide))
	p.until("document.querySelector('#graph svg').getAttribute('width') == document.querySelector('#graph').clientWidth")
	if got := p.text(faults); got != "" {
		t.Error(got)
	}
	svg := p.text("document.querySelector('#graph').innerHTML")
	p.click(`[data-do="theme"]`)
	p.until(fmt.Sprintf("document.querySelector('#graph').innerHTML !== %q", svg))
	if p.text("document.documentElement.dataset.theme") != "dark" {
		t.Error("the theme button did not make the page dark")
	}
}

// TestHeadlineKeepsUnits looks at each number of the headline on a phone.
func TestHeadlineKeepsUnits(t *testing.T) {
	p := newTab(t, builtPage(t))
	for _, sample := range sampleNames() {
		p.open("/?sample="+sample, 390, 844, false)
		p.state("done")
		lines := p.text(`[...document.querySelectorAll("#headline .n")].filter(n => n.getClientRects().length > 1).map(n => n.textContent).join("; ")`)
		if lines != "" {
			t.Errorf("sample %s: broken between lines: %s", sample, lines)
		}
	}
}

func (p *tab) picture(name string) {
	p.Helper()
	if *screenshots == "" {
		return
	}
	if err := os.MkdirAll(*screenshots, 0o777); err != nil {
		p.Fatal(err)
	}
	png := ask(p, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o666); err != nil {
		p.Fatal(err)
	}
}

// click clicks as a script would: where the element lies does not matter.
func (p *tab) click(selector string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).click()", selector)))
}

// give chooses a file of this text in the page's file input.
func (p *tab) give(name, text string) {
	p.Helper()
	path := filepath.Join(p.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		p.Fatal(err)
	}
	p.choose("#file", path)
}

func (p *tab) choose(selector string, paths ...string) {
	p.Helper()
	for i, path := range paths { // the browser has a working directory of its own
		abs, err := filepath.Abs(path)
		if err != nil {
			p.Fatal(err)
		}
		paths[i] = abs
	}
	p.do(chromedp.SetUploadFiles(chromedp.CSS(selector), paths, chromedp.NodeReady))
}

// read is the text of an element as it is read, its white space made one.
func (p *tab) read(selector string) string {
	p.Helper()
	return strings.Join(strings.Fields(p.text(fmt.Sprintf("document.querySelector(%q).textContent", selector))), " ")
}
