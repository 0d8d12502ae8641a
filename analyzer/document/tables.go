package document

import (
	"slices"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// stalls writes the table of the stretches without a handoff.
func (w *writer) stalls() {
	all := w.Diagnosis.Stalls
	w.begin("section", "class", "stalls")
	defer w.end()
	w.element("h2", w.say("{n stall stalls}", len(all)))
	if len(all) == 0 {
		w.element("p", w.t("No stretch between two handoffs was as long as the threshold."), "class", "dim")
		return
	}
	shown := all[:min(len(all), MaxStalls)]
	names := w.Language.Labels().Causes
	causes := []diagnose.Cause{diagnose.Release, diagnose.OpenEvent, diagnose.Idle}
	if slices.ContainsFunc(shown, func(s diagnose.Stall) bool { return s.Times[diagnose.FillerOnly] > 0 }) {
		causes = slices.Insert(causes, 2, diagnose.FillerOnly) // which is rare
	}
	chunks := w.t("chunks")
	if w.alone() {
		chunks = w.t("rows")
	}
	w.begin("table")
	w.begin("thead")
	w.begin("tr")
	title := func(title string) { w.element("th", title, "scope", "col") }
	title(w.t("from, ms"))
	title(w.t("to, ms"))
	title(w.t("length, ms"))
	for _, c := range causes {
		w.begin("th", "scope", "col")
		w.swatch(c)
		w.text(names[c])
		w.end()
	}
	title(w.t("held, bytes"))
	title(chunks)
	w.end()
	w.end()
	w.begin("tbody")
	for _, s := range shown {
		w.begin("tr")
		cell := func(label, value string) { w.element("td", value, "data-label", label) }
		cell(w.t("from, ms"), diagnose.Millis(s.From))
		cell(w.t("to, ms"), diagnose.Millis(s.To))
		cell(w.t("length, ms"), diagnose.Millis(s.To-s.From))
		for _, c := range causes {
			cell(names[c], diagnose.Millis(s.Times[c]))
		}
		cell(w.t("held, bytes"), diagnose.Group(s.Held))
		w.begin("td", "data-label", chunks)
		w.jump(s.First, w.place(s.First)+" – "+w.place(s.Last))
		w.end()
		w.end()
	}
	w.end()
	w.end()
	w.more(len(all) - MaxStalls)
}

func (w *writer) swatch(c diagnose.Cause) {
	w.element("span", "", "class", "swatch "+c.String(), "aria-hidden", "true")
}

// table is figures of every reader, a column each.
type table struct {
	title   string
	columns []column
	rows    []row
}

type column struct{ title, note string }

type row struct {
	title, unit string
	cause       diagnose.Cause // CauseCount: none
	cells       []string
}

// figures writes what each reader held, and for how long.
func (w *writer) figures() {
	for _, t := range append(w.heldTables(), w.stages()) {
		if len(t.rows) == 0 || len(t.columns) == 0 {
			continue
		}
		w.begin("section", "class", "figures")
		w.element("h2", t.title)
		w.begin("table")
		w.begin("thead")
		w.begin("tr")
		w.begin("th", "scope", "col")
		w.element("span", w.t("figure"), "class", "unseen")
		w.end()
		for _, c := range t.columns {
			w.begin("th", "scope", "col")
			w.text(c.title + " ")
			w.element("small", c.note)
			w.end()
		}
		w.end()
		w.end()
		w.begin("tbody")
		for _, r := range t.rows {
			w.begin("tr")
			w.begin("th", "scope", "row")
			if r.cause < diagnose.CauseCount {
				w.swatch(r.cause)
			}
			w.text(r.title + " ")
			w.element("small", r.unit)
			w.end()
			for _, cell := range r.cells {
				w.element("td", cell)
			}
			w.end()
		}
		w.end()
		w.end()
		w.end()
	}
}

// ruleNotes are what a rule is called besides its code.
var ruleNotes = map[replay.RuleKind]string{
	replay.AtClose:  "incremental",
	replay.ReadAll:  "buffered",
	replay.ChunkEnd: "when a chunk ends whole",
	replay.Never:    "no event found",
}

// heldTables are bytes and times, and held bytes over time. What is 0 of every
// reader is left out.
func (d *Document) heldTables() []table {
	var accounts []*diagnose.Account
	var columns []column
	if x := d.Diagnosis.Observed; x != nil {
		accounts, columns = append(accounts, x), append(columns, column{d.t("observed"), d.t("your reader")})
	}
	for i := range d.Diagnosis.Rules {
		x := &d.Diagnosis.Rules[i]
		accounts, columns = append(accounts, x), append(columns, column{x.Series.Rule.String(), d.t(ruleNotes[x.Series.Rule.Kind])})
	}
	bytes := table{title: d.t("Figures"), columns: columns}
	areas := table{title: d.t("Areas: held bytes over time"), columns: columns}
	add := func(t *table, title, unit string, cause diagnose.Cause, of func(*diagnose.Account) string) {
		r := row{title: d.t(title), unit: d.t(unit), cause: cause}
		for _, x := range accounts {
			r.cells = append(r.cells, of(x))
		}
		if slices.ContainsFunc(r.cells, func(cell string) bool { return cell != "0" }) {
			t.rows = append(t.rows, r)
		}
	}
	const plain = diagnose.CauseCount
	add(&bytes, "Peak held", "bytes", plain, func(x *diagnose.Account) string { return diagnose.Group(x.Series.Peak()) })
	add(&bytes, "Peak after release", "bytes", plain, func(x *diagnose.Account) string { return diagnose.Group(x.Series.PeakAfter()) })
	if s := replay.FromInflater(d.Diagnosis.Timeline); s != nil {
		bytes.columns = append(slices.Clone(columns), column{d.t("inflater"), d.t("coded bytes")})
		for i, peak := range []int64{s.Peak(), s.PeakAfter()}[:len(bytes.rows)] {
			bytes.rows[i].cells = append(bytes.rows[i].cells, diagnose.Group(peak))
		}
	}
	add(&bytes, "First release", "ms", plain, func(x *diagnose.Account) string { return d.mark(x.First) })
	add(&bytes, "Last release", "ms", plain, func(x *diagnose.Account) string { return d.mark(x.Last) })
	for cause, title := range [...]string{"release: closed, not let go", "open: begun, not closed", "filler: no event", "idle: nothing held"} {
		add(&bytes, title, "ms", diagnose.Cause(cause), func(x *diagnose.Account) string { return diagnose.Millis(x.Times[cause]) })
	}
	area := func(title string, of func(*diagnose.Area) diagnose.ByteTime) {
		add(&areas, title, "byte·ms", plain, func(x *diagnose.Account) string { return byteTime(of(&x.Area)) })
	}
	area("event open", func(a *diagnose.Area) diagnose.ByteTime { return a.Open })
	area("closed and kept", func(a *diagnose.Area) diagnose.ByteTime { return a.Late })
	area("filler", func(a *diagnose.Area) diagnose.ByteTime { return a.Filler })
	area("below the floor", func(a *diagnose.Area) diagnose.ByteTime { return a.Early })
	for i := range bytes.rows { // of the inflater there are bytes alone
		for len(bytes.rows[i].cells) < len(bytes.columns) {
			bytes.rows[i].cells = append(bytes.rows[i].cells, "")
		}
	}
	return []table{bytes, areas}
}

// stages are how long events took from mark to mark, where the reader kept marks.
func (d *Document) stages() table {
	m := d.Diagnosis.Marks
	if m == nil {
		return table{}
	}
	out := table{title: d.t("Marks"), columns: []column{{title: d.t("accept to read")}, {title: d.t("read to parse")}, {title: d.t("parse to handoff")}}}
	add := func(title string, times [diagnose.StageCount]time.Duration) {
		r := row{title: d.t(title), unit: d.t("ms"), cause: diagnose.CauseCount}
		for _, t := range times {
			r.cells = append(r.cells, diagnose.Millis(t))
		}
		out.rows = append(out.rows, r)
	}
	add("In all", m.Times)
	add("Longest of one event", m.Longest)
	return out
}

func (d *Document) mark(m capture.Mark) string {
	if !m.Set {
		return d.t("none")
	}
	return diagnose.Millis(m.Time)
}

// byteTime is an area without a fraction, its thousands apart.
func byteTime(a diagnose.ByteTime) string {
	whole, _, _ := strings.Cut(a.Millis(), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole
}
