//go:build !js

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
)

// ear notes what a host is asked for.
type ear struct {
	http.Handler
	mu     sync.Mutex
	asked  []string // method and path, of all but the page's own files
	bodies []string // of what was uploaded
}

func (e *ear) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") || r.Method != http.MethodGet {
		body, _ := io.ReadAll(r.Body) // what a client does not send is not there
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		e.mu.Lock()
		e.asked = append(e.asked, r.Method+" "+r.URL.RequestURI())
		if r.Method == http.MethodPost {
			e.bodies = append(e.bodies, string(body))
		}
		e.mu.Unlock()
	}
	e.Handler.ServeHTTP(w, r)
}

// heard is what was asked for since the last call. A browser asks once more where
// a connection ends without an answer.
func (e *ear) heard() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := strings.Join(slices.Compact(e.asked), "\n")
	e.asked = nil
	return s
}

// holdsClipboard gives the page a clipboard of its own.
func (p *tab) holdsClipboard() {
	p.Helper()
	p.atStart(`Object.defineProperty(navigator, "clipboard", {value: {writeText: (text) => { window.copied = text; }}})`)
}

// copied is the text in it.
func (p *tab) copied() string {
	p.Helper()
	return p.text("window.copied")
}

const (
	counted  = `document.querySelector("#share").open && document.querySelector("#share-what").checkVisibility()`
	linked   = `document.querySelector("#share-linked").checkVisibility()`
	offered  = `document.querySelector("#share-upload").checkVisibility() && !document.querySelector("#share-upload").disabled`
	answered = `!document.querySelector("#share-upload").disabled && !/^(|Uploading\.)$/.test(document.querySelector("#share-said").textContent)`
)

// shares opens the panel and waits until all is known.
func (p *tab) shares() {
	p.Helper()
	p.click("[data-do=share]")
	for _, until := range []string{counted, linked, offered} {
		p.until(until)
	}
}

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

// TestSharedTimelineIsTheSameElsewhere goes the whole way: share, open in a fresh
// profile, delete, gone.
func TestSharedTimelineIsTheSameElsewhere(t *testing.T) {
	host := &ear{Handler: newSharing(t)}
	recording, rows := sampleFiles(t, "upstream")
	a := analyzedFiles(t, recording, rows)
	p := newTabOf(t, "en", host)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", recording, rows)
	p.shows("own.jsonl and own.csv")
	if got := host.heard(); got != "" {
		t.Errorf("before the panel is open the host is asked for\n%s", got)
	}
	p.shares()
	p.focused("#share-title")
	if got := host.heard(); got != "GET /api/health" {
		t.Errorf("an open panel asks for\n%s", got)
	}
	p.click("#share-upload")
	p.until(`document.querySelector("#share-kept").checkVisibility()`)
	if got := host.heard(); got != "POST /api/timelines?days=30" {
		t.Errorf("an upload asks for\n%s", got)
	}
	if want := csvOf(t, a); len(host.bodies) != 1 || host.bodies[0] != want {
		t.Errorf("it sends\n%q\nwant\n%q", host.bodies, want)
	}
	url := p.read("#share-kept pre")
	id, ok := strings.CutPrefix(url, p.url+"/a/")
	if !ok {
		t.Fatalf("the address is %s", url)
	}

	fresh := newTabOf(t, "en", http.NotFoundHandler())
	fresh.url = p.url
	fresh.open("/a/"+id, 1280, 900, false)
	fresh.state("done")
	fresh.same(a)
	for _, selector := range []string{"#headline", "#verdict"} {
		if got, want := fresh.read(selector), p.read(selector); got != want || got == "" {
			t.Errorf("%s reads %s for the one, %s for the other", selector, got, want)
		}
	}
	const svg = `document.querySelector("#graph svg").outerHTML`
	if got, want := fresh.text(svg), p.text(svg); got != want {
		t.Errorf("the graph is\n%s\nwant\n%s", got, want)
	}
	host.heard()

	p.click("#share-kept li > p button")
	p.until(`!document.querySelector("#share-kept").checkVisibility()`)
	if got := p.read("#share-said"); got != "Deleted. Nobody can open it any more." {
		t.Errorf("the panel says %s", got)
	}
	if got := host.heard(); got != "DELETE /api/timelines/"+id {
		t.Errorf("deleting asks for\n%s", got)
	}
	fresh.well = "404"
	fresh.reload()
	fresh.state("error")
	if got := fresh.read("#error"); !strings.Contains(got, "no longer there") {
		t.Errorf("the page says %s", got)
	}
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

// TestLinkIsCopiedAndOpensWithoutAHost takes the host away.
func TestLinkIsCopiedAndOpensWithoutAHost(t *testing.T) {
	for name, api := range map[string]http.Handler{"a static host": http.NotFoundHandler(), "a host that is down": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		panic(http.ErrAbortHandler)
	}), "a page for every address": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "<!doctype html>hello")
	})} {
		t.Run(name, func(t *testing.T) {
			page := builtPage(t)
			host := &ear{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/api/") {
					api.ServeHTTP(w, r)
					return
				}
				page.ServeHTTP(w, r)
			})}
			p := newTabOf(t, "en", host)
			p.well = "/api/health"
			p.holdsClipboard()
			p.open("/?sample=bad-event", 1280, 900, false)
			p.state("done")
			p.click("[data-do=share]")
			p.until(linked)
			p.until(`document.querySelector("#share-host").textContent.startsWith("No host answers")`)
			if p.visible("#share-upload") {
				t.Error("an upload is offered")
			}
			p.click("#share-linked button")
			p.until(`document.querySelector("#share-linked button").textContent === "Copied"`)
			link := p.copied()
			want, err := analyzedSample(t, "bad-event").Link(deflate.Pack)
			if err != nil {
				t.Fatal(err)
			}
			if link != p.url+"/#"+want {
				t.Errorf("the link is %s, want %s", link, p.url+"/#"+want)
			}
			if got, want := p.read("#share-length"), fmt.Sprintf("It has %s characters.", grouped(fmt.Sprint(len(link)))); got != want {
				t.Errorf("the panel says %s, want %s", got, want)
			}
			p.until(`document.querySelector("#share-linked button").textContent === "Copy a link that holds it"`)
			if got := host.heard(); got != "GET /api/health" {
				t.Errorf("the host is asked for\n%s", got)
			}
			fresh := newTabOf(t, "en", http.NotFoundHandler())
			fresh.url = p.url
			fresh.open(strings.TrimPrefix(link, p.url), 1280, 900, false)
			fresh.state("done")
			fresh.same(analyzedSample(t, "bad-event"))
		})
	}
}

// uneven is a capture of n chunks whose times and lengths have nothing in common.
func uneven(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("{\"heldbytes\":\"capture/1\",\"level\":\"read\"}\n")
	at := 0.0
	for range n {
		at += float64(r.IntN(1_000_000)) / 1000
		fmt.Fprintf(&b, "{\"t_ms\":%.3f,\"text\":\"%s\\n\"}\n", at, strings.Repeat("1", 1+r.IntN(200)))
	}
	return b.String()
}

// TestLongLinkSaysSo shares more than chats keep whole.
func TestLongLinkSaysSo(t *testing.T) {
	p := newTab(t, newSharing(t))
	p.holdsClipboard()
	p.open("/", 390, 844, false)
	p.state("ready")
	p.give("own.jsonl", uneven(3000))
	p.state("done")
	p.shares()
	p.click("#share-linked button")
	p.until(`document.querySelector("#share-linked button").textContent === "Copied"`)
	n := len(p.copied())
	want := fmt.Sprintf("It has %s characters. Not every chat and issue tracker keeps more than 8,000 whole: a host or a file is the safer way.", grouped(fmt.Sprint(n)))
	if got := p.read("#share-length"); n <= 8000 || !strings.HasPrefix(got, want) {
		t.Errorf("of %d characters the panel says %s, want %s", n, got, want)
	}
	if got := len(p.text(`document.querySelector("#share-link").textContent`)); got > 300 {
		t.Errorf("%d characters of it are shown", got)
	}
	p.accessible()
}

// TestLinkOfALargeTimelineIsMadeWhenAskedFor has more than anybody would put into
// a link unasked, and more than the host takes.
func TestLinkOfALargeTimelineIsMadeWhenAskedFor(t *testing.T) {
	p := newTab(t, newSharing(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own.jsonl", uneven(100_000))
	p.state("done")
	p.click("[data-do=share]")
	p.until(counted)
	p.until(`document.querySelector("#share-make").checkVisibility()`)
	p.until(`document.querySelector("#share-said").textContent === "This is longer than the 1,048,576 bytes that the host takes."`)
	if got := p.read("#share-length"); got != "" || p.visible("#share-linked") {
		t.Errorf("unasked, the panel says %s", got)
	}
	p.click("#share-make button")
	p.until(linked)
	if got := p.read("#share-length"); !strings.Contains(got, "Browsers open links of up to about 64,000") {
		t.Errorf("the panel says %s", got)
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

// TestUploadsAreKeptUntilTheyExpire reloads the page, and lets time pass.
func TestUploadsAreKeptUntilTheyExpire(t *testing.T) {
	host := newSharing(t)
	p := newTabOf(t, "en", host)
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	for _, days := range []string{"1", "365"} {
		p.shares()
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("#share-days").value = %q; undefined`, days)))
		p.click("#share-upload")
		p.until(answered)
		p.click("#share .ends button")
		p.reload()
		p.state("done")
	}
	p.shares()
	const items = `document.querySelectorAll("#share-kept li").length`
	p.until(items + " === 2")
	if got := p.text(`String((Date.parse(JSON.parse(localStorage.shared)[0].expires) - Date.now()) / 864e5 > 364)`); got != "true" {
		t.Errorf("the newest upload is kept for %s", p.text("localStorage.shared"))
	}
	// One that expired is forgotten, and so is what is none.
	p.do(chromedp.Evaluate[chromedp.Void](`{
		const list = JSON.parse(localStorage.shared);
		list[1].expires = "2020-01-01T00:00:00Z";
		localStorage.shared = JSON.stringify([...list, {id: "a"}, null, 1]);
	}`))
	p.click("#share .ends button")
	p.shares()
	p.until(items + " === 1")
	if got := p.text(`String(JSON.parse(localStorage.shared).length)`); got != "1" {
		t.Errorf("%s are kept", got)
	}
	// What another tab has removed does not come back.
	kept := p.text("localStorage.shared")
	p.do(chromedp.Evaluate[chromedp.Void](`localStorage.removeItem("shared")`))
	p.click("#share .ends button")
	p.shares()
	p.until(items + " === 0")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`localStorage.shared = %q; undefined`, kept)))
	p.click("#share .ends button")
	p.shares()
	p.until(items + " === 1")
	// What the host has lost already counts as deleted.
	path := strings.TrimPrefix(p.read("#share-kept pre"), p.url)
	token := p.text(`JSON.parse(localStorage.shared)[0].token`)
	if got := p.text(`document.querySelector("#share-kept details pre").textContent`); got != token {
		t.Errorf("the panel shows the token %s, want %s", got, token)
	}
	deleted(t, host, path, token)
	p.well = "404"
	p.click("#share-kept li > p button")
	p.until(items + " === 0")
	if got := p.text("String(localStorage.shared)"); got != "undefined" {
		t.Errorf("kept is still %s", got)
	}
}

// TestThresholdTravelsWithTheAddress shares what was read with another threshold.
func TestThresholdTravelsWithTheAddress(t *testing.T) {
	p := newTab(t, newSharing(t))
	p.holdsClipboard()
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click(".options summary")
	p.until("document.querySelector('#stall').checkVisibility()")
	p.set("#stall", "50")
	p.until(`document.querySelector("#line").textContent.includes("50 ms")`)
	p.state("done")
	p.shares()
	p.click("#share-linked button")
	p.until(`document.querySelector("#share-linked button").textContent === "Copied"`)
	link := p.copied()
	p.click("#share-upload")
	p.until(answered)
	address := p.read("#share-kept pre")
	if !strings.HasSuffix(address, "?stall=50") || !strings.HasSuffix(link, "&stall=50") {
		t.Errorf("the address is %s, the link %s", address, link)
	}
	headline, graph := p.read("#headline"), p.text(`document.querySelector("#graph svg").outerHTML`)
	for _, to := range []string{address, link} {
		p.do(chromedp.Navigate("about:blank"))
		p.open(strings.TrimPrefix(to, p.url), 1280, 900, false)
		p.state("done")
		if got := p.read("#headline"); got != headline {
			t.Errorf("the headline is %s, want %s", got, headline)
		}
		if got := p.text(`document.querySelector("#graph svg").outerHTML`); got != graph {
			t.Errorf("the graph is another:\n%s", got)
		}
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

// TestSingleFileSharesByLinkAndFile opens the panel without any network.
func TestSingleFileSharesByLinkAndFile(t *testing.T) {
	dir := t.TempDir()
	p := openSingle(t)
	p.holdsClipboard()
	p.reload()
	p.state("ready")
	p.downloadTo(dir)
	p.click(`[data-sample="bad-event"]`)
	p.state("done")
	p.click("[data-do=share]")
	p.until(counted)
	p.until(linked)
	if p.visible("#share-upload") || !strings.HasPrefix(p.read("#share-host"), "This page is a file") || !p.visible("#share-own") {
		t.Errorf("the panel says %s", p.read("#share"))
	}
	p.click("#share-linked button")
	p.until(`/Copied|Selected/.test(document.querySelector("#share-linked button").textContent)`)
	want, err := analyzedSample(t, "bad-event").Link(deflate.Pack)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.copied(); got != "#"+want {
		t.Errorf("what is copied is %s, want %s", got, want)
	}
	p.click("#share-file")
	if got := waitForFile(t, filepath.Join(dir, "heldbytes-30-chunks.csv")); got != csvOf(t, analyzedSample(t, "bad-event")) {
		t.Errorf("the file is\n%s", got)
	}
	p.accessible()
}

// TestNothingOfARecordingIsShared plants a secret where a recording has room for one.
func TestNothingOfARecordingIsShared(t *testing.T) {
	const secret = "swordfish"
	host := &ear{Handler: newSharing(t)}
	p := newTab(t, host)
	p.holdsClipboard()
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("swordfish.jsonl", `{"heldbytes":"capture/1","content_type":"text/event-stream;swordfish","url":"http://swordfish","swordfish":["swordfish"]}
{"t_ms":0,"text":": swordfish\n\nevent: swordfish\nid: swordfish\nswordfish: swordfish\ndata: {\"swordfish\":","swordfish":"swordfish"}
{"t_ms":900,"text":"\"swordfish\"}\n\ndata: swordfish\n\nretry: swordfish\n\ndata: swordfish"}
`)
	p.state("done")
	p.shares()
	p.click("#share-linked button")
	p.until(`document.querySelector("#share-linked button").textContent === "Copied"`)
	p.click("#share-upload")
	p.until(answered)
	if len(host.bodies) != 1 {
		t.Fatalf("%d uploads", len(host.bodies))
	}
	for what, text := range map[string]string{
		"link": p.copied(), "upload": host.bodies[0], "panel": p.text(`document.querySelector("#share").outerHTML`), "title": p.text("document.title"),
		"address": p.text("location.href"), "host": host.heard(),
	} {
		if strings.Contains(strings.ToLower(text), secret) {
			t.Errorf("the %s has the secret:\n%s", what, text)
		}
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
