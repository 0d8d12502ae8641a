//go:build !js

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

func TestPageDownloads(t *testing.T) {
	dir := t.TempDir()
	p := newTab(t, builtPage(t))
	p.downloadTo(dir)
	p.open("/?sample=upstream", 390, 844, true)
	p.state("done")
	a := analyzedSample(t, "upstream")
	for kind, write := range map[string]func(io.Writer) error{
		"csv":  a.WriteCSV,
		"svg":  func(w io.Writer) error { return a.WriteSVG(w, figure.Options{}) },
		"html": documentOf(a).Write,
	} {
		var want strings.Builder
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		p.click("#" + kind)
		got := waitForFile(t, filepath.Join(dir, "heldbytes-30-chunks."+kind))
		if got != want.String() {
			t.Errorf("the %s is not the command's:\n%s\nwant\n%s", kind, got, want.String())
		}
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
func waitForFile(t *testing.T, path string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			return string(b)
		}
	}
	t.Fatalf("no file %s came", filepath.Base(path))
	return ""
}
