package ui

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Figures is the table of the pair: what each reader held, and for how long.
type Figures struct {
	Report *analyzer.Report
	Open   bool // the areas are in sight
}

// FigureRow is a figure of every reader.
type FigureRow struct {
	Title, Unit string
	Class       string // the sign of a cause
	Cells       []string
}

// Columns name the readers, and behind them the inflater, if there is one.
func (c *Figures) Columns() []Choice {
	cols := c.Readers()
	if x := c.Report.Inflater; x != nil {
		cols = append(cols, Choice{fmt.Sprintf(t("%s, coded"), x.Coding), t("inflater")})
	}
	return cols
}

// Readers name the readers.
func (c *Figures) Readers() []Choice {
	var cols []Choice
	if c.Report.Observed != nil {
		cols = append(cols, Choice{t("observed"), t("your reader")})
	}
	for _, s := range c.Report.Series {
		cols = append(cols, Choice{s.Rule, t(ruleTitles[s.Rule])})
	}
	return cols
}

var ruleTitles = map[string]string{
	"at-close":  later("incremental"),
	"read-all":  later("buffered"),
	"chunk-end": later("when a chunk ends whole"),
	"never":     later("no event found"),
}

// figureSpec is a row to be: its title, and how to read it off a series and off
// what was observed.
type figureSpec struct {
	title, unit, class string
	series             func(*analyzer.SeriesReport) string
	observed           func(*analyzer.ObservedReport) string
}

var (
	peakHeld  = later("Peak held")
	peakAfter = later("Peak after release")
)

var heldSpecs = []figureSpec{
	{peakHeld, later("bytes"), "", func(s *analyzer.SeriesReport) string { return whole(s.PeakBytes) }, func(o *analyzer.ObservedReport) string { return whole(o.PeakBytes) }},
	{peakAfter, later("bytes"), "", func(s *analyzer.SeriesReport) string { return whole(s.PeakAfter) }, func(o *analyzer.ObservedReport) string { return whole(o.PeakAfter) }},
	{later("First release"), later("ms"), "", func(s *analyzer.SeriesReport) string { return maybeMillis(s.FirstRelease) }, func(o *analyzer.ObservedReport) string { return maybeMillis(o.FirstRelease) }},
	{later("Last release"), later("ms"), "", func(s *analyzer.SeriesReport) string { return maybeMillis(s.LastRelease) }, func(o *analyzer.ObservedReport) string { return maybeMillis(o.LastRelease) }},
	timeSpec(later("release: closed, not let go"), "release", func(t *analyzer.TimesReport) analyzer.Millis { return t.Release }),
	timeSpec(later("open: begun, not closed"), "open", func(t *analyzer.TimesReport) analyzer.Millis { return t.Open }),
	timeSpec(later("filler: no event"), "filler", func(t *analyzer.TimesReport) analyzer.Millis { return t.Filler }),
	timeSpec(later("idle: nothing held"), "idle", func(t *analyzer.TimesReport) analyzer.Millis { return t.Idle }),
}

var areaSpecs = []figureSpec{
	areaSpec(later("event open"), func(a *analyzer.AreaReport) json.Number { return a.Open }),
	areaSpec(later("closed and kept"), func(a *analyzer.AreaReport) json.Number { return a.Late }),
	areaSpec(later("filler"), func(a *analyzer.AreaReport) json.Number { return a.Filler }),
	areaSpec(later("below the floor"), func(a *analyzer.AreaReport) json.Number { return a.Early }),
}

func areaSpec(title string, of func(*analyzer.AreaReport) json.Number) figureSpec {
	return figureSpec{title, later("byte·ms"), "",
		func(s *analyzer.SeriesReport) string { return area(of(&s.Area)) },
		func(o *analyzer.ObservedReport) string { return area(of(&o.Area)) }}
}

func timeSpec(title, cause string, of func(*analyzer.TimesReport) analyzer.Millis) figureSpec {
	return figureSpec{title, later("ms"), "swatch " + cause,
		func(s *analyzer.SeriesReport) string { return millis(of(&s.Time)) },
		func(o *analyzer.ObservedReport) string { return millis(of(&o.Time)) }}
}

// Rows are bytes and times, a cell for each of Columns. Of the inflater there
// are bytes alone.
func (c *Figures) Rows() []FigureRow {
	rows := c.rows(heldSpecs)
	x := c.Report.Inflater
	if x == nil {
		return rows
	}
	for i := range rows {
		cell := ""
		switch rows[i].Title {
		case t(peakHeld):
			cell = whole(x.PeakBytes)
		case t(peakAfter):
			cell = whole(x.PeakAfter)
		}
		rows[i].Cells = append(rows[i].Cells, cell)
	}
	return rows
}

// Marks are how long events took from mark to mark, where the reader kept marks.
func (c *Figures) Marks() []FigureRow {
	m := c.Report.Marks
	if m == nil {
		return nil
	}
	row := func(title string, s analyzer.StagesReport) FigureRow {
		return FigureRow{Title: title, Unit: t("ms"), Cells: []string{millis(s.Read), millis(s.Parse), millis(s.Handoff)}}
	}
	return []FigureRow{row(t("In all"), m.Time), row(t("Longest of one event"), m.Longest)}
}

// Areas are held bytes over time, a cell for each of Readers.
func (c *Figures) Areas() []FigureRow { return c.rows(areaSpecs) }

// rows leaves out what is 0 of every reader.
func (c *Figures) rows(specs []figureSpec) []FigureRow {
	var rows []FigureRow
	for _, f := range specs {
		row := FigureRow{Title: t(f.title), Unit: t(f.unit), Class: f.class}
		if c.Report.Observed != nil {
			row.Cells = append(row.Cells, f.observed(c.Report.Observed))
		}
		for i := range c.Report.Series {
			row.Cells = append(row.Cells, f.series(&c.Report.Series[i]))
		}
		if slices.ContainsFunc(row.Cells, func(cell string) bool { return cell != "0" }) {
			rows = append(rows, row)
		}
	}
	return rows
}
