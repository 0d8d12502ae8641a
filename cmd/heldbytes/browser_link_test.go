//go:build !js

package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heldbytes/heldbytes/analyzer"
)

// goldenLink is a link that was given away: what stands behind an address, from
// the # on.
func goldenLink(t testing.TB, name string) string {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("..", "..", "analyzer", "testdata", "links", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(ar.Files[0].Data))
}

// opened is the analysis of a link.
func opened(t testing.TB, link string) *analyzer.Analysis {
	t.Helper()
	return analyzed(t, strings.NewReader(link), analyzer.Options{Name: "link"})
}

// bomb is a link of some kB that would become 256 MiB.
func bomb(t testing.TB) string {
	t.Helper()
	var packed bytes.Buffer
	packed.WriteString("sum.")
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for range 256 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return "#t=1." + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// headlined waits for the headline of a link.
func (p *tab) headlined(a *analyzer.Analysis) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('#headline').checkVisibility() && document.querySelector('#headline').textContent.replace(/\\s+/g, ' ').trim() === %q", a.Report().Headline))
	p.shows("link")
}

// TestLinkShowsTheSameEverywhere opens each golden link in a page that was not
// there before: it says and draws what the command does.
func TestLinkShowsTheSameEverywhere(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "analyzer", "testdata", "links", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d links, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			link := goldenLink(t, name)
			p := newTab(t, builtPage(t))
			p.open("/"+link, 1280, 900, false)
			a := opened(t, link)
			p.headlined(a)
			p.same(a)
			if got := p.text("location.hash"); got != link {
				t.Errorf("the address ends in %s", got)
			}
			if got := p.text("String(heldbytes.wide)"); got != "null" {
				t.Errorf("the rest of the page was loaded for it")
			}
		})
	}
}

// TestLinkOpensInTheSingleFile has no network and no server.
func TestLinkOpensInTheSingleFile(t *testing.T) {
	p := openSingle(t)
	for _, name := range []string{"observed", "floor-and-stall"} {
		link := goldenLink(t, name)
		p.history(fmt.Sprintf("location.hash = %q", link))
		p.headlined(opened(t, link))
		p.same(opened(t, link))
	}
	p.reload()
	p.headlined(opened(t, goldenLink(t, "floor-and-stall")))
	p.open(goldenLink(t, "hundreds"), 1280, 900, false)
	p.headlined(opened(t, goldenLink(t, "hundreds")))
	p.same(opened(t, goldenLink(t, "hundreds")))
}

// TestLinkThatCannotBeOpenedDrawsNothing opens broken links in a page that is not
// there yet, and one that shows something else.
func TestLinkThatCannotBeOpenedDrawsNothing(t *testing.T) {
	good := goldenLink(t, "observed")
	for _, c := range []struct{ name, link, want string }{
		{"damaged", good[:60] + "x" + good[61:], "link: read what does not match its checksum: the link is damaged; copy it again"},
		{"with a character that no link has", good[:60] + "~" + good[61:], "link:+60: read '~', want a letter, a digit, - or _: the link is damaged; copy it again"},
		{"truncated", good[:len(good)-20], fmt.Sprintf("link:+%d: read the end, want the rest of the link: the link is not whole; copy it again, to its end", len(good)-20)},
		{"a bomb", bomb(t), "link: read columns of more than 8 MiB: the link holds more than one may"},
		{"of another version", "#t=2." + good[5:], "link:+3: read 2, want 1: the link is of another version of heldbytes"},
		{"of nothing", "#t=", `link:+3: read "", want a version, a point and base64url: this is no link that holds a recording`},
		{"with an option that is none", good + "&stall=0", fmt.Sprintf(`link:+%d: read "stall=0", want stall= and milliseconds, or nothing: the link is damaged; copy it again`, len(good)+1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			refused := func() {
				t.Helper()
				p.state("error")
				p.until(fmt.Sprintf("document.querySelector('#error').textContent === %q", c.want))
				if got := p.text(`String(document.querySelector("#result").checkVisibility())`); got != "false" {
					t.Error("something is drawn")
				}
			}
			p.open("/"+c.link, 1280, 900, false)
			refused()
			p.history(fmt.Sprintf("location.hash = %q", good))
			p.headlined(opened(t, good))
			p.history(fmt.Sprintf("location.hash = %q", c.link))
			refused()
			p.click("#earlier")
			p.headlined(opened(t, good))
			p.same(opened(t, good))
		})
	}
}

// TestLinksReplaceEachOther goes from link to link, to a file, a sample and the
// lab, and back through all of them.
func TestLinksReplaceEachOther(t *testing.T) {
	first, second := goldenLink(t, "observed"), goldenLink(t, "floor-and-stall")
	p := newTab(t, builtPage(t))
	p.open("/"+first, 1280, 900, false)
	p.headlined(opened(t, first))
	p.history(fmt.Sprintf("location.hash = %q", second))
	p.headlined(opened(t, second))
	p.same(opened(t, second))
	if got := p.text(`document.querySelector("#stall").value`); got != "62.5" {
		t.Errorf("the threshold is shown as %s ms", got)
	}
	p.click("#tab-lab")
	p.until(`document.querySelector("#lab-panel").checkVisibility()`)
	p.click("#tab-read")
	p.headlined(opened(t, second))
	if got := p.text("location.hash"); got != second {
		t.Errorf("back from the lab the address ends in %s", got)
	}
	p.click(".brand")
	p.state("ready")
	p.click(`[data-sample="sawtooth"]`)
	p.shows("A healthy sawtooth")
	p.history(fmt.Sprintf("location.hash = %q", first))
	p.headlined(opened(t, first))
	p.give("one.jsonl", oneEvent)
	p.until("document.querySelector('#offering [data-way=alone]')?.checkVisibility()")
	p.click("#offering [data-way=alone]")
	p.shows("one.jsonl")
	p.history("history.back()")
	p.headlined(opened(t, first))
	p.same(opened(t, first))
	p.history("history.back()")
	p.shows("A healthy sawtooth")
	p.history("history.go(-5)") // before the start screen, the recording and the lab
	p.until(fmt.Sprintf("location.hash === %q", first))
	p.headlined(opened(t, first))
	p.history("history.forward()")
	p.headlined(opened(t, second))
	p.same(opened(t, second))
	p.reload()
	p.headlined(opened(t, second))
}

// TestLinkKeepsItsThreshold says the same as whoever shared it with a stall of
// their own, until another is asked for.
func TestLinkKeepsItsThreshold(t *testing.T) {
	link := goldenLink(t, "floor-and-stall")
	p := newTab(t, builtPage(t))
	p.open("/"+link, 1280, 900, false)
	p.headlined(opened(t, link))
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#stall").value = "200"; document.querySelector("#stall").dispatchEvent(new Event("change", {bubbles: true})); undefined`))
	usual, _, _ := strings.Cut(link, "&")
	p.headlined(opened(t, usual))
	p.same(opened(t, usual))
}

// TestLinkIsTakenAsAText pastes one, drops one in a file, and types one.
func TestLinkIsTakenAsAText(t *testing.T) {
	link := goldenLink(t, "hundreds")
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("paste", "body", [], %q); undefined`, transfer, " <https://elsewhere.example/heldbytes/"+link+">\n")))
	p.headlined(opened(t, link))
	if got := p.text("location.hash"); got != link {
		t.Errorf("the address ends in %s", got)
	}
	p.click(".brand")
	p.state("ready")
	p.pasteIntoBox(goldenLink(t, "marks"))
	p.headlined(opened(t, goldenLink(t, "marks")))
	if got := p.text(`document.querySelector("#paste").value`); got != "" {
		t.Errorf("what was read is still in the box: %q", got)
	}
	p.click(".brand")
	p.state("ready")
	p.give("link.txt", "https://elsewhere.example/"+link+"\n")
	p.shows("link.txt")
	p.same(opened(t, link))
}

// TestEngineMakesTheLink asks the engine for the link of a recording, and opens
// it where nothing else is known of it.
func TestEngineMakesTheLink(t *testing.T) {
	recording, rows := sampleFiles(t, "upstream")
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", recording, rows)
	p.shows("own.jsonl and own.csv")
	p.do(chromedp.Evaluate[chromedp.Void](`heldbytes.ask(JSON.stringify({link: true}), (reply, text) => window.link = reply ? text : "refused: " + text); undefined`))
	p.until("window.link")
	fragment := p.text("link")
	a := analyzedFiles(t, recording, rows)
	var want strings.Builder
	if err := writeLink(&want, a); err != nil {
		t.Fatal(err)
	}
	if "#"+fragment+"\n" != want.String() {
		t.Fatalf("the page makes %s, the command %s", fragment, want.String())
	}
	fresh := newTab(t, builtPage(t))
	fresh.open("/#"+fragment, 1280, 900, false)
	fresh.headlined(a)
	fresh.same(a)
}
