//go:build unix && !js

package main_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// tab is the page of the Worker in a profile of its own.
type tab struct {
	*testing.T
	ctx context.Context
}

// newBrowser starts Chromium until the end of t.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Fatal("no Chromium to test the page with: run .ci/setup, or apt-get install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU)
	if os.Getuid() == 0 {
		opts = append(opts, chromedp.NoSandbox)
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop := chromedp.NewContext(alloc)
	t.Cleanup(func() {
		chromedp.Cancel(ctx) // waits until it has ended; there is nobody to tell of an error
		stop()
		stopAlloc()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// opened opens an address in a fresh profile.
func opened(t *testing.T, browser context.Context, url string) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	p := &tab{t, ctx}
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	return p
}

// text evaluates an expression to a string.
func (p *tab) text(js string) string {
	p.Helper()
	s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](js))
	if err != nil {
		p.Fatal(err)
	}
	return s
}

// until waits for an expression to become true.
func (p *tab) until(js string) {
	p.Helper()
	for end := time.Now().Add(time.Minute); p.text("String(!!("+js+"))") != "true"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.Fatalf("waited for %s; the page says %s", js, p.text(`document.querySelector("#error").textContent + document.querySelector("#share-said").textContent`))
		}
	}
}

func (p *tab) click(selector string) {
	p.Helper()
	p.text(fmt.Sprintf("String(document.querySelector(%q).click())", selector))
}

func (p *tab) state(want string) {
	p.Helper()
	p.until(fmt.Sprintf(`document.querySelector("#app")?.dataset.state === %q`, want))
}

// TestPageIsSharedThroughTheWorker goes the whole way: upload, open in a fresh
// profile, delete, gone.
func TestPageIsSharedThroughTheWorker(t *testing.T) {
	url, browser := shared(t), newBrowser(t)
	p := opened(t, browser, url+"/?sample=upstream")
	p.state("done")
	p.click("[data-do=share]")
	p.until(`document.querySelector("#share-upload").checkVisibility() && !document.querySelector("#share-upload").disabled`)
	p.click("#share-upload")
	p.until(`document.querySelector("#share-kept").checkVisibility()`)
	address := p.text(`document.querySelector("#share-kept pre").textContent`)
	if !strings.HasPrefix(address, url+"/a/") {
		t.Fatalf("the address is %s", address)
	}
	fresh := opened(t, browser, address)
	fresh.state("done")
	for _, js := range []string{`document.querySelector("#headline").textContent`, `document.querySelector("#graph svg").outerHTML`} {
		if got, want := fresh.text(js), p.text(js); got != want || got == "" {
			t.Errorf("%s is\n%s\nwant\n%s", js, got, want)
		}
	}
	p.click("#share-kept li > p button")
	p.until(`document.querySelector("#share-said").textContent === "Deleted. Nobody can open it any more."`)
	if err := chromedp.Do(fresh.ctx, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	fresh.state("error")
	if got := fresh.text(`document.querySelector("#error").textContent`); !strings.Contains(got, "no longer there") {
		t.Errorf("the page says %s", got)
	}
}
