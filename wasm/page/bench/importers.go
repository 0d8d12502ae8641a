//go:build !js

package main

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/cassette"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

// importing is how fast an importer reads, in MB/s of this machine: alone in
// this process, alone in the page, and there on the way to findings. parse is
// JSON.parse of the same File, in the same tab.
type importing struct {
	name                          string
	json                          bool
	bytes                         int64
	native, page, findings, parse []float64 // of each run
}

// leastOfParse is what is asked of importers of what is made of JSON.
const leastOfParse = 0.25

// There are many importers: each gets fewer runs than the rest.
const (
	importRuns  = 3
	importTries = 2
)

// leastRecording is what each recording has room in for a read or two, in bytes.
const leastRecording = 64 << 10

// ratios are page to parse, of each run.
func (i importing) ratios() []float64 {
	var all []float64
	for n, parse := range i.parse {
		all = append(all, i.page[n]/parse)
	}
	return all
}

// imports times each importer over the same recording in this process, in the
// tab, and in the tab without us.
func imports(r *results, t *tab, dir string) error {
	for i, rec := range recordings {
		name := "importer of " + rec.name
		if !r.wants(name) {
			continue
		}
		var text bytes.Buffer
		if err := rec.of(int64(max(r.size(16<<20), leastRecording)))(&text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		path, n, err := file(dir, fmt.Sprintf("importer-%d", i), func(w io.Writer) error {
			_, err := w.Write(text.Bytes())
			return err
		})
		if err != nil {
			return err
		}
		if err := t.give(path); err != nil {
			return err
		}
		ways := []func() (outcome, error){
			func() (outcome, error) { return drain(text.Bytes(), rec.format) },
			func() (outcome, error) {
				got, err := t.ask("imported", rec.wide, rec.format)
				return got.outcome(), err
			},
			func() (outcome, error) {
				got, err := t.ask("counted", rec.wide, rec.format)
				return got.outcome(), err
			},
			func() (outcome, error) {
				got, err := t.ask("parsed", rec.json)
				return got.outcome(), err
			},
		}
		out := importing{name: rec.name, json: rec.json != "", bytes: n}
		speeds := []*[]float64{&out.native, &out.findings, &out.page, &out.parse}
		if !out.json {
			ways = ways[:3]
		}
		for range min(r.runs, importRuns) {
			best := make([]time.Duration, len(ways))
			for j := range importTries * len(ways) {
				way := j % len(ways)
				got, err := ways[way]()
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if best[way] == 0 || got.time < best[way] {
					best[way] = got.time
				}
			}
			for way, took := range best {
				*speeds[way] = append(*speeds[way], float64(n)/1e6/took.Seconds())
			}
		}
		r.importings = append(r.importings, out)
		r.say("%s: %.0f MB/s natively, %.0f in the page, %.0f to findings, JSON.parse %.0f: %.2f\n",
			name, median(out.native), median(out.page), median(out.findings), median(append(out.parse, 0)), out.ratios())
	}
	return nil
}

// drain is an importer alone.
func drain(text []byte, format string) (outcome, error) {
	start := time.Now()
	in, err := capture.Open(bytes.NewReader(text), capture.Options{More: append(capture.Further(), packets.Importer, cassette.Importer)})
	if err != nil {
		return outcome{}, err
	}
	found := 0
	for {
		_, err := in.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return outcome{}, err
		}
		found++
	}
	out := outcome{time.Since(start), found}
	if got := in.Format().String(); got != format || found == 0 {
		return out, fmt.Errorf("%d records of %s, want some of %s", found, got, format)
	}
	return out, nil
}
