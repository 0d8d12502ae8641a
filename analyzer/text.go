package analyzer

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// WriteText writes the report for a terminal: the answer first, then what
// proves it.
func (a *Analysis) WriteText(w io.Writer) error {
	r, l := a.Report(), a.Language
	bw := bufio.NewWriter(w)
	fmt.Fprintln(bw, r.Headline)
	fmt.Fprintln(bw)
	for _, f := range []struct {
		axis string
		FindingReport
	}{{l.Text("reader"), r.Findings.Reader}, {l.Text("arrivals"), r.Findings.Arrivals}, {l.Text("stream"), r.Findings.Stream}} {
		writeFinding(bw, r, l, f.axis, f.FindingReport)
	}
	fmt.Fprintln(bw)
	if r.Result != "" {
		fmt.Fprintln(bw, r.Result)
	} else {
		fmt.Fprintln(bw, r.Elsewhere)
	}
	writeSeries(bw, r, l)
	writeMarks(bw, l, r.Marks)
	writeStalls(bw, r, l)
	writeExchanges(bw, l, r.Source)
	for i, remark := range r.Source.Remarks {
		if i == 0 {
			fmt.Fprintln(bw)
		}
		fmt.Fprintln(bw, remark)
	}
	return bw.Flush()
}

func writeFinding(w io.Writer, r *Report, l *language.Language, axis string, f FindingReport) {
	fmt.Fprintf(w, "%s %-13s %s", padded(axis, 9), f.Code, f.Sentence)
	for i, e := range f.Evidence {
		if i == 0 {
			fmt.Fprint(w, " [")
		} else {
			fmt.Fprint(w, l.Catalogue()["look.and"])
		}
		fmt.Fprintf(w, l.Text("%s, %s ms, held %s"), r.Place(l, e.Chunk), millis(e.Time), diagnose.Group(e.Held))
	}
	if len(f.Evidence) > 0 {
		fmt.Fprint(w, "]")
	}
	fmt.Fprintln(w)
	for _, also := range f.Also {
		writeFinding(w, r, l, "  "+l.Text("also"), also)
	}
}

func writeSeries(w io.Writer, r *Report, l *language.Language) {
	if len(r.Series) == 0 && r.Observed == nil && r.Inflater == nil {
		return
	}
	tw := newTable(w)
	head(tw, l, "series", "peak", "after", "first ms", "last ms", "release ms", "open ms", "filler ms", "idle ms")
	row := func(name string, peak, after int64, first, last *Millis, t TimesReport) {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, diagnose.Group(peak), diagnose.Group(after),
			maybe(first), maybe(last), millis(t.Release), millis(t.Open), millis(t.Filler), millis(t.Idle))
	}
	if o := r.Observed; o != nil {
		row(l.Text("observed"), o.PeakBytes, o.PeakAfter, o.FirstRelease, o.LastRelease, o.Time)
	}
	for _, s := range r.Series {
		row(s.Rule, s.PeakBytes, s.PeakAfter, s.FirstRelease, s.LastRelease, s.Time)
	}
	if x := r.Inflater; x != nil {
		fmt.Fprintf(tw, "%s\t%s\t%s\t\n", l.Text("inflater"), diagnose.Group(x.PeakBytes), diagnose.Group(x.PeakAfter))
	}
	tw.Flush()
}

// mostExchanges is how many exchanges a terminal shows.
const mostExchanges = 20

// writeExchanges lists the exchanges of a recording that holds several: the
// first ones, and the one that was analysed.
func writeExchanges(w io.Writer, l *language.Language, s SourceReport) {
	if len(s.List) < 2 {
		return
	}
	tw := newTable(w)
	head(tw, l, "exchange", "method", "status", "type", "chunks", "bytes")
	for i, x := range s.List {
		mine := i+1 == s.Exchange
		if i >= mostExchanges && !mine {
			continue
		}
		status, sign := "", ""
		if x.Status > 0 {
			status = strconv.Itoa(x.Status)
		}
		if mine {
			sign = "* "
		}
		fmt.Fprintf(tw, "%s%d\t%s\t%s\t%s\t%d\t%s\t\n", sign, i+1, x.Method, status, x.Type, x.Chunks, diagnose.Group(x.Bytes))
	}
	tw.Flush()
	if n := len(s.List); n > mostExchanges {
		fmt.Fprintf(w, l.Text("and more, %d in all: --json lists them")+"\n", n)
	}
}

// newTable begins a table of numbers behind a blank line.
func newTable(w io.Writer) *columns {
	fmt.Fprintln(w)
	return &columns{w: w}
}

// head writes the titles of a table's columns.
func head(w io.Writer, l *language.Language, titles ...string) {
	for _, title := range titles {
		fmt.Fprint(w, l.Text(title), "\t")
	}
	fmt.Fprintln(w)
}

// stallsShown is how many stalls a terminal shows; JSON has all.
const stallsShown = 50

func writeStalls(w io.Writer, r *Report, l *language.Language) {
	if len(r.Stalls) == 0 {
		return
	}
	tw := newTable(w)
	cause := l.Labels().Causes
	head(tw, l, "stall from", "to", "ms", cause[diagnose.Release], cause[diagnose.OpenEvent], cause[diagnose.FillerOnly], cause[diagnose.Idle], "held", "chunks")
	for i, s := range r.Stalls {
		if i == stallsShown {
			break
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", millis(s.From), millis(s.To), millis(s.To-s.From),
			millis(s.Time.Release), millis(s.Time.Open), millis(s.Time.Filler), millis(s.Time.Idle),
			diagnose.Group(s.Held), strconv.Itoa(s.Chunks[0])+"–"+r.end(l, s.Chunks[1]))
	}
	tw.Flush()
	writeMore(w, l, len(r.Stalls)-stallsShown)
}

// writeMore says how many rows a terminal does not show.
func writeMore(w io.Writer, l *language.Language, n int) {
	if n > 0 {
		fmt.Fprintf(w, "  "+l.Text("and %s more: see --json")+"\n", diagnose.Group(int64(n)))
	}
}

func millis(m Millis) string { return diagnose.Millis(time.Duration(m)) }

func maybe(m *Millis) string {
	if m == nil {
		return "–"
	}
	return millis(*m)
}
