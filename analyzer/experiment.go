package analyzer

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// MaxExperiment bounds the payload of an experiment, in bytes: both readers work
// in memory, and one of them holds all of it.
const MaxExperiment = 64 << 20

// Experiment is the experiment of package lab over a recording: two readers that
// differ in the moment of release alone. It keeps the payload, and shows none.
type Experiment struct {
	Recording *Analysis     // what both readers take
	Runs      []lab.Run     // in the order of execution
	Step      time.Duration // of the clock; 0 until it was looked at

	bench *lab.Experiment
	stall time.Duration
}

// NewExperiment reads the recording r, or the made-up chunks where r is nil, and
// plans the runs. None of them is executed. Errors are those of Analyze, of
// lab.New, or say that the recording has no payload or too much of it.
func NewExperiment(r io.Reader, o Options, first, second lab.Arm) (*Experiment, error) {
	if r == nil {
		r, o.Name = lab.MadeUp(), "the made-up chunks"
	}
	o.Rules = []replay.Rule{first.Release, second.Release}
	o.Observed = nil
	// What both arms say is how the recording is read.
	if first.Framing == second.Framing && first.Framing != framing.Unknown {
		o.Framing = first.Framing
	}
	if a, b := first.LenientEOF, second.LenientEOF; a != nil && b != nil && *a == *b {
		o.LenientEOF = *a
	}
	kept := keeper{from: r, bodies: map[int][]byte{}}
	o.Payload = kept.keep
	a, err := Analyze(&kept, o)
	if err != nil {
		return nil, err
	}
	s, err := kept.stream(a, o)
	if err != nil {
		return nil, err
	}
	bench, err := lab.New(s, first, second)
	if err != nil {
		return nil, err
	}
	return &Experiment{Recording: a, Runs: bench.Plan(), bench: bench, stall: o.Stall}, nil
}

// Execute makes run number i, whose cost it reads off now.
func (x *Experiment) Execute(i int, now lab.Clock) {
	if x.Step == 0 {
		x.Step = lab.Step(now)
	}
	x.bench.Execute(x.Runs, i, now)
}

// observed is the timeline with the rows of a run for those of its reader, and
// the same as a column of its CSV.
func (x *Experiment) observed(r *lab.Run) (*timeline.Timeline, timeline.Column) {
	t := *x.Recording.Timeline
	t.Observed, t.Marks = make([]timeline.Sample, len(r.Rows)), nil
	c := timeline.Column{Name: timeline.HeldObserved, Rows: make([]timeline.Held, len(r.Rows))}
	for i, row := range r.Rows {
		s := timeline.Sample{Time: t.EOF.Time, Held: row.Held, Before: row.Before, Bytes: capture.None, Parsed: row.Parsed}
		if i < len(t.Chunks) {
			s.Time, s.Bytes = t.Chunks[i].Time, t.Bytes(i)
		}
		t.Observed[i] = s
		c.Rows[i] = timeline.Held{After: row.Held, Before: row.Before, Parsed: row.Parsed}
	}
	t.Rows = timeline.Rows{From: t.Observed[0].Time, To: t.End(), Count: len(r.Rows)}
	return &t, c
}

// late is the first executed run of the arm that does not release at close,
// where the other does and was executed too; else nil.
func (x *Experiment) late() *lab.Run {
	var floor bool
	var late *lab.Run
	for i := range x.Runs {
		switch r := &x.Runs[i]; {
		case !r.Executed:
		case r.Release.Kind == replay.AtClose:
			floor = true
		case late == nil:
			late = r
		}
	}
	if !floor {
		return nil
	}
	return late
}

var errNotExecuted = errors.New("analyzer: no run was executed, so there are no rows")

// WriteCSV writes the rows of each executed run: a timeline's CSV that stands
// for itself, with what the run measured in a line of codes before it. Read
// back, each run is an exchange, and its rows are those of a reader.
func (x *Experiment) WriteCSV(w io.Writer) error {
	some := false
	for i := range x.Runs {
		r := &x.Runs[i]
		if !r.Executed {
			continue
		}
		some = true
		first := ""
		if r.First.Set {
			first = fmt.Sprintf(" first_ms=%s first_chunk=%d", capture.FormatMillis(r.First.Work), r.First.Chunk)
		}
		_, err := fmt.Fprintf(w, "# run=%d pair=%d place=%d release=%v join_ms=%s parse_ms=%s%s\n",
			i+1, r.Pair, r.Place, r.Release, capture.FormatMillis(r.Join), capture.FormatMillis(r.Parse), first)
		if err == nil {
			t, column := x.observed(r)
			err = timeline.Write(w, t, column)
		}
		if err != nil {
			return err
		}
	}
	if !some {
		return errNotExecuted
	}
	return nil
}

// Figure is the graph of the pair, the reader that releases at close last.
func (x *Experiment) Figure() *figure.Figure {
	f := x.Recording.Figure()
	f.Lines = nil
	for _, arm := range x.bench.Arms() {
		for i := range x.Recording.Diagnosis.Rules {
			if s := x.Recording.Diagnosis.Rules[i].Series; s.Rule == arm.Release {
				f.Lines = append(f.Lines, s)
			}
		}
	}
	if f.Lines[0].Rule.Kind == replay.AtClose {
		slices.Reverse(f.Lines)
	}
	return f
}

// Speak sets the language of what it says; nil is English.
func (x *Experiment) Speak(l *language.Language) { x.Recording.Language = l }

// WriteSVG draws the graph, in the language of the recording. It fails where no run was executed.
func (x *Experiment) WriteSVG(w io.Writer, o figure.Options) error {
	if !slices.ContainsFunc(x.Runs, func(r lab.Run) bool { return r.Executed }) {
		return errNotExecuted
	}
	return figure.SVG(w, x.Figure(), labelled(o, x.Recording.Language))
}
