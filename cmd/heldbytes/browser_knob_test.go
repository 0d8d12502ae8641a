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
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// turned waits until the graph shows a rule, and compares what stands beside
// the knob with what that rule holds.
func (p *tab) turned(a *analyzer.Analysis, rule string) {
	p.Helper()
	p.until(fmt.Sprintf(`document.querySelector("#knob").dataset.rule === %q`, rule))
	k, err := a.Inspect().Turn(rule)
	if err != nil {
		p.Fatal(err)
	}
	first := "none"
	if k.FirstRelease != nil {
		first = diagnose.Millis(time.Duration(*k.FirstRelease))
	}
	for id, want := range map[string]string{
		"#knob-peak":     grouped(fmt.Sprint(k.PeakBytes)),
		"#knob-first":    first,
		"#knob-release":  diagnose.Millis(time.Duration(k.Release)),
		"#knob-sentence": k.Sentence,
	} {
		if got := p.read(id); got != want {
			p.Errorf("%s: %s reads %s, want %s", rule, id, got, want)
		}
	}
	p.drawn(a)
}

// turnTo chooses a rule as a click on its label does.
func (p *tab) turnTo(rule string) {
	p.Helper()
	p.click(fmt.Sprintf("#knob [value=%q]", rule))
}

func TestKnobTurnsToEveryRule(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("upstream", 1280, 900)
	for rule, want := range map[string]string{
		"at-close": "at-close", "chunk-end": "chunk-end", "block": "block:1024", "lag": "lag:1",
		"next-chunk": "next-chunk", "read-all": "read-all", "never": "never",
	} {
		p.turnTo(rule)
		p.until(fmt.Sprintf(`document.querySelector("#knob").dataset.rule?.startsWith(%q)`, rule))
		if rule == "block" {
			want = p.text(`document.querySelector("#knob").dataset.rule`)
		}
		p.turned(a, want)
		if p.visible(".number") != strings.Contains(want, ":") {
			t.Errorf("%s: whether N is in sight is wrong", rule)
		}
		if got := p.text(`document.querySelector("#knob :checked").value`); got != rule {
			t.Errorf("%s is checked, want %s", got, rule)
		}
	}
	p.click("#knob-reset")
	p.until(`document.querySelector("#knob").dataset.rule === "" && heldbytes.graph.view().rule === "" && !document.querySelector("#knob :checked")`)
	p.same(a)
}

// atSlider says whether what is shown is of where the slider stands.
const atSlider = `(({step, n, rule}) => step === document.querySelector("#knob-step").value && rule === "block:" + n && n === document.querySelector("#knob-number").value)(heldbytes.graph.view().turned)`

// TestKnobIsDragged moves the slider: at each step what stands beside it is of
// that N.
func TestKnobIsDragged(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("sawtooth", 1280, 900)
	p.turnTo("block")
	p.until(`document.querySelector("#knob").dataset.rule.startsWith("block:")`)
	slider := p.into("#knob-step")
	held := func(share float64) (x, y float64) { return slider.Left + share*slider.Width, slider.middle() }
	x, y := held(0.9)
	p.mouse(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	seen := map[string]bool{}
	for _, share := range []float64{0.8, 0.7, 0.5, 0.45, 0.6} {
		x, y := held(share)
		p.mouse(chromedp.MouseMoved, x, y, chromedp.ButtonLeft)
		p.until(atSlider)
		rule := p.text(`document.querySelector("#knob").dataset.rule`)
		seen[rule] = true
		p.turned(a, rule)
	}
	if len(seen) < 5 {
		t.Errorf("dragged over %v", seen)
	}
	// Where it moves faster than answers come, the last N is what is shown.
	for share := 0.1; share < 0.9; share += 0.05 {
		x, y = held(share)
		p.mouse(chromedp.MouseMoved, x, y, chromedp.ButtonLeft)
	}
	p.mouse(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	last := p.text(`document.querySelector("#knob-step").value`)
	p.until(atSlider)
	p.turned(a, p.text(`document.querySelector("#knob").dataset.rule`))
	if now := p.text(`document.querySelector("#knob-step").value`); now != last {
		t.Errorf("the slider went from %s to %s by itself", last, now)
	}
}

func TestKnobIsTurnedByKeys(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("sawtooth", 390, 844)
	p.do(chromedp.Focus(chromedp.CSS(`#knob [value="at-close"]`)))
	p.hit(" ")
	p.turned(a, "at-close")
	p.hit(kb.ArrowRight)
	p.turned(a, "chunk-end")
	p.hit(kb.ArrowRight, kb.ArrowRight)
	p.turned(a, "lag:1")
	p.do(chromedp.Focus(chromedp.CSS("#knob-step")))
	p.hit(kb.ArrowRight)
	p.turned(a, "lag:2")
	p.until(`document.querySelector("#knob-number").value === "2" && document.querySelector("#knob-step").ariaValueText === "2 events"`)
	p.hit(kb.ArrowLeft)
	p.turned(a, "lag:1")
	p.do(chromedp.Focus(chromedp.CSS("#knob-number")), chromedp.Evaluate[chromedp.Void](`document.querySelector("#knob-number").select()`))
	p.hit("3")
	p.turned(a, "lag:3")
	p.focused("#knob-number")
	if got := p.text(`document.querySelector("#knob-step").value`); got != "2" {
		t.Errorf("the slider stands at step %s, want 2", got)
	}
	p.accessible()
	if got := p.text(faults); got != "" {
		t.Error(got)
	}
}

func TestKnobSaysWhyItIsNotThere(t *testing.T) {
	p := newTab(t, builtPage(t))
	_, rows := sampleFiles(t, "buffered")
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", rows)
	p.state("done")
	p.until(`document.querySelector("#knob").checkVisibility()`)
	if p.visible("#knob .turn") || !strings.Contains(p.read("#knob > p"), "does not say where events close") {
		t.Errorf("the knob says %q", p.read("#knob"))
	}
}

// TestNothingMovesWhileTheKnobTurns looks where the parts of the plate are, at
// several N and with the cursor at several places.
func TestNothingMovesWhileTheKnobTurns(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.openSample("upstream", 1280, 900)
	for _, width := range []int64{1280, 390, 320} {
		p.resize(width, 900, false)
		p.until(`document.querySelector("#graph svg").getAttribute("width") == document.querySelector("#graph").clientWidth`)
		p.turnTo("block")
		p.until(`document.querySelector("#knob").dataset.rule.startsWith("block")`)
		at := ""
		stays := func(when string) {
			t.Helper()
			now := p.text(`["#knob table", "#graph", "#readout", ".below"].map(s => s + " " + (document.querySelector(s).getBoundingClientRect().top + scrollY)).join(", ")`)
			if at != "" && now != at {
				t.Errorf("%d pixels wide, %s: %s, want %s", width, when, now, at)
			}
			at = now
		}
		for _, n := range []string{"1", "100", "500", "870"} {
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`heldbytes.give({kind: "knob", part: "number", value: %q}), undefined`, n)))
			p.until(fmt.Sprintf(`document.querySelector("#knob").dataset.rule === "block:%s"`, n))
			stays("N is " + n)
		}
		for _, share := range []string{"0.1", "0.3", "0.5", "0.9"} {
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`heldbytes.cursor.pin(heldbytes.graph.view().plot.whole.to * %s), undefined`, share)))
			p.until(`document.querySelector("#readout .stroke")`)
			stays("the cursor at " + share)
		}
	}
}
