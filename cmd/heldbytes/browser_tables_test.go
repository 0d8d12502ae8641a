//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// inSight are the rows of the table that are elements, by their numbers: their
// cells with | between.
func (p *tab) inSight() map[int]string {
	p.Helper()
	var rows []struct {
		I     int
		Cells string
	}
	text := p.text(`JSON.stringify([...document.querySelectorAll(".listing .cells")].map((r) => ({i: r.ariaRowIndex - 2, cells: [...r.children].map((c) => c.textContent).join("|")})))`)
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		p.Fatal(err)
	}
	out := map[int]string{}
	for _, r := range rows {
		out[r.I] = r.Cells
	}
	return out
}

// listed waits until the table of that name is in sight with all its rows.
func (p *tab) listed(name string) {
	p.Helper()
	p.until(fmt.Sprintf(`document.querySelector(".listing")?.dataset.table === %q && document.querySelector(".listing").ariaBusy === "false"`, name))
}

// showsRows compares the rows in sight with those of the analyzer here.
func (p *tab) showsRows(in *analyzer.Inspection, name string) {
	p.Helper()
	p.listed(name)
	rows := p.inSight()
	if len(rows) == 0 || len(rows) > 50 {
		p.Errorf("%d rows of %s are elements", len(rows), name)
	}
	for i, got := range rows {
		table, err := in.Rows(analyzer.Rows{Table: name, From: i, Count: 1})
		if err != nil {
			p.Fatal(err)
		}
		if want := strings.Join(table.Rows[0], "|"); got != want {
			p.Errorf("row %d of %s reads %s, want %s", i, name, got, want)
		}
	}
}

// strike presses a key where the focus is, as a script would.
func (p *tab) strike(key string, shift bool) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: %q, shiftKey: %v, bubbles: true, cancelable: true})), undefined`, key, shift)))
}

// chosen waits until the row of that number is the one that is chosen, and the
// one that keys move.
func (p *tab) chosen(row int) {
	p.Helper()
	p.until(fmt.Sprintf(`[...document.querySelectorAll(".cells[aria-selected=true]")].map((r) => r.id).join() === "row-%d"`, row))
	p.until(fmt.Sprintf(`document.querySelector(".listing").getAttribute("aria-activedescendant") === "row-%d"`, row))
}

func TestRowMovesTheCursorAndBack(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click("#tab-chunks")
	p.listed("chunks")
	const cursor = `document.querySelector("#cursor .place")`
	p.click("#row-5")
	p.until(cursor + `?.dataset.chunk === "5"`)
	p.chosen(5)
	// Keys move on from the row.
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".listing").focus()`))
	for _, step := range []struct {
		key string
		row int
	}{{"ArrowDown", 6}, {"ArrowDown", 7}, {"ArrowUp", 6}, {"End", 30}, {"Home", 0}, {"PageDown", 13}, {"PageUp", 0}, {"Enter", 0}} {
		p.strike(step.key, false)
		p.until(fmt.Sprintf(`%s.dataset.chunk === "%d"`, cursor, step.row))
		p.chosen(step.row)
	}
	// The cursor's steps choose rows.
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#graph").focus()`))
	p.strike("End", false)
	p.until(`document.querySelector("#row-30")?.ariaSelected === "true"`)
	p.strike("ArrowLeft", false)
	p.until(`document.querySelector("#row-29")?.ariaSelected === "true"`)
	p.strike("[", false)
	p.until(`document.querySelector("#row-13")?.ariaSelected === "true"`)
	p.picture("tables-cursor")

	// It is in the other tables, too.
	p.click("#tab-stalls")
	p.listed("stalls")
	p.until(`document.querySelector("#row-0").ariaSelected === "true"`)
	p.click("#tab-events")
	p.listed("events")
	p.click("#row-7")
	p.until(`document.querySelector("#row-7").ariaSelected === "true"`)
	place := p.text(cursor + ".dataset.chunk")
	p.click("#tab-chunks")
	p.listed("chunks")
	p.until(fmt.Sprintf(`document.querySelector("#row-%s").ariaSelected === "true"`, place))
}

func TestProofLeadsToRowAndCursor(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click(".finding[aria-label=Arrivals] summary")
	p.until(`document.querySelectorAll(".finding[aria-label=Arrivals] .spot").length`)
	row := p.text(`document.querySelector(".finding[aria-label=Arrivals] .spot").dataset.row`)
	p.click(".finding[aria-label=Arrivals] .spot")
	p.until(fmt.Sprintf(`document.querySelector("#cursor .place")?.dataset.chunk === %q`, row))
	p.listed("chunks")
	p.until(fmt.Sprintf(`document.querySelector("#row-%s").ariaSelected === "true"`, row))
	if got := p.text(`document.querySelector(".finding[aria-label=Arrivals] .spot").ariaLabel`); got != "chunk "+row {
		t.Errorf("the link says %q", got)
	}

	p.click("#tab-stalls")
	p.listed("stalls")
	p.click("[data-do=table]")
	p.listed("chunks")
	if got := p.text("document.activeElement.className"); got != "listing" {
		t.Errorf("the focus is at %q", got)
	}
}

// TestOldRowsStayUntilThereAreOthers lets the engine be busy while another table
// is chosen.
func TestOldRowsStayUntilThereAreOthers(t *testing.T) {
	in := analyzedSample(t, "upstream").Inspect()
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click("#tab-chunks")
	p.showsRows(in, "chunks")
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const ask = heldbytes.ask;
		held = [];
		heldbytes.ask = (...request) => held.push(request);
		release = () => { heldbytes.ask = ask; held.splice(0).forEach((request) => ask(...request)); };
	}`))
	p.click("#tab-events")
	p.until(`held.length && document.querySelector(".listing").ariaBusy === "true"`)
	if got, want := p.inSight()[1], p.text(`document.querySelector("#row-1").firstChild.textContent`); !strings.HasPrefix(got, want) || p.text(`document.querySelector(".listing").dataset.table`) != "chunks" {
		t.Errorf("while the engine is busy the table shows %s", got)
	}
	p.click("#tab-stalls") // what was wanted before is not shown any more
	p.until(`held.length === 2`)
	p.do(chromedp.Evaluate[chromedp.Void](`release()`))
	p.showsRows(in, "stalls")
}

func TestTablesSpeakTheLanguageThatIsChosen(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 390, 844, false)
	p.state("done")
	p.click("#tab-chunks")
	p.listed("chunks")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".listing").focus()`))
	p.strike("End", false)
	p.chosen(30)
	first := p.text(`document.querySelector(".cells").id`)
	p.click("[data-do=language]")
	p.until(`/\p{Script=Han}/u.test(document.querySelector(".heads").textContent)`)
	p.listed("chunks")
	p.until(fmt.Sprintf(`document.querySelector(".cells").id === %q`, first)) // where it was
	p.picture("tables-chinese-390")
	if got := p.text(faults); got != "" {
		t.Error(got)
	}
	p.click("[data-do=language]")
	p.until(`document.querySelector(".heads").textContent.startsWith("chunk")`)
}

// TestWheelScrollsTheTable turns a real wheel.
func TestWheelScrollsTheTable(t *testing.T) {
	in := analyzedSample(t, "upstream").Inspect()
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click("#tab-chunks")
	p.listed("chunks")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".listing").scrollIntoView({block: "end", behavior: "instant"})`))
	var at struct{ X, Y float64 }
	text := p.text(`(() => { const r = document.querySelector(".listing").getBoundingClientRect(); return JSON.stringify({x: r.left + 50, y: r.bottom - 50}); })()`)
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		t.Fatal(err)
	}
	p.wheel(at.X, at.Y, 10_000)
	p.until(`document.querySelector("#row-30")`)
	p.showsRows(in, "chunks")
}

func TestRowsAreCopiedAsLines(t *testing.T) {
	a := analyzedSample(t, "upstream")
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click("#tab-chunks")
	p.listed("chunks")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".listing").focus()`))
	p.strike("ArrowDown", false)
	p.strike("ArrowDown", true)
	p.strike("ArrowDown", true)
	p.until(`document.querySelectorAll(".cells[aria-selected=true]").length === 3`)
	got := p.text(`(() => {
		const data = new DataTransfer();
		document.querySelector(".listing").dispatchEvent(new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true}));
		return data.getData("text/plain");
	})()`)
	table, err := a.Inspect().Rows(analyzer.Rows{Table: analyzer.TableChunks, Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for i, c := range table.Head {
		if i > 0 {
			want.WriteString("\t")
		}
		want.WriteString(c.Title)
		if c.Unit != "" {
			want.WriteString(", " + c.Unit)
		}
	}
	want.WriteString("\n")
	for _, r := range table.Rows {
		want.WriteString(strings.Join(r, "\t") + "\n")
	}
	if got != want.String() {
		t.Errorf("copied\n%s\nwant\n%s", got, want.String())
	}
}

func TestTablesLayOutOnAPhone(t *testing.T) {
	for _, size := range sizes {
		p := newTab(t, builtPage(t))
		p.open("/?sample=bad-event", size.width, 844, size.dark)
		p.state("done")
		for _, name := range []string{"stalls", "events", "chunks", "bad"} {
			p.click("#tab-" + name)
			p.until(fmt.Sprintf(`document.querySelector("#tab-%s").ariaSelected === "true"`, name))
			if p.read("#tab-"+name+" small") != "0" {
				p.listed(name)
			}
			if got := p.text(faults); got != "" {
				t.Errorf("%s at %d: %s", name, size.width, got)
			}
			if got := p.text(`[...document.querySelectorAll(".cells > *, .heads > *")].filter((c) => c.scrollWidth > c.clientWidth + 1).map((c) => c.textContent).join(", ")`); got != "" {
				t.Errorf("%s at %d: cut are %s", name, size.width, got)
			}
			p.picture(fmt.Sprintf("tables-%s-%d-%v", name, size.width, size.dark))
		}
		p.accessible()
	}
}
