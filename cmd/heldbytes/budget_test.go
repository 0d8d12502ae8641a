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

// module is one of the modules that the command has.
func module(t *testing.T, name string) (b []byte, zipped int) {
	t.Helper()
	z, err := pageFiles.ReadFile("page/" + name + ".gz")
	if err != nil {
		t.Fatal(errors.Join(errNoPage, err))
	}
	r, err := gzip.NewReader(bytes.NewReader(z))
	if err != nil {
		t.Fatal(err)
	}
	if b, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return b, len(z)
}

func TestModuleFitsItsBudget(t *testing.T) {
	b, err := os.ReadFile("../../dist/page.wasm.br")
	if err != nil {
		t.Fatal(errors.Join(errNoPage, err))
	}
	sent, err := io.ReadAll(brotli.NewReader(bytes.NewReader(b)))
	if err != nil {
		t.Fatal(err)
	}
	page, zipped := module(t, "page.wasm")
	if !bytes.Equal(page, sent) {
		t.Fatal("dist/page.wasm.br is not the module of this command; run make build")
	}
	t.Logf("module %d bytes, %d as brotli, %d gzipped", len(sent), len(b), zipped)
	if len(b) > moduleBudget {
		t.Errorf("module %d bytes as brotli, want at most %d", len(b), moduleBudget)
	}
}

func TestModuleFitsItsGzippedBudget(t *testing.T) {
	if _, zipped := module(t, "page.wasm"); zipped > gzippedBudget {
		t.Errorf("module %d bytes gzipped, want at most %d", zipped, gzippedBudget)
	}
}

// TestModuleLeavesOutWhatIsRarelyWanted looks for names of functions and packages,
// which a module has of all that is in it, whatever it imports.
func TestModuleLeavesOutWhatIsRarelyWanted(t *testing.T) {
	page, _ := module(t, "page.wasm")
	wide, _ := module(t, "wide.wasm")
	const of = "heldbytes/analyzer"
	for name, inWide := range map[string]bool{
		of + ".Compare": true, of + ".NewFix": true, of + ".NewExperiment": true, of + "/document.": true,
		of + "/coding.NewBrotli": true, of + "/packets.": true, of + "/cassette.": true,
		of + "/language/chinese.": false,
	} {
		if bytes.Contains(page, []byte(name)) {
			t.Errorf("page.wasm has %s", name)
		}
		if got := bytes.Contains(wide, []byte(name)); got != inWide {
			t.Errorf("wide.wasm has %s: %v, want %v", name, got, inWide)
		}
	}
	if !bytes.Contains(page, []byte(of+".Analyze")) {
		t.Error("page.wasm names no function")
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
