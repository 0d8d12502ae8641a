package ui_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
)

func ms(f float64) analyzer.Millis { return analyzer.Millis(f * float64(time.Millisecond)) }

func area(late, early json.Number) analyzer.AreaReport {
	return analyzer.AreaReport{Open: "0", Late: late, Filler: "0", Early: early}
}

func TestFiguresHaveAColumnForEachReader(t *testing.T) {
	first := ms(1400.25)
	pair := []analyzer.SeriesReport{
		{Rule: "at-close", PeakBytes: 80, FirstRelease: &first, Area: area("0", "0"), Time: analyzer.TimesReport{Open: ms(1234567.8912)}},
		{Rule: "read-all", PeakBytes: 1234567, Area: area("1044986.5", "0")},
	}
	for _, c := range []struct {
		name    string
		report  analyzer.Report
		columns string
		rows    map[string]string
	}{
		{"the pair", analyzer.Report{Series: pair}, "at-close read-all", map[string]string{
			"Peak held":               "80|1,234,567",
			"First release":           "1,400|none",
			"open: begun, not closed": "1,234,568|0",
			"closed and kept":         "0|1,044,986",
		}},
		{"a measured reader comes first", analyzer.Report{Series: pair, Observed: &analyzer.ObservedReport{PeakBytes: 640, Area: area("0", "-3")}}, "observed at-close read-all", map[string]string{
			"Peak held":       "640|80|1,234,567",
			"below the floor": "−3|0|0",
		}},
		{"an inflater comes last, with bytes alone", analyzer.Report{Series: pair, Inflater: &analyzer.InflaterReport{Coding: "gzip", PeakBytes: 50, PeakAfter: 7}}, "at-close read-all gzip, coded", map[string]string{
			"Peak held":       "80|1,234,567|50",
			"First release":   "1,400|none|",
			"closed and kept": "0|1,044,986",
		}},
		{"rows alone", analyzer.Report{Observed: &analyzer.ObservedReport{PeakAfter: 5, Area: area("0", "0")}}, "observed", map[string]string{"Peak after release": "5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := ui.Figures{Report: &c.report}
			var columns []string
			for _, col := range f.Columns() {
				columns = append(columns, col.Value)
			}
			if got := strings.Join(columns, " "); got != c.columns {
				t.Errorf("columns are %s, want %s", got, c.columns)
			}
			for _, row := range append(f.Rows(), f.Areas()...) {
				if strings.Trim(strings.Join(row.Cells, ""), "0") == "" {
					t.Errorf("%s is %q", row.Title, row.Cells)
				}
				if want, ok := c.rows[row.Title]; ok && strings.Join(row.Cells, "|") != want {
					t.Errorf("%s is %q, want %s", row.Title, row.Cells, want)
				}
				want := len(columns)
				if row.Unit == "byte·ms" {
					want = len(f.Readers())
				}
				if len(row.Cells) != want {
					t.Errorf("%s has %d cells in %d columns", row.Title, len(row.Cells), want)
				}
				delete(c.rows, row.Title)
			}
			if len(c.rows) > 0 {
				t.Errorf("no rows %v", c.rows)
			}
		})
	}
}

func TestMarksHaveARowForAllAndForTheLongest(t *testing.T) {
	f := ui.Figures{Report: &analyzer.Report{}}
	if f.Marks() != nil {
		t.Error("marks of a reader that kept none")
	}
	f.Report.Marks = &analyzer.MarksReport{Time: analyzer.StagesReport{Parse: ms(2), Handoff: ms(1142.4)}, Longest: analyzer.StagesReport{Read: ms(1), Handoff: ms(126)}}
	want := []ui.FigureRow{
		{Title: "In all", Unit: "ms", Cells: []string{"0", "2", "1,142"}},
		{Title: "Longest of one event", Unit: "ms", Cells: []string{"1", "0", "126"}},
	}
	if diff := cmp.Diff(want, f.Marks()); diff != "" {
		t.Error(diff)
	}
}

func TestTabsCountTheRowsOfEachTable(t *testing.T) {
	for _, c := range []struct {
		name string
		ui.Tables
		want string
	}{
		{"of chunks", ui.Tables{Row: "chunk", Totals: map[string]int{"stalls": 4, "events": 34, "chunks": 1234567}}, "Stalls 4|Events 34|Chunks 1,234,567|Bad 0"},
		{"of rows alone", ui.Tables{Row: "row", Totals: map[string]int{"chunks": 15}}, "Stalls 0|Events 0|Rows 15|Bad 0"},
		{"not known yet", ui.Tables{Row: "chunk"}, "Stalls |Events |Chunks |Bad "},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tabs []string
			for _, tab := range c.Tabs() {
				tabs = append(tabs, tab.Title+" "+tab.Count)
			}
			if got := strings.Join(tabs, "|"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestEmptyTableSaysWhy(t *testing.T) {
	none := map[string]int{}
	timed := analyzer.SourceReport{Times: true, Payload: true}
	for _, c := range []struct {
		name   string
		source analyzer.SourceReport
		totals map[string]int
		why    string
	}{
		{"stalls", timed, none, "No stretch between two handoffs was as long as the threshold."},
		{"stalls", timed, nil, ""},
		{"stalls", timed, map[string]int{"stalls": 1}, ""},
		{"stalls", analyzer.SourceReport{Payload: true}, none, "Without times no stall is known."},
		{"events", timed, none, "No event was found in these bytes."},
		{"events", analyzer.SourceReport{Times: true}, none, "Without payload no event is known."},
		{"bad", timed, map[string]int{"events": 3}, "No event is bad."},
		{"bad", analyzer.SourceReport{Times: true}, none, "Without payload no event is known."},
		{"chunks", timed, none, "Nothing was read."},
	} {
		if got := (&ui.Tables{Report: &analyzer.Report{Source: c.source}, Name: c.name, Totals: c.totals}).Empty(); got != c.why {
			t.Errorf("%s of %+v is empty: %q, want %q", c.name, c.source, got, c.why)
		}
	}
}

func TestPageListsTheTableThatIsChosen(t *testing.T) {
	p := newPage(t)
	p.Choose("bad") // nothing is shown yet
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.says(t, `>Bad</span> <small>0</small>`)
	p.says(t, "Without payload no event is known.")
	p.Choose("events")
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	if diff := cmp.Diff([]engine.Rows{{Table: "bad"}, {Table: "events"}, {Table: "events"}}, p.listed); diff != "" {
		t.Error(diff)
	}
	var shown []string
	for _, s := range p.shell {
		if strings.HasPrefix(s, "table ") {
			shown = append(shown, s)
		}
	}
	if diff := cmp.Diff([]string{"table bad 0 anew true", "table events 34 anew false", "table events 34 anew true"}, shown); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsLostThatComesUpWhileTheShellIsTold(t *testing.T) {
	p := newPage(t)
	p.onTable = func() {
		p.onTable = nil
		p.OnDismiss() // an event may come in when a script is called
	}
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.shell = nil
	p.Rendered()
	if diff := cmp.Diff([]string{"status ", "focus #headline"}, p.shell); diff != "" {
		t.Error(diff)
	}
}

func TestProofListsEvidenceInTimeUpToABound(t *testing.T) {
	p := ui.Proof{Row: "row", Evidence: make([]analyzer.EvidenceReport, 1234)}
	if p.Rows() != nil || p.Title() != "1,234 rows" || p.More() != "and 1,134 more; heldbytes analyze --json has all of them" {
		t.Errorf("closed: %d rows, %q and %q", len(p.Rows()), p.Title(), p.More())
	}
	p.Open = true
	if got := len(p.Rows()); got != 100 {
		t.Errorf("%d rows, want 100", got)
	}
	p = ui.Proof{Open: true, EOF: 7, Evidence: []analyzer.EvidenceReport{{Chunk: 7, Time: ms(9.96), Held: 1000}, {Chunk: 2, Time: ms(3.25)}}}
	if diff := cmp.Diff([]ui.EvidenceRow{{"2", "3.3", "0", "2"}, {"EOF", "10", "1,000", "7"}}, p.Rows()); diff != "" {
		t.Error(diff)
	}
}

func TestSignIsFilledWhereThereIsAFault(t *testing.T) {
	for _, c := range []struct {
		axis, code string
		fault      bool
	}{
		{"Reader", "late", true}, {"Reader", "keeps-bad", true}, {"Reader", "never-matched", true}, {"Reader", "drops", true},
		{"Reader", "early", true}, {"Reader", "slow-read", true}, {"Reader", "slow-handoff", true},
		{"Reader", "prompt", false}, {"Reader", "unmeasured", false}, {"Reader", "undecidable", false}, {"Reader", "sampled-late", false},
		{"Arrivals", "mid-event", true}, {"Arrivals", "silent", true}, {"Arrivals", "steady", false}, {"Arrivals", "untimed", false},
		{"Stream", "bad-events", true}, {"Stream", "ok", false}, {"Stream", "single-value", false}, {"Stream", "no-payload", false},
	} {
		f := ui.Finding{Axis: c.axis, Data: analyzer.FindingReport{Code: c.code}}
		if got := strings.Contains(f.Mark(), "fault"); got != c.fault {
			t.Errorf("%s %s: the sign is %q", c.axis, c.code, f.Mark())
		}
	}
}

func TestHeadlineIsTheReportsInParts(t *testing.T) {
	for _, c := range []struct {
		reader, arrivals string
		classes          string
	}{
		{"late", "mid-event", "release|open|sub"},
		{"keeps-bad", "steady", "release||sub"},
		{"prompt", "silent", "||sub"},
	} {
		r := &analyzer.Report{Parts: []string{"It kept 7 ms.", "One took 9 ms.", "1 stall, 9 ms: open 9 ms."}, Headline: "It kept 7 ms. One took 9 ms. 1 stall, 9 ms: open 9 ms."}
		r.Findings.Reader.Code, r.Findings.Arrivals.Code = c.reader, c.arrivals
		var text string
		var classes []string
		for _, p := range (&ui.Headline{Report: r}).Parts() {
			text += p.Text
			classes = append(classes, p.Class)
		}
		if got := strings.Join(classes, "|"); got != c.classes || text != r.Headline {
			t.Errorf("%s, %s: %q of classes %s, want %s", c.reader, c.arrivals, text, got, c.classes)
		}
	}
}

func TestOptionsIgnoreWhatIsNoThreshold(t *testing.T) {
	var got []float64
	o := ui.Options{Data: ui.DefaultOptions(), Change: func(d ui.OptionsData) { got = append(got, d.StallMS) }}
	for _, text := range []string{"", "x", "-1", "0", "NaN", "Inf", "12.5"} {
		o.OnStall(text)
		if want := map[bool]string{true: "true", false: "false"}[text != "12.5"]; o.Invalid() != want || o.Title() != map[bool]string{true: "Options", false: "Options, changed"}[text != "12.5"] {
			t.Errorf("%q: %s, invalid %s", text, o.Title(), o.Invalid())
		}
	}
	if diff := cmp.Diff([]float64{12.5}, got); diff != "" {
		t.Error(diff)
	}
}

func TestEverySampleHasACardWithASketch(t *testing.T) {
	cards := (&ui.Samples{}).Cards()
	if len(cards) != len(analyzer.Samples()) {
		t.Errorf("%d cards", len(cards))
	}
	for _, c := range cards {
		if c.Sketch == "" || c.Title == "" || c.Blurb == "" {
			t.Errorf("the card of %s is not complete: %+v", c.Name, c)
		}
	}
}
