package analyzer

import (
	"bufio"
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// WriteText writes the report for a terminal: the answer first, then what
// proves it.
func (f *Fix) WriteText(w io.Writer) error {
	r, l := f.Report(), f.Language
	bw := bufio.NewWriter(w)
	fmt.Fprintln(bw, r.Headline)
	fmt.Fprintf(bw, "\n%s\n", r.Stream.Sentence)
	tw := newTable(bw)
	head(tw, l, "", "before", "after")
	for _, row := range r.Rows(l) {
		fmt.Fprintf(tw, "%s\t%s\t%s\t\n", row.Name, row.Before, row.After)
	}
	tw.Flush()
	for _, remark := range r.Before.Source.Remarks {
		fmt.Fprintf(bw, "\n"+l.Text("Before: %s"), remark)
	}
	for _, remark := range r.After.Source.Remarks {
		fmt.Fprintf(bw, "\n"+l.Text("After: %s"), remark)
	}
	if len(r.Before.Source.Remarks)+len(r.After.Source.Remarks) > 0 {
		fmt.Fprintln(bw)
	}
	return bw.Flush()
}

// FixRow is a figure of both recordings, as text. A number that there is not is
// a dash.
type FixRow struct {
	Name, Before, After string
}

// Rows are the table of the two.
func (r *FixReport) Rows(l *language.Language) []FixRow {
	a, b := &r.Before, &r.After
	count := func(n int) string { return diagnose.Group(int64(n)) }
	cause := func(name string, of func(*TimesReport) Millis) FixRow {
		cell := func(t *TimesReport) string {
			if t == nil {
				return "–"
			}
			return millis(of(t))
		}
		return FixRow{name, cell(a.Time), cell(b.Time)}
	}
	rows := []FixRow{
		{l.Text("line"), a.Line, b.Line},
		{l.Text("chunks"), count(a.Source.Chunks), count(b.Source.Chunks)},
		{l.Text("bytes"), diagnose.Group(a.Source.Bytes), diagnose.Group(b.Source.Bytes)},
		{l.Text("events"), count(a.Framing.Events), count(b.Framing.Events)},
		{l.Text("peak held"), diagnose.Group(a.PeakBytes), diagnose.Group(b.PeakBytes)},
		{l.Text("first event ms"), maybe(a.FirstRelease), maybe(b.FirstRelease)},
		{l.Text("last event ms"), maybe(a.LastRelease), maybe(b.LastRelease)},
		{l.Text("stalls"), count(a.Stalls), count(b.Stalls)},
		{l.Text("longest stall ms"), maybe(a.Longest), maybe(b.Longest)},
		cause(l.Text("release ms"), func(t *TimesReport) Millis { return t.Release }),
		cause(l.Text("open ms"), func(t *TimesReport) Millis { return t.Open }),
	}
	if a.Time != nil && a.Time.Filler != 0 || b.Time != nil && b.Time.Filler != 0 { // it is rare
		rows = append(rows, cause(l.Text("filler ms"), func(t *TimesReport) Millis { return t.Filler }))
	}
	return append(rows,
		cause(l.Text("idle ms"), func(t *TimesReport) Millis { return t.Idle }),
		FixRow{l.Text("reader"), a.Reader, b.Reader},
		FixRow{l.Text("arrivals"), a.Arrivals, b.Arrivals},
		FixRow{l.Text("stream"), a.Stream, b.Stream},
	)
}
