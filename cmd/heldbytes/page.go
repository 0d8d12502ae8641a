package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/static"
)

// errNoPage says how to come by what a fresh clone does not have.
var errNoPage = errors.New("this build has no page in it; run make build in the repository and use bin/heldbytes")

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// page serves the built page from memory.
type page struct {
	assets map[string]*asset // by path, without the leading slash
	index  []byte
	single func() ([]byte, error)
}

// asset is a file as it is sent: gzipped, or plain to whoever does not take that.
type asset struct {
	contentType, etag string
	gzipped           []byte
}

// newPage reads the built page, which opens on a built-in sample, or "" on the
// start screen. It returns errNoPage where there is no page.
func newPage(files fs.FS, sample string) (*page, error) {
	if names := sampleNames(); sample != "" && !slices.Contains(names, sample) {
		return nil, fmt.Errorf("unknown sample %q, want one of %q", sample, names)
	}
	plain, zipped := map[string][]byte{}, map[string][]byte{}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name, isZipped := strings.CutSuffix(e.Name(), ".gz")
		if contentTypes[path.Ext(name)] == "" {
			continue // the placeholder
		}
		into := plain
		if isZipped {
			into = zipped
		}
		if into[name], err = fs.ReadFile(files, e.Name()); err != nil {
			return nil, err
		}
	}
	if plain["index.html"] == nil || zipped["page.wasm"] == nil {
		return nil, errNoPage
	}
	p := &page{assets: map[string]*asset{}}
	whole := maps.Clone(plain)
	p.single = sync.OnceValues(func() ([]byte, error) { return static.Single(whole, zipped) })
	if sample != "" {
		// Not by an address of its own: reload and Back stay what they are.
		line := fmt.Sprintf("<meta name=\"heldbytes-sample\" content=%q>", sample)
		if plain["index.html"], plain["sw.js"], err = static.Amend(plain["index.html"], plain["sw.js"], line, sample); err != nil {
			return nil, err
		}
	}
	p.index = plain["index.html"]
	sent := maps.Clone(zipped)
	for name, b := range plain {
		if sent[name], err = gzipped(b); err != nil {
			return nil, err
		}
	}
	for name, b := range sent {
		sum := sha256.Sum256(b)
		p.assets[name] = &asset{contentTypes[path.Ext(name)], `"` + hex.EncodeToString(sum[:8]) + `"`, b}
	}
	return p, nil
}

func gzipped(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err := w.Close()
	return buf.Bytes(), err
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", static.Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	// Files keep their names from build to build, so each use asks once.
	h.Set("Cache-Control", "no-cache")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	if name == "heldbytes.html" {
		p.serveSingle(w, r)
		return
	}
	a := p.assets[name]
	if a == nil {
		http.NotFound(w, r)
		return
	}
	a.serve(w, r)
}

// serveSingle sends the whole page as one file, to be kept: its policy is for a
// file, and not for this address.
func (p *page) serveSingle(w http.ResponseWriter, r *http.Request) {
	b, err := p.single()
	if err != nil {
		http.Error(w, "the page in this build is damaged", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentTypes[".html"])
	h.Set("Content-Disposition", `attachment; filename="heldbytes.html"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("ETag", a.etag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == a.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	var body io.Reader = bytes.NewReader(a.gzipped)
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", fmt.Sprint(len(a.gzipped)))
	} else {
		plain, err := gzip.NewReader(body)
		if err != nil {
			http.Error(w, "the page in this build is damaged", http.StatusInternalServerError)
			return
		}
		body = plain
	}
	if r.Method == http.MethodGet {
		io.Copy(w, body) // the client may have gone; there is nobody to tell
	}
}

// takesGzip reads an Accept-Encoding field (RFC 9110, section 12.5.3).
func takesGzip(field string) bool {
	for part := range strings.SplitSeq(field, ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if coding = strings.TrimSpace(coding); coding != "gzip" && coding != "*" {
			continue
		}
		weight = strings.ReplaceAll(weight, " ", "")
		return !strings.HasPrefix(weight, "q=0") || strings.Trim(weight, "q=0.") != ""
	}
	return false
}

func sampleNames() []string {
	var names []string
	for _, s := range analyzer.Samples() {
		names = append(names, s.Name)
	}
	return names
}
