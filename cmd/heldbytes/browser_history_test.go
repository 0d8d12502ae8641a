//go:build !js

package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// oneEvent is another capture than twoEvents.
const oneEvent = `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}
{"t_ms":0,"text":"data: {\"n\":1}\n\n"}
{"eof_ms":20}
`

// shows waits for a page that says what the line above the headline begins with.
func (p *tab) shows(line string) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('#result')?.checkVisibility() && document.querySelector('#line').textContent.startsWith(%q)", line+" · "))
	p.state("done")
}

func (p *tab) history(script string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](script + "; undefined"))
}

// reload loads the page anew, and returns once the new one is there: a script
// that reloads would race with its own answer.
func (p *tab) reload() {
	p.Helper()
	p.do(chromedp.Reload())
}

// TestPageGoesBackAndForth follows the samples through the browser's history.
func TestPageGoesBackAndForth(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	p.click(".brand")
	p.state("ready")
	p.click(`[data-sample="sawtooth"]`)
	p.state("done")
	p.same(analyzedSample(t, "sawtooth"))
	p.click(`[href="#record"]`) // no other view
	p.state("done")
	p.history("history.go(-3)")
	p.until(`location.search === "?sample=buffered"`)
	p.shows("Buffering the world")
	p.same(analyzedSample(t, "buffered"))
}

// TestPageGoesBackToEachFile has files and a sample in one history.
func TestPageGoesBackToEachFile(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("one.jsonl", oneEvent)
	p.shows("one.jsonl")
	p.click(".again")
	p.state("ready")
	p.give("two.jsonl", twoEvents)
	p.shows("two.jsonl")
	p.giveAlone("three.jsonl", oneEvent) // in a row
	p.shows("three.jsonl")
	p.click(".brand")
	p.state("ready")
	p.click(`[data-sample="sawtooth"]`)
	p.shows("A healthy sawtooth")
	for _, want := range []string{"", "three.jsonl", "two.jsonl", "", "one.jsonl", ""} {
		p.history("history.back()")
		if want == "" {
			p.state("ready")
			continue
		}
		p.shows(want)
		if got := p.text("location.hash"); got != "#file" {
			t.Errorf("%s is shown at %s", want, got)
		}
	}
	p.history("history.go(3)")
	p.shows("two.jsonl")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "two.jsonl"}))
	p.reload() // the files are gone with the page
	p.until("document.querySelector('#result')?.checkVisibility() === false")
	p.state("ready")
	p.give("four.jsonl", oneEvent)
	p.shows("four.jsonl")
	p.history("history.go(-2)") // to a file of the page before
	p.state("ready")
}

// TestPageOpensOnASample where it is asked for nothing else.
func TestPageOpensOnASample(t *testing.T) {
	h, err := embeddedPage("buffered")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/": "Buffering the world", "/?sample=sawtooth": "A healthy sawtooth", "/#file": "", "/#start": ""} {
		t.Run(path, func(t *testing.T) {
			p := newTab(t, h)
			p.open(path, 1280, 900, false)
			for range 2 {
				if want == "" {
					p.state("ready")
				} else {
					p.shows(want)
				}
				if got := p.text("location.href"); got != p.url+path {
					t.Errorf("the page is at %s", got)
				}
				p.reload()
			}
		})
	}
}

// TestPageOpensOnASampleWithoutABlink watches that the start screen is in sight
// in no frame before the sample.
func TestPageOpensOnASampleWithoutABlink(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `
			window.blinks = 0;
			window.framesSeen = 0;
			(function look() {
				window.framesSeen++;
				if (document.querySelector("#start h1")?.checkVisibility({visibilityProperty: true})) window.blinks++;
				requestAnimationFrame(look);
			})();`})
		return chromedp.Void{}, err
	})
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	if blinks, frames := p.text("String(blinks)"), p.text("String(framesSeen)"); blinks != "0" || frames == "0" {
		t.Errorf("the start screen was in sight in %s of %s frames", blinks, frames)
	}
	p.click(".brand")
	p.until("blinks > 0") // it does see it
}
