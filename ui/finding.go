package ui

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Finding is one axis: a code, a sentence, and the rows or chunks that prove
// it; then others that hold besides, each with its own.
type Finding struct {
	Axis   string // Reader, Arrivals or Stream
	Row    string // what its evidence is: row or chunk
	EOF    int    // the number that stands for EOF, or 0
	Data   analyzer.FindingReport
	Opened func(axis string, i int) bool // whether the proof of claim i is open
	Toggle func(axis string, i int)
}

// isFault reports whether a finding is something to look into. What is not
// known is none.
func isFault(axis, code string) bool {
	switch axis {
	case "Reader":
		return slices.Contains([]string{"late", "keeps-bad", "never-matched", "drops", "early", "slow-read", "slow-handoff"}, code)
	case "Arrivals":
		return !slices.Contains([]string{"", "steady", "untimed"}, code)
	}
	return !slices.Contains([]string{"", "ok", "single-value", "no-payload"}, code)
}

// Mark is the class of the axis's sign, which is filled where there is a fault.
func (c *Finding) Mark() string {
	if isFault(c.Axis, c.Data.Code) {
		return "sign fault " + c.Axis
	}
	return "sign " + c.Axis
}

// HowTo reports whether recording differently would tell more about the reader.
func (c *Finding) HowTo() bool {
	return slices.Contains([]string{"unmeasured", "undecidable", "sampled-late"}, c.Data.Code)
}

// IsOpen reports whether the proof of claim i is open.
func (c *Finding) IsOpen(i int) bool { return c.Opened != nil && c.Opened(c.Axis, i) }

// Flip returns what opens or closes the proof of claim i.
func (c *Finding) Flip(i int) func() { return func() { c.Toggle(c.Axis, i) } }
