//go:build unix

package main

import (
	"fmt"
	"strings"
	"time"
)

// String is the tables, as they are kept.
func (r *results) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Measured by %[1]smake bench%[1]s

The Worker under workerd on the machine that wrote this, with Workers KV on its disk: %[2]d requests of each, one
after the other over one connection, after %[3]d that do not count; of the largest timeline a tenth. ms: from the first
byte sent to the last one received. CPU: what the kernel counts for the thread that runs the Worker, and for the
whole process, in which V8 also compiles and collects; all requests together, by their number. Cloudflare counts by
itself, on machines of its own: take these as what routes cost against each other, and against the 10 ms of its
free plan.

`, "`", r.requests, warm)
	r.table(&b, "As it is deployed", "Go has started, once, for all requests of an isolate.", r.rows)
	r.table(&b, "The first request of an isolate", fmt.Sprintf("In it Go starts, and V8 compiles what it runs through: %d Workers for each route. Cloudflare begins an\nisolate when it likes to, at each of its places.", starts), r.first)
	fmt.Fprintf(&b, "The process had %s MB at the end, of which V8, workerd and what stands in for Cloudflare's network are the most.\n", grouped(int(r.memory/1e6)))
	return b.String()
}

func (r *results) table(b *strings.Builder, title, text string, rows []row) {
	fmt.Fprintf(b, "## %s\n\n%s\n\n| route | timeline | ms, median | ms, slowest of 20 | CPU ms, thread | CPU ms, process |\n|---|---|---|---|---|---|\n", title, text)
	for _, row := range rows {
		timeline := row.timeline
		if n := r.bytes[timeline]; n > 0 {
			timeline += ", " + grouped(n) + " bytes"
		}
		fmt.Fprintf(b, "| %s | %s | **%s** | %s | %s | %s |\n", row.route, timeline, ms(row.times[len(row.times)/2]), ms(row.times[len(row.times)*19/20]),
			ms(row.thread/time.Duration(len(row.times))), ms(row.process/time.Duration(len(row.times))))
	}
	b.WriteString("\n")
}

// ms is a time to two places that mean something.
func ms(d time.Duration) string {
	v := d.Seconds() * 1e3
	if v < 10 {
		return fmt.Sprintf("%.1f", v)
	}
	return grouped(int(v + 0.5))
}

// grouped is a number with its thousands apart.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
