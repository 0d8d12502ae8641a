//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// A stream at two points: a hop holds three of its events for 600 ms.
const (
	pointOne = `{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":100,"text":"data: 1\n\n"}
{"t_ms":200,"text":"data: 2\n\n"}
{"t_ms":300,"text":"data: 3\n\n"}
{"t_ms":1000,"text":"data: 4\n\n"}
{"eof_ms":1010}
`
	pointTwo = `{"t_ms":5000,"text":"data: 0\n\n"}
{"t_ms":5700,"text":"data: 1\n\ndata: 2\n\ndata: 3\n\n"}
{"t_ms":6002,"text":"data: 4\n\n"}
{"eof_ms":6010}
`
)

// paired compares what a user reads with what the command says of two recordings.
func (p *tab) paired(headline string, verdicts, remarks []string, draw func(*strings.Builder, figure.Options) error) {
	p.Helper()
	join := func(texts []string) string { return strings.Join(texts, "\n") }
	list := func(selector string) string {
		return p.text(fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => [...e.children].filter(x => !x.hidden).map(x => x.textContent).join("") || e.textContent).join("\n")`, selector))
	}
	if got := p.read("#pair-headline"); got != headline {
		p.Errorf("the headline is\n%s\nwant\n%s", got, headline)
	}
	if got := list(".verdicts li"); got != join(verdicts) {
		p.Errorf("the findings are\n%s\nwant\n%s", got, join(verdicts))
	}
	if got := list(".laying:not([hidden]) li"); got != join(remarks) {
		p.Errorf("the remarks are\n%s\nwant\n%s", got, join(remarks))
	}
	width := ask(p, chromedp.Evaluate[int]("document.querySelector('#pair-graph').clientWidth"))
	p.until(fmt.Sprintf("document.querySelector('#pair-graph svg').getAttribute('width') == %d", width))
	var svg strings.Builder
	if err := draw(&svg, figure.Options{Width: width, Bare: true}); err != nil {
		p.Fatal(err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("wanted = document.createElement('div'), wanted.innerHTML = %q, undefined", svg.String())))
	if !ask(p, chromedp.Evaluate[bool]("wanted.innerHTML.length > 1000 && wanted.innerHTML === document.querySelector('#pair-graph').innerHTML")) {
		p.Error("the graph in the page is not the command's")
	}
}

// betweenPoints holds that the page shows what compare says.
func (p *tab) betweenPoints(offsets []time.Duration, forms ...string) *analyzer.Comparison {
	p.Helper()
	return p.betweenPointsIn(nil, offsets, forms...)
}

// betweenPointsIn does so in a language.
func (p *tab) betweenPointsIn(l *language.Language, offsets []time.Duration, forms ...string) *analyzer.Comparison {
	p.Helper()
	var at []analyzer.Recording
	for _, form := range forms {
		at = append(at, analyzer.Recording{From: strings.NewReader(form)})
	}
	c, err := analyzer.Compare(at, analyzer.Options{Language: l}, offsets)
	if err != nil {
		p.Fatal(err)
	}
	r := c.Report()
	var verdicts []string
	for _, v := range append([]analyzer.VerdictReport{r.Finding}, r.Finding.Also...) {
		verdicts = append(verdicts, v.Code+" — "+v.Sentence)
	}
	p.paired(r.Headline, verdicts, r.Remarks, func(b *strings.Builder, o figure.Options) error { return c.WriteSVG(b, o) })
	return c
}

// fixed holds that the page shows what compare --fix says.
func (p *tab) fixed(before, after *analyzer.Analysis) *analyzer.Fix {
	p.Helper()
	f := analyzer.NewFix(before, after)
	r := f.Report()
	var remarks []string
	for _, s := range r.Before.Source.Remarks {
		remarks = append(remarks, "Before: "+s)
	}
	for _, s := range r.After.Source.Remarks {
		remarks = append(remarks, "After: "+s)
	}
	p.paired(r.Headline, []string{r.Stream.Sentence}, remarks, func(b *strings.Builder, o figure.Options) error { return f.WriteSVG(b, o) })
	return f
}

func TestPageLaysTwoCapturePointsBesideEachOther(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("one.jsonl", pointOne)
	p.shows("one.jsonl")
	p.give("two.jsonl", pointTwo)
	p.asked("point")
	if got := p.read("#offering-title"); got != "What is two.jsonl beside one.jsonl?" {
		t.Errorf("the page asks %s", got)
	}
	p.accessible()
	p.take("point")
	p.accessible()
	p.betweenPoints(nil, pointOne, pointTwo)
	if got := p.read("#pair-line"); got != "Point 1: one.jsonl · point 2: two.jsonl" {
		t.Errorf("the line is %s", got)
	}
	for _, cells := range []string{"1–2|27|602|0|600|5,000", "0|700|700|100|600|0|27", "1–2|100|700|600|3|9–36"} {
		p.until(fmt.Sprintf(`[...document.querySelectorAll("#pair tbody tr")].some(r => [...r.cells].map(c => c.textContent).join("|") === %q)`, cells))
	}

	// The offset is the command's flag, and can be found again.
	p.set("#pair-offset", "5100")
	p.until("document.querySelector('#pair .laying').textContent.includes('5,100 ms')")
	p.state("done")
	p.betweenPoints([]time.Duration{5100 * time.Millisecond}, pointOne, pointTwo)
	p.set("#pair-offset", "")
	p.until("document.querySelector('#pair-offset-wrong').checkVisibility()")
	p.click("#pair-find")
	p.until("document.querySelector('#pair .laying').textContent.includes('share no clock')")
	p.state("done")
	p.click("#pair-swap")
	p.until("document.querySelector('#pair-line').textContent.startsWith('Point 1: two.jsonl')")
	p.state("done")
	p.betweenPoints(nil, pointTwo, pointOne)

	// One step back is the first alone, one step on the pair as it was turned.
	p.history("history.back()")
	p.shows("one.jsonl")
	p.same(analyzed(t, strings.NewReader(pointOne), analyzer.Options{Name: "one.jsonl"}))
	p.history("history.forward()")
	p.until("document.querySelector('#pair').checkVisibility()")
	p.state("done")
	p.betweenPoints(nil, pointTwo, pointOne)
	p.click(".alone button")
	p.shows("two.jsonl")
}

func TestPageShowsWhatAFixChanged(t *testing.T) {
	recording, before := sampleFiles(t, "buffered")
	_, after := sampleFiles(t, "sawtooth")
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", recording, before)
	p.shows("own.jsonl and own.csv")
	rows, err := os.ReadFile(after)
	if err != nil {
		t.Fatal(err)
	}
	p.give("fixed.csv", string(rows))
	p.asked("fix")
	p.take("fix")
	f := p.fixed(analyzedFiles(t, recording, before), analyzedFiles(t, recording, after))
	if f.Finding.Code != "moved" || !strings.HasPrefix(p.read("#pair-headline"), "The fix moved the release from EOF to event close: ") {
		t.Errorf("the page says %s", p.read("#pair-headline"))
	}
	if got := p.read("#pair-line"); got != "Before: own.jsonl and own.csv · after: fixed.csv" {
		t.Errorf("the line is %s", got)
	}
	p.accessible()
	for _, r := range f.Report().Rows(nil) {
		p.until(fmt.Sprintf(`[...document.querySelectorAll("#pair tbody tr")].some(r => [...r.cells].map(c => c.textContent).join("|") === %q)`, r.Name+"|"+r.Before+"|"+r.After))
	}
	dir := t.TempDir()
	p.downloadTo(dir)
	for kind, write := range map[string]func(*strings.Builder) error{
		"csv": func(b *strings.Builder) error { return f.WriteCSV(b) },
		"svg": func(b *strings.Builder) error { return f.WriteSVG(b, figure.Options{}) },
	} {
		var want strings.Builder
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		p.click("#pair-" + kind)
		if got := waitForFile(t, filepath.Join(dir, "heldbytes-fix."+kind)); got != want.String() {
			t.Errorf("the %s is not the command's:\n%s", kind, got)
		}
		if kind == "svg" {
			p.click("#pair-png")
			checkPicture(t, waitForFile(t, filepath.Join(dir, "heldbytes-fix.png")), want.String())
		}
	}
	p.history("history.back()")
	p.shows("own.jsonl and own.csv")
	p.same(analyzedFiles(t, recording, before))
}

// TestViewsOfTwoFit shows them at both sizes, light and dark.
func TestViewsOfTwoFit(t *testing.T) {
	recording, before := sampleFiles(t, "buffered")
	_, after := sampleFiles(t, "sawtooth")
	rows, err := os.ReadFile(after)
	if err != nil {
		t.Fatal(err)
	}
	for name, give := range map[string]func(p *tab){
		"offer": func(p *tab) {
			p.give("one.jsonl", pointOne)
			p.shows("one.jsonl")
			p.give("two.jsonl", pointTwo)
			p.asked("point")
		},
		"points": func(p *tab) {
			p.give("one.jsonl", pointOne)
			p.shows("one.jsonl")
			p.give("two.jsonl", pointTwo)
			p.asked("point")
			p.take("point")
		},
		"fix": func(p *tab) {
			p.choose("#file", recording, before)
			p.shows("own.jsonl and own.csv")
			p.give("fixed.csv", string(rows))
			p.asked("fix")
			p.take("fix")
		},
	} {
		for _, size := range []struct {
			width int64
			dark  bool
		}{{1280, false}, {1280, true}, {390, false}, {390, true}} {
			t.Run(fmt.Sprint(name, " ", size), func(t *testing.T) {
				p := newTab(t, builtPage(t))
				p.open("/", size.width, 900, size.dark)
				p.state("ready")
				give(p)
				if got := p.text(faults); got != "" {
					t.Error(got)
				}
				p.accessible()
				shade := "light"
				if size.dark {
					shade = "dark"
				}
				p.picture(fmt.Sprintf("two-%s-%s-%d", name, shade, size.width))
			})
		}
	}
}
