//go:build !js

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heldbytes/heldbytes/analyzer"
)

// twoExchanges is a trace of curl with two responses, the second one longer.
func twoExchanges() string {
	trace := ""
	for i, reads := range []int{2, 3} {
		trace += fmt.Sprintf("10:00:0%d.000000 => Send header, 16 bytes (0x10)\n0000: GET / HTTP/1.1\n", i)
		for _, line := range []string{"HTTP/1.1 200 OK", "Content-Type: application/json", ""} {
			trace += fmt.Sprintf("10:00:0%d.100000 <= Recv header, %d bytes (0x%x)\n0000: %s\n", i, len(line)+2, len(line)+2, line)
		}
		for n := range reads {
			trace += fmt.Sprintf("10:00:0%d.%d00000 <= Recv data, 2 bytes (0x2)\n0000: {}\n", i, n+2)
		}
	}
	return trace
}

func TestPageListsTheExchangesOfARecording(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("two.trace", twoExchanges())
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoExchanges()), analyzer.Options{Name: "two.trace"}))
	const shown = `(() => { const s = document.querySelector("#exchange"); return Array.from(s.options, (o) => o.text).join("; ") + " -> " + s.value; })()`
	const titles = "1: GET 200 application/json, 2 chunks, 4 bytes; 2: GET 200 application/json, 3 chunks, 6 bytes -> "
	if got := p.text(shown); got != titles+"2" {
		t.Errorf("the list is %q", got)
	}
	p.set("#exchange", "1")
	p.until("document.querySelector('#line').textContent.includes('4 bytes')")
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoExchanges()), analyzer.Options{Name: "two.trace", Exchange: 1}))
	if got := p.text(shown); got != titles+"1" {
		t.Errorf("after a choice the list is %q", got)
	}
	p.do(chromedp.Focus(chromedp.CSS("#exchange")), chromedp.KeyEvent(kb.ArrowDown))
	p.until("document.querySelector('#line').textContent.includes('6 bytes')")
	p.state("done")
	p.focused("#exchange") // for the next one
	if got := p.text("document.querySelector('#exchange').labels[0].textContent"); got != "Exchange" {
		t.Errorf("the list is called %q", got)
	}
	p.giveAlone("one", twoEvents)
	p.until("document.querySelector('.exchanges').hidden")
}

func TestPageMakesUpTimesOnlyWhenAsked(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("untimed", untimed)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(untimed), analyzer.Options{Name: "untimed"}))
	p.set("#cadence", "50")
	p.until("document.querySelector('#line').textContent.includes('made-up times, 50 ms apart')")
	p.state("done")
	p.same(analyzed(t, strings.NewReader(untimed), analyzer.Options{Name: "untimed", Cadence: 50 * time.Millisecond}))
	if got := p.read("#headline"); !strings.Contains(got, "made up") {
		t.Errorf("the headline does not say so: %s", got)
	}
	p.set("#cadence", "")
	p.until("!document.querySelector('#line').textContent.includes('made-up')")
	p.state("done")
	p.same(analyzed(t, strings.NewReader(untimed), analyzer.Options{Name: "untimed"}))
	p.giveAlone("timed", twoEvents)
	p.until("document.querySelector('#cadence').hidden")
}
