//go:build !js

package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestEverythingRuns measures tiny data once, so that what make bench does keeps
// working. Where the npm packages are absent it leaves them out, and says so.
func TestEverythingRuns(t *testing.T) {
	o := options{root: filepath.Join("..", "..", ".."), runs: 1, smoke: true, progress: t.Output()}
	r, err := measure(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, why := range r.skipped {
		t.Log("left out: ", why)
	}
	if len(r.races)+len(r.skipped) != 14 || len(r.growths) != 2 || len(r.sizes) != 9 {
		t.Errorf("measured %d races, left out %d, measured %d growths and %d sizes", len(r.races), len(r.skipped), len(r.growths), len(r.sizes))
	}
	if len(r.importings) != len(recordings) {
		t.Errorf("measured %d importers of %d", len(r.importings), len(recordings))
	}
	for _, c := range r.importings {
		if len(c.page) != 1 || !(c.page[0] > 0) || c.json && len(c.ratios()) != 1 {
			t.Errorf("%s: %v MB/s, %v of JSON.parse", c.name, c.page, c.ratios())
		}
	}
	for _, c := range r.races {
		if len(c.ratios) != 1 || !(c.ratios[0] > 0) {
			t.Errorf("%s: ratios %v", c.name, c.ratios)
		}
	}
	if len(r.frames) != 2 || r.frames[0].runs[0].Drawn == 0 {
		t.Errorf("frames: %+v", r.frames)
	}
	for _, s := range r.sizes {
		added := s.unit == "µs" // the difference of two times, of which one measurement may say anything
		if len(s.got) != 1 || s.got[0] == 0 || s.got[0] < 0 && !added {
			t.Errorf("%s: %v %s", s.name, s.got, s.unit)
		}
	}
}

func TestTables(t *testing.T) {
	r := &results{
		options: options{runs: 3},
		races:   []race{{contest: contest{name: "SSE", against: "a peer", want: 2.5, bytes: 1}, ratios: []float64{3, 5.04, 1}, speed: 400.4}, {contest: contest{name: "visit", against: "another"}, ratios: []float64{0.5}}},
		importings: []importing{
			{name: "HAR", json: true, bytes: 32e6, native: []float64{300, 200}, page: []float64{50, 30}, findings: []float64{20, 10}, parse: []float64{200, 100}},
			{name: "pcap", bytes: 32e6, native: []float64{300}, page: []float64{70}, findings: []float64{60}},
		},
		growths: []growth{{name: "events", bytes: []int64{1e6, 1e7}, ratios: [][]float64{{1, 2}, {1, 3}, {1, 2.5}}}},
		sizes:   []size{{name: "a chunk", unit: "bytes", got: []float64{17, 16}, most: 40}},
		frames:  []frames{{"moving", []panned{{600, 3, 30, 599}, {600, 9, 41, 590}}}},
		skipped: []string{"CSV: no peer"},
	}
	for _, want := range []string{
		"of 3 runs the median",
		"| SSE | a peer | **3.00** | 3.00, 5.04, 1.00 | 2.5 | 400 |\n",
		"| visit | another | **0.50** | 0.50 |  |  |\n",
		"| HAR | 32 | 250 | 40 | 15 | 150 | **0.28** | 0.25, 0.30 | 0.25 |\n",
		"| pcap | 32 | 300 | 70 | 60 |  |  |  |  |\n",
		"| events | 1 | **1.00** | 1.00, 1.00, 1.00 |\n| events | 10 | **2.50** | 2.00, 3.00, 2.50 |\n",
		"| a chunk | **16.5** bytes | 17.0, 16.0 | 40 bytes |\n",
		"| moving | **1.0** | 0.5, 1.5 | 1 | 600 | 590 | 41 |\n",
		"- CSV: no peer\n",
	} {
		if got := r.String(); !strings.Contains(got, want) {
			t.Errorf("the tables do not say %q:\n%s", want, got)
		}
	}
}

// BenchmarkImporters is of the importers alone, over the recordings that the
// page is measured with.
func BenchmarkImporters(b *testing.B) {
	for _, rec := range recordings {
		b.Run(rec.name, func(b *testing.B) {
			var text bytes.Buffer
			if err := rec.of(16 << 20)(&text); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := drain(text.Bytes(), rec.format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
