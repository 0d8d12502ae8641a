package coding_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// pieces is how many bytes the benchmarks push at a time.
const pieces = 4 << 10

// decodeAll pushes body and returns the number of decoded bytes.
func decodeAll(b *testing.B, d coding.Decoder, body []byte) (n int64) {
	emit := func(p []byte) { n += int64(len(p)) }
	for len(body) > 0 {
		k := min(pieces, len(body))
		if err := d.Write(body[:k], emit); err != nil {
			b.Fatal(err)
		}
		body = body[k:]
	}
	if err := d.Close(); err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkDecode decodes with the package and with the readers that pull, and
// reports by how much the first is faster.
func BenchmarkDecode(b *testing.B) {
	readers := map[string]func(io.Reader) io.Reader{
		"raw6":  func(r io.Reader) io.Reader { return flate.NewReader(r) },
		"gzip6": func(r io.Reader) io.Reader { z, _ := gzip.NewReader(r); return z },
		"br6":   func(r io.Reader) io.Reader { return brotli.NewReader(r) },
	}
	for _, name := range []string{"raw6", "gzip6", "br6"} {
		for _, kind := range []string{"events", "noise", "zeros"} {
			plain := bytes.Repeat(bodies()[kind], 16)
			body, list := named(name).compress(plain), named(name).list
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(plain)))
				b.ReportAllocs()
				var ours, theirs time.Duration
				for b.Loop() {
					begin := time.Now()
					if n := decodeAll(b, coding.New(list), body); n != int64(len(plain)) {
						b.Fatalf("%d bytes, want %d", n, len(plain))
					}
					ours += time.Since(begin)
					b.StopTimer()
					begin = time.Now()
					if n, err := io.Copy(io.Discard, readers[name](bytes.NewReader(body))); n != int64(len(plain)) || err != nil {
						b.Fatal(n, err)
					}
					theirs += time.Since(begin)
					b.StartTimer()
				}
				b.ReportMetric(float64(theirs)/float64(ours), "x")
			})
		}
	}
}
