//go:build unix

package main_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"testing"

	"github.com/heldbytes/heldbytes/wasm/edge/internal/wrangler"
)

// budget is what a Worker may have, gzipped, on Cloudflare's free plan.
const budget = 3_000_000

func module(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("build/app.wasm")
	if err != nil {
		t.Fatal(errors.Join(wrangler.ErrNotPrepared, err))
	}
	return b
}

func TestWorkerFitsItsBudget(t *testing.T) {
	sent := 0
	for _, name := range []string{"build/app.wasm", "build/wasm_exec.js", "worker.mjs"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(errors.Join(wrangler.ErrNotPrepared, err))
		}
		var zipped bytes.Buffer
		w, err := gzip.NewWriterLevel(&zipped, gzip.DefaultCompression)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(b)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d gzipped", name, len(b), zipped.Len())
		sent += zipped.Len()
	}
	if sent >= budget {
		t.Errorf("the Worker is %d bytes gzipped, want less than %d", sent, budget)
	}
}

// TestWorkerLeavesOutWhatItNeverReads looks for names of functions and packages,
// as that of the page does. A timeline is CSV and nothing else.
func TestWorkerLeavesOutWhatItNeverReads(t *testing.T) {
	b := module(t)
	const of = "heldbytes/analyzer"
	for _, name := range []string{"/packets.", "/cassette.", "/document.", "/language/chinese.", "/coding.NewBrotli", "/lab."} {
		if bytes.Contains(b, []byte(of+name)) {
			t.Errorf("the Worker has %s", of+name)
		}
	}
	// With them comes what fills the tables of package unicode, at each start.
	if bytes.Contains(b, []byte("regexp.MustCompile")) {
		t.Error("the Worker has regular expressions")
	}
	if !bytes.Contains(b, []byte(of+"/share.New")) {
		t.Error("the Worker names no function")
	}
}
