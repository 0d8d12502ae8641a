//go:build !js

package main

import (
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe is the text of axe-core.
var axe = sync.OnceValues(func() (string, error) {
	b, err := os.ReadFile("testdata/axe/node_modules/axe-core/axe.min.js")
	if err != nil {
		return "", errors.Join(errors.New("no axe-core to check the page with: run npm ci --prefix cmd/heldbytes/testdata/axe"), err)
	}
	return string(b), nil
})

// violations lists what axe-core finds wrong with the page as it is, rule by
// rule: what breaks one, and what it cannot judge but by looking at pictures.
const violations = `axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.map((v) =>
	v.id + ": " + v.help + "\n" + v.nodes.map((n) => "  " + n.target.join(" ") + "\n    " + n.failureSummary.replaceAll("\n", "\n    ")).join("\n")).join("\n"))`

// accessible holds the page, as it is, to the rules of axe-core.
func (p *tab) accessible() {
	p.Helper()
	if got := p.violations(); got != "" {
		p.Errorf("axe-core finds:\n%s", got)
	}
}

func (p *tab) violations() string {
	p.Helper()
	text, err := axe()
	if err != nil {
		p.Fatal(err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](text + "; undefined"))
	return strings.TrimSpace(ask(p, chromedp.Evaluate[string](violations, chromedp.EvalAwaitPromise)))
}

func TestAxeFindsWhatIsWrong(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#paste').removeAttribute('aria-label'), document.querySelector('#paste').removeAttribute('placeholder'), undefined"))
	if got := p.violations(); !strings.Contains(got, "#paste") {
		t.Errorf("axe-core finds %q in a box without a name", got)
	}
}
