//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/filestore"
)

// newSharing is the page with a host of shared timelines beside it, as serve has
// them.
func newSharing(t testing.TB) http.Handler {
	t.Helper()
	page, err := embeddedPage("")
	if err != nil {
		t.Fatal(err)
	}
	store, err := filestore.Open(filepath.Join(t.TempDir(), "timelines"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return newSite(page, share.Config{Store: store})
}

// uploaded is the path of the page of a timeline that was shared.
func uploaded(t testing.TB, host http.Handler, a *analyzer.Analysis) (path, token string) {
	t.Helper()
	var csv strings.Builder
	if err := a.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/api/timelines", strings.NewReader(csv.String()))
	r.Header.Set("Content-Type", "text/csv")
	w := httptest.NewRecorder()
	host.ServeHTTP(w, r)
	var s share.Shared
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != http.StatusCreated {
		t.Fatalf("the host answers %d, %s", w.Code, w.Body)
	}
	return "/a/" + s.ID, s.Token
}

// deleted takes a timeline from the host.
func deleted(t testing.TB, host http.Handler, path, token string) {
	t.Helper()
	r := httptest.NewRequest("DELETE", strings.Replace(path, "/a/", "/api/timelines/", 1), nil)
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	host.ServeHTTP(w, r)
	if w.Code != http.StatusNoContent {
		t.Fatalf("the host answers %d, %s", w.Code, w.Body)
	}
}

// at waits until the page is at an address.
func (p *tab) at(path string) {
	p.Helper()
	p.until(fmt.Sprintf("location.pathname + location.search + location.hash === %q", path))
}

func TestSharedPageShowsWhatWasShared(t *testing.T) {
	recording, rows := sampleFiles(t, "upstream")
	for _, tt := range []struct {
		name string
		of   func() *analyzer.Analysis
	}{
		{"a sample", func() *analyzer.Analysis { return analyzedSample(t, "bad-event") }},
		{"a recording with its rows", func() *analyzer.Analysis { return analyzedFiles(t, recording, rows) }},
		{"rows alone", func() *analyzer.Analysis { return analyzedFiles(t, rows) }},
		{"a recording alone", func() *analyzer.Analysis { return readText(twoEvents)(t) }},
		{"what the page's own engine does not read", func() *analyzer.Analysis {
			return analyzed(t, strings.NewReader(cast), analyzer.Options{Name: "unknown", More: importers})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := newSharing(t)
			a := tt.of()
			path, _ := uploaded(t, host, a)
			p := newTab(t, host)
			p.open(path, 1280, 900, false)
			p.state("done")
			p.same(a)
			p.at(path)
			if got := p.read("#headline"); got != a.Report().Headline {
				t.Errorf("the headline is %s, want %s", got, a.Report().Headline)
			}
			if got := p.text("document.title"); !strings.Contains(got, "heldbytes") || got == "heldbytes: is it my reader, or the server?" {
				t.Errorf("the title is %s", got)
			}
			if got := p.text(`performance.getEntriesByType("resource").map((e) => new URL(e.name)).filter((u) => !u.search && !u.pathname.startsWith("/api/timelines/")).join()`); got != "" {
				t.Errorf("the page loads %s", got)
			}
		})
	}
}

// TestSharedPageKeepsItsThreshold opens a timeline with the stall that it was shared
// with.
func TestSharedPageKeepsItsThreshold(t *testing.T) {
	host := newSharing(t)
	path, _ := uploaded(t, host, analyzedSample(t, "upstream"))
	p := newTab(t, host)
	p.open(path+"?stall=50", 1280, 900, false)
	p.state("done")
	p.at(path + "?stall=50")
	sample, ok := analyzer.SampleNamed("upstream")
	if !ok {
		t.Fatal("no sample")
	}
	recording, observed := sample.Open()
	a := analyzed(t, recording, analyzer.Options{Observed: observed, Stall: 50 * time.Millisecond})
	if len(a.Report().Stalls) == len(analyzedSample(t, "upstream").Report().Stalls) {
		t.Fatal("the threshold makes no difference")
	}
	p.same(a)
	if got := p.read("#line"); !strings.Contains(got, "stalls from 50 ms on") {
		t.Errorf("the line says %s", got)
	}
}

// TestSharedPageIsLeftAndComeBackTo goes on from a shared timeline to a recording,
// the lab and the start, and back.
func TestSharedPageIsLeftAndComeBackTo(t *testing.T) {
	host := newSharing(t)
	shared := analyzedSample(t, "buffered")
	path, _ := uploaded(t, host, shared)
	p := newTab(t, host)
	p.open(path, 1280, 900, false)
	p.state("done")
	named := p.text("document.title")

	p.giveAlone("own", twoEvents)
	p.at("/#file")
	p.state("done")
	p.same(readText(twoEvents)(t))
	p.until(`document.title === "heldbytes: is it my reader, or the server?"`)
	p.history("history.back()")
	p.at(path)
	p.state("done")
	p.same(shared)
	p.until(fmt.Sprintf("document.title === %q", named))
	p.click("#tab-lab")
	p.at(path + "#lab")
	p.click("#tab-read")
	p.at(path)
	p.click(".again") // read another file
	p.at("/#start")
	p.state("ready")
	for selector, want := range map[string]string{".again": "/#start", ".brand": "/#start", "#whole a": "/heldbytes.html", ".card": "/?sample=sawtooth"} {
		if got := p.text(fmt.Sprintf("document.querySelector(%q).href", selector)); got != p.url+want {
			t.Errorf("%s leads to %s, want %s", selector, got, want)
		}
	}
	p.click(`[data-sample="upstream"]`)
	p.at("/?sample=upstream")
	p.state("done")
	p.same(analyzedSample(t, "upstream"))

	// A page that began elsewhere in the history, with nothing of what was read.
	p.reload()
	p.state("done")
	p.history("history.go(-2)")
	p.at(path)
	p.state("done")
	p.same(shared)
	p.reload()
	p.state("done")
	p.at(path)
	p.same(shared)
}

func TestSharedPageSaysWhatIsNotThere(t *testing.T) {
	const gone = "What was shared here is no longer there: it was deleted, or its time is over."
	fail := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", status) }
	}
	for _, tt := range []struct {
		name  string
		api   http.HandlerFunc // in place of the host's
		wants string
	}{
		{"never there, or deleted", fail(http.StatusNotFound), gone},
		{"expired", fail(http.StatusGone), gone},
		{"too often", fail(http.StatusTooManyRequests), "The host was asked too often. Wait a minute and reload the page."},
		{"a host that fails", fail(http.StatusInternalServerError), "The host answered 500 instead of what was shared."},
		{"a host that does not answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			"The host did not answer, so what was shared is not here. Reload the page to ask once more."},
		{"another answer", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<!doctype html>\n<p>hello\n") }, "shared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := newSharing(t)
			path, _ := uploaded(t, host, analyzedSample(t, "buffered"))
			p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/api/timelines/") {
					tt.api(w, r)
					return
				}
				host.ServeHTTP(w, r)
			}))
			p.well = "/api/timelines/"
			p.open(path, 1280, 900, false)
			p.state("error")
			if got := p.read("#error"); !strings.Contains(got, tt.wants) {
				t.Errorf("the page says %s, want %s", got, tt.wants)
			}
			if !p.visible("#start") || p.read("#status") != "" {
				t.Error("the start screen is not in sight")
			}
			p.accessible()
			p.give("own", twoEvents)
			p.state("done")
			p.at("/#file")
			p.same(readText(twoEvents)(t))
		})
	}
}

// TestSharedPageSaysSoInChinese opens what is gone.
func TestSharedPageSaysSoInChinese(t *testing.T) {
	host := newSharing(t)
	path, token := uploaded(t, host, analyzedSample(t, "buffered"))
	p := newTabOf(t, "zh-CN", host)
	p.well = "404"
	p.open(path, 1280, 900, false)
	p.state("done")
	p.sameIn(chinese.Language, analyzedSample(t, "buffered"))
	if got := p.text(english); got != "" {
		t.Errorf("English is left:\n%s", got)
	}
	deleted(t, host, path, token)
	p.reload()
	p.state("error")
	if got, want := p.read("#error"), chinese.Language.Text("What was shared here is no longer there: it was deleted, or its time is over."); got != want {
		t.Errorf("the page says %s, want %s", got, want)
	}
	if got := p.text(english); got != "" {
		t.Errorf("English is left:\n%s", got)
	}
}

// TestSharedPageWithoutANetwork is kept by the browser, and comes from its host
// whenever that is there.
func TestSharedPageWithoutANetwork(t *testing.T) {
	sharing := newSharing(t)
	h := newHost(sharing)
	path, token := uploaded(t, sharing, analyzedSample(t, "buffered"))
	p := newKeepingTab(t, h)
	p.well = "/a"
	p.open(path, 1280, 900, false)
	p.state("done")
	p.kept(keptFiles(t))
	p.reload()
	p.state("done")
	p.same(analyzedSample(t, "buffered"))
	p.offline(h)
	p.reload()
	p.state("error")
	p.at(path)
	if got := p.read("#error"); !strings.HasPrefix(got, "The host did not answer") {
		t.Errorf("the page says %s", got)
	}
	p.give("own", twoEvents)
	p.state("done")
	p.same(readText(twoEvents)(t))
	deleted(t, sharing, path, token)
}

// TestAnotherRecordingIsNotReplacedByWhatWasShared gives one while the host takes
// its time.
func TestAnotherRecordingIsNotReplacedByWhatWasShared(t *testing.T) {
	host := newSharing(t)
	path, _ := uploaded(t, host, analyzedSample(t, "buffered"))
	asked, answer := make(chan bool, 1), make(chan bool)
	release := sync.OnceFunc(func() { close(answer) })
	defer release()
	p := newTab(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/timelines/") {
			asked <- true
			<-answer
		}
		host.ServeHTTP(w, r)
	}))
	p.open(path, 1280, 900, false)
	<-asked
	p.until(`document.querySelector("#status").textContent === "Loading what was shared."`)
	p.give("own", twoEvents)
	p.state("done")
	p.at("/#file")
	release()
	p.until(`performance.getEntriesByType("resource").some((e) => e.name.includes("/api/timelines/") && e.responseEnd)`)
	p.click("#tab-lab")
	p.click("#tab-read")
	p.state("done")
	p.at("/#file")
	p.same(readText(twoEvents)(t))
	if got := p.read("#status"); !strings.HasPrefix(got, "Done.") {
		t.Errorf("the page says %s", got)
	}
}
