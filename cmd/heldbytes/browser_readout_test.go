//go:build !js

package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// reports are the analyses whose reports are looked at.
var reports = []struct {
	name string
	of   func(t testing.TB) *analyzer.Analysis
}{
	{"bad-event", func(t testing.TB) *analyzer.Analysis { return analyzedSample(t, "bad-event") }},
	{"upstream", func(t testing.TB) *analyzer.Analysis { return analyzedSample(t, "upstream") }},
	{"unmeasured", readText(twoEvents)},
	{"untimed", readText(untimed)},
	{"marks", readText(markedRows)},
	{"stalls", readText(manyStalls(500))},
}

func readText(text string) func(t testing.TB) *analyzer.Analysis {
	return func(t testing.TB) *analyzer.Analysis {
		return analyzed(t, strings.NewReader(text), analyzer.Options{})
	}
}

// readOut is what is under the cursor, in the order of the report.
const readOut = `[...document.querySelectorAll(".readings dd")].map((dd) => dd.textContent).join(" | ")`

// sameTime reports whether a point has the time of another.
func sameTime(want []string, i int) bool {
	n := 0
	at, _, _ := strings.Cut(want[i], " | ")
	for _, w := range want {
		if strings.HasPrefix(w, at+" | ") {
			n++
		}
	}
	return n > 1
}

// readOuts are what the report reads at each point, from what the command writes
// as CSV.
func readOuts(t testing.TB, a *analyzer.Analysis) []string {
	t.Helper()
	rows := csvRows(t, func(b *strings.Builder) error { return a.WriteCSV(b) })
	var floor []map[string]string
	if a.Timeline.Payload {
		rule := replay.Rule{Kind: replay.AtClose}
		floor = csvRows(t, func(b *strings.Builder) error { return a.WriteSeries(b, rule) })
	}
	type span struct {
		start int64
		kind  byte
		row   int
	}
	var spans []span
	for i, row := range rows {
		for _, cell := range strings.Fields(row["spans"]) {
			var s span
			at := strings.IndexAny(cell, "eshbkf")
			from, _, _ := strings.Cut(cell[:at], ":")
			s.start, _ = strconv.ParseInt(from, 10, 64)
			s.kind, s.row = cell[at], i
			spans = append(spans, s)
		}
	}
	received := int64(0)
	var out []string
	for i, row := range rows {
		var parts []string
		if a.Timeline.Timed {
			parts = append(parts, grouped(row["t_ms"]))
		}
		n, err := strconv.ParseInt(row["chunk_bytes"], 10, 64)
		if received += n; err == nil || row["chunk_bytes"] == "" && len(a.Timeline.Chunks) == 0 {
			parts = append(parts, strconv.Itoa(i))
		} else {
			parts = append(parts, "EOF")
		}
		if len(a.Timeline.Chunks) > 0 {
			parts = append(parts, grouped(strconv.FormatInt(received, 10)))
		}
		held := func(row map[string]string) string {
			before := row["held_before"]
			if before == "" {
				before = row["held_bytes"]
			}
			return grouped(before) + ", then " + grouped(row["held_bytes"])
		}
		switch {
		case a.Timeline.Observed != nil && floor != nil:
			parts = append(parts, held(row), held(floor[i]))
		case a.Timeline.Observed != nil:
			parts = append(parts, held(row))
		default: // all of it until EOF
			after := received
			if parts[len(parts)-2] == "EOF" {
				after = 0
			}
			parts = append(parts, fmt.Sprintf("%s, then %s", grouped(strconv.FormatInt(received, 10)), grouped(strconv.FormatInt(after, 10))), held(floor[i]))
		}
		if a.Timeline.Payload {
			event, closed := "none", 0
			for _, s := range spans {
				if s.start >= received {
					break
				}
				event = fmt.Sprint(closed)
				if s.kind == 'b' {
					event += ", bad"
				}
				if s.row > i {
					event += ", begun"
					break
				}
				event += ", closed"
				closed++
			}
			parts = append(parts, event)
		}
		out = append(out, strings.Join(parts, " | "))
	}
	return out
}

func csvRows(t testing.TB, write func(*strings.Builder) error) []map[string]string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(b.String()))
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// grouped puts commas between the thousands of a number.
func grouped(n string) string {
	whole, rest, _ := strings.Cut(n, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}

// writeReport writes the report of an analysis as the command does.
func writeReport(t testing.TB, a *analyzer.Analysis) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := documentOf(a).Write(f); err != nil {
		t.Fatal(err)
	}
	return path
}

// openFile opens a file from the disk.
func (p *tab) openFile(path string) {
	p.Helper()
	p.do(chromedp.Navigate("file://" + path))
}

// press presses a key, where the focus is or at an element.
func (p *tab) press(key string, at ...string) {
	p.Helper()
	for _, selector := range at {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).focus()", selector)))
	}
	e := input.DispatchKeyEventParams{}
	name, shift := strings.CutPrefix(key, "Shift+")
	if shift {
		e.Modifiers = 8
	}
	e.Key, e.Code = name, name
	e.WindowsVirtualKeyCode = map[string]int64{"ArrowLeft": 37, "ArrowRight": 39, "Home": 36}[name]
	e.Type = input.DispatchKeyEventTypeRawKeyDown
	p.do(call(input.DispatchKeyEvent, e))
	e.Type = input.DispatchKeyEventTypeKeyUp
	p.do(call(input.DispatchKeyEvent, e))
}

// point moves the pointer.
func (p *tab) point(x, y float64) {
	p.Helper()
	p.do(call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y}))
}

// call is an action that calls the browser and has no value.
func call[P, R any](method cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, method, params)
		return chromedp.Void{}, err
	}
}
