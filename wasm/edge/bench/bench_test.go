//go:build unix

package main

import (
	"errors"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/wasm/edge/internal/wrangler"
)

// TestSomeRoutesAreMeasured sends a few requests, so that what make bench does
// keeps working.
func TestSomeRoutesAreMeasured(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(errors.Join(wrangler.ErrNoNode, err))
	}
	if runtime.GOOS != "linux" {
		t.Skip("CPU time is read from /proc")
	}
	r, err := measure(t.Context(), options{requests: 2, edge: "..", only: regexp.MustCompile(`static|30 chunks`), progress: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.rows) != 6 || len(r.first) != 5 || r.memory == 0 {
		t.Errorf("measured %d routes, %d with a first request and %d bytes", len(r.rows), len(r.first), r.memory)
	}
	for _, row := range append(r.rows, r.first...) {
		if len(row.times) != 2 || row.thread <= 0 || row.process < row.thread {
			t.Errorf("%s: %v, CPU %v of %v", row.route, row.times, row.thread, row.process)
		}
	}
}

func TestTablesSayWhatWasMeasured(t *testing.T) {
	r := &results{
		options: options{requests: 4},
		rows:    []row{{"GET /a/{id}", "30 chunks", []time.Duration{1e6, 2e6, 3456e3, 40e6}, 10e6, 4808e6}},
		bytes:   map[string]int{"30 chunks": 1060},
		memory:  123456789,
	}
	text := r.String()
	for _, want := range []string{"| GET /a/{id} | 30 chunks, 1,060 bytes | **3.5** | 40 | 2.5 | 1,202 |", "4 requests of each", "had 123 MB"} {
		if !strings.Contains(text, want) {
			t.Errorf("the tables lack %q:\n%s", want, text)
		}
	}
}
