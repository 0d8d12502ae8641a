package analyzer

import (
	"fmt"
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Names of tables.
const (
	TableStalls = "stalls"
	TableEvents = "events"
	TableBad    = "bad"
	TableChunks = "chunks" // or, of a bare CSV, rows
)

// MostRows bounds the rows of one answer.
const MostRows = 500

// Rows asks for rows of a table.
type Rows struct {
	Table string `json:"table"`
	From  int    `json:"from"`  // from 0
	Count int    `json:"count"` // no more than MostRows are given
}

// Table is a stretch of a table, as text in the language of the inspection.
type Table struct {
	Totals map[string]int `json:"totals"` // rows of every table by name
	Head   []Column       `json:"head"`
	From   int            `json:"from"`
	Rows   [][]string     `json:"rows"` // a cell for each of Head
}

// Column is the head of one.
type Column struct {
	Title string `json:"title"` // "from"
	Unit  string `json:"unit"`  // "ms"; "" for none
	Class string `json:"class"` // the sign of a cause: release, open, filler, idle; or "text" where cells are words
}

var tables = [...]string{TableStalls, TableEvents, TableBad, TableChunks}

// Rows answers r. It fails where there is no table of that name.
func (i *Inspection) Rows(r Rows) (*Table, error) {
	t := &Table{Totals: map[string]int{}, Rows: [][]string{}}
	for _, name := range tables {
		t.Totals[name] = i.total(name)
	}
	total, is := t.Totals[r.Table]
	if !is {
		return nil, fmt.Errorf("there is no table %.40q", r.Table)
	}
	var row func(n int) []string
	switch r.Table {
	case TableStalls:
		t.Head, row = i.stallHead(), i.stallRow
	case TableEvents:
		t.Head, row = i.eventHead(), i.eventRow
	case TableBad:
		t.Head, row = i.badHead(), i.badRow
	default:
		t.Head, row = i.chunkHead(), i.chunkRow
	}
	t.From = min(max(r.From, 0), total)
	for n := t.From; n < min(t.From+min(r.Count, MostRows), total); n++ {
		t.Rows = append(t.Rows, row(n))
	}
	return t, nil
}

// total is how many rows a table has: none where there is none of that name.
func (i *Inspection) total(name string) int {
	switch name {
	case TableStalls:
		return len(i.a.Diagnosis.Stalls)
	case TableEvents:
		return i.events()
	case TableBad:
		return i.a.Timeline.Spans.Bad()
	case TableChunks:
		return i.n
	}
	return 0
}

// events is how many events there are: those that closed, and the one that is
// open in the end.
func (i *Inspection) events() int {
	spans := &i.a.Timeline.Spans
	n := spans.Sum().Events.Count
	if last, open := spans.Open(); open && last.Kind.IsEvent() {
		n++
	}
	return n
}

// eventAt is event number n and the number of its span.
func (i *Inspection) eventAt(n int) (framing.Span, int) {
	w := &i.walk
	if n < i.a.Timeline.Spans.Sum().Events.Count {
		w.ToNumber(n, timeline.Closed)
	} else {
		w.To(i.a.Timeline.Spans.Len() - 1)
	}
	span, _ := w.Next()
	return span, w.Index()
}

// badAt is bad event number n, the number of its span, and which of all events
// it is.
func (i *Inspection) badAt(n int) (span framing.Span, index, event int) {
	w := i.a.Timeline.Spans.Walk()
	w.ToNumber(n, timeline.Bad)
	span, _ = w.Next()
	return span, w.Index(), w.Sum().Events.Count
}

// ends are the points at which what a row tells of begins and ends, and the one
// that is its place: where a stall begins, where an event closes, or opens if it
// never closes.
func (i *Inspection) ends(row Spot) (from, to, place int) {
	var span framing.Span
	switch row.Table {
	case TableStalls:
		s := i.a.Diagnosis.Stalls[row.Row]
		return s.First, s.Last, s.First
	case TableEvents:
		span, _ = i.eventAt(row.Row)
	case TableBad:
		span, _, _ = i.badAt(row.Row)
	default:
		return row.Row, row.Row, row.Row
	}
	from, to = i.opened(span), i.closed(span)
	if place = to; span.End == framing.Open {
		place = from
	}
	return from, to, place
}

// rowsOf are the rows that tell of point k, one of each table: of a stall
// through it, of the first event that it closes, else of the one that is open,
// and of the first bad one that it closes. Of the table of row that is the row.
func (i *Inspection) rowsOf(k int, row Spot) []Spot {
	out := []Spot{{TableChunks, k}}
	add := func(name string, n int) {
		if name != row.Table {
			out = append(out, Spot{name, n})
		}
	}
	stalls := i.a.Diagnosis.Stalls
	if n := sort.Search(len(stalls), func(n int) bool { return stalls[n].First > k }) - 1; n >= 0 && k < stalls[n].Last {
		add(TableStalls, n)
	}
	if len(i.a.Diagnosis.Rules) > 0 {
		before, after := i.closings(k)
		a, b := before.Sum(), after.Sum()
		span, ok := after.Next()
		if b.Events.Count > a.Events.Count || ok && span.Kind.IsEvent() && span.Start < i.bytes(k) {
			add(TableEvents, a.Events.Count)
		}
		if b.Bad > a.Bad {
			add(TableBad, a.Bad)
		}
	}
	if row.Table != "" && row.Table != TableChunks {
		out = append(out, row)
	}
	return out
}
