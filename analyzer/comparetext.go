package analyzer

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// WriteText writes the report for a terminal: the answer first, then what
// proves it.
func (c *Comparison) WriteText(w io.Writer) error {
	r, l := c.Report(), c.Language
	bw := bufio.NewWriter(w)
	fmt.Fprintln(bw, r.Headline)
	fmt.Fprintln(bw)
	writeVerdict(bw, l, "", r.Finding)
	for _, remark := range r.Remarks {
		fmt.Fprintln(bw, remark)
	}
	writePoints(bw, r, l)
	writeHops(bw, r, l)
	writeHolds(bw, r, l)
	writePlacedStalls(bw, r, l)
	var remarks []string
	for _, p := range r.Points {
		for _, remark := range p.Source.Remarks {
			remarks = append(remarks, fmt.Sprintf(l.Text("Point %d: %s"), p.Point, remark))
		}
	}
	if remarks != nil {
		fmt.Fprintf(bw, "\n%s\n", strings.Join(remarks, "\n"))
	}
	return bw.Flush()
}

func writeVerdict(w io.Writer, l *language.Language, also string, v VerdictReport) {
	fmt.Fprintf(w, "%s%s  %s\n", also, v.Code, v.Sentence)
	for _, a := range v.Also {
		writeVerdict(w, l, "  "+l.Text("also")+" ", a)
	}
}

func writePoints(w io.Writer, r *ComparisonReport, l *language.Language) {
	tw := newTable(w)
	head(tw, l, "point", "format", "level", "framing", "clock", "chunks", "bytes", "start ms", "EOF ms")
	for _, p := range r.Points {
		eof := p.Source.EOF
		if eof != nil {
			at := *eof + p.Start
			eof = &at
		}
		fmt.Fprintf(tw, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", p.Point, p.Source.Format, p.Source.Level, p.Framing, p.Clock,
			diagnose.Group(int64(p.Source.Chunks)), diagnose.Group(p.Source.Bytes), millis(p.Start), maybe(eof))
	}
	tw.Flush()
}

// hop names a hop by the points at its ends.
func hop(first int) string { return strconv.Itoa(first) + "–" + strconv.Itoa(first+1) }

func writeHops(w io.Writer, r *ComparisonReport, l *language.Language) {
	tw := newTable(w)
	head(tw, l, "hop", "peak", "held ms", "quickest ms", "slowest ms", "offset ms")
	for _, h := range r.Hops {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t\n", hop(h.First), diagnose.Group(h.Peak), millis(h.Time),
			millis(h.Quickest), millis(h.Slowest), millis(h.Clock.Offset))
	}
	tw.Flush()
}

func writeHolds(w io.Writer, r *ComparisonReport, l *language.Language) {
	shown, more := 0, 0
	var tw *columns
	for _, h := range r.Hops {
		for _, o := range h.Holds {
			if shown == stallsShown {
				more++
				continue
			}
			if shown++; shown == 1 {
				tw = newTable(w)
				head(tw, l, "held in hop", "from", "to", "longest ms", "events", "bytes")
			}
			events, to := diagnose.Group(int64(o.Events)), millis(o.To)
			if o.Events == 0 {
				events = "–"
			}
			if !o.Passed {
				to = "–"
			}
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s–%s\t\n", hop(h.First), millis(o.From), to, millis(o.Wait), events,
				diagnose.Group(o.Bytes[0]), diagnose.Group(o.Bytes[1]))
		}
	}
	if tw != nil {
		tw.Flush()
		writeMore(w, l, more)
	}
}

func writePlacedStalls(w io.Writer, r *ComparisonReport, l *language.Language) {
	if len(r.Stalls) == 0 {
		return
	}
	tw := newTable(w)
	titles := []string{"stall from", "to", "ms", "before 1"}
	for _, h := range r.Hops {
		titles = append(titles, hop(h.First), "open", "held")
	}
	head(tw, l, titles...)
	for i, s := range r.Stalls {
		if i == stallsShown {
			break
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t", millis(s.From), millis(s.To), millis(s.To-s.From), millis(s.Before))
		for _, h := range s.Hops {
			fmt.Fprintf(tw, "%s\t%s\t%s\t", millis(h.Release), millis(h.Open), diagnose.Group(h.Held))
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
	writeMore(w, l, len(r.Stalls)-stallsShown)
}
