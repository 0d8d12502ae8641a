//go:build !js

package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
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
