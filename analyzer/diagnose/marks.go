package diagnose

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Stage is a part of an event's way through a reader, from one mark to the
// next.
type Stage int

// The stages.
const (
	ToRead    Stage = iota // accept to read: the bytes are there and nobody reads
	ToParse                // read to parse: the reader has them
	ToHandoff              // parse to handoff: nobody acts on the event
	StageCount
)

// Stages is how long events took from mark to mark.
type Stages struct {
	Times     [StageCount]time.Duration // what time was spent on, of several events at once the oldest; sums to Whole
	Whole     time.Duration             // time in which some event was between two marks
	Longest   [StageCount]time.Duration // of one event
	Row       [StageCount]int           // the row that the longest is of
	Rows      int                       // that have a mark
	OpenEnded int                       // events that were parsed and never handed off
	To        time.Duration             // the last mark
}

// stages adds up the marks of t, or returns nil where there are none. A stage
// counts where both its marks are given and in order; one without its end is
// open, and lasts until the last mark of all.
func stages(t *timeline.Timeline) *Stages {
	var out Stages
	for _, marks := range t.Marks {
		if marks != (timeline.Marks{}) {
			out.Rows++
		}
		for _, m := range marks {
			if m.Set {
				out.To = max(out.To, m.Time)
			}
		}
	}
	if out.Rows == 0 {
		return nil
	}
	done := time.Duration(-capture.MaxTime)
	for row, marks := range t.Marks {
		for stage := range StageCount {
			from, to := marks[stage], marks[stage+1]
			if stage == ToHandoff && from.Set && !to.Set {
				out.OpenEnded++
				to = capture.Mark{Time: out.To, Set: true}
			}
			if !from.Set || !to.Set || to.Time < from.Time {
				continue
			}
			if d := to.Time - from.Time; d > out.Longest[stage] {
				out.Longest[stage], out.Row[stage] = d, row
			}
			if d := to.Time - max(from.Time, done); d > 0 {
				out.Times[stage] += d
				out.Whole += d
				done = to.Time
			}
		}
	}
	return &out
}

// slow is how long the longest stage must be for a finding of it.
const slow = 50 * time.Millisecond

// longest is the stage of the longest, and whether that is slow.
func (m *Stages) longest() (stage Stage, is bool) {
	for next := range StageCount {
		if m.Longest[next] > m.Longest[stage] {
			stage = next
		}
	}
	return stage, m.Longest[stage] >= slow
}

func (m *Stages) args(stage Stage) Args {
	return Args{"wait_ms": int64(m.Longest[stage]), "row": int64(m.Row[stage]), "rows": int64(m.Rows), "open": int64(m.OpenEnded)}
}

// slowMarks finds a reader that reads late, or whose events nobody acts on.
func (m *Stages) slowMarks(at func(row int) []Evidence) (Finding, bool) {
	stage, is := m.longest()
	if !is || stage == ToParse {
		return Finding{}, false
	}
	f := Finding{Code: SlowRead, Args: m.args(stage), Evidence: at(m.Row[stage])}
	if stage == ToHandoff {
		f.Code = SlowHandoff
		if m.OpenEnded > 0 {
			f.Tail = "open"
		}
	}
	return f, true
}

// alone decides from marks where no row says what was held.
func (m *Stages) alone(at func(row int) []Evidence) Finding {
	if f, is := m.slowMarks(at); is {
		return f
	}
	stage, is := m.longest()
	f := Finding{Code: Prompt, Variant: "marks", Args: m.args(stage), Evidence: at(m.Row[stage])}
	if is {
		f.Code = Late
	}
	return f
}
