//go:build !js

package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
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
