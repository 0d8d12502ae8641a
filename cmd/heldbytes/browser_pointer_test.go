//go:build !js

package main

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// box is where an element lies in the viewport, in CSS pixels.
type box struct{ Left, Top, Width, Height float64 }

func (b box) middle() float64 { return b.Top + b.Height/2 }

// into scrolls an element to the middle of the viewport.
func (p *tab) into(selector string) box {
	p.Helper()
	return ask(p, chromedp.Evaluate[box](fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "center", behavior: "instant"});
		const r = e.getBoundingClientRect();
		return {Left: r.left, Top: r.top, Width: r.width, Height: r.height};
	})()`, selector)))
}

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64, opts ...chromedp.MouseOption) {
	p.Helper()
	p.do(chromedp.MouseEvent(kind, x, y, opts...))
}

// drag presses, moves and lets go.
func (p *tab) drag(from, to, y float64, modifiers ...chromedp.Modifier) {
	p.Helper()
	with := chromedp.ButtonModifiers(modifiers...)
	held := func(e *input.DispatchMouseEventParams) { e.Buttons = 1 }
	p.mouse(chromedp.MousePressed, from, y, chromedp.ButtonLeft, chromedp.ClickCount(1), with)
	const moves = 5
	for i := 1; i <= moves; i++ {
		p.mouse(chromedp.MouseMoved, from+(to-from)*float64(i)/moves, y, chromedp.ButtonLeft, held, with)
	}
	p.mouse(chromedp.MouseReleased, to, y, chromedp.ButtonLeft, chromedp.ClickCount(1), with)
}

func (p *tab) wheel(x, y, turn float64, modifiers ...chromedp.Modifier) {
	p.Helper()
	p.mouse(input.DispatchMouseEventTypeMouseWheel, x, y, chromedp.ButtonModifiers(modifiers...),
		func(e *input.DispatchMouseEventParams) {
			e.DeltaX, e.DeltaY = 1e-9, turn // 0 would be left out, which the browser refuses
		})
}

// touch lays fingers on the page, moves them or, where there are none, lifts them.
func (p *tab) touch(kind input.DispatchTouchEventType, y float64, fingers ...float64) {
	p.Helper()
	e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i, x := range fingers {
		id := float64(i)
		e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: x, Y: y, ID: &id})
	}
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return chromedp.Void{}, err
	})
}

// fingered makes the page one that is touched.
func (p *tab) fingered() {
	p.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return chromedp.Void{}, err
	})
}
