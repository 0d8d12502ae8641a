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
	shellBudget   = 24 << 10 // everything else, gzipped
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

func TestPageFitsItsBudgets(t *testing.T) {
	entries, err := fs.ReadDir(pageFiles, "page")
	if err != nil {
		t.Fatal(err)
	}
	module, shell := 0, 0
	for _, e := range entries {
		b, err := pageFiles.ReadFile("page/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() == "page.wasm.gz" {
			module = len(b)
			continue
		}
		if contentTypes[path.Ext(e.Name())] == "" {
			continue
		}
		if b, err = gzipped(b); err != nil {
			t.Fatal(err)
		}
		shell += len(b)
	}
	if module == 0 {
		t.Fatal(errNoPage)
	}
	t.Logf("module %d bytes, everything else %d", module, shell)
	if module > gzippedBudget || shell > shellBudget {
		t.Errorf("module %d bytes, want at most %d; everything else %d, want at most %d", module, gzippedBudget, shell, shellBudget)
	}
}
