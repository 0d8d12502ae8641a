package analyzer

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// WriteText writes the report for a terminal: the answer first, then what
// proves it.
func (c *Comparison) WriteText(w io.Writer) error {
	r := c.Report()
	bw := bufio.NewWriter(w)
	fmt.Fprintln(bw, r.Headline)
	fmt.Fprintln(bw)
	writeVerdict(bw, "", r.Finding)
	for _, remark := range r.Remarks {
		fmt.Fprintln(bw, remark)
	}
	writePoints(bw, r)
	writeHops(bw, r)
	writeHolds(bw, r)
	writePlacedStalls(bw, r)
	var remarks []string
	for _, p := range r.Points {
		for _, remark := range p.Source.Remarks {
			remarks = append(remarks, fmt.Sprintf("Point %d: %s", p.Point, remark))
		}
	}
	if remarks != nil {
		fmt.Fprintf(bw, "\n%s\n", strings.Join(remarks, "\n"))
	}
	return bw.Flush()
}

func writeVerdict(w io.Writer, also string, v VerdictReport) {
	fmt.Fprintf(w, "%s%s  %s\n", also, v.Code, v.Sentence)
	for _, a := range v.Also {
		writeVerdict(w, "  also ", a)
	}
}

func writePoints(w io.Writer, r *ComparisonReport) {
	tw := newTable(w)
	fmt.Fprintln(tw, "point\tformat\tlevel\tframing\tclock\tchunks\tbytes\tstart ms\tEOF ms\t")
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

func writeHops(w io.Writer, r *ComparisonReport) {
	tw := newTable(w)
	fmt.Fprintln(tw, "hop\tpeak\theld ms\tquickest ms\tslowest ms\toffset ms\t")
	for _, h := range r.Hops {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t\n", hop(h.First), diagnose.Group(h.Peak), millis(h.Time),
			millis(h.Quickest), millis(h.Slowest), millis(h.Clock.Offset))
	}
	tw.Flush()
}

func writeHolds(w io.Writer, r *ComparisonReport) {
	shown, more := 0, 0
	var tw *tabwriter.Writer
	for _, h := range r.Hops {
		for _, o := range h.Holds {
			if shown == stallsShown {
				more++
				continue
			}
			if shown++; shown == 1 {
				tw = newTable(w)
				fmt.Fprintln(tw, "held in hop\tfrom\tto\tlongest ms\tevents\tbytes\t")
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
		writeMore(w, more)
	}
}

func writePlacedStalls(w io.Writer, r *ComparisonReport) {
	if len(r.Stalls) == 0 {
		return
	}
	tw := newTable(w)
	fmt.Fprint(tw, "stall from\tto\tms\tbefore 1\t")
	for _, h := range r.Hops {
		fmt.Fprintf(tw, "%s\topen\theld\t", hop(h.First))
	}
	fmt.Fprintln(tw)
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
	writeMore(w, len(r.Stalls)-stallsShown)
}
