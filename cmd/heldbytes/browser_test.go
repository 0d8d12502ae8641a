//go:build !js

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var screenshots = flag.String("screenshots", os.Getenv("HELDBYTES_SCREENSHOTS"), "directory to write pictures of the page to")

// patience bounds a wait for a state. It is long, since the machine may be
// slow; no test waits for time to pass.
const patience = time.Minute

// chromium starts Chromium once for all tests; each test has a tab of its own.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := chromePath()
	if path == "" {
		return nil, errors.New("no Chromium to test the page with: run .ci/setup, or apt-get install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Getuid() == 0 {
		opts = append(opts, chromedp.NoSandbox)
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop := chromedp.NewContext(alloc)
	stopBrowser = func() {
		chromedp.Cancel(ctx) // waits until it has ended; there is nobody to tell of an error
		stop()
		stopAlloc()
	}
	return ctx, chromedp.Do(ctx)
})

var stopBrowser = func() {}

func chromePath() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// tab is the page in a tab of its own. At the end of a test nothing may have
// been written to the console and no policy violated.
type tab struct {
	testing.TB
	ctx  context.Context
	url  string
	mu   sync.Mutex
	said []string
	well string // what the browser may say, if not empty: a part of it
	loud bool   // the browser may say anything
}

// builtPage is the handler of the command with the page that was built.
func builtPage(t testing.TB) http.Handler {
	t.Helper()
	h, err := embeddedPage("")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// newTab opens a tab in which pages cannot keep themselves: ports are used again,
// and what one test kept would answer another.
func newTab(t testing.TB, handler http.Handler) *tab {
	t.Helper()
	p := openTab(t, handler)
	p.atStart("delete Navigator.prototype.serviceWorker")
	return p
}

// newKeepingTab opens a tab in a browser of its own, as it were, in which a page
// keeps itself for times without a network.
func newKeepingTab(t testing.TB, handler http.Handler) *tab {
	t.Helper()
	return openTab(t, handler, chromedp.WithNewBrowserContext())
}

// atStart runs a script in each page before its own.
func (p *tab) atStart(script string) {
	p.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return chromedp.Void{}, err
	})
}

func openTab(t testing.TB, handler http.Handler, options ...chromedp.ContextOption) *tab {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(handler)
	ctx, stop := chromedp.NewContext(parent, options...)
	p := &tab{TB: t, ctx: ctx, url: srv.URL}
	t.Cleanup(func() {
		stop()
		srv.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, s := range p.said {
			if !p.loud && (p.well == "" || !strings.Contains(s, p.well)) {
				t.Errorf("the browser says: %s", s)
			}
		}
	})
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *tab) listen(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *log.EventEntryAdded: // policy violations, failed loads, what a Worker throws
		p.said = append(p.said, ev.Entry.Text+" "+ev.Entry.URL)
	case *runtime.EventExceptionThrown:
		text := ev.ExceptionDetails.Text
		if e := ev.ExceptionDetails.Exception; e != nil {
			text += " " + e.Description
		}
		p.said = append(p.said, text)
	case *runtime.EventConsoleAPICalled:
		var text []string
		for _, a := range ev.Args {
			text = append(text, string(a.Value)+a.Description)
		}
		p.said = append(p.said, string(ev.Type)+": "+strings.Join(text, " "))
	}
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// ask runs an action that has a value.
func ask[T any](p *tab, action chromedp.Action[T]) T {
	p.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		p.Fatal(err)
	}
	return v
}

// text evaluates an expression to a string.
func (p *tab) text(js string) string {
	p.Helper()
	return ask(p, chromedp.Evaluate[string](js))
}

// open goes to a path of the page at a size, light or dark.
func (p *tab) open(path string, width, height int64, dark bool) {
	p.Helper()
	p.resize(width, height, dark)
	p.do(chromedp.Navigate(p.url + path))
}

func (p *tab) resize(width, height int64, dark bool) {
	p.Helper()
	theme := "light"
	if dark {
		theme = "dark"
	}
	p.do(chromedp.EmulateViewport(width, height), func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		})
		return chromedp.Void{}, err
	})
}

// until waits for an expression to become true. It asks from here: what polls
// inside the page makes functions of text, which the policy forbids.
func (p *tab) until(js string) {
	p.Helper()
	for end := time.Now().Add(patience); !ask(p, chromedp.Evaluate[bool]("!!("+js+")")); {
		if time.Now().After(end) {
			p.Fatalf("waited for %s; the page says %s", js, p.text("document.querySelector('#app').dataset.state + ', ' + document.querySelector('#error').textContent"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// state waits for the page's state.
func (p *tab) state(want string) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('#app')?.dataset.state === %q", want))
}
