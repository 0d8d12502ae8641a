package figure

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

// causePatterns are those of the causes: diagonals, level lines, dots, plain.
var causePatterns = [diagnose.CauseCount]Pattern{
	diagnose.Release:    {Name: "release", Size: 6, Marks: "M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5", Tint: 25},
	diagnose.OpenEvent:  {Name: "open", Size: 4, Marks: "M0 2H4", Tint: 20},
	diagnose.FillerOnly: {Name: "filler", Size: 5, Marks: "M1.5 1.5h2v2h-2z", Filled: true, Tint: 20},
	diagnose.Idle:       {Name: "idle", Size: 6, Tint: 30},
}

// lanePatterns are those of the lanes: upright lines, a grid, diagonals that
// fall where those of a release rise.
var lanePatterns = [diagnose.StageCount]Pattern{
	diagnose.ToRead:    {Name: "to-read", Size: 4, Marks: "M2 0V4", Tint: 30},
	diagnose.ToParse:   {Name: "to-parse", Size: 5, Marks: "M0 2.5H5M2.5 0V5", Tint: 30},
	diagnose.ToHandoff: {Name: "to-handoff", Size: 6, Marks: "M-1.5 4.5L1.5 7.5M0 0L6 6M4.5 -1.5L7.5 1.5", Tint: 30},
}

// patterned are the inks of the causes and, where they are drawn, of the lanes.
func (t *theme) patterned(lanes bool) (out []Ink) {
	for c := range causePatterns {
		out = append(out, Ink{Colour: t.cause[c], Pattern: &causePatterns[c]})
	}
	if lanes {
		for i := range lanePatterns {
			out = append(out, Ink{Colour: t.lane[i], Pattern: &lanePatterns[i]})
		}
	}
	return out
}
