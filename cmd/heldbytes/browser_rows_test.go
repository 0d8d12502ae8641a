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
)

func TestPageReadsCaptureWithItsRows(t *testing.T) {
	recording, rows := sampleFiles(t, "buffered")
	want := analyzedFiles(t, recording, rows)
	drop := func(p *tab, target string) {
		p.choose("#file", recording)
		p.state("done")
		text, err := os.ReadFile(rows)
		if err != nil {
			p.Fatal(err)
		}
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("drop", %q, [["own.csv", %q]])`, transfer, target, text)))
		p.until("document.querySelector('#line').textContent.includes('observed rows')")
	}
	for name, c := range map[string]struct {
		give func(p *tab)
		laid bool
	}{
		"chosen together":            {func(p *tab) { p.choose("#file", recording, rows) }, false},
		"chosen the other way round": {func(p *tab) { p.choose("#file", rows, recording) }, false},
		"rows added to the capture": {func(p *tab) {
			p.choose("#file", recording)
			p.state("done")
			if !p.visible(".offer") {
				p.Error("the page does not offer to take the rows")
			}
			p.choose("#observed", rows)
			p.until("document.querySelector('#line').textContent.includes('observed rows')")
		}, false},
		"rows dropped where they are asked for": {func(p *tab) { drop(p, ".offer code") }, false},
		"rows dropped anywhere":                 {func(p *tab) { drop(p, ".foot") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			c.give(p)
			p.state("done")
			p.same(want)
			if p.visible(".offer") {
				t.Error("the page offers to take rows that it has")
			}
			if got := p.visible("#alone"); got != c.laid {
				t.Errorf("that the rows can be read alone is offered: %v", got)
			}
			if !c.laid {
				return
			}
			p.click("#alone")
			p.shows("own.csv")
			p.same(analyzedFiles(t, rows))
			if p.visible("#alone") || p.read("#line") != "own.csv · sample CSV · 31 observed rows" {
				t.Errorf("rows alone: %s", p.read("#line"))
			}
			p.history("history.back()")
			p.shows("own.jsonl and own.csv")
			p.same(want)
		})
	}
}

// TestAnotherRecordingReplacesTheOneShown where it is no CSV of its reader.
func TestAnotherRecordingReplacesTheOneShown(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("one.jsonl", oneEvent)
	p.shows("one.jsonl")
	p.giveAlone("two.jsonl", twoEvents)
	p.shows("two.jsonl")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "two.jsonl"}))
	p.give("bad.txt", "neither this nor that")
	p.state("error")
	if got := p.read("#error"); !strings.HasPrefix(got, "bad.txt") {
		t.Errorf("the page says %s", got)
	}
}

// TestUnmeasuredSaysHowToMeasure follows the link to what to record.
func TestUnmeasuredSaysHowToMeasure(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own.jsonl", twoEvents)
	p.state("done")
	for _, link := range []string{".offer [data-do=howto]", ".finding[aria-label=Reader] [data-do=howto]"} {
		p.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#record-samples').open = false"))
		p.click(link)
		p.until("document.querySelector('#record-samples pre').checkVisibility()")
		p.until("document.querySelector('#record-samples').getBoundingClientRect().top < innerHeight")
	}
	if got := strings.Count(p.read("#result"), "was not measured"); got != 1 {
		t.Errorf("that the reader was not measured is said %d times", got)
	}
	p.click(".brand")
	p.state("ready")
	p.click("[data-sample=buffered]")
	p.state("done")
	if p.visible(".offer") || p.visible(".howto") {
		t.Error("a measured reader is asked for")
	}
}

func (p *tab) visible(selector string) bool {
	p.Helper()
	return ask(p, chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector(%q).checkVisibility()", selector)))
}

// writeLarge writes a capture of 12 MB that lasts 740 s, and the rows of a
// reader that buffered it.
func writeLarge(t testing.TB) (recording, rows string) {
	t.Helper()
	var form, csv strings.Builder
	form.WriteString(`{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}` + "\n")
	csv.WriteString("i,t_ms,held_bytes,parsed\n")
	pad := strings.Repeat("x", 2_000_000-15)
	held := 0
	for i := range 6 {
		fmt.Fprintf(&form, `{"t_ms":%.3f,"text":"data: {\"n\":\"%s\"}\n\n"}`+"\n", float64(i)*123_333.3217, pad)
		held += len(pad) + len(`data: {"n":""}`) + 2
		fmt.Fprintf(&csv, "%d,%.3f,%d,False\n", i, float64(i)*123_333.3217, held)
	}
	form.WriteString(`{"eof_ms":740000.1234}` + "\n")
	csv.WriteString("6,740000.123,0,True\n")
	dir := t.TempDir()
	for name, text := range map[string]string{"large.jsonl": form.String(), "large.csv": csv.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "large.jsonl"), filepath.Join(dir, "large.csv")
}

// manyStalls is a capture of n stalls.
func manyStalls(n int) string {
	var b strings.Builder
	b.WriteString(`{"heldbytes":"capture/1","content_type":"application/x-ndjson","level":"read"}` + "\n")
	for i := range n + 1 {
		fmt.Fprintf(&b, `{"t_ms":%d,"text":"{\"n\":1}\n"}`+"\n", i*250)
	}
	return b.String()
}

func TestPageStaysSmallWithManyStalls(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("many.jsonl", manyStalls(5000))
	p.state("done")
	p.same(analyzed(t, strings.NewReader(manyStalls(5000)), analyzer.Options{Name: "many.jsonl"}))
	if got := ask(p, chromedp.Evaluate[int]("document.documentElement.scrollHeight")); got > 4000 {
		t.Errorf("the page is %d px tall", got)
	}
	// Each click renders the whole tree.
	if got := ask(p, chromedp.Evaluate[int]("document.querySelectorAll('#app *').length")); got > 2000 {
		t.Errorf("the page has %d elements", got)
	}
}
