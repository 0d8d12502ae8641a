package ui

import (
	"fmt"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// Recording names the recording that is shown, if one is.
func (c *Lab) Recording() string { return c.page.shown.recording().String() }

// Sources are the chunks to choose from.
func (c *Lab) Sources() []Choice {
	out := []Choice{{"", t("thirty, made up")}}
	if !c.page.shown.empty() {
		out = append(out, Choice{"own", c.Recording()})
	}
	return out
}

// Source is the one chosen.
func (c *Lab) Source() string {
	if c.Own {
		return "own"
	}
	return ""
}

// Releases are what the second reader can do.
func (c *Lab) Releases() []Choice { return labReleases() }

// Verdict is the result, or why there is none.
func (c *Lab) Verdict() string { return c.Report.Result + c.Report.Elsewhere }

// About says what both readers took.
func (c *Lab) About() string {
	r := c.Report
	if r.Source.Chunks == 0 {
		return "" // a plan
	}
	about := []string{count(int64(r.Source.Chunks), "chunk"), count(r.Source.Bytes, "byte"), count(int64(r.Framing.Events), "event"), fmt.Sprintf(t("%s bad"), whole(int64(r.Framing.Bad)))}
	words := spoken.Catalogue()
	return strings.Join(about, words["list.comma"]) + words["list.end"] + words["list.sentences"] + strings.Join(r.Source.Remarks, words["list.sentences"])
}

// Title counts what is executed.
func (c *Lab) Title() string {
	return say("{executed} of {runs run runs} executed", diagnose.Args{"executed": int64(c.Report.Executed()), "runs": int64(len(c.Report.Runs))})
}

// LabRow is a run, as text.
type LabRow struct {
	Pair, Place, Release string
	Executed             bool
	Not                  string // the label of one that is not executed
	Cells                []LabCell
}

// LabCell is a figure of a run and what it is.
type LabCell struct {
	Title, Value string
}

// Columns are the titles of the table.
func (c *Lab) Columns() []string {
	var titles []string
	for _, title := range analyzer.RunColumns {
		titles = append(titles, t(title))
	}
	return titles
}

// Rows are the runs, in order.
func (c *Lab) Rows() []LabRow {
	titles := c.Columns()
	var rows []LabRow
	for _, run := range c.Report.Runs {
		cells := c.Report.Cells(spoken, run)
		r := LabRow{Pair: cells[0], Place: cells[1], Release: cells[2], Executed: run.Executed}
		if run.Executed {
			for i, value := range cells[3:] {
				r.Cells = append(r.Cells, LabCell{titles[3+i], value})
			}
		} else {
			r.Not = cells[3]
		}
		rows = append(rows, r)
	}
	return rows
}

// Notes say how to read them.
func (c *Lab) Notes() string { return c.Report.Notes(spoken) }
