//go:build !js

package main

import (
	"io/fs"
	"path"
	"testing"
)

// What a first visit may load, gzipped. The page is for people who look into a
// stall over whatever network they have.
const (
	moduleBudget = 1800 << 10
	shellBudget  = 24 << 10 // everything else
)

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
	if module > moduleBudget || shell > shellBudget {
		t.Errorf("module %d bytes, want at most %d; everything else %d, want at most %d", module, moduleBudget, shell, shellBudget)
	}
}
