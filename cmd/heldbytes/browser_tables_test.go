//go:build !js

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// writeMillion writes a capture of a million chunks and a few, some of which
// end no event.
func writeMillion(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "million.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, `{"heldbytes":"capture/1","content_type":"application/x-ndjson","level":"read"}`)
	for i := range 1_000_007 {
		text := `{\"n\":` + fmt.Sprint(i%17) + `}\n`
		if i%5 == 3 {
			text = `[1,`
		}
		if i%5 == 4 {
			text = `2]\n`
		}
		fmt.Fprintf(w, `{"t_ms":%d,"text":"%s"}`+"\n", i+300*(i/1000), text)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

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

func TestTablesOfAMillionRows(t *testing.T) {
	path := writeMillion(t)
	in := analyzedFiles(t, path).Inspect()
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", path)
	p.state("done")
	p.listed("stalls")
	for name, want := range map[string]string{"stalls": "1,000", "events": "800,006", "chunks": "1,000,007", "bad": "0"} {
		if got := p.read("#tab-" + name + " small"); got != want {
			t.Errorf("%s %s, want %s", got, name, want)
		}
	}
	for _, name := range []string{"stalls", "events", "chunks"} {
		p.click("#tab-" + name)
		for _, share := range []float64{0, 0.5, 0.123, 1} {
			p.listed(name)
			before := p.text(`document.querySelector(".cells").id`)
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const box = document.querySelector(".listing"); box.scrollTop = %g * (box.scrollHeight - box.clientHeight); })()`, share)))
			if share > 0 {
				p.until(fmt.Sprintf(`document.querySelector(".cells").id !== %q`, before))
			}
			p.showsRows(in, name)
			var total int
			if table, err := in.Rows(analyzer.Rows{Table: name}); err == nil {
				total = table.Totals[name]
			}
			rows := p.inSight()
			at := int(share * float64(total-1))
			if _, ok := rows[at]; !ok && (share == 0 || share == 1) {
				t.Errorf("row %d of %s is not in sight at %g: %v", at, name, share, rows)
			}
		}
	}
	p.click("#tab-bad")
	p.until(`document.querySelector("#tables-panel p").checkVisibility()`)
	if got := p.read("#tables-panel p"); got != "No event is bad." {
		t.Errorf("the empty table says %q", got)
	}
	if got := ask(p, chromedp.Evaluate[int]("document.querySelectorAll('#app *').length")); got > 2000 {
		t.Errorf("the page has %d elements", got)
	}
}

// TestTableOfTenMillionRows scrolls over rows that together are taller than an
// element can be.
func TestTableOfTenMillionRows(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.listed("stalls")
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		heldbytes.ask = (request, done) => setTimeout(() => {
			if (!JSON.parse(request).rows) return done(null, "no cursor");
			const {from, count} = JSON.parse(request).rows;
			const rows = Array.from({length: Math.min(count, 10_000_000 - from)}, (_, i) => ["row " + (from + i)]);
			done(JSON.stringify({table: {rows}}), "");
		});
		heldbytes.setTable("#table", "chunks", JSON.stringify({head: [{title: "n", unit: "", class: ""}], totals: {chunks: 10_000_000}}), true);
	})()`))
	right := func() (first, last int) {
		t.Helper()
		p.listed("chunks")
		rows := p.inSight()
		first, last = 10_000_000, -1
		for i, cells := range rows {
			if want := fmt.Sprint("row ", i); cells != want {
				t.Errorf("row %d reads %s", i, cells)
			}
			first, last = min(first, i), max(last, i)
		}
		return first, last
	}
	if first, _ := right(); first != 0 {
		t.Errorf("the table begins at row %d", first)
	}
	scroll := func(to string) {
		t.Helper()
		before := p.text(`document.querySelector(".cells").id`)
		p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".listing").scrollTop ` + to))
		p.until(fmt.Sprintf(`document.querySelector(".cells").id !== %q`, before))
	}
	scroll("+= 330") // a wheel moves rows, not shares of all
	if first, _ := right(); first != 10 {
		t.Errorf("330 px further the first row is %d, want 10", first)
	}
	scroll("= 4_000_000")
	first, _ := right()
	if first < 4_990_000 || first > 5_010_000 {
		t.Errorf("half way the first row is %d", first)
	}
	p.until(`Math.abs(document.querySelector(".listing").scrollTop - 4_000_000) < 1000`)
	scroll("+= 66")
	if next, _ := right(); next != first+2 {
		t.Errorf("66 px after row %d is row %d", first, next)
	}
	scroll("= 1e9")
	if _, last := right(); last != 9_999_999 {
		t.Errorf("the table ends at row %d", last)
	}
	end, _ := right()
	scroll("-= 165")
	if first, _ := right(); first != end-5 {
		t.Errorf("165 px before row %d is row %d", end, first)
	}
	scroll("= 0")
	if first, _ := right(); first != 0 {
		t.Errorf("back at the beginning the first row is %d", first)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".listing").focus()`))
	p.strike("End", false)
	p.until(`document.querySelector(".listing").getAttribute("aria-activedescendant") === "row-9999999"`)
	if _, last := right(); last != 9_999_999 {
		t.Errorf("End leads to row %d", last)
	}
	p.strike("ArrowUp", false)
	p.until(`document.querySelector(".listing").getAttribute("aria-activedescendant") === "row-9999998"`)
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
