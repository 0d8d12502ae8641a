//go:build !js

package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// edit carries out the browser's own editing commands where the focus is.
func (p *tab) edit(commands ...string) {
	p.Helper()
	for _, command := range commands {
		p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Commands: []string{command}})
			return chromedp.Void{}, err
		})
	}
}

// pasteIntoBox cuts a text out of the box and pastes it into it again.
func (p *tab) pasteIntoBox(text string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const box = document.querySelector("#paste");
		box.value = %q;
		box.focus();
	})()`, text)))
	p.edit("selectAll", "cut")
	p.until(`document.querySelector("#paste").value === ""`)
	p.edit("paste")
}

func TestPageReadsWhatIsPastedIntoTheBox(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.pasteIntoBox(twoEvents)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "pasted"}))
	if got := p.text(`document.querySelector("#paste").value`); got != "" {
		t.Errorf("what was read is still in the box: %q", got)
	}
}

// TestBoxKeepsWhatCouldNotBeRead leaves it to be mended.
func TestBoxKeepsWhatCouldNotBeRead(t *testing.T) {
	const bad = "i,t_ms,held_bytes,parsed\n0,zero,1,True\n"
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.pasteIntoBox(bad)
	p.state("error")
	if got := p.text(`document.querySelector("#paste").value`); got != bad {
		t.Errorf("the box holds %q", got)
	}
	p.click("#dismiss")
	p.state("ready")
	p.click("[data-do=text]")
	p.state("error")
	if got := p.text(`document.querySelector("#paste").value`); got != bad {
		t.Errorf("after the button the box holds %q", got)
	}
}

// TestPageIgnoresALineThatIsPastedOutsideTheBox does not take an address that
// was meant for somewhere else for a recording.
func TestPageIgnoresALineThatIsPastedOutsideTheBox(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void](transfer + `("paste", "body", [], "https://example.org/\n"); undefined`))
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("paste", "body", [], %q); undefined`, transfer, twoEvents)))
	p.until(`document.querySelector("#line").textContent.startsWith("pasted")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "pasted"}))
}
