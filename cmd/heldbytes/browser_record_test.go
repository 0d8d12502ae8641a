//go:build !js

package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageCopiesHowToRecord goes to a way to record and copies its first line,
// with the keyboard alone, then what it says about another.
func TestPageCopiesHowToRecord(t *testing.T) {
	for name, before := range map[string]string{
		"with a clipboard":    ``,
		"without a clipboard": `Object.defineProperty(navigator, "clipboard", {value: undefined});`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/", 390, 900, false)
			p.state("ready")
			p.do(chromedp.Evaluate[chromedp.Void](before + `
				pasted = "";
				addEventListener("paste", (e) => {
					pasted = e.clipboardData.getData("text/plain");
					e.preventDefault();
					e.stopImmediatePropagation();
				}, true);
				undefined`))
			for of, want := range map[string]string{
				"curl": "curl -sN --trace-time --trace out.trace URL -o /dev/null",
				"log": "import base64, json, time\ndef responseheaders(flow):\n    def log(b):\n" +
					`        print(json.dumps({"t": time.time(), "flow": flow.id, "b64": base64.b64encode(b).decode()}), flush=True)` +
					"\n        return b\n    flow.response.stream = log",
				"netlog": "chrome://net-export",
			} {
				p.do(chromedp.Focus(chromedp.CSS("#record-"+of+" summary")), chromedp.KeyEvent(kb.Enter))
				p.until("document.querySelector('#record-" + of + "').open")
				button := "#record-" + of + " button"
				const width = ".getBoundingClientRect().width"
				wide := p.text("String(document.querySelector('" + button + "')" + width + ")")
				p.do(chromedp.Focus(chromedp.CSS(button)), chromedp.KeyEvent(kb.Enter))
				p.until("document.querySelector('" + button + "').textContent === 'Copied'")
				if got := p.text("String(document.querySelector('" + button + "')" + width + ")"); got != wide {
					t.Errorf("the button is %s wide and was %s", got, wide)
				}
				if got := p.text("document.querySelector('#status').textContent"); got != "Copied" {
					t.Errorf("those who cannot see the page hear %q", got)
				}
				p.focused(button)
				p.do(chromedp.Focus(chromedp.CSS("#paste")))
				p.edit("paste")
				p.until("pasted !== ''")
				if got := p.text("pasted"); got != want {
					t.Errorf("of %s was copied %q, want %q", of, got, want)
				}
				p.do(chromedp.Evaluate[chromedp.Void]("pasted = ''; undefined"))
				p.until("document.querySelector('" + button + "').textContent === 'Copy'")
			}
			if got := p.text("document.querySelector('#app').dataset.state"); got != "ready" {
				t.Errorf("the page is %s", got)
			}
		})
	}
}
