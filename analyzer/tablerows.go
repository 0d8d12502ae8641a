package analyzer

import (
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// none stands in a cell that has nothing to tell.
const none = "–"

// column is the head of that name in the catalogue.
func (i *Inspection) column(name, unit, class string) Column {
	words := i.words()
	return Column{words["table."+name], words[unit], class}
}

// heads are the heads of those names, with what stands behind a slash: ms or
// bytes for a unit, else a class.
func (i *Inspection) heads(names string) (head []Column) {
	for _, name := range strings.Fields(names) {
		name, with, _ := strings.Cut(name, "/")
		unit := "unit." + with
		if i.words()[unit] != "" {
			with = ""
		}
		head = append(head, i.column(name, unit, with))
	}
	return head
}

// pointHead is the head of a column of points by their numbers.
func (i *Inspection) pointHead(many string) Column {
	if len(i.a.Timeline.Chunks) == 0 {
		return i.column("row"+many, "", "")
	}
	return i.column("chunk"+many, "", "")
}

// point is a point by its number, or EOF.
func (i *Inspection) point(k int) string {
	if i.isEOF(k) {
		return i.words()["unit.eof"]
	}
	return diagnose.Group(int64(k))
}

// moment is the time of a point or, where there are no times, the point.
func (i *Inspection) moment(k int) string {
	if i.a.Timeline.Timed {
		return diagnose.Millis(i.time(k))
	}
	return i.point(k)
}

// momentHead is the head of a column of moments.
func (i *Inspection) momentHead(name string) Column {
	if i.a.Timeline.Timed {
		return i.column(name, "unit.ms", "")
	}
	return i.column(name, "table.chunk", "")
}

func (i *Inspection) keptHead() Column {
	if i.a.Timeline.Timed {
		return i.column("kept-for", "unit.ms", "")
	}
	return i.column("kept-for", "table.chunks", "")
}

func (i *Inspection) stallHead() []Column {
	head := i.heads("from/ms to/ms length/ms")
	for cause := range diagnose.CauseCount {
		if cause != diagnose.FillerOnly || i.filler {
			head = append(head, i.column(cause.String(), "unit.ms", cause.String()))
		}
	}
	return append(append(head, i.heads("held/bytes")...), i.pointHead("s"))
}

func (i *Inspection) stallRow(n int) []string {
	s := i.a.Diagnosis.Stalls[n]
	cells := []string{diagnose.Millis(s.From), diagnose.Millis(s.To), diagnose.Millis(s.To - s.From)}
	for cause, t := range s.Times {
		if diagnose.Cause(cause) != diagnose.FillerOnly || i.filler {
			cells = append(cells, diagnose.Millis(t))
		}
	}
	return append(cells, diagnose.Group(s.Held), i.point(s.First)+" – "+i.point(s.Last))
}

func (i *Inspection) eventHead() []Column {
	head := append(i.heads("event kind/text"), i.momentHead("opened"), i.momentHead("closed"))
	head = append(head, i.heads("size/bytes")...)
	if i.a.Timeline.Timed {
		head = append(head, i.pointHead(""))
	}
	if i.handoffs != nil {
		head = append(head, i.momentHead("let-go"), i.keptHead())
	}
	return head
}

func (i *Inspection) eventRow(n int) []string {
	span, at := i.eventAt(n)
	from, to := i.opened(span), i.closed(span)
	cells := []string{diagnose.Group(int64(n)), i.words()["kind."+span.Kind.String()], i.moment(from)}
	if span.End == framing.Open {
		cells = append(cells, none, diagnose.Group(i.a.Timeline.Total()-span.Start))
	} else {
		cells = append(cells, i.moment(to), diagnose.Group(span.Len()))
	}
	if i.a.Timeline.Timed {
		if span.End == framing.Open {
			cells = append(cells, none)
		} else {
			cells = append(cells, i.point(to))
		}
	}
	if i.handoffs == nil {
		return cells
	}
	point, ok := i.handoffs.Of(at, to)
	switch {
	case !ok:
		return append(cells, none, none)
	case !i.a.Timeline.Timed:
		return append(cells, i.point(point), diagnose.Group(int64(max(point-to, 0))))
	}
	return append(cells, i.moment(point), diagnose.Millis(max(i.time(point)-i.time(to), 0)))
}

func (i *Inspection) badHead() []Column {
	head := append(i.heads("event reason/text size/bytes"), i.pointHead(""))
	if i.a.Timeline.Timed {
		head = append(head, i.heads("time/ms")...)
	}
	if i.handoffs != nil {
		head = append(head, i.heads("kept/text")...)
	}
	return head
}

func (i *Inspection) badRow(n int) []string {
	span, at, event := i.badAt(n)
	k := i.closed(span)
	cells := []string{diagnose.Group(int64(event)), i.words()[diagnose.ReasonKey(i.a.Timeline.Framing, span)], diagnose.Group(span.Len()), i.point(k)}
	if i.a.Timeline.Timed {
		cells = append(cells, i.moment(k))
	}
	if i.handoffs != nil {
		cells = append(cells, i.yes(i.handoffs.Kept(at)))
	}
	return cells
}

func (i *Inspection) yes(is bool) string {
	if is {
		return i.words()["table.yes"]
	}
	return none
}

func (i *Inspection) chunkHead() []Column {
	t, d := i.a.Timeline, i.a.Diagnosis
	names := ""
	add := func(is bool, more string) {
		if is {
			names += more
		}
	}
	add(t.Timed, " time/ms gap/ms")
	add(len(t.Chunks) > 0, " size/bytes received/bytes")
	add(t.Inflated != nil, " coded/bytes inflater/bytes")
	add(d.Observed != nil, " observed.before/bytes observed/bytes")
	add(len(d.Rules) > 0, " floor.before/bytes floor/bytes events")
	add(len(t.Chunks) == 0, " parsed/text")
	add(t.Marks != nil, " accept/ms read/ms parse/ms handoff/ms")
	return append([]Column{i.pointHead("")}, i.heads(names)...)
}

func (i *Inspection) chunkRow(k int) []string {
	t, d := i.a.Timeline, i.a.Diagnosis
	cells := []string{i.point(k)}
	if t.Timed {
		gap := none
		if k > 0 {
			gap = diagnose.Millis(t.PointTime(k) - t.PointTime(k-1))
		}
		cells = append(cells, diagnose.Millis(t.PointTime(k)), gap)
	}
	if len(t.Chunks) > 0 {
		n := none
		if !i.isEOF(k) {
			n = diagnose.Group(t.Bytes(k))
		}
		cells = append(cells, n, diagnose.Group(i.bytes(k)))
	}
	if t.Inflated != nil {
		if i.isEOF(k) {
			cells = append(cells, none, none)
		} else {
			cells = append(cells, diagnose.Group(t.CodedBytes(k)), diagnose.Group(t.Inflated[k].Held))
		}
	}
	if d.Observed != nil {
		p := d.Observed.Series.At(k)
		cells = append(cells, diagnose.Group(p.Before), diagnose.Group(p.After))
	}
	if len(d.Rules) > 0 {
		p := d.Rules[0].Series.At(k)
		before, after := i.closings(k)
		cells = append(cells, diagnose.Group(p.Before), diagnose.Group(p.After),
			strconv.Itoa(after.Sum().Events.Count-before.Sum().Events.Count))
	}
	if len(t.Chunks) == 0 {
		cells = append(cells, i.yes(t.Observed[k].Parsed))
	}
	if t.Marks != nil {
		for m := range capture.MarkCount {
			cell := none
			if at := t.Marks[k][m]; at.Set {
				cell = diagnose.Millis(time.Duration(at.Time))
			}
			cells = append(cells, cell)
		}
	}
	return cells
}
