//go:build !js

package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// memory measures what an analysis keeps, and the most that it takes while it
// is made, for each chunk and each span.
func memory(r *results) error {
	for _, c := range []struct {
		name, unit string
		most       float64
		format     capture.Format
		data       func(n int) func(io.Writer) error
	}{
		{"a chunk", "bytes", 40, capture.FormatCapture, chunksAlone},
		{"a span", "bytes", 12, capture.FormatBody, spansAlone},
	} {
		kept, peak := size{name: "kept for " + c.name, unit: c.unit, most: c.most}, size{name: "at most for " + c.name, unit: c.unit}
		if !r.wants(kept.name) && !r.wants(peak.name) {
			continue
		}
		few := 1 << 18
		if r.smoke {
			few = 1 << 14
		}
		many := 4 * few
		for range r.runs {
			lessKept, lessPeak, err := heap(c.data(few), c.format)
			if err != nil {
				return fmt.Errorf("memory for %s: %w", c.name, err)
			}
			moreKept, morePeak, err := heap(c.data(many), c.format)
			if err != nil {
				return fmt.Errorf("memory for %s: %w", c.name, err)
			}
			kept.got = append(kept.got, (moreKept-lessKept)/float64(many-few))
			peak.got = append(peak.got, (morePeak-lessPeak)/float64(many-few))
		}
		r.measured(kept)
		r.measured(peak)
	}
	return nil
}

// chunksAlone is a capture of n chunks, of which only lengths are known.
func chunksAlone(n int) func(io.Writer) error {
	return func(w io.Writer) error {
		for i := range n {
			if _, err := fmt.Fprintf(w, `{"t_ms":%d.%03d,"len":%d}`+"\n", i, i%1000, 57+i%5000); err != nil {
				return err
			}
		}
		return nil
	}
}

// spansAlone is a body of n short events; its chunks are few.
func spansAlone(n int) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(bytes.Repeat([]byte("1\n"), n))
		return err
	}
}

// heap is what an analysis of data adds to the heap, and what it adds at most
// while it is made, garbage collected at every tenth of growth.
func heap(data func(io.Writer) error, f capture.Format) (kept, peak float64, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	var in bytes.Buffer
	if err := data(&in); err != nil {
		return 0, 0, err
	}
	before := collected()
	stop, most := make(chan struct{}), make(chan float64)
	go func() {
		var high float64
		for {
			high = max(high, objects())
			select {
			case <-stop:
				most <- high
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	a, err := analyzer.Analyze(bytes.NewReader(in.Bytes()), analyzer.Options{Format: f})
	close(stop)
	high := <-most
	if err != nil {
		return 0, 0, err
	}
	after := collected()
	runtime.KeepAlive(a)
	runtime.KeepAlive(in.Bytes())
	return after - before, max(high, after) - before, nil
}

func collected() float64 {
	runtime.GC()
	return objects()
}

// objects is the bytes of the heap's objects, dead ones included that are not
// yet swept.
func objects() float64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return float64(s[0].Value.Uint64())
}
