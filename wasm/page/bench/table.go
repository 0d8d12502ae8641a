//go:build !js

package main

import (
	"fmt"
	"strings"
)

// String is the tables, in Markdown.
func (r *results) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Measured by `make bench`\n\n")
	fmt.Fprintf(&b, "Every figure is a ratio within one run: both ways read the same bytes, in turn, in one process or one tab,\n")
	fmt.Fprintf(&b, "so that it means the same on another machine. A run takes the best of %d of each; of %s the median\n", tries, plural(r.runs, "run"))
	fmt.Fprintf(&b, "is in bold. Speeds are of the machine that wrote this and of no other.\n")
	b.WriteString("\nNative: from bytes to findings, in reads of 4 KiB, in one goroutine. Page: from a File on disk to findings (to\n")
	b.WriteString("the graph) in the engine's Worker; the peer runs in a Worker of its own in the same tab and reads the same File,\n")
	b.WriteString("in 4 KiB pieces by a streaming TextDecoder. papaparse reads it by itself, in pieces of its own.\n")
	if len(r.races) > 0 {
		b.WriteString("\n## How many times faster\n\n")
		b.WriteString("| what | against | times faster | runs | at least | here, MB/s |\n|---|---|---|---|---|---|\n")
		for _, c := range r.races {
			least, speed := "", ""
			if c.want > 0 {
				least = fmt.Sprintf("%.1f", c.want)
			}
			if c.bytes > 0 {
				speed = fmt.Sprintf("%.0f", c.speed)
			}
			fmt.Fprintf(&b, "| %s | %s | **%.2f** | %s | %s | %s |\n", c.name, c.against, median(c.ratios), list("%.2f", c.ratios), least, speed)
		}
	}
	if len(r.importings) > 0 {
		b.WriteString("\n## Importers\n\nNative: an importer alone, to the end of the recording. Page: the same from a File on disk, and on to findings.\n")
		b.WriteString("JSON.parse: in a Worker of the same tab, from the same File to values; of lines, line by line. In MB/s; a run takes\n")
		fmt.Fprintf(&b, "the best of %d.\n\n", importTries)
		b.WriteString("| recording | MB | native | page | to findings | JSON.parse | page, of JSON.parse | runs | at least |\n|---|---|---|---|---|---|---|---|---|\n")
		for _, c := range r.importings {
			parse := " |  |  | "
			if c.json {
				parse = fmt.Sprintf("%.0f | **%.2f** | %s | %.2f", median(c.parse), median(c.ratios()), list("%.2f", c.ratios()), leastOfParse)
			}
			fmt.Fprintf(&b, "| %s | %.0f | %.0f | %.0f | %.0f | %s |\n", c.name, float64(c.bytes)/1e6, median(c.native), median(c.page), median(c.findings), parse)
		}
	}
	if len(r.growths) > 0 {
		b.WriteString("\n## How time grows\n\nTime a byte, relative to the size that is 1.00; what grows in proportion stays there.\n\n")
		b.WriteString("| what | MB | time a byte | runs |\n|---|---|---|---|\n")
		for _, g := range r.growths {
			for i, n := range g.bytes {
				var ratios []float64
				for _, run := range g.ratios {
					ratios = append(ratios, run[i])
				}
				fmt.Fprintf(&b, "| %s | %.0f | **%.2f** | %s |\n", g.name, float64(n)/1e6, median(ratios), list("%.2f", ratios))
			}
		}
	}
	if len(r.frames) > 0 {
		b.WriteString("\n## How it keeps up\n\nFrames of a hundred that took more than 20 ms.\n\n| what | of a hundred | runs | at most | frames | drawings | longest, ms |\n|---|---|---|---|---|---|---|\n")
		for i, f := range r.frames {
			most := ""
			if i == 0 {
				most = fmt.Sprint(mostOver)
			}
			last := f.runs[len(f.runs)-1]
			fmt.Fprintf(&b, "| %s | **%.1f** | %s | %s | %d | %d | %.0f |\n", f.name, median(f.over()), list("%.1f", f.over()), most, last.Frames, last.Drawn, last.Longest)
		}
	}
	if len(r.sizes) > 0 {
		b.WriteString("\n## How much memory\n\n| what | | runs | at most |\n|---|---|---|---|\n")
		for _, s := range r.sizes {
			most := ""
			if s.most > 0 {
				most = fmt.Sprintf("%g %s", s.most, s.unit)
			}
			fmt.Fprintf(&b, "| %s | **%.1f** %s | %s | %s |\n", s.name, median(s.got), s.unit, list("%.1f", s.got), most)
		}
	}
	for i, s := range r.skipped {
		if i == 0 {
			b.WriteString("\n## What was not measured\n\n")
		}
		fmt.Fprintf(&b, "- %s\n", s)
	}
	return b.String()
}

func list(format string, v []float64) string {
	var s []string
	for _, x := range v {
		s = append(s, fmt.Sprintf(format, x))
	}
	return strings.Join(s, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
