package analyzer

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// ExperimentReport is the experiment as JSON. Every run is listed and none is
// summed up with others.
type ExperimentReport struct {
	Source    SourceReport  `json:"source"`
	Framing   FramingReport `json:"framing"`
	Knob      string        `json:"knob"`          // that differs
	Arms      []string      `json:"arms"`          // its two values
	Step      *Millis       `json:"clock_step_ms"` // what is shorter the clock cannot show; null where nothing was executed
	Runs      []RunReport   `json:"runs"`
	Setup     string        `json:"setup"`     // what was done, in words
	Result    string        `json:"result"`    // empty where releasing sooner improves nothing
	Elsewhere string        `json:"elsewhere"` // what to say then
}

// RunReport is one run. What it did not measure is null.
type RunReport struct {
	Pair     int            `json:"pair"`
	Place    int            `json:"place"`
	Release  string         `json:"release"`
	Executed bool           `json:"executed"`
	Join     *Millis        `json:"join_ms"`
	Parse    *Millis        `json:"parse_ms"`
	First    *HandoffReport `json:"first"` // null where no event was handed off
	Peak     *int64         `json:"peak_bytes"`
	Events   *int           `json:"events"`
	Bad      *int           `json:"bad"`
}

// HandoffReport is when a run handed off its first event that is neither bad nor
// a heartbeat.
type HandoffReport struct {
	Work  Millis `json:"work_ms"` // since the run began, with no wait for chunks
	Chunk int    `json:"chunk"`   // after which one; the number of chunks for EOF
	Time  Millis `json:"t_ms"`    // of that chunk in the recording
}

// NotExecuted labels a run that was not made on this machine.
const NotExecuted = "not executed"

// Report makes the report, in the language of the recording.
func (x *Experiment) Report() *ExperimentReport {
	t, c := x.Recording.Timeline, x.Recording.Language.Catalogue()
	r := &ExperimentReport{
		Source: x.Recording.source(), Framing: x.Recording.framing(), Knob: string(lab.Release),
		Setup: c.Sentence("experiment.setup", diagnose.Args{"chunks": int64(len(t.Chunks)), "bytes": t.Total()}, nil),
	}
	for _, arm := range x.bench.Arms() {
		r.Arms = append(r.Arms, arm.Release.String())
	}
	if x.Step > 0 {
		step := Millis(x.Step)
		r.Step = &step
	}
	for i := range x.Runs {
		r.Runs = append(r.Runs, runReport(&x.Runs[i]))
	}
	switch late := x.late(); {
	case late != nil:
		t, _ := x.observed(late)
		d := diagnose.Diagnose(t, x.stall)
		// Rows can fit several rules; which one this reader follows is known.
		if len(d.Result.Words) > 0 {
			d.Result.Words = []diagnose.Word{knob(late.Release)}
		}
		r.Result, r.Elsewhere = c.ResultSentence(d.Result), c.ElsewhereSentence(d)
	case x.planned(replay.AtClose):
		r.Elsewhere = c["experiment.elsewhere.not"]
	default:
		r.Elsewhere = c["experiment.elsewhere.floor"]
	}
	return r
}

// PlannedExperiment is the report of an experiment whose chunks are not there
// yet: the runs of two arms, none of them executed.
func PlannedExperiment(l *language.Language, first, second lab.Arm) *ExperimentReport {
	r := &ExperimentReport{
		Knob: string(lab.Release), Arms: []string{first.Release.String(), second.Release.String()},
		Elsewhere: l.Catalogue()["experiment.elsewhere.not"],
	}
	for _, run := range lab.Plan(first, second) {
		r.Runs = append(r.Runs, runReport(&run))
	}
	return r
}

// Executed is how many runs were executed.
func (r *ExperimentReport) Executed() (n int) {
	for _, run := range r.Runs {
		if run.Executed {
			n++
		}
	}
	return n
}

// knob is how a reader under rule r releases, as a word of the catalogue.
func knob(r replay.Rule) diagnose.Word {
	key := "knob." + r.Name()
	if r.Kind == replay.Block {
		key += ".one"
	}
	return diagnose.Word{Key: key, Args: diagnose.Args{"n": r.N}}
}

// planned reports whether an arm releases by a rule of that kind.
func (x *Experiment) planned(kind replay.RuleKind) bool {
	arms := x.bench.Arms()
	return arms[0].Release.Kind == kind || arms[1].Release.Kind == kind
}

func runReport(r *lab.Run) RunReport {
	out := RunReport{Pair: r.Pair, Place: r.Place, Release: r.Release.String(), Executed: r.Executed}
	if !r.Executed {
		return out
	}
	join, parse := Millis(r.Join), Millis(r.Parse)
	out.Join, out.Parse, out.Peak, out.Events, out.Bad = &join, &parse, &r.Peak, &r.Events, &r.Bad
	if r.First.Set {
		out.First = &HandoffReport{Work: Millis(r.First.Work), Chunk: r.First.Chunk, Time: Millis(r.First.Time)}
	}
	return out
}

// WriteJSON writes the report.
func (x *Experiment) WriteJSON(w io.Writer) error { return writeJSON(w, x.Report()) }

// WriteText writes the report for a terminal: the result first, then every run.
func (x *Experiment) WriteText(w io.Writer) error {
	r, l := x.Report(), x.Recording.Language
	bw := bufio.NewWriter(w)
	fmt.Fprintln(bw, r.Result+r.Elsewhere)
	fmt.Fprintln(bw)
	fmt.Fprintln(bw, r.Setup)
	for _, remark := range r.Source.Remarks {
		fmt.Fprintln(bw, remark)
	}
	fmt.Fprintln(bw)
	tw := &columns{w: bw}
	head(tw, l, RunColumns...)
	for _, run := range r.Runs {
		fmt.Fprintln(tw, strings.Join(r.Cells(l, run), "\t")+"\t")
	}
	tw.Flush()
	fmt.Fprintln(bw)
	fmt.Fprintln(bw, r.Notes(l))
	return bw.Flush()
}

// RunColumns are the titles of what Cells returns, in English.
var RunColumns = []string{"pair", "place", "release", "join ms", "parse ms", "first handoff ms", "at", "at ms", "peak bytes", "events", "bad"}

// Cells is one run as people read it; of one that was not executed, its place in
// the plan and the label NotExecuted.
func (r *ExperimentReport) Cells(l *language.Language, run RunReport) []string {
	cells := []string{strconv.Itoa(run.Pair), strconv.Itoa(run.Place), run.Release}
	if !run.Executed {
		return append(cells, l.Text(NotExecuted))
	}
	cells = append(cells, r.cost(*run.Join), r.cost(*run.Parse))
	if f := run.First; f != nil {
		c := l.Catalogue()
		at := c["unit.eof"]
		if f.Chunk < r.Source.Chunks {
			at = c["unit.chunk"] + " " + strconv.Itoa(f.Chunk)
		}
		cells = append(cells, r.cost(f.Work), at, millis(f.Time))
	} else {
		cells = append(cells, "–", "–", "–")
	}
	return append(cells, diagnose.Group(*run.Peak), diagnose.Group(int64(*run.Events)), diagnose.Group(int64(*run.Bad)))
}

// Notes says how to read the cells.
func (r *ExperimentReport) Notes(l *language.Language) string {
	c := l.Catalogue()
	said := c["experiment.how"]
	if r.Step != nil && time.Duration(*r.Step) >= 2*time.Microsecond {
		said += c["list.sentences"] + fmt.Sprintf(l.Text("What is shorter than %s ms this clock cannot show."), r.step())
	}
	return said
}

// step is the clock's step in ms, as people read it.
func (r *ExperimentReport) step() string {
	return capture.FormatMillis(time.Duration(*r.Step).Round(time.Microsecond))
}

// cost writes a measured time with as many digits as the clock's step has,
// four at most, or as below what that can show.
func (r *ExperimentReport) cost(m Millis) string {
	digits, unit := 4, 100*time.Nanosecond
	if r.Step != nil {
		for step := time.Duration(*r.Step).Round(time.Microsecond); digits > 1 && step >= 10*unit; digits-- {
			unit *= 10
		}
		if time.Duration(m) < time.Duration(*r.Step) {
			return "<" + capture.FormatMillis(max(unit, time.Duration(*r.Step).Round(unit)))
		}
	}
	units := int64((time.Duration(m) + unit/2) / unit)
	if units == 0 {
		return "<" + capture.FormatMillis(unit)
	}
	whole := int64(time.Millisecond / unit)
	return fmt.Sprintf("%s.%0*d", diagnose.Group(units/whole), digits, units%whole)
}
