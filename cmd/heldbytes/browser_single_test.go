//go:build !js

package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// singleFile is the whole page as one file on disk, as the command gives it.
func singleFile(t testing.TB) string {
	t.Helper()
	w := httptest.NewRecorder()
	builtPage(t).ServeHTTP(w, httptest.NewRequest("GET", "/heldbytes.html", nil))
	if got := w.Header().Get("Content-Disposition"); w.Code != http.StatusOK || !strings.HasPrefix(got, "attachment") {
		t.Fatalf("the command answers %d, %q", w.Code, got)
	}
	path := filepath.Join(t.TempDir(), "heldbytes.html")
	if err := os.WriteFile(path, w.Body.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// openSingle opens the file from disk, with no network to be had.
func openSingle(t testing.TB) *tab {
	t.Helper()
	h := newHost(http.NotFoundHandler())
	p := openTab(t, h)
	p.offline(h)
	p.url = "file://" + singleFile(t)
	p.open("", 1280, 900, false)
	p.state("ready")
	return p
}

func TestSingleFileIsThatOfTheSite(t *testing.T) {
	site, err := os.ReadFile(filepath.Join("..", "..", "dist", "heldbytes.html"))
	if err != nil {
		t.Fatalf("%v; run make dist", err)
	}
	own, err := os.ReadFile(singleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(own, site) {
		t.Errorf("the command gives %d bytes, the site %d others", len(own), len(site))
	}
}

// TestSingleFileReadsFromDisk drops recordings of each module's kinds on the file.
func TestSingleFileReadsFromDisk(t *testing.T) {
	p := openSingle(t)
	if got := p.text("location.protocol"); got != "file:" {
		t.Fatalf("the page is at %s", got)
	}
	if got := p.text("String(heldbytes.single)"); got != "true" {
		t.Errorf("the page takes itself for one with files beside it: %s", got)
	}
	p.picture("single")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("drop", ".foot", [["own", %q]]); undefined`, transfer, twoEvents)))
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own"}))
	p.click(".brand")
	p.state("ready")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("drop", ".foot", [["unknown", %q]]); undefined`, transfer, cast)))
	p.state("done")
	p.same(analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers}))
	p.do(chromedp.Evaluate[chromedp.Void]("history.back(); undefined"))
	p.state("ready")
	p.click("[data-do=language]")
	p.until(`document.documentElement.lang === "zh-CN" && document.querySelector("#start h1").textContent === "是我的读取器，还是服务器？"`)
	p.click("[data-do=language]")
	p.until(`document.documentElement.lang === "en"`)
	p.click(`[data-sample="buffered"]`)
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	if loads := p.text(`performance.getEntriesByType("resource").filter((e) => !/^(data|blob):/.test(e.name)).map((e) => e.name).join(" ")`); loads != "" {
		t.Errorf("the file loads %s", loads)
	}
	p.reload()
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
}

func TestSingleFileReadsRealRecordings(t *testing.T) {
	for _, name := range []string{"curl/sse-stall.trace", "pcap/sse-stall.pcap", "terminal/ndjson.ts-s.txt"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "..", "..", "shared", "recordings", filepath.FromSlash(name))
			if _, err := os.Stat(path); err != nil {
				t.Skipf("the shared recordings are absent: %v", err)
			}
			p := openSingle(t)
			p.choose("#file", path)
			p.state("done")
			p.same(analyzedFiles(t, path))
		})
	}
}
