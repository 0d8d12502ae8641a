//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
)

// frames is how the page keeps up while something moves on it.
type frames struct {
	name string
	runs []panned
}

// panned is what one run saw of its frames.
type panned struct {
	Frames  int     `json:"frames"`
	Over    int     `json:"over"`    // took more than 20 ms
	Longest float64 `json:"longest"` // in ms
	Drawn   int     `json:"drawn"`   // drawings that the engine had made by their end
}

// mostOver is how many of a hundred frames may take more than 20 ms.
const mostOver = 1

// over is the frames of a hundred that took more than 20 ms, of each run.
func (f *frames) over() []float64 {
	var all []float64
	for _, p := range f.runs {
		all = append(all, 100*float64(p.Over)/float64(p.Frames))
	}
	return all
}

// oneEach is a capture of n chunks that each close an event.
func oneEach(n int) func(io.Writer) error {
	return func(w io.Writer) error {
		for i := range n {
			if _, err := fmt.Fprintf(w, `{"t_ms":%d.%03d,"text":"{\"n\":%d}\n"}`+"\n", i, i%1000, i%(1+i%5000)); err != nil {
				return err
			}
		}
		return nil
	}
}

// panning moves the view over the graph of a million chunks, a step a frame, and
// beside it nothing at all, for what the machine does by itself.
func panning(r *results, t *tab, dir string) error {
	const moving, still = "a million chunks, a step a frame", "the same page, at rest"
	if !r.wants(moving) && !r.wants(still) {
		return nil
	}
	path, _, err := file(dir, "panned", oneEach(r.size(1_000_000)))
	if err != nil {
		return err
	}
	if err := t.give(filepath.Clean(path)); err != nil {
		return err
	}
	if _, err := t.ask("dropped"); err != nil {
		return err
	}
	count := 600
	if r.smoke {
		count = 20
	}
	for _, f := range []*frames{{name: moving}, {name: still}} {
		for range r.runs {
			args, err := json.Marshal([]any{count, f.name == moving})
			if err != nil {
				return err
			}
			got, err := evaluate[panned](t, fmt.Sprintf("bench.panned(...%s)", args))
			if err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			f.runs = append(f.runs, got)
			r.say("%s: %d frames of %d over 20 ms, the longest %.1f ms, %d drawn\n", f.name, got.Over, got.Frames, got.Longest, got.Drawn)
		}
		r.frames = append(r.frames, *f)
	}
	return nil
}
