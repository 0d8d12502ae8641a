//go:build !js

package main

import (
	"fmt"
	"slices"
	"time"
)

// results is what was measured, and how.
type results struct {
	options
	races      []race
	importings []importing
	growths    []growth
	sizes      []size
	frames     []frames
	skipped    []string // names, and why
}

// outcome is one way of doing some work, timed once.
type outcome struct {
	time  time.Duration
	found int // events or rows: both ways have to find the same
}

// contest is two ways of doing the same work.
type contest struct {
	name, against string
	want          float64 // how many times faster ours has to be; 0: it is no aim
	bytes         int64   // 0: not of bytes
	ours, theirs  func() (outcome, error)
}

// race is a contest that was run.
type race struct {
	contest
	ratios []float64 // theirs to ours, of each run
	speed  float64   // ours, the median, in MB/s of this machine
}

// tries is how often each way is timed in one run. The best of them counts:
// what others do on the machine meanwhile only ever adds.
const tries = 3

// race times both ways in turn, begun with the other one in every second run.
func (r *results) race(c contest) error {
	if !r.wants(c.name) {
		return nil
	}
	out := race{contest: c}
	var speeds []float64
	for i := range r.runs {
		ways := [2]func() (outcome, error){c.ours, c.theirs}
		var best [2]outcome
		for j := range 2 * tries {
			way := (i + j) % 2
			got, err := ways[way]()
			if err != nil {
				return fmt.Errorf("%s, run %d: %w", c.name, i+1, err)
			}
			if j < 2 || got.time < best[way].time {
				best[way] = got
			}
		}
		ours, theirs := best[0], best[1]
		if ours.found != theirs.found || ours.found == 0 {
			return fmt.Errorf("%s: ours found %d, %s %d", c.name, ours.found, c.against, theirs.found)
		}
		out.ratios = append(out.ratios, float64(theirs.time)/float64(ours.time))
		speeds = append(speeds, float64(c.bytes)/1e6/ours.time.Seconds())
		r.say("%s: %v against %v\n", c.name, ours.time, theirs.time)
	}
	out.speed = median(speeds)
	r.races = append(r.races, out)
	return nil
}

// growth is how time grows with the bytes that are read.
type growth struct {
	name    string
	bytes   []int64
	ratios  [][]float64 // of each run and size: time a byte, relative to base
	base    int
	longest time.Duration
}

// grow times work over growing bytes.
func (r *results) grow(name string, base int, bytes []int64, work func(i int) (outcome, error)) error {
	if !r.wants(name) {
		return nil
	}
	g := growth{name: name, bytes: bytes, base: base}
	for range r.runs {
		perByte := make([]float64, len(bytes))
		for i, n := range bytes {
			got, err := work(i)
			if err != nil {
				return fmt.Errorf("%s, %d bytes: %w", name, n, err)
			}
			perByte[i] = got.time.Seconds() / float64(n)
			g.longest = max(g.longest, got.time)
			r.say("%s: %d bytes in %v\n", name, n, got.time)
		}
		ratios := make([]float64, len(bytes))
		for i := range bytes {
			ratios[i] = perByte[i] / perByte[base]
		}
		g.ratios = append(g.ratios, ratios)
	}
	r.growths = append(r.growths, g)
	return nil
}

// size is memory that was measured.
type size struct {
	name, unit string
	got        []float64 // of each run
	most       float64
}

// measured keeps the memory that something takes.
func (r *results) measured(s size) { r.sizes = append(r.sizes, s) }

func (r *results) wants(name string) bool { return r.only == nil || r.only.MatchString(name) }

func (r *results) skip(name, why string) { r.skipped = append(r.skipped, name+": "+why) }

func (r *results) say(format string, args ...any) {
	if r.progress != nil {
		fmt.Fprintf(r.progress, format, args...)
	}
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
