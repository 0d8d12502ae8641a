package ui_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
)

func ms(f float64) analyzer.Millis { return analyzer.Millis(f * float64(time.Millisecond)) }

func TestFiguresHaveAColumnForEachReader(t *testing.T) {
	first := ms(1400.25)
	pair := []analyzer.SeriesReport{
		{Rule: "at-close", PeakBytes: 80, FirstRelease: &first, Time: analyzer.TimesReport{Open: ms(1234567.8912)}},
		{Rule: "read-all", PeakBytes: 1234567, Area: analyzer.AreaReport{Late: "1044986.5"}},
	}
	for _, c := range []struct {
		name    string
		report  analyzer.Report
		columns string
		rows    map[string]string
	}{
		{"the pair", analyzer.Report{Series: pair}, "at-close read-all", map[string]string{
			"Peak held":              "80|1,234,567",
			"First release":          "1,400.25|none",
			"Time begun, not closed": "1,234,567.891|0",
		}},
		{"a measured reader comes first", analyzer.Report{Series: pair, Observed: &analyzer.ObservedReport{PeakBytes: 640, Area: analyzer.AreaReport{Early: "-3"}}}, "observed at-close read-all", map[string]string{
			"Peak held":             "640|80|1,234,567",
			"Area, below the floor": "−3||",
			"Area, closed and kept": "||1,044,986",
		}},
		{"rows alone", analyzer.Report{Observed: &analyzer.ObservedReport{PeakAfter: 5}}, "observed", map[string]string{"Peak after release": "5"}},
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
			for _, row := range f.Rows() {
				if want, ok := c.rows[row.Title]; ok && strings.Join(row.Cells, "|") != want {
					t.Errorf("%s is %q, want %s", row.Title, row.Cells, want)
				}
				if len(row.Cells) != len(columns) {
					t.Errorf("%s has %d cells in %d columns", row.Title, len(row.Cells), len(columns))
				}
				delete(c.rows, row.Title)
			}
			if len(c.rows) > 0 {
				t.Errorf("no rows %v", c.rows)
			}
		})
	}
}

func TestStallsAreTold(t *testing.T) {
	s := ui.Stalls{Stalls: []analyzer.StallReport{{From: ms(663), To: ms(1668.5), Held: 2700, Chunks: [2]int{13, 15},
		Time: analyzer.TimesReport{Open: ms(934), Idle: ms(71.5)}}}}
	want := []ui.StallRow{{From: "663", To: "1,668.5", Length: "1,005.5", Release: "0", Open: "934", Filler: "0", Idle: "71.5", Held: "2,700", Chunks: "13 – 15"}}
	if diff := cmp.Diff(want, s.Rows()); diff != "" || s.Title() != "1 stall" {
		t.Errorf("%s: %s", s.Title(), diff)
	}
}

func TestFindingListsEvidenceUpToABound(t *testing.T) {
	f := ui.Finding{Proof: "row", Data: analyzer.FindingReport{Evidence: make([]analyzer.EvidenceReport, 1234)}}
	if got := len(f.Rows()); got != 100 {
		t.Errorf("%d rows, want 100", got)
	}
	if f.ProofTitle() != "1,234 rows" || f.More() != "and 1,134 more; the CSV has all of them" {
		t.Errorf("%q and %q", f.ProofTitle(), f.More())
	}
}

func TestOptionsIgnoreWhatIsNoThreshold(t *testing.T) {
	var got []float64
	o := ui.Options{Data: ui.DefaultOptions(), Change: func(d ui.OptionsData) { got = append(got, d.StallMS) }}
	for _, text := range []string{"", "x", "-1", "0", "NaN", "Inf", "12.5"} {
		o.OnStall(text)
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
