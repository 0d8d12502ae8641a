//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// asked waits for the question what a second recording is.
func (p *tab) asked(likely string) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('#offering [data-way=%s].likely')?.checkVisibility()", likely))
	p.until("document.activeElement.matches('#offering .likely')")
}

// giveAlone gives a second file, which is to be read alone.
func (p *tab) giveAlone(name, text string) {
	p.Helper()
	p.give(name, text)
	p.until("document.querySelector('#offering [data-way=alone]')?.checkVisibility()")
	p.click("#offering [data-way=alone]")
}

// take chooses what a second recording is.
func (p *tab) take(way string) {
	p.Helper()
	p.click(fmt.Sprintf("#offering [data-way=%s]", way))
	p.until("document.querySelector('#pair').checkVisibility() && document.querySelector('#pair-graph svg')")
	p.state("done")
}

func TestPagePutsTheQuestionOffAndTakesItUp(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("one.jsonl", pointOne)
	p.shows("one.jsonl")
	p.give("two.jsonl", twoEvents)
	p.asked("fix")
	p.press("Escape")
	p.until("document.activeElement.matches('#headline')")
	if got := p.read("#offering"); !strings.Contains(got, "two.jsonl waits.") || p.visible("#offering [data-way=alone]") {
		t.Errorf("put off, the page says %s", got)
	}
	p.same(analyzed(t, strings.NewReader(pointOne), analyzer.Options{Name: "one.jsonl"}))
	p.click("#offering-choose")
	p.asked("fix")
	p.click("#offering [data-way=point]") // which it is not
	p.state("error")
	if got := p.read("#error"); !strings.HasPrefix(got, "two.jsonl: ") || !strings.HasSuffix(got, "as in one.jsonl, of the same stream") {
		t.Errorf("the page says %s", got)
	}
	p.click("#dismiss")
	p.state("done")
	p.click("#offering [data-way=alone]")
	p.shows("two.jsonl")
	p.until("!document.querySelector('#offering').checkVisibility()")
	p.history("history.back()")
	p.shows("one.jsonl")
}

func TestASecondFileThatIsNoRecordingKeepsTheFirst(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("one.jsonl", pointOne)
	p.shows("one.jsonl")
	p.give("bad.txt", "neither this nor that")
	p.state("error")
	if got := p.read("#error"); !strings.HasPrefix(got, "bad.txt") || p.visible("#offering") {
		t.Errorf("the page says %s", got)
	}
	p.click("#dismiss")
	p.shows("one.jsonl")
	p.same(analyzed(t, strings.NewReader(pointOne), analyzer.Options{Name: "one.jsonl"}))
}

func TestTwoRecordingsAtOnceAreAskedAbout(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, form := range []string{pointOne, pointTwo} {
		path := filepath.Join(dir, fmt.Sprintf("%d.jsonl", i+1))
		if err := os.WriteFile(path, []byte(form), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", paths...)
	p.asked("point")
	p.take("point")
	p.betweenPoints(nil, pointOne, pointTwo)
	p.click("#pair-other")
	p.until("document.querySelector('#pair-line').textContent.startsWith('Before: 1.jsonl')")
	p.state("done")
	o := func(form string) *analyzer.Analysis {
		return analyzed(t, strings.NewReader(form), analyzer.Options{Brotli: coding.NewBrotli})
	}
	p.fixed(o(pointOne), o(pointTwo))
}

func TestASecondTextThatIsPastedIsAskedAbout(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	paste := func(text string) {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("paste", "body", [], %q); undefined`, transfer, text)))
	}
	paste(pointOne)
	p.shows("pasted")
	paste(pointTwo)
	p.asked("point")
	p.take("point")
	p.betweenPoints(nil, pointOne, pointTwo)
	if got := p.read("#pair-line"); got != "Point 1: pasted, the first · point 2: pasted, the second" {
		t.Errorf("the line is %s", got)
	}
}

// Rows that were given alone find the stream that their reader read.
func TestARecordingGivenAfterItsRows(t *testing.T) {
	recording, rows := sampleFiles(t, "buffered")
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", rows)
	p.shows("own.csv")
	p.choose("#open", recording)
	p.asked("rows")
	p.click("#offering [data-way=rows]")
	p.shows("own.jsonl and own.csv")
	p.same(analyzedFiles(t, recording, rows))
}
