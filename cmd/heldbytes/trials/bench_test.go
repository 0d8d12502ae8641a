//go:build !js

package trials_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

// benched is what testdata/bench prints: ns a chunk.
type benched struct{ Bare, Recorded, Written float64 }

func bench(t testing.TB, p beside.Program, runs, chunks int) (b benched) {
	t.Helper()
	said := p.Run(t, t.TempDir(), "testdata/bench", strconv.Itoa(runs), strconv.Itoa(chunks))
	if err := json.Unmarshal([]byte(said), &b); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return b
}

// BenchmarkTap is what a recorder adds to a chunk and an event of a reader that
// does nothing: in the path of the read, and with what is masked and written
// meanwhile on the same core.
func BenchmarkTap(b *testing.B) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		b.Run(p.Language, func(b *testing.B) {
			var t benched
			for b.Loop() {
				t = bench(b, p, 5, 20_000)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(t.Bare/1e3, "µs/chunk-bare")
			b.ReportMetric((t.Recorded-t.Bare)/1e3, "µs/chunk-added")
			b.ReportMetric((t.Written-t.Bare)/1e3, "µs/chunk-added-written")
		})
	}
}

func TestBenchOfRecordersRuns(t *testing.T) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(p.Language, func(t *testing.T) {
			if b := bench(t, p, 1, 200); !(b.Bare > 0 && b.Recorded > 0 && b.Written > 0) {
				t.Errorf("%+v", b)
			}
		})
	}
}
