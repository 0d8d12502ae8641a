//go:build !js

package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// view is what the page's scripts know of the graph, once it is drawn as wanted.
func (p *tab) view() ui.View {
	p.Helper()
	p.until(`(() => { const {from, to} = heldbytes.graph.view().plot, w = heldbytes.graph.want(); return from === w.from && to === w.to; })()`)
	return ask(p, chromedp.Evaluate[ui.View]("heldbytes.graph.view()"))
}

// drawn waits for the stretch that is wanted, of which nothing is
// different from what is drawn here.
func (p *tab) drawn(a *analyzer.Analysis) engine.Plot {
	p.Helper()
	v := p.view()
	f := a.Inspect().Figure(v.Lines, v.Rule)
	o := figure.Options{Width: v.Plot.Width, Bare: true, NoKeys: true}
	if w := (engine.Window{From: v.Plot.From, To: v.Plot.To}); w != v.Plot.Whole {
		o.Window = figure.Window(w)
	}
	p.inHTML("#graph", f, o)
	return *v.Plot
}

func (p *tab) inHTML(selector string, f *figure.Figure, o figure.Options) {
	p.Helper()
	var svg strings.Builder
	if err := figure.SVG(&svg, f, o); err != nil {
		p.Fatal(err)
	}
	if !ask(p, chromedp.Evaluate[bool](fmt.Sprintf(`(() => {
		const wanted = document.createElement("div");
		wanted.innerHTML = %q;
		return wanted.innerHTML.length > 500 && wanted.innerHTML === document.querySelector(%q).innerHTML;
	})()`, svg.String(), selector))) {
		p.Errorf("%s in the page is not what is drawn here", selector)
	}
}

// readAt is what the page reads out of a place.
func readAt(f *analyzer.Found) string {
	parts := []string{}
	for _, s := range []string{f.Time, f.Place, f.Got} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	for _, h := range f.Held {
		parts = append(parts, h.Text)
	}
	if f.Event != "" {
		parts = append(parts, f.Event)
	}
	return strings.Join(parts, "|")
}

// reads waits until that is read out.
func (p *tab) reads(f *analyzer.Found) {
	p.Helper()
	p.until(fmt.Sprintf(`[...document.querySelectorAll("#readout > span")].map(e => [...e.childNodes].filter(n => n.localName !== "small").map(n => n.textContent).join("").trim()).join("|") === %q`, readAt(f)))
}

func (p *tab) openSample(name string, width, height int64) *analyzer.Analysis {
	p.Helper()
	p.open("/?sample="+name, width, height, false)
	p.state("done")
	return analyzedSample(p, name)
}

func TestCursorFollowsThePointer(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("sawtooth", 1280, 900)
	graph, v := p.into("#graph"), p.view()
	look := a.Inspect()
	for _, share := range []float64{0, 0.13, 0.5, 0.86, 1} {
		x := graph.Left + float64(v.Plot.Left) + share*float64(v.Plot.Right-v.Plot.Left)
		p.mouse(chromedp.MouseMoved, x, graph.middle())
		at := int64(math.Round(share * float64(v.Plot.To)))
		want := look.Look(analyzer.Look{At: at, Lines: v.Lines})
		p.reads(want)
		// The line is at the pointer, and a dot on each series at the chunk.
		if got := p.text(`document.querySelector("#cursor .pointer").getBoundingClientRect().left.toFixed(0)`); got != fmt.Sprintf("%.0f", x) && got != fmt.Sprintf("%.0f", x-0.5) {
			t.Errorf("the line is at %s, want %v", got, x)
		}
		dots := ask(p, chromedp.Evaluate[[][2]float64](`[...document.querySelectorAll("#cursor .dot")].map((e) => {
			const r = e.getBoundingClientRect(), g = document.querySelector("#graph").getBoundingClientRect();
			return [(r.left + r.right) / 2 - g.left, (r.top + r.bottom) / 2 - g.top];
		})`))
		if len(dots) != len(want.Held) {
			t.Fatalf("%d dots, want %d", len(dots), len(want.Held))
		}
		plot := figure.Place(look.Figure(v.Lines, ""), figure.Options{Width: v.Plot.Width, Bare: true, NoKeys: true})
		for i, h := range want.Held {
			x, y := plot.Spot(figure.Mark{Time: a.Timeline.PointTime(want.Chunk), Held: h.After})
			if math.Abs(dots[i][0]-float64(x)-0.5) > 1.5 || math.Abs(dots[i][1]-float64(y)-0.5) > 1.5 {
				t.Errorf("the dot of %s is at %v, want %d, %d", h.Line, dots[i], x, y)
			}
		}
	}
	p.mouse(chromedp.MouseMoved, graph.Left+50, graph.Top-60)
	p.until(`document.querySelector("#cursor .dots").hidden && document.querySelector("#readout").textContent.startsWith("Point at the graph")`)

	// A click leaves it there, and the tables go with it.
	p.do(chromedp.MouseClickXY(graph.Left+graph.Width/2, graph.middle()))
	p.until(`document.querySelector("#cursor .place").dataset.chunk > 0`)
	p.mouse(chromedp.MouseMoved, graph.Left+50, graph.Top-60)
	p.until(`!document.querySelector("#cursor .dots").hidden`)
}

func TestDragSelectsAndThenMoves(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("upstream", 1280, 900)
	graph, whole := p.into("#graph"), *p.view().Plot
	x := func(share float64) float64 {
		return graph.Left + float64(whole.Left) + share*float64(whole.Right-whole.Left)
	}
	near := func(plot engine.Plot, from, to float64) {
		t.Helper()
		for _, c := range []struct {
			got  int64
			want float64
		}{{plot.From, from}, {plot.To, to}} {
			if math.Abs(float64(c.got)/float64(whole.To)-c.want) > 0.01 {
				t.Errorf("%d to %d is in sight, want %.2f to %.2f of %d", plot.From, plot.To, from, to, whole.To)
			}
		}
	}
	p.drag(x(0.2), x(0.6), graph.middle())
	near(p.drawn(a), 0.2, 0.6)
	p.drag(x(0.5), x(0.75), graph.middle()) // by a quarter of what is in sight
	near(p.drawn(a), 0.1, 0.5)
	p.drag(x(0.1), x(0.9), graph.middle()) // no further than to the beginning
	near(p.drawn(a), 0, 0.4)
	p.drag(x(0.25), x(0.5), graph.middle(), chromedp.ModifierShift) // of less than the whole
	near(p.drawn(a), 0.1, 0.2)
	p.mouse(chromedp.MousePressed, x(0.5), graph.middle(), chromedp.ButtonLeft, chromedp.ClickCount(1))
	p.mouse(chromedp.MouseReleased, x(0.5), graph.middle(), chromedp.ButtonLeft, chromedp.ClickCount(1))
	p.mouse(chromedp.MousePressed, x(0.5), graph.middle(), chromedp.ButtonLeft, chromedp.ClickCount(2))
	p.mouse(chromedp.MouseReleased, x(0.5), graph.middle(), chromedp.ButtonLeft, chromedp.ClickCount(2))
	near(p.drawn(a), 0, 1)
	p.same(a)
}

func TestWheelZoomsWhereItIsMeant(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("upstream", 1280, 900)
	graph, whole := p.into("#graph"), *p.view().Plot
	x := graph.Left + float64(whole.Left) + 0.25*float64(whole.Right-whole.Left)
	scrolled := func() float64 { return ask(p, chromedp.Evaluate[float64]("scrollY")) }

	before := scrolled()
	p.wheel(x, graph.middle(), 100)
	p.until(fmt.Sprintf("scrollY > %v", before)) // the page goes on
	if plot := p.drawn(a); plot.From != whole.From || plot.To != whole.To {
		t.Errorf("a wheel zoomed to %d – %d", plot.From, plot.To)
	}
	graph = p.into("#graph")
	before = scrolled()
	p.wheel(x, graph.middle(), -300, chromedp.ModifierCtrl)
	p.until("heldbytes.graph.want().from > 0")
	near := p.drawn(a)
	at := float64(near.From) + 0.25*float64(near.To-near.From)
	if math.Abs(at/float64(whole.To)-0.25) > 0.01 || near.To-near.From > whole.To*3/4 {
		t.Errorf("zoomed to %d – %d of %d: what was at the pointer is not", near.From, near.To, whole.To)
	}
	p.click(`[data-graph="whole"]`)
	p.drawn(a)
	p.do(chromedp.MouseClickXY(x, graph.middle())) // now the wheel alone is meant
	p.wheel(x, graph.middle(), -300)
	p.until("heldbytes.graph.want().from > 0")
	p.drawn(a)
	p.wheel(x, graph.middle(), 300)
	p.wheel(x, graph.middle(), 300)
	p.until("heldbytes.graph.want().from === 0")
	if after := scrolled(); after != before {
		t.Errorf("the page scrolled from %v to %v", before, after)
	}
}

func TestFingersPinchAndMove(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.fingered()
	a := p.openSample("upstream", 390, 844)
	graph, whole := p.into("#graph"), *p.view().Plot
	left, wide := graph.Left+float64(whole.Left), float64(whole.Right-whole.Left)
	share := func(at int64) float64 { return float64(at) / float64(whole.To) }

	// Two fingers go from a half apart to the whole.
	p.touch(input.DispatchTouchEventTypeTouchStart, graph.middle(), left+wide/4, left+wide*3/4)
	for _, out := range []float64{0.15, 0.2, 0.25} {
		p.touch(input.DispatchTouchEventTypeTouchMove, graph.middle(), left+wide*(0.25-out), left+wide*(0.75+out))
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd, graph.middle())
	p.until("heldbytes.graph.want().from > 0")
	plot := p.drawn(a)
	if math.Abs(share(plot.From)-0.25) > 0.02 || math.Abs(share(plot.To)-0.75) > 0.02 {
		t.Errorf("pinched to %.3f – %.3f, want 0.25 – 0.75", share(plot.From), share(plot.To))
	}
	// One moves it along.
	p.touch(input.DispatchTouchEventTypeTouchStart, graph.middle(), left+wide/2)
	for _, by := range []float64{10, 20, 40} {
		p.touch(input.DispatchTouchEventTypeTouchMove, graph.middle(), left+wide/2-by)
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd, graph.middle())
	moved := p.drawn(a)
	if want := plot.From + int64(40/wide*float64(plot.To-plot.From)); math.Abs(share(moved.From)-share(want)) > 0.01 {
		t.Errorf("moved from %d to %d, want %d", plot.From, moved.From, want)
	}
	// A tap leaves the cursor.
	p.do(chromedp.TapXY(left+wide/2, graph.middle()))
	v := p.view()
	at := int64(math.Round(float64(moved.From) + float64(moved.To-moved.From)/2))
	p.reads(a.Inspect().Look(analyzer.Look{At: at, Lines: v.Lines}))
	if got := p.text(faults); got != "" {
		t.Error(got)
	}
	// Upwards it scrolls the page, as anywhere.
	before := ask(p, chromedp.Evaluate[float64]("scrollY"))
	p.touch(input.DispatchTouchEventTypeTouchStart, graph.middle(), left+wide/2)
	for by := 10.0; by <= 120; by += 10 {
		p.touch(input.DispatchTouchEventTypeTouchMove, graph.middle()-by, left+wide/2)
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd, graph.middle())
	p.until(fmt.Sprintf("scrollY > %v", before))
	if after := p.drawn(a); after.From != moved.From || after.To != moved.To {
		t.Errorf("scrolled over, %d – %d is in sight, want %d – %d", after.From, after.To, moved.From, moved.To)
	}
}

func TestOverviewIsBrushed(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("many.jsonl", manyStalls(5000))
	p.state("done")
	a := analyzed(t, strings.NewReader(manyStalls(5000)), analyzer.Options{Name: "many.jsonl"})
	p.until(`document.querySelector("#brush .body")?.ariaValueMax > 0`) // there are so many chunks that it is shown of the whole
	brush, v := p.into("#brush"), p.view()
	whole := *v.Plot
	p.inHTML("#overview", a.Inspect().Figure(nil, ""), figure.Options{Width: v.Overview.Width, Overview: true})
	x := func(share float64) float64 {
		return brush.Left + float64(v.Overview.Left) + share*float64(v.Overview.Right-v.Overview.Left)
	}
	share := func(at int64) float64 { return float64(at) / float64(whole.To) }
	for _, c := range []struct {
		name     string
		do       func()
		from, to float64
	}{
		{"the start is dragged", func() { p.drag(x(0), x(0.5), brush.middle()) }, 0.5, 1},
		{"the end is dragged", func() { p.drag(x(1), x(0.6), brush.middle()) }, 0.5, 0.6},
		{"the body is dragged", func() { p.drag(x(0.55), x(0.25), brush.middle()) }, 0.2, 0.3},
		{"beside the body is pressed", func() { p.drag(x(0.8), x(0.8), brush.middle()) }, 0.75, 0.85},
		{"a key moves the body", func() {
			p.do(chromedp.Focus(chromedp.CSS("#brush .body")), chromedp.KeyEvent(kb.ArrowLeft))
		}, 0.73, 0.83},
		{"a key moves the end", func() {
			p.do(chromedp.Focus(chromedp.CSS("#brush .to")), chromedp.KeyEvent(kb.ArrowRight))
		}, 0.73, 0.85},
	} {
		c.do()
		plot := p.drawn(a)
		if math.Abs(share(plot.From)-c.from) > 0.01 || math.Abs(share(plot.To)-c.to) > 0.01 {
			t.Errorf("%s: %.3f – %.3f is in sight, want %.2f – %.2f", c.name, share(plot.From), share(plot.To), c.from, c.to)
		}
		if now, most := p.text(`document.querySelector("#brush .body").ariaValueNow`), p.text(`document.querySelector("#brush .body").ariaValueMax`); now != fmt.Sprint(plot.From) || most != fmt.Sprint(whole.To) {
			t.Errorf("%s: the brush says %s of %s, want %d of %d", c.name, now, most, plot.From, whole.To)
		}
	}
}

func TestSeriesAreSwitched(t *testing.T) {
	p := newTab(t, builtPage(t))
	a := p.openSample("sawtooth", 1280, 900)
	lines := a.Inspect().Lines()
	if got := p.text(`[...document.querySelectorAll(".lines [data-line]")].map(b => b.dataset.line).join()`); got != strings.Join(lines, ",") {
		t.Fatalf("%s can be switched, want %q", got, lines)
	}
	on := func() string {
		return p.text(`[...document.querySelectorAll(".lines [aria-pressed=true]")].map(b => b.dataset.line).join()`)
	}
	for _, c := range []struct{ line, want string }{
		{"read-all", "observed,at-close,read-all"},
		{"observed", "at-close,read-all"},
		{"never", "at-close,read-all,never"},
	} {
		p.click(fmt.Sprintf(".lines [data-line=%q]", c.line))
		p.until(fmt.Sprintf("heldbytes.graph.view().lines.join() === %q", c.want))
		p.drawn(a)
		if got := on(); got != c.want {
			t.Errorf("%s is on, want %s", got, c.want)
		}
	}
	// What is read out goes with what is drawn.
	graph := p.into("#graph")
	p.do(chromedp.MouseClickXY(graph.Left+graph.Width/2, graph.middle()))
	p.until(`document.querySelectorAll("#readout .stroke").length === 3`)
	if got := p.text(`[...document.querySelectorAll("#readout small")].map(e => e.textContent).join()`); got != "at close,at EOF,never" {
		t.Errorf("%s are read out", got)
	}
	p.click(`.lines [data-line="never"]`)
	p.until(`document.querySelectorAll("#readout .stroke").length === 2`)
	p.turnTo("read-all") // which is one of them
	p.until(`document.querySelectorAll("#readout .stroke.knob").length === 1 && document.querySelectorAll(".lines .knob").length === 1`)
	at := ask(p, chromedp.Evaluate[int]("Number(document.querySelector('#cursor .place').dataset.chunk)"))
	p.click("[data-do=language]")
	a.Language = chinese.Language
	found := a.Inspect().Look(analyzer.Look{Table: analyzer.TableChunks, Row: at, Lines: p.view().Lines, Rule: "read-all"})
	p.reads(found)
}

// TestRareLinesAreFolded looks for lines that are off and rarely wanted: one that
// is on stays in sight.
func TestRareLinesAreFolded(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.openSample("sawtooth", 390, 844)
	const never, next = `.lines [data-line="never"]`, `.lines [data-line="next-chunk"]`
	if p.visible(never) || p.visible(next) || !p.visible(`.lines [data-line="read-all"]`) {
		t.Error("what is in sight at first is wrong")
	}
	p.click("#more-lines")
	p.until(`document.querySelector("#more-lines").ariaExpanded === "true"`)
	p.click(never)
	p.until(`heldbytes.graph.view().lines.includes("never")`)
	p.click("#more-lines")
	p.until(`document.querySelector("#more-lines").ariaExpanded === "false"`)
	if !p.visible(never) || p.visible(next) {
		t.Error("what is in sight once it is folded again is wrong")
	}
}
