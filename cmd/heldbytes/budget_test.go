//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/andybalholm/brotli"
)

// What a first visit may load. The page is for people who look into a stall over
// whatever network they have.
const (
	moduleBudget  = 1_200_000 // the module as brotli, as hosts send it
	gzippedBudget = 1800 << 10
	viewBudget    = 1_300_000 // all that the first view loads, as brotli
)

func TestModuleFitsItsBudget(t *testing.T) {
	b, err := os.ReadFile("../../dist/page.wasm.br")
	if err != nil {
		t.Fatal(errors.Join(errNoPage, err))
	}
	sent, err := io.ReadAll(brotli.NewReader(bytes.NewReader(b)))
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := pageFiles.ReadFile("page/page.wasm.gz")
	if err != nil {
		t.Fatal(errors.Join(errNoPage, err))
	}
	zr, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	if module, err := io.ReadAll(zr); err != nil || !bytes.Equal(module, sent) {
		t.Fatalf("dist/page.wasm.br is not the module of this command, %v; run make build", err)
	}
	t.Logf("module %d bytes, %d as brotli, %d gzipped", len(sent), len(b), len(zipped))
	if len(b) > moduleBudget {
		t.Errorf("module %d bytes as brotli, want at most %d", len(b), moduleBudget)
	}
}

func TestModuleFitsItsGzippedBudget(t *testing.T) {
	b, err := pageFiles.ReadFile("page/page.wasm.gz")
	if err != nil {
		t.Fatal(errors.Join(errNoPage, err))
	}
	if len(b) > gzippedBudget {
		t.Errorf("module %d bytes gzipped, want at most %d", len(b), gzippedBudget)
	}
}

// TestFirstViewFitsItsBudget counts every file but the large ones that wait until
// they are needed, whichever language the page is in.
func TestFirstViewFitsItsBudget(t *testing.T) {
	module, err := os.Stat("../../dist/page.wasm.br")
	if err != nil {
		t.Fatal(errors.Join(errNoPage, err))
	}
	entries, err := fs.ReadDir(pageFiles, "page")
	if err != nil {
		t.Fatal(err)
	}
	view := int(module.Size())
	for _, e := range entries {
		if contentTypes[path.Ext(e.Name())] == "" {
			continue // the modules, and the placeholder
		}
		b, err := pageFiles.ReadFile("page/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		var buf bytes.Buffer
		w := brotli.NewWriterLevel(&buf, brotli.BestCompression)
		w.Write(b)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d", e.Name(), buf.Len())
		view += buf.Len()
	}
	t.Logf("the first view is %d bytes, %d of them the module", view, module.Size())
	if view > viewBudget {
		t.Errorf("the first view is %d bytes as brotli, want at most %d", view, viewBudget)
	}
}
