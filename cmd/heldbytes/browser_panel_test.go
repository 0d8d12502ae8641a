//go:build !js

package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
)

// csvOf is the timeline of an analysis.
func csvOf(t testing.TB, a *analyzer.Analysis) string {
	t.Helper()
	var b strings.Builder
	if err := a.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// columnsHere is the table of what would leave, a line a row.
func (p *tab) columnsHere() string {
	p.Helper()
	return p.text(`[...document.querySelectorAll("#share-columns tbody tr")].map((tr) => tr.cells[0].textContent + ": " + tr.cells[2].textContent).join("\n")`)
}

// TestPanelShowsWhatWouldLeave compares the table with the CSV that is sent.
func TestPanelShowsWhatWouldLeave(t *testing.T) {
	recording, rows := sampleFiles(t, "upstream")
	for _, tt := range []struct {
		name string
		give func(p *tab)
		of   func() *analyzer.Analysis
		want string // in place of the line of codes
	}{
		{"a recording with its rows", func(p *tab) { p.choose("#file", recording, rows) },
			func() *analyzer.Analysis { return analyzedFiles(t, recording, rows) }, `i: 31 rows
t_ms: 31 numbers, 0 to 1,978 ms
held_bytes: 31 numbers, 0 to 48 bytes
parsed: true in 15 of 31 rows
chunk_bytes: 30 numbers, 12 to 52 bytes, 870 in all
held_before: 31 numbers, 0 to 77 bytes
spans: 15 spans`},
		{"rows with marks", func(p *tab) { p.give("own.csv", markedRows) }, func() *analyzer.Analysis { return readText(markedRows)(t) }, `i: 2 rows
t_ms: 2 numbers, 0 to 10 ms
held_bytes: 2 numbers, 0 to 0 bytes
parsed: true in 2 of 2 rows
accept_ms: 2 numbers, 0 to 10 ms
read_ms: 2 numbers, 0 to 10 ms
parse_ms: 2 numbers, 1 to 11 ms
handoff_ms: 2 numbers, 2 to 12,345,678 ms`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newTab(t, newSharing(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			tt.give(p)
			p.state("done")
			p.shares()
			csv := csvOf(t, tt.of())
			lines := strings.SplitAfter(csv, "\n")
			if got, want := p.columnsHere(), "#: "+strings.TrimSpace(lines[0])+"\n"+tt.want; got != want {
				t.Errorf("the table is\n%s\nwant\n%s", got, want)
			}
			if got := p.text(`[...document.querySelectorAll("#share-columns tbody tr")].filter((tr) => !tr.cells[1].textContent).length + ""`); got != "0" {
				t.Errorf("%s columns are not explained", got)
			}
			first := csv
			if len(lines) > 7 {
				first = strings.Join(lines[:6], "") + "…\n"
			}
			if got, want := p.text(`document.querySelector("#share-lines").textContent`)+"\n", first; got != want {
				t.Errorf("the first lines are\n%s\nwant\n%s", got, want)
			}
			if got, want := p.read("#share-size"), fmt.Sprintf("%s bytes as CSV, in %d rows.", grouped(fmt.Sprint(len(csv))), len(lines)-3); got != want {
				t.Errorf("it says %s, want %s", got, want)
			}
		})
	}
}

// TestPanelSaysWhatTheHostRefuses lets a host answer otherwise.
func TestPanelSaysWhatTheHostRefuses(t *testing.T) {
	fail := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "40")
			w.WriteHeader(status)
			io.WriteString(w, body)
		}
	}
	for _, tt := range []struct {
		name  string
		api   http.HandlerFunc
		wants string
	}{
		{"too large", fail(http.StatusRequestEntityTooLarge, `{"error":"no"}`), "This is longer than the host takes."},
		{"too often", fail(http.StatusTooManyRequests, `{"error":"no"}`), "The host was asked too often. Try again in 40 seconds."},
		{"refused", fail(http.StatusBadRequest, `{"error":"want <b>days</b> from 1 to 365"}`), "The host refused it: want <b>days</b> from 1 to 365."},
		{"full", fail(http.StatusInsufficientStorage, `{"error":"this host is full: $& a file"}`), "The host refused it: this host is full: $& a file."},
		{"broken", fail(http.StatusInternalServerError, "oops"), "The host answered 500."},
		{"another answer", fail(http.StatusCreated, "<!doctype html>"), "The host answered in a way that this page does not know."},
		{"an address that is a script", fail(http.StatusCreated, `{"id":"a","url":"javascript:alert(1)","delete_token":"b","expires":"2100-01-01T00:00:00Z"}`), "The host answered in a way that this page does not know."},
		{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "The host did not answer. Try again once it is there."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := newSharing(t)
			p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					tt.api(w, r)
					return
				}
				host.ServeHTTP(w, r)
			}))
			p.well = "/api/timelines"
			p.open("/?sample=buffered", 1280, 900, false)
			p.state("done")
			p.do(chromedp.Focus(chromedp.CSS("[data-do=share]")))
			p.shares()
			p.click("#share-upload")
			p.until(answered)
			if got := p.read("#share-said"); got != tt.wants {
				t.Errorf("the panel says %s, want %s", got, tt.wants)
			}
			if p.visible("#share-kept") {
				t.Error("something is said to be uploaded")
			}
			p.hit(kb.Escape)
			p.until(`!document.querySelector("#share").open`)
			p.focused("[data-do=share]")
			p.state("done")
			p.same(analyzedSample(t, "buffered"))
		})
	}
}

// TestUploadBeyondTheHostsBoundIsNotOffered has a host that takes little.
func TestUploadBeyondTheHostsBoundIsNotOffered(t *testing.T) {
	page := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/health" {
			io.WriteString(w, `{"ok":true,"max_bytes":1000,"days":14,"max_days":30}`)
			return
		}
		page.ServeHTTP(w, r)
	}))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.click("[data-do=share]")
	p.until(counted)
	p.until(`document.querySelector("#share-said").textContent === "This is longer than the 1,000 bytes that the host takes."`)
	if got := p.text(`document.querySelector("#share-upload").disabled + " " + [...document.querySelector("#share-days")].map((o) => o.value + (o.selected ? "*" : ""))`); got != "true 1,7,14*,30" {
		t.Errorf("the upload is %s", got)
	}
}

func TestPanelFits(t *testing.T) {
	for _, languages := range []string{"en", "zh-CN"} {
		for _, width := range []int64{1280, 390} {
			for _, dark := range []bool{false, true} {
				name := fmt.Sprintf("share-%s-%d", languages, width)
				if dark {
					name += "-dark"
				}
				t.Run(name, func(t *testing.T) {
					p := newTabOf(t, languages, newSharing(t))
					p.open("/?sample=upstream", width, 900, dark)
					p.state("done")
					p.click("[data-do=share]")
					for _, until := range []string{counted, linked, offered} {
						p.until(until)
					}
					p.fits(name)
					p.click("#share-upload")
					p.until(`document.querySelector("#share-kept").checkVisibility()`)
					p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#share-kept").scrollIntoView()`))
					p.fits(name + "-uploaded")
					if languages == "zh-CN" {
						if got := p.text(english); got != "" {
							t.Errorf("English is left:\n%s", got)
						}
						if got, want := p.read("#share-said"), chinese.Language.Text("Uploaded. Its address is the first of these."); got != want {
							t.Errorf("the panel says %s, want %s", got, want)
						}
					}
				})
			}
		}
	}
}

// fits holds the panel to the width of the window and to the rules of axe-core.
func (p *tab) fits(name string) {
	p.Helper()
	p.picture(name)
	p.accessible()
	if got := p.text(`[document.querySelector("#share"), document.documentElement].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.localName + " " + e.scrollWidth + " of " + e.clientWidth).join()`); got != "" {
		p.Errorf("wider than the window: %s", got)
	}
}
