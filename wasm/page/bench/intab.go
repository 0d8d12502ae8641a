//go:build !js

package main

import (
	"io"
	"path/filepath"
)

// request is what the driver asks of the engine; see engine.Analyze.
type request struct {
	Format  string `json:"format"`
	Framing string `json:"framing,omitempty"`
}

// inTab races the engine of the page, times its importers, and sees how its time and its memory
// grow.
func inTab(r *results, t *tab, dir string) error {
	if err := pageRaces(r, t, dir); err != nil {
		return err
	}
	if err := dropRace(r, t, dir); err != nil {
		return err
	}
	if err := panning(r, t, dir); err != nil {
		return err
	}
	if err := imports(r, t, dir); err != nil {
		return err
	}
	if err := pageGrowth(r, t, dir); err != nil {
		return err
	}
	return pageMemory(r, t, dir)
}

func pageRaces(r *results, t *tab, dir string) error {
	n := int64(r.size(64 << 20))
	for _, c := range []struct {
		name, against, peer string
		want                float64
		data                func(io.Writer) error
		ours                string
		request             request
	}{
		{"SSE, page", "npm eventsource-parser and JSON.parse", "sse", 2.5, sse(n), "findings", request{Format: "body"}},
		{"NDJSON, page", "a split at the line feed and JSON.parse", "ndjson", 2.5, ndjson(n), "findings", request{Format: "body"}},
		{"CSV of a million rows to the graph, page", "npm papaparse with dynamicTyping", "csv", 6, rows(r.size(1_000_000)), "figure", request{Format: "samples"}},
	} {
		switch {
		case !r.wants(c.name):
			continue
		case !t.peers && !r.smoke:
			return errNoPeers
		}
		path, bytes, err := file(dir, c.peer, c.data)
		if err != nil {
			return err
		}
		if err := t.give(path); err != nil {
			return err
		}
		ours := func() (outcome, error) {
			got, err := t.ask(c.ours, c.request)
			return got.outcome(), err
		}
		if !t.peers {
			r.skip(c.name, errNoPeers.Error())
			_, err = ours()
		} else {
			err = r.race(contest{
				name: c.name, against: c.against, want: c.want, bytes: bytes, ours: ours,
				theirs: func() (outcome, error) {
					got, err := t.ask("theirs", c.peer)
					return got.outcome(), err
				},
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dropRace times a large recording from the drop to the graph in sight.
func dropRace(r *results, t *tab, dir string) error {
	const name = "100 MB in the capture form, from the drop to its graph"
	if !r.wants(name) {
		return nil
	}
	path, bytes, err := file(dir, "dropped", func(w io.Writer) error {
		p := &printer{w: w}
		formLines(p, int64(max(r.size(100_000_000), leastRecording)))
		return p.err
	})
	if err != nil {
		return err
	}
	if err := t.give(path); err != nil {
		return err
	}
	by := func(function string, args ...any) func() (outcome, error) {
		return func() (outcome, error) {
			got, err := t.ask(function, args...)
			return got.outcome(), err
		}
	}
	return r.race(contest{
		name: name, against: "JSON.parse of its lines, and nothing more", bytes: bytes,
		ours: by("dropped"), theirs: by("parsed", "lines"),
	})
}

func pageGrowth(r *results, t *tab, dir string) error {
	for _, c := range []struct {
		name    string
		base    int
		mega    []int64
		data    func(n int64) func(io.Writer) error
		request request
	}{
		{"SSE of short events, page", 1, []int64{1, 10, 100, 1000}, sse, request{Format: "body"}},
		{"one event in chunks of 1 KiB, page", 0, []int64{4, 16, 64}, func(n int64) func(io.Writer) error { return oneEvent(n, 1<<10) }, request{Format: "capture"}},
	} {
		if !r.wants(c.name) {
			continue
		}
		var paths []string
		var bytes []int64
		for _, mega := range c.mega {
			path, n, err := file(dir, c.name+"-"+string(rune('a'+len(paths))), c.data(int64(r.size(int(mega<<20)))))
			if err != nil {
				return err
			}
			paths, bytes = append(paths, path), append(bytes, n)
		}
		err := r.grow(c.name, c.base, bytes, func(i int) (outcome, error) {
			if err := t.give(paths[i]); err != nil {
				return outcome{}, err
			}
			got, err := t.ask("findings", c.request)
			return got.outcome(), err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func pageMemory(r *results, t *tab, dir string) error {
	s := size{name: "wasm memory, one event of 1 GiB in chunks of 64 KiB", unit: "MB", most: 24}
	if !r.wants(s.name) {
		return nil
	}
	path, _, err := file(dir, "large", oneEvent(int64(r.size(1<<30)), 64<<10))
	if err != nil {
		return err
	}
	if err := t.give(filepath.Clean(path)); err != nil {
		return err
	}
	for range r.runs {
		got, err := t.ask("memory", request{Format: "capture"})
		if err != nil {
			return err
		}
		s.got = append(s.got, float64(got.Memory)/1e6)
	}
	r.measured(s)
	return nil
}
