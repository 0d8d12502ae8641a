package analyzer

import (
	"sort"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// Look asks what there is at a place of the graph. Exactly one of the places is
// meant: the row of a table where Table is set, else the chunk or stall that
// lies Chunks or Stalls away from where the cursor is, else the last chunk, in
// order, that lies at At or before it, or the first. A chunk whose time runs
// backwards lies where the latest before it does, as in the graph. What is asked
// for beyond the ends is taken for what lies at them.
type Look struct {
	At     int64    `json:"at"`               // in units of the x axis
	Here   int      `json:"here,omitempty"`   // the chunk that was found last: if it lies at At, steps go on from it, for several may lie there
	Chunks int      `json:"chunks,omitempty"` // −1 is the chunk before, 1 the one after
	Stalls int      `json:"stalls,omitempty"` // −1 is the last that begins before At, 1 the first that begins after it
	Table  string   `json:"table,omitempty"`
	Row    int      `json:"row,omitempty"`   // of Table, from 0
	Lines  []string `json:"lines,omitempty"` // the series to tell held bytes of, as drawn
	Rule   string   `json:"rule,omitempty"`  // the knob, if it is drawn
}

// Found is what there is. Texts are in the language of the inspection, with
// their units.
type Found struct {
	At    int64  `json:"at"` // of the chunk, in units of the x axis
	Chunk int    `json:"chunk"`
	Place string `json:"place"` // "chunk 26", "EOF"
	Time  string `json:"time"`  // "2,830 ms"; "" without times
	Got   string `json:"got"`   // "received 2,565"; "" where it is not known
	Held  []Held `json:"held"`
	Event string `json:"event"` // what happened to which event; "" where no close is known
	Rows  []Spot `json:"rows"`  // where the tables have it
	// From and To are the ends of the stall or event that was asked for, and of
	// the chunk both its time.
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Held is what one series held just before and just after the chunk, in bytes.
type Held struct {
	Line   string `json:"line"`
	Text   string `json:"text"` // "held 522"
	Before int64  `json:"before"`
	After  int64  `json:"after"`
}

// Spot is a row of a table.
type Spot struct {
	Table string `json:"table"`
	Row   int    `json:"row"` // from 0
}

// Look answers l.
func (i *Inspection) Look(l Look) *Found {
	k, row := i.find(l)
	t := i.a.Timeline
	f := &Found{At: i.place(k), Chunk: k, Place: i.name(k), Held: []Held{}, Event: i.event(k), Rows: i.rowsOf(k, row)}
	if f.From, f.To = f.At, f.At; row.Table != "" {
		from, to, _ := i.ends(row)
		f.From, f.To = i.place(from), i.place(to)
	}
	if t.Timed {
		f.Time = diagnose.Millis(t.PointTime(k)) + " " + i.words()["unit.ms"]
	}
	if len(t.Chunks) > 0 {
		f.Got = i.say("look.received", arg("bytes", i.bytes(k)))
	}
	for _, s := range i.series(l.Lines, l.Rule) {
		if k < s.Len() {
			p := s.At(k)
			f.Held = append(f.Held, Held{s.Rule.String(), i.say("look.held", arg("bytes", p.After)), p.Before, p.After})
		}
	}
	return f
}

// arg is the one number of a sentence.
func arg(name string, n int64) diagnose.Args { return diagnose.Args{name: n} }

func (i *Inspection) say(key string, args diagnose.Args, words ...diagnose.Word) string {
	return i.words().Sentence(key, args, words)
}

// find is the point that l asks for and, where it is one of a row, the row.
func (i *Inspection) find(l Look) (k int, row Spot) {
	if k = l.Here; k < 0 || k >= i.n || i.place(k) != l.At {
		k = i.at(l.At)
	}
	if l.Table == "" && l.Stalls != 0 {
		stalls := i.a.Diagnosis.Stalls
		n := len(stalls)
		before := sort.Search(n, func(s int) bool { return int64(stalls[s].From) >= l.At })
		after := sort.Search(n, func(s int) bool { return int64(stalls[s].From) > l.At })
		switch {
		case l.Stalls > 0 && after < n:
			l.Table, l.Row = TableStalls, after+min(l.Stalls, n)-1
		case l.Stalls < 0 && before > 0:
			l.Table, l.Row = TableStalls, before+max(l.Stalls, -n)
		default:
			return k, row
		}
	}
	if n := i.total(l.Table); n > 0 {
		row = Spot{l.Table, min(max(l.Row, 0), n-1)}
		_, _, k = i.ends(row)
		return k, row
	}
	return min(max(k+min(max(l.Chunks, -i.n), i.n), 0), i.n-1), row
}

// name is what point k is called.
func (i *Inspection) name(k int) string {
	switch {
	case i.isEOF(k):
		return i.words()["unit.eof"]
	case len(i.a.Timeline.Chunks) == 0:
		return i.say("look.row", arg("row", int64(k)))
	}
	return i.say("look.chunk", arg("chunk", int64(k)))
}

// bytes is what had come at point k.
func (i *Inspection) bytes(k int) int64 {
	if t := i.a.Timeline; k < len(t.Chunks) {
		return t.Chunks[k].End
	}
	return i.a.Timeline.Total()
}
