//go:build !js

package main

import (
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

func TestPageDownloads(t *testing.T) {
	dir := t.TempDir()
	p := newTab(t, builtPage(t))
	p.downloadTo(dir)
	p.open("/?sample=upstream", 390, 844, true)
	p.state("done")
	p.takesAway(dir, "heldbytes-30-chunks", analyzedSample(t, "upstream"))
}

// TestSingleFileGivesAllAway does so from disk, without a network.
func TestSingleFileGivesAllAway(t *testing.T) {
	dir := t.TempDir()
	p := openSingle(t)
	p.downloadTo(dir)
	p.click(`[data-sample="bad-event"]`)
	p.state("done")
	p.takesAway(dir, "heldbytes-30-chunks", analyzedSample(t, "bad-event"))
}

// TestPageGoesOnAfterAReport makes reports of all that can be read: the engine
// that makes them takes the place of the one that read the recording.
func TestPageGoesOnAfterAReport(t *testing.T) {
	recording, rows := sampleFiles(t, "bad-event")
	for _, tt := range []struct {
		name, saved string
		give        func(p *tab)
		of          func() *analyzer.Analysis
	}{
		{"sample", "heldbytes-30-chunks", func(p *tab) { p.click(`[data-sample="buffered"]`) },
			func() *analyzer.Analysis { return analyzedSample(t, "buffered") }},
		{"file", "heldbytes-3-chunks", func(p *tab) { p.give("own.jsonl", twoEvents) },
			func() *analyzer.Analysis { return readText(twoEvents)(t) }},
		{"recording and rows", "heldbytes-30-chunks", func(p *tab) { p.choose("#file", recording, rows) },
			func() *analyzer.Analysis { return analyzedFiles(t, recording, rows) }},
		{"rows alone", "heldbytes-31-rows", func(p *tab) { p.choose("#file", rows) },
			func() *analyzer.Analysis { return analyzedFiles(t, rows) }},
		{"what the page's own engine does not read", "heldbytes-3-chunks", func(p *tab) { p.give("unknown", cast) },
			func() *analyzer.Analysis {
				return analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers})
			}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			p := newTab(t, builtPage(t))
			p.downloadTo(dir)
			p.open("/", 1280, 900, false)
			p.state("ready")
			tt.give(p)
			p.state("done")
			a := tt.of()
			p.takesAway(dir, tt.saved, a)
			p.same(a)
			drawn := p.text("document.querySelector('#graph svg').outerHTML")
			p.click(`[data-do="theme"]`)
			p.until(fmt.Sprintf("document.querySelector('#graph svg').outerHTML !== %q", drawn))
			p.click(`[data-do="theme"]`)
			p.click(".brand")
			p.state("ready")
			p.give("own", twoEvents)
			p.state("done")
			p.same(readText(twoEvents)(t))
		})
	}
}

// TestPageSaysThatItMakesAReport sends what the page needs for it late, or not at
// all.
func TestPageSaysThatItMakesAReport(t *testing.T) {
	ask := make(chan bool) // whether to send it
	page := builtPage(t)
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wide.wasm" && !<-ask {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		page.ServeHTTP(w, r)
	}))
	defer close(ask)
	p.well = "wide.wasm"
	dir := t.TempDir()
	p.downloadTo(dir)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("own.jsonl", twoEvents)
	p.state("done")
	const making = `document.querySelector("#status").checkVisibility() && document.querySelector("#status").textContent === "Making the report."`
	p.click("#html")
	p.until(making)
	ask <- false
	p.state("error")
	p.until("!(" + making + ")")
	if got := p.read("#error"); !strings.Contains(got, "could not be loaded") {
		t.Errorf("the page says %q", got)
	}
	p.click("#dismiss")
	p.state("done")
	p.click("#html")
	p.until(making)
	p.picture("making-a-report")
	ask <- true
	if got := waitForFile(t, filepath.Join(dir, "heldbytes-3-chunks.html")); !strings.HasPrefix(got, "<!doctype html>") {
		t.Errorf("the report begins %.40q", got)
	}
	p.until("!(" + making + ")")
	p.state("done")
}

// TestNothingThatIsTakenAwayHoldsAnyOfThePayload plants a secret wherever the page
// has room for one.
func TestNothingThatIsTakenAwayHoldsAnyOfThePayload(t *testing.T) {
	const secret = "swordfish"
	const recording = `{"heldbytes":"capture/1","content_type":"text/event-stream;swordfish","url":"http://swordfish","swordfish":["swordfish"]}
{"t_ms":0,"text":": swordfish\n\nevent: swordfish\nid: swordfish\nswordfish: swordfish\ndata: {\"swordfish\":","swordfish":"swordfish"}
{"t_ms":900,"text":"\"swordfish\"}\n\ndata: swordfish\n\nretry: swordfish\n\ndata: swordfish"}
`
	dir := t.TempDir()
	p := newTab(t, builtPage(t))
	p.downloadTo(dir)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.give("swordfish.jsonl", recording)
	p.state("done")
	if !strings.Contains(p.read("#line"), secret) {
		t.Fatal("the page does not say which file it shows")
	}
	for _, kind := range []string{"csv", "svg", "png", "html"} {
		p.click("#" + kind)
		got := waitForFile(t, filepath.Join(dir, "heldbytes-2-chunks."+kind))
		if strings.Contains(strings.ToLower(got), secret) {
			t.Errorf("the %s holds the secret", kind)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f.Name(), secret) {
			t.Errorf("%s is named after the recording", f.Name())
		}
	}
}

// takesAway takes all that the page has to give, and compares it with what the
// command writes.
func (p *tab) takesAway(dir, name string, a *analyzer.Analysis) {
	p.Helper()
	for kind, write := range map[string]func(io.Writer) error{
		"csv":  a.WriteCSV,
		"svg":  func(w io.Writer) error { return a.WriteSVG(w, figure.Options{}) },
		"html": documentOf(a).Write,
	} {
		var want strings.Builder
		if err := write(&want); err != nil {
			p.Fatal(err)
		}
		p.click("#" + kind)
		got := waitForFile(p, filepath.Join(dir, name+"."+kind))
		if got != want.String() {
			p.Errorf("the %s is not the command's:\n%s\nwant\n%s", kind, got, want.String())
		}
	}
	p.click("#png")
	var svg strings.Builder
	if err := a.WriteSVG(&svg, figure.Options{}); err != nil {
		p.Fatal(err)
	}
	checkPicture(p, waitForFile(p, filepath.Join(dir, name+".png")), svg.String())
}

// checkPicture looks at a PNG of an SVG at twice its size.
func checkPicture(t testing.TB, got, svg string) {
	t.Helper()
	picture, err := png.Decode(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	var drawn struct {
		Width  int `xml:"width,attr"`
		Height int `xml:"height,attr"`
		Texts  []struct {
			X      int    `xml:"x,attr"`
			Y      int    `xml:"y,attr"`
			Anchor string `xml:"text-anchor,attr"`
			Text   string `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal([]byte(svg), &drawn); err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size != image.Pt(2*drawn.Width, 2*drawn.Height) {
		t.Errorf("the picture has %v, want twice %d by %d", size, drawn.Width, drawn.Height)
	}
	card := picture.At(0, 0)
	if r, g, b, alpha := card.RGBA(); r != 0xffff || g != 0xffff || b != 0xffff || alpha != 0xffff {
		t.Errorf("it is drawn on %v", card)
	}
	for _, text := range drawn.Texts {
		// The middle of what it says, which is at least as wide as a letter.
		at := image.Pt(2*text.X, 2*text.Y)
		box := image.Rectangle{at.Add(image.Pt(0, -20)), at.Add(image.Pt(12, 2))}
		switch text.Anchor {
		case "end":
			box = box.Sub(image.Pt(12, 0))
		case "middle":
			box = box.Sub(image.Pt(6, 0))
		}
		ink := 0
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				if picture.At(x, y) != card {
					ink++
				}
			}
		}
		if ink < 4 {
			t.Errorf("%q is not at %v of the picture", text.Text, at)
		}
	}
	if len(drawn.Texts) < 6 {
		t.Errorf("the graph says only %v", drawn.Texts)
	}
	// Nothing is in it but the picture.
	for rest := got[8:]; len(rest) >= 12; {
		kind := rest[4:8]
		if !slices.Contains([]string{"IHDR", "sRGB", "gAMA", "cHRM", "IDAT", "IEND"}, kind) {
			t.Errorf("it has a chunk %q", kind)
		}
		rest = rest[12+binary.BigEndian.Uint32([]byte(rest[:4])):]
	}
}

// downloadTo lets the page hand files to the user, into a directory.
func (p *tab) downloadTo(dir string) {
	p.Helper()
	if _, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		p.Fatal(err)
	}
}

// waitForFile waits until the browser has given a download its name, which it
// does when all of it is there.
func waitForFile(t testing.TB, path string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			return string(b)
		}
	}
	t.Fatalf("no file %s came", filepath.Base(path))
	return ""
}
