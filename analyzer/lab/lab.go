// Package lab runs the experiment: two readers that differ in one knob, the
// moment of release, take the same chunks back to back, five times in one
// process. The readers are real: they join bytes, find events and decode them.
// When the chunks came is data, taken from the recording; what the work cost is
// read off a clock that the caller passes.
package lab

import (
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Clock says how much time has passed since some moment. It never runs
// backwards.
type Clock func() time.Duration

// Chunk is the bytes that one read returns, and when it returns them on the
// recording's clock.
type Chunk struct {
	Time time.Duration
	Data []byte
}

// Stream is what both readers take.
type Stream struct {
	Chunks     []Chunk
	EOF        bool          // the stream ends, at End; a reader that waits for that releases nothing without it
	End        time.Duration // on the recording's clock
	Framing    framing.Name
	LenientEOF bool
	Heartbeats []string // names of events that are heartbeats, as in framing.Options
}

// Pairs is how often the pair is run.
const Pairs = 5

// Experiment is a pair of arms over one stream.
type Experiment struct {
	stream Stream
	arms   [2]Arm
}

// New makes the experiment. The error is a *KnobError where the arms do not
// differ in the moment of release alone, or says which framing has no scanner.
// What an arm leaves open is as the stream has it.
func New(s Stream, first, second Arm) (*Experiment, error) {
	arms := [2]Arm{first.over(s), second.over(s)}
	if err := Check(arms[0], arms[1]); err != nil {
		return nil, err
	}
	// The arms agree in all that makes a scanner.
	if _, err := arms[0].scanner(s, nil); err != nil {
		return nil, err
	}
	return &Experiment{stream: s, arms: arms}, nil
}

// Arms are the two arms, with nothing left open.
func (x *Experiment) Arms() [2]Arm { return x.arms }

// Plan lists the runs of the experiment, none of them executed.
func (x *Experiment) Plan() []Run { return Plan(x.arms[0], x.arms[1]) }

// Plan lists the runs of two arms in the order in which they are to be made, none
// of them executed: each pair back to back, and the arm that goes first by turns.
func Plan(first, second Arm) []Run {
	arms := [2]Arm{first, second}
	runs := make([]Run, 0, 2*Pairs)
	for pair := range Pairs {
		for place := range 2 {
			arm := (pair + place) % 2
			runs = append(runs, Run{Pair: pair + 1, Place: place + 1, Arm: arm, Release: arms[arm].Release})
		}
	}
	return runs
}

// Execute makes the run number i of runs, which Plan listed. Rows that are those
// of an earlier run are kept once.
func (x *Experiment) Execute(runs []Run, i int, now Clock) {
	r := &runs[i]
	x.run(r, now)
	for j := range runs[:i] {
		if same := &runs[j]; slices.Equal(same.Rows, r.Rows) {
			r.Rows = same.Rows
			return
		}
	}
}
