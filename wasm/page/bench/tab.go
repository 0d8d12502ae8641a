//go:build !js

package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/ui/static"
)

// patience bounds one measurement.
const patience = 2 * time.Minute

// errNoPeers says how to come by what the page is measured against.
var errNoPeers = errors.New("no npm packages to measure against: run npm ci in wasm/page/bench")

//go:embed driver.js json.js peers.js probe.js
var scripts embed.FS

// modules are the files of npm packages that peers.js loads.
var modules = []string{"eventsource-parser/dist/index.js", "papaparse/papaparse.min.js"}

// tab is the built page in a tab of Chromium, with driver.js in it.
type tab struct {
	ctx   context.Context
	stops []func()
	peers bool // the npm packages are there
}

// openTab serves the page of dir, under its own policy, and opens it. peers is
// a node_modules directory; where it is absent, only the engine can be asked.
func openTab(ctx context.Context, dir, peers string) (t *tab, err error) {
	t = &tab{peers: true}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	if _, err := os.Stat(filepath.Join(dir, "page.wasm")); err != nil {
		return t, fmt.Errorf("no page to measure: %w; run make dist", err)
	}
	for _, name := range modules {
		if _, err := os.Stat(filepath.Join(peers, name)); err != nil {
			t.peers = false
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(dir)))
	mux.Handle("/bench/", http.StripPrefix("/bench/", http.FileServerFS(scripts)))
	mux.Handle("/bench/npm/", http.StripPrefix("/bench/npm/", http.FileServer(http.Dir(peers))))
	mux.HandleFunc("/probe.js", func(w http.ResponseWriter, r *http.Request) { // beside the worker.js that it loads
		http.ServeFileFS(w, r, scripts, "probe.js")
	})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", static.Policy)
		mux.ServeHTTP(w, r)
	}))
	t.stops = append(t.stops, srv.Close)
	if err := t.start(ctx); err != nil {
		return t, err
	}
	if err := chromedp.Do(t.ctx, chromedp.Navigate(srv.URL)); err != nil {
		return t, err
	}
	_, err = evaluate[bool](t, `import("/bench/driver.js").then(async (m) => { window.bench = m; await m.ready(); return true; })`)
	return t, err
}

// start starts Chromium.
func (t *tab) start(ctx context.Context) error {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return errors.New("no Chromium to measure in: run .ci/setup, or apt-get install chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Getuid() == 0 {
		opts = append(opts, chromedp.NoSandbox)
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(ctx, opts...)
	browser, stop := chromedp.NewContext(alloc)
	t.stops = append(t.stops, func() {
		chromedp.Cancel(browser) // waits until it has ended
		stop()
		stopAlloc()
	})
	t.ctx = browser
	return chromedp.Do(browser)
}

func (t *tab) close() {
	for _, stop := range t.stops {
		defer stop()
	}
}

// give makes files, by their paths, those that the driver asks about.
func (t *tab) give(paths ...string) error {
	return chromedp.Do(t.ctx, chromedp.SetUploadFiles(chromedp.CSS("#bench"), paths, chromedp.NodeReady))
}

// reading is what the driver says of one way to read a file.
type reading struct {
	MS     float64 `json:"ms"`
	Found  int     `json:"found"`
	Memory int64   `json:"memory"` // of the wasm module, where it was asked for
}

func (r reading) outcome() outcome {
	return outcome{time.Duration(r.MS * float64(time.Millisecond)), r.Found}
}

// ask calls a function of the driver.
func (t *tab) ask(function string, args ...any) (reading, error) {
	text, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		return reading{}, err
	}
	got, err := evaluate[reading](t, fmt.Sprintf("bench.%s(...%s)", function, text))
	if err != nil {
		return got, fmt.Errorf("%s: %w", function, err)
	}
	return got, nil
}

func evaluate[T any](t *tab, js string) (T, error) {
	ctx, stop := context.WithTimeout(t.ctx, patience)
	defer stop()
	return chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
}
