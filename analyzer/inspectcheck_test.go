package analyzer_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

var tables = []string{analyzer.TableStalls, analyzer.TableEvents, analyzer.TableBad, analyzer.TableChunks}

// checkInspection holds what is true of every inspection: rows and places lead
// to each other, steps go from chunk to chunk and from stall to stall, a stretch
// of a table is that of the whole, totals are those of the report, and what is
// said of events is what one finds out by going through all of them.
func checkInspection(t *testing.T, rng *rand.Rand, a *analyzer.Analysis) {
	t.Helper()
	v, r := a.Inspect(), a.Report()
	n := a.Timeline.Points()
	open := 0
	if last, is := a.Timeline.Spans.Open(); is && last.Kind.IsEvent() {
		open = 1
	}
	totals := map[string]int{analyzer.TableChunks: n, analyzer.TableEvents: r.Framing.Events + open, analyzer.TableBad: r.Framing.Bad, analyzer.TableStalls: len(r.Stalls)}
	for _, name := range tables {
		whole := rowsOf(t, v, name, -1, analyzer.MostRows)
		for other, total := range totals {
			if whole.Totals[other] != total {
				t.Errorf("%d %s in the totals, want %d", whole.Totals[other], other, total)
			}
		}
		if want := min(totals[name], analyzer.MostRows); len(whole.Rows) != want || whole.From != 0 {
			t.Fatalf("%s: %d rows from %d, want %d", name, len(whole.Rows), whole.From, want)
		}
		for _, c := range whole.Head {
			checkText(t, c.Title)
		}
		for i, row := range whole.Rows {
			if len(row) != len(whole.Head) {
				t.Fatalf("%s: row %d has %d cells under %d heads", name, i, len(row), len(whole.Head))
			}
			for _, cell := range row {
				checkText(t, cell)
			}
			checkRow(t, v, analyzer.Spot{Table: name, Row: i})
		}
		from, count := rng.IntN(len(whole.Rows)+3), rng.IntN(9)-1
		part := rowsOf(t, v, name, from, count)
		to := min(from+max(count, 0), len(whole.Rows))
		if !slices.EqualFunc(part.Rows, whole.Rows[min(from, to):to], slices.Equal) {
			t.Errorf("%s: %d rows from %d are %q", name, count, from, part.Rows)
		}
	}
	for range 20 {
		checkSteps(t, v, a, rng.IntN(n), rng)
	}
	if len(a.Diagnosis.Rules) > 0 {
		checkEvents(t, v, a)
	}
	rule := []string{"at-close", "read-all", "chunk-end", "next-chunk", "never", "block:" + strconv.Itoa(1+rng.IntN(40)), "lag:" + strconv.Itoa(1+rng.IntN(9))}[rng.IntN(7)]
	k, err := v.Turn(rule)
	if err != nil || (k == nil) != (len(a.Diagnosis.Rules) == 0) {
		t.Fatalf("turned to %s: %+v, %v", rule, k, err)
	}
	if k != nil {
		checkText(t, k.Sentence)
	}
	checkHeld(t, v, a, rule, rng.IntN(n))
}

// checkText holds that a text is filled.
func checkText(t *testing.T, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "{}_") || strings.Contains(text, "  ") {
		t.Errorf("a text reads %q", text)
	}
}

// checkRow holds that a row leads to a place that the row is of.
func checkRow(t *testing.T, v *analyzer.Inspection, row analyzer.Spot) {
	t.Helper()
	f := v.Look(analyzer.Look{At: -7, Table: row.Table, Row: row.Row})
	if !slices.Contains(f.Rows, row) || f.From > f.To || f.At < f.From || f.At > f.To {
		t.Fatalf("%v is at %+v", row, f)
	}
	checkText(t, f.Place)
	at := v.Look(analyzer.Look{At: f.At, Here: f.Chunk})
	if at.Chunk != f.Chunk || at.At != f.At || at.Event != f.Event || at.Place != f.Place {
		t.Fatalf("from %v the cursor goes to %+v, and stands at %+v", row, f, at)
	}
	for _, spot := range at.Rows {
		switch {
		case spot.Table != row.Table:
		case row.Table == analyzer.TableChunks || row.Table == analyzer.TableStalls:
			if spot != row {
				t.Errorf("%v is at chunk %d, which is of %v", row, f.Chunk, spot)
			}
		default: // a chunk closes several
			if back := v.Look(analyzer.Look{Table: spot.Table, Row: spot.Row}); back.Chunk != f.Chunk && spot.Row >= row.Row {
				t.Errorf("%v is at chunk %d, and so is said of %v, which is at chunk %d", row, f.Chunk, spot, back.Chunk)
			}
		}
	}
}

// checkSteps holds that one finds the way from chunk k.
func checkSteps(t *testing.T, v *analyzer.Inspection, a *analyzer.Analysis, k int, rng *rand.Rand) {
	t.Helper()
	n := a.Timeline.Points()
	f := v.Look(analyzer.Look{Table: analyzer.TableChunks, Row: k})
	for _, step := range []int{-n - 3, -1, 1, rng.IntN(5), n + 3} {
		if step == 0 {
			continue
		}
		g := v.Look(analyzer.Look{At: f.At, Here: k, Chunks: step})
		if want := min(max(k+step, 0), n-1); g.Chunk != want {
			t.Fatalf("%d chunks from %d is %d, want %d", step, k, g.Chunk, want)
		}
	}
	last := v.Look(analyzer.Look{At: f.At, Here: -1})
	if last.At != f.At || last.Chunk < k {
		t.Fatalf("at %d is chunk %d, at %d", f.At, last.Chunk, last.At)
	}
	if next := v.Look(analyzer.Look{Table: analyzer.TableChunks, Row: last.Chunk + 1}); last.Chunk+1 < n && next.At <= f.At {
		t.Fatalf("the last chunk at %d is %d, but one more is at %d", f.At, last.Chunk, next.At)
	}
	stalls := a.Diagnosis.Stalls
	for _, step := range []int{-1, 1, 2} {
		g := v.Look(analyzer.Look{At: f.At, Here: k, Stalls: step})
		var away []diagnose.Stall
		for _, s := range stalls {
			if step > 0 && int64(s.From) > f.At || step < 0 && int64(s.From) < f.At {
				away = append(away, s)
			}
		}
		if len(away) == 0 {
			if g.Chunk != k || g.From != f.At || g.To != f.At {
				t.Fatalf("no stall lies %d from chunk %d, but one stands at %+v", step, k, g)
			}
			continue
		}
		want := away[min(max(step, 1), len(away))-1]
		if step < 0 {
			want = away[len(away)-1]
		}
		if g.Chunk != want.First || g.From != int64(want.From) || g.To != int64(want.To) {
			t.Fatalf("%d stalls from chunk %d is %+v, want %+v", step, k, g, want)
		}
	}
}

// checkHeld holds that the cursor says what the lines hold, the knob's among
// them.
func checkHeld(t *testing.T, v *analyzer.Inspection, a *analyzer.Analysis, rule string, k int) {
	t.Helper()
	f := v.Look(analyzer.Look{Table: analyzer.TableChunks, Row: k, Lines: v.Lines(), Rule: rule})
	said := map[string]analyzer.Held{}
	for _, h := range f.Held {
		if _, twice := said[h.Line]; twice {
			t.Errorf("%s is told twice", h.Line)
		}
		said[h.Line] = h
	}
	for _, line := range v.Lines() {
		var s *replay.Series
		switch r, err := replay.ParseRule(line); {
		case err == nil:
			s = replay.Run(a.Timeline, r)
		case line == "observed":
			s = a.Diagnosis.Observed.Series
		default:
			s = replay.FromInflater(a.Timeline)
		}
		if p := s.At(k); said[line].Before != p.Before || said[line].After != p.After || !strings.Contains(said[line].Text, diagnose.Group(p.After)) {
			t.Errorf("chunk %d under %s: %+v, want %d and %d", k, line, said[line], p.Before, p.After)
		}
	}
	if _, told := said[rule]; !told && len(a.Diagnosis.Rules) > 0 {
		t.Errorf("the knob at %s is not told", rule)
	}
}

// checkEvents goes through all events and compares what their table says.
func checkEvents(t *testing.T, v *analyzer.Inspection, a *analyzer.Analysis) {
	t.Helper()
	tl := a.Timeline
	rows := rowsOf(t, v, analyzer.TableEvents, 0, analyzer.MostRows)
	cell := func(row []string, title string) string {
		for i, c := range rows.Head {
			if c.Title == title {
				return row[i]
			}
		}
		return ""
	}
	clock := clockOf(tl)
	moment := func(k int) string {
		switch {
		case tl.Timed:
			return diagnose.Millis(clock[k])
		case k == len(tl.Chunks):
			return "EOF"
		}
		return diagnose.Group(int64(k))
	}
	gone := handedOff(a)
	number := 0
	for i, s := range tl.Spans.All() {
		if !s.Kind.IsEvent() || number >= len(rows.Rows) {
			continue
		}
		row := rows.Rows[number]
		opened, closed := pointOf(tl, s.Start+1, false), pointOf(tl, s.Proof, s.AtEOF)
		want := []string{diagnose.Group(int64(number)), s.Kind.String(), moment(opened)}
		got := []string{cell(row, "event"), cell(row, "kind"), cell(row, "opened")}
		if s.End != framing.Open {
			want = append(want, moment(closed), diagnose.Group(s.Len()))
			got = append(got, cell(row, "closed"), cell(row, "size"))
		}
		if gone != nil {
			let := "–"
			if k, is := gone[i]; is {
				let = moment(k)
			}
			want, got = append(want, let), append(got, cell(row, "let go"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("event %d: got %q, want %q", number, got, want)
		}
		number++
	}
	closed := 0
	for _, row := range rowsOf(t, v, analyzer.TableChunks, 0, analyzer.MostRows).Rows {
		i := slices.IndexFunc(rowsOf(t, v, analyzer.TableChunks, 0, 0).Head, func(c analyzer.Column) bool { return c.Title == "events closed" })
		n, err := strconv.Atoi(row[i])
		if err != nil {
			t.Fatal(err)
		}
		closed += n
	}
	if tl.Points() <= analyzer.MostRows && closed != a.Report().Framing.Events {
		t.Errorf("%d events closed in the chunks, want %d", closed, a.Report().Framing.Events)
	}
}

// clockOf is the times of points, held where they run backwards.
func clockOf(tl *timeline.Timeline) []time.Duration {
	out := make([]time.Duration, tl.Points())
	for k := range out {
		out[k] = tl.PointTime(k)
		if k > 0 {
			out[k] = max(out[k], out[k-1])
		}
	}
	return out
}

// pointOf is the first point at which so many bytes had come, or EOF, or the last
// point.
func pointOf(tl *timeline.Timeline, bytes int64, eof bool) int {
	for k, c := range tl.Chunks {
		if !eof && c.End >= bytes && bytes >= 0 {
			return k
		}
	}
	return tl.Points() - 1
}

// handedOff goes through points and spans and says where the observed reader let
// go of which span, or nil where none was observed or what it kept is not known
// from outside.
func handedOff(a *analyzer.Analysis) map[int]int {
	d, tl := a.Diagnosis, a.Timeline
	if d.Observed == nil || hasCode(d.Reader, diagnose.KeepsBad) {
		return nil
	}
	var spans []framing.Span
	plain := false
	for _, s := range tl.Spans.All() {
		spans = append(spans, s)
		plain = plain || s.Kind == framing.Event || s.Kind == framing.Bad && s.End != framing.Open
	}
	x, n := d.Observed.Series, len(tl.Chunks)
	drops := x.EOF && !(len(tl.Observed) > n && tl.Observed[n].Held >= 0 && tl.Observed[n].Parsed)
	out := map[int]int{}
	next, released := 0, int64(0)
	for k, p := range x.All() {
		eof := x.EOF && k == n
		if !eof || !drops {
			released = max(released, p.Released)
		}
		for ; next < len(spans); next++ {
			s := spans[next]
			closed := eof || s.ProvedBy(p.Received)
			gone := (s.End <= released || closed && s.Ready <= released) && (!s.AtEOF || eof && !drops)
			counts := s.Kind.IsEvent() && (!plain || s.Kind == framing.Event || s.Kind == framing.Bad)
			if !counts {
				gone = gone || closed
			}
			if s.End == framing.Open || !gone {
				break
			}
			out[next] = k
		}
	}
	return out
}

func hasCode(f diagnose.Finding, code diagnose.Code) bool {
	return f.Code == code || slices.ContainsFunc(f.Also, func(also diagnose.Finding) bool { return also.Code == code })
}
