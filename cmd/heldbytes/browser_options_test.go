//go:build !js

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// set types into a field of the options.
func (p *tab) set(selector, value string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.value = %q;
		field.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, selector, value)))
}

func TestPageAppliesOptions(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own", twoEvents)
	p.state("done")
	p.set("#stall", "5000")
	p.until("document.querySelector('#tab-stalls small').textContent === '0'")
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own", Stall: 5 * time.Second}))
	if line, title := p.read("#line"), p.read(".options summary"); !strings.HasSuffix(line, " · stalls from 5,000 ms on") || title != "Options, changed" {
		t.Errorf("that an option was changed is not said: %q and %q", line, title)
	}

	// The next recording begins anew, in the form as well.
	p.set("#framing", "sse-text")
	p.until("document.querySelector('#line').textContent.includes('read as SSE text')")
	p.state("done")
	p.click(".brand")
	p.state("ready")
	p.give("next", twoEvents)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "next"}))
	if got := p.text("document.querySelector('#stall').value + '|' + document.querySelector('#framing').value + '|' + document.querySelector('.options summary').textContent"); got != "200||Options" {
		t.Errorf("the form shows %s", got)
	}
}

func TestPageRefusesWhatIsNoThreshold(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	for _, text := range []string{"-5", "", "0"} {
		p.set("#stall", text)
		p.until("document.querySelector('#stall').getAttribute('aria-invalid') === 'true'")
		p.until("document.querySelector('#stall').value === '200'")
	}
	p.set("#stall", "300")
	p.until("document.querySelector('#stall').getAttribute('aria-invalid') === 'false'")
	p.until("document.querySelector('#line').textContent.includes('stalls from 300 ms on')")
}
