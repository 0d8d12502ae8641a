package record_test

import (
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

// BenchmarkProbe reads a stream that costs nothing bare and under a Recorder. What one
// read under it costs more than a bare one is what the probe adds to a chunk:
// add-ns/chunk, which is to be below 100 without an allocation. That does not go for
// raw, which copies what was read: of 64 KiB it is the time to copy 64 KiB. What was
// taken is written apart, and not counted, as for a stream that does not come as fast as
// memory.
func BenchmarkProbe(b *testing.B) {
	for _, size := range []int{256, 64 << 10} {
		buf := make([]byte, size)
		bare := 0.0
		for _, way := range []string{"bare", "lengths", "rows", "raw"} {
			b.Run(fmt.Sprintf("%d/%s", size, way), func(b *testing.B) {
				in := io.Reader(endless{})
				batch := record.DefaultSamples / 4
				var r *record.Recorder
				if way != "bare" {
					o := record.Options{Every: 5 * time.Millisecond} // longer than it takes to write a batch
					if way == "raw" {
						o.Payload = record.PayloadRaw
						batch = min(batch, record.DefaultBytes/2/size)
					}
					r = record.New(io.Discard, o)
					in = r.Reader(in)
					if way == "rows" {
						r.Held(0)
					}
				}
				b.ReportAllocs()
				b.ResetTimer()
				var took time.Duration
				for left := b.N; left > 0; left -= batch {
					start := time.Now()
					for range min(left, batch) {
						if _, err := in.Read(buf); err != nil {
							b.Fatal(err)
						}
					}
					took += time.Since(start)
					for r != nil && r.Waits() {
						runtime.Gosched()
					}
				}
				each := float64(took.Nanoseconds()) / float64(b.N)
				b.ReportMetric(each, "ns/op")
				if r == nil {
					bare = each
					return
				}
				b.ReportMetric(each-bare, "add-ns/chunk")
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
