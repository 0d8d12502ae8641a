package main

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heldbytes/heldbytes/ui/static"
)

// named names a build in a page.
const named = "<meta name=\"heldbytes-build\" content=\"0123\">\n"

// madeUpPage is a page of three files.
func madeUpPage(t *testing.T, sample string) http.Handler {
	t.Helper()
	var wasm strings.Builder
	w := gzip.NewWriter(&wasm)
	io.WriteString(w, "\x00asm")
	w.Close()
	h, err := newPage(fstest.MapFS{
		"index.html":      {Data: []byte("<head>\n" + named + "<title>hello</title>")},
		"page.wasm.gz":    {Data: []byte(wasm.String())},
		"sw.js":           {Data: []byte("const build = \"0123\"")},
		"placeholder.txt": {Data: []byte("not served")},
	}, sample)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestPageHandler(t *testing.T) {
	for _, c := range []struct {
		name   string
		sample string
		method string
		target string
		accept string

		status      int
		contentType string
		encoding    string
		body        string
	}{
		{name: "the root is the page", target: "/", status: 200, contentType: "text/html; charset=utf-8", body: "<head>\n" + named + "<title>hello</title>"},
		{name: "a query does not matter", target: "/?sample=x", status: 200, contentType: "text/html; charset=utf-8", body: "<head>\n" + named + "<title>hello</title>"},
		{name: "a sample to open on is named in the page", sample: "buffered", target: "/", status: 200, contentType: "text/html; charset=utf-8", body: "<head>\n<meta name=\"heldbytes-sample\" content=\"buffered\">\n" + strings.Replace(named, "0123", "0123-buffered", 1) + "<title>hello</title>"},
		{name: "which is another build", sample: "buffered", target: "/sw.js", status: 200, contentType: "text/javascript; charset=utf-8", body: "const build = \"0123-buffered\""},
		{name: "a build in the address does not matter", target: "/page.wasm?0123", status: 200, contentType: "application/wasm", body: "\x00asm"},
		{name: "the module is sent gzipped", target: "/page.wasm", accept: "gzip, br", status: 200, contentType: "application/wasm", encoding: "gzip", body: "\x00asm"},
		{name: "the module is sent plain to who wants that", target: "/page.wasm", accept: "gzip;q=0", status: 200, contentType: "application/wasm", body: "\x00asm"},
		{name: "the placeholder is no part of the page", target: "/placeholder.txt", status: 404, contentType: "text/plain; charset=utf-8", body: "404 page not found\n"},
		{name: "the gzipped file has no address of its own", target: "/page.wasm.gz", status: 404, contentType: "text/plain; charset=utf-8", body: "404 page not found\n"},
		{name: "HEAD has no body", method: "HEAD", target: "/", status: 200, contentType: "text/html; charset=utf-8"},
		{name: "POST is refused", method: "POST", target: "/", status: 405, contentType: "text/plain; charset=utf-8", body: "only GET and HEAD\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.method == "" {
				c.method = "GET"
			}
			r := httptest.NewRequest(c.method, c.target, nil)
			r.Header.Set("Accept-Encoding", c.accept)
			rec := httptest.NewRecorder()
			madeUpPage(t, c.sample).ServeHTTP(rec, r)
			h := rec.Header()
			var body io.Reader = rec.Body
			if h.Get("Content-Encoding") == "gzip" {
				var err error
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}
			b, err := io.ReadAll(body)
			if err != nil {
				t.Fatal(err)
			}
			if rec.Code != c.status || h.Get("Content-Type") != c.contentType || h.Get("Content-Encoding") != c.encoding || string(b) != c.body {
				t.Errorf("answered %d %v %q", rec.Code, h, b)
			}
			if h.Get("Content-Security-Policy") != static.Policy || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-cache" {
				t.Errorf("headers that every answer has: %v", h)
			}
		})
	}
}

// A page that opens on another sample is not the one that a browser has.
func TestPageIsSentAgainWithAnotherSample(t *testing.T) {
	first := httptest.NewRecorder()
	madeUpPage(t, "").ServeHTTP(first, httptest.NewRequest("GET", "/", nil))
	again := httptest.NewRequest("GET", "/", nil)
	again.Header.Set("If-None-Match", first.Header().Get("ETag"))
	second := httptest.NewRecorder()
	madeUpPage(t, "buffered").ServeHTTP(second, again)
	if second.Code != http.StatusOK {
		t.Errorf("answered %d", second.Code)
	}
}

func TestPageIsNotSentTwice(t *testing.T) {
	h := madeUpPage(t, "")
	first := httptest.NewRecorder()
	h.ServeHTTP(first, httptest.NewRequest("GET", "/page.wasm", nil))
	again := httptest.NewRequest("GET", "/page.wasm", nil)
	again.Header.Set("If-None-Match", first.Header().Get("ETag"))
	second := httptest.NewRecorder()
	h.ServeHTTP(second, again)
	if second.Code != http.StatusNotModified || second.Body.Len() != 0 {
		t.Errorf("answered %d and %d bytes", second.Code, second.Body.Len())
	}
}

func TestPageIsMissingOrSampleUnknown(t *testing.T) {
	if _, err := newPage(fstest.MapFS{"placeholder.txt": {}}, ""); !errors.Is(err, errNoPage) {
		t.Errorf("without a page: %v", err)
	}
	if _, err := newPage(fstest.MapFS{}, "nosuch"); err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Errorf("an unknown sample: %v", err)
	}
}

func TestTakesGzip(t *testing.T) {
	for field, want := range map[string]bool{
		"": false, "gzip": true, "br, gzip": true, "gzip;q=0": false, "gzip; q=0.0": false, "gzip;q=0.5": true,
		"*": true, "identity": false, "gzip;q=1.0, br": true,
	} {
		if got := takesGzip(field); got != want {
			t.Errorf("Accept-Encoding: %s: got %v", field, got)
		}
	}
}
