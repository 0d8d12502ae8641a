package ui

// Figures is the table of the pair: what each reader held, and for how long.
type Figures struct {
	Report *Report
}

// FigureRow is a figure of every reader.
type FigureRow struct {
	Title, Unit string
	Class       string // the sign of a cause
	Cells       []string
}

// Columns name the readers.
func (c *Figures) Columns() []Choice {
	var cols []Choice
	if c.Report.Observed != nil {
		cols = append(cols, Choice{"observed", "your reader"})
	}
	for _, s := range c.Report.Series {
		cols = append(cols, Choice{s.Rule, ruleTitles[s.Rule]})
	}
	return cols
}

var ruleTitles = map[string]string{
	"at-close":  "incremental",
	"read-all":  "buffered",
	"chunk-end": "when a chunk ends whole",
	"never":     "no event found",
}

// figure is a row to be: its title, and how to read it off a series and off
// what was observed.
type figureSpec struct {
	title, unit, class string
	series             func(*Series) string
	observed           func(*Observed) string
}

func unknown(*Observed) string { return "–" }

var figureSpecs = []figureSpec{
	{"Peak held", "bytes", "", func(s *Series) string { return whole(s.PeakBytes) }, func(o *Observed) string { return whole(o.PeakBytes) }},
	{"Peak after release", "bytes", "", func(s *Series) string { return whole(s.PeakAfter) }, unknown},
	{"First release", "ms", "", func(s *Series) string { return maybe(s.FirstRelease) }, unknown},
	{"Last release", "ms", "", func(s *Series) string { return maybe(s.LastRelease) }, unknown},
	areaSpec("Area, event open", func(a *Area) float64 { return a.Open }),
	areaSpec("Area, closed and kept", func(a *Area) float64 { return a.Late }),
	areaSpec("Area, filler", func(a *Area) float64 { return a.Filler }),
	areaSpec("Area, below the floor", func(a *Area) float64 { return a.Early }),
	timeSpec("Time closed, not let go", "release", func(t *Times) float64 { return t.Release }),
	timeSpec("Time begun, not closed", "open", func(t *Times) float64 { return t.Open }),
	timeSpec("Time with filler only", "filler", func(t *Times) float64 { return t.Filler }),
	timeSpec("Time with nothing held", "idle", func(t *Times) float64 { return t.Idle }),
}

func areaSpec(title string, of func(*Area) float64) figureSpec {
	return figureSpec{title, "byte·ms", "",
		func(s *Series) string { return decimal(of(&s.Area)) },
		func(o *Observed) string { return decimal(of(&o.Area)) }}
}

func timeSpec(title, cause string, of func(*Times) float64) figureSpec {
	return figureSpec{title, "ms", "swatch " + cause,
		func(s *Series) string { return decimal(of(&s.Time)) },
		func(o *Observed) string { return decimal(of(&o.Time)) }}
}

// Rows are the figures, a column a reader.
func (c *Figures) Rows() []FigureRow {
	var rows []FigureRow
	for _, f := range figureSpecs {
		row := FigureRow{Title: f.title, Unit: f.unit, Class: f.class}
		if c.Report.Observed != nil {
			row.Cells = append(row.Cells, f.observed(c.Report.Observed))
		}
		for i := range c.Report.Series {
			row.Cells = append(row.Cells, f.series(&c.Report.Series[i]))
		}
		rows = append(rows, row)
	}
	return rows
}
