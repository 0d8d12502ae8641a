//go:build !js

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	devtools "github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// arrivals watches a page come up: when it takes a dragged file, and when our
// engine is there. Both are ms from the navigation. A page may take a file before
// it is parsed to its end: whether it is ours is known only then.
const arrivals = `(() => {
	window.arrived = {};
	const dragged = () => {
		const data = new DataTransfer();
		data.items.add(new File(["x"], "x"));
		return new DragEvent("dragover", {cancelable: true, bubbles: true, dataTransfer: data});
	};
	const look = () => {
		if (!arrived.drop && document.body?.innerText.trim()) {
			const over = dragged();
			document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.dispatchEvent(over);
			if (over.defaultPrevented) arrived.drop = performance.now();
		}
		if (document.querySelector("#app[data-state=ready]")) arrived.engine = performance.now();
		const ours = document.readyState === "loading" || document.querySelector("#app");
		arrived.done = Boolean(arrived.drop && (arrived.engine || !ours));
		if (!arrived.done) setTimeout(look, 1);
	};
	look();
})()`

// arrival is what the script saw, and what was loaded until then.
type arrival struct {
	Drop   float64  `json:"drop"`
	Engine float64  `json:"engine"`
	Done   bool     `json:"done"`
	Loaded []string `json:"loaded"`
}

// site serves a directory as hosts do: compressed ahead, with brotli.
type site struct {
	dir   string
	files map[string][]byte
}

// mostCompressed bounds what is compressed here; the module is so already.
const mostCompressed = 1 << 20

func newSite(dir string) (*site, error) {
	s := &site{dir: dir, files: map[string][]byte{}}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		to := "/" + strings.TrimSuffix(filepath.ToSlash(rel), ".br")
		if !strings.HasSuffix(rel, ".br") {
			if s.files[to] != nil || len(b) > mostCompressed {
				return nil
			}
			var out bytes.Buffer
			w := brotli.NewWriterLevel(&out, brotli.BestCompression)
			if _, err := w.Write(b); err != nil {
				return err
			}
			if err := w.Close(); err != nil {
				return err
			}
			b = out.Bytes()
		}
		s.files[to] = b
		return nil
	})
	return s, err
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	if name == "/" {
		name = "/index.html"
	}
	b := s.files[name]
	if b == nil {
		http.ServeFile(w, r, filepath.Join(s.dir, filepath.FromSlash(path.Clean(name))))
		return
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("Content-Encoding", "br")
	w.Write(b) // the browser may have gone; there is nobody to tell
}

// weight is the bytes of what was loaded, as sent.
func (s *site) weight(loaded []string) (sum int, err error) {
	for _, address := range loaded {
		u, err := url.Parse(address)
		if err != nil {
			return 0, err
		}
		name := u.Path
		if name == "/" {
			name = "/index.html"
		}
		b := s.files[name]
		if b == nil {
			return 0, fmt.Errorf("the first view loads %s, which is not compressed", name)
		}
		sum += len(b)
	}
	return sum, nil
}

// errNeverArrived is a page that takes no file.
var errNeverArrived = errors.New("the page never took a file")

// visit opens a site for the first time: without a cache, and without what the
// browser compiled before.
func (t *tab) visit(address string) (arrival, error) {
	ctx, stop := chromedp.NewContext(t.ctx, chromedp.WithNewBrowserContext())
	defer stop()
	var got arrival
	err := chromedp.Do(ctx, func(ctx context.Context, tg *chromedp.Target) (chromedp.Void, error) {
		_, err := devtools.Call(ctx, tg, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: arrivals})
		return chromedp.Void{}, err
	}, chromedp.Navigate(address))
	if err != nil {
		return got, err
	}
	const seen = `({...arrived, loaded: [location.href, ...performance.getEntriesByType("resource").map((e) => e.name)]})`
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got, err = chromedp.Run(ctx, chromedp.Evaluate[arrival](seen)); err != nil {
			return got, err
		}
		if got.Done {
			return got, nil
		}
	}
	return got, fmt.Errorf("%w: %+v", errNeverArrived, got)
}

// speedscope is the page that ours is measured against, and where npm puts it.
const speedscope = "speedscope/dist/release"

// visits measures first visits to the page and to a page that takes files
// likewise, both served the same way, and what the first view of ours weighs.
func visits(r *results, t *tab, dist, peers string) error {
	const drop, engine, weight = "first visit, to a page that takes a file", "first visit, to an engine that runs", "all that the first view loads, as brotli"
	if !r.wants(drop) && !r.wants(engine) && !r.wants(weight) {
		return nil
	}
	ours, err := newSite(dist)
	if err != nil {
		return err
	}
	here := httptest.NewServer(ours)
	defer here.Close()
	if r.wants(weight) {
		got, err := t.visit(here.URL + "/")
		if err != nil {
			return err
		}
		n, err := ours.weight(got.Loaded)
		if err != nil {
			return err
		}
		r.measured(size{name: weight, unit: "kB", got: []float64{float64(n) / 1000}, most: 1300})
	}
	theirs := filepath.Join(peers, filepath.FromSlash(speedscope))
	if _, err := os.Stat(theirs); err != nil {
		if !r.smoke {
			return errNoPeers
		}
		r.skip(drop, errNoPeers.Error())
		r.skip(engine, errNoPeers.Error())
		return nil
	}
	them, err := newSite(theirs)
	if err != nil {
		return err
	}
	there := httptest.NewServer(them)
	defer there.Close()
	to := func(address string, when func(arrival) float64) func() (outcome, error) {
		return func() (outcome, error) {
			got, err := t.visit(address)
			return outcome{time.Duration(when(got) * float64(time.Millisecond)), 1}, err
		}
	}
	takes := func(a arrival) float64 { return a.Drop }
	for _, c := range []contest{
		{name: drop, want: 1, ours: to(here.URL+"/", takes)},
		{name: engine, ours: to(here.URL+"/", func(a arrival) float64 { return a.Engine })},
	} {
		c.against, c.theirs = "npm speedscope's page, to where it takes one", to(there.URL+"/", takes)
		if err := r.race(c); err != nil {
			return err
		}
	}
	return nil
}
