package figure

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

// causePatterns are those of the causes: diagonals, level lines, dots, plain.
var causePatterns = [diagnose.CauseCount]Pattern{
	diagnose.Release:    {Size: 6, Marks: "M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5", Tint: 25},
	diagnose.OpenEvent:  {Size: 4, Marks: "M0 2H4", Tint: 20},
	diagnose.FillerOnly: {Size: 5, Marks: "M1.5 1.5h2v2h-2z", Filled: true, Tint: 20},
	diagnose.Idle:       {Size: 6, Tint: 30},
}

// lanePatterns are those of the lanes: upright lines, a grid, diagonals that
// fall where those of a release rise.
var lanePatterns = [diagnose.StageCount]Pattern{
	diagnose.ToRead:    {Name: "to-read", Size: 4, Marks: "M2 0V4", Tint: 30},
	diagnose.ToParse:   {Name: "to-parse", Size: 5, Marks: "M0 2.5H5M2.5 0V5", Tint: 30},
	diagnose.ToHandoff: {Name: "to-handoff", Size: 6, Marks: "M-1.5 4.5L1.5 7.5M0 0L6 6M4.5 -1.5L7.5 1.5", Tint: 30},
}

// patterns are those of the causes and, where they are drawn, of the lanes.
func (t *theme) patterns(lanes bool) (out []*Pattern) {
	for cause, p := range causePatterns {
		p.Name, p.Colour = diagnose.Cause(cause).String(), t.cause[cause]
		out = append(out, &p)
	}
	if lanes {
		for stage, p := range lanePatterns {
			p.Colour = t.lane[stage]
			out = append(out, &p)
		}
	}
	return out
}

// causeInk draws a cause, laneInk a stage of the lanes.
func (d *drawing) causeInk(c diagnose.Cause) Ink { return Ink{Pattern: d.patterns[c]} }

func (d *drawing) laneInk(stage int) Ink {
	return Ink{Pattern: d.patterns[int(diagnose.CauseCount)+stage]}
}
