//go:build !js

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/deflate"
)

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
