package analyzer

import (
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// MarksReport is how long events took from mark to mark.
type MarksReport struct {
	Rows      int          `json:"rows"`       // that have a mark
	OpenEnded int          `json:"open_ended"` // events that were parsed and never handed off
	Last      Millis       `json:"last_ms"`    // the last mark
	Whole     Millis       `json:"whole_ms"`   // time in which some event was between two marks
	Time      StagesReport `json:"time_ms"`    // of which, of the oldest such event; sums to the whole
	Longest   StagesReport `json:"longest_ms"` // of one event
}

// StagesReport is time by stage.
type StagesReport struct {
	Read    Millis `json:"read"`    // accept to read
	Parse   Millis `json:"parse"`   // read to parse
	Handoff Millis `json:"handoff"` // parse to handoff
}

func marksReport(m *diagnose.Stages) *MarksReport {
	if m == nil {
		return nil
	}
	stages := func(of [diagnose.StageCount]Millis) StagesReport {
		return StagesReport{of[diagnose.ToRead], of[diagnose.ToParse], of[diagnose.ToHandoff]}
	}
	var times, longest [diagnose.StageCount]Millis
	for i := range diagnose.StageCount {
		times[i], longest[i] = Millis(m.Times[i]), Millis(m.Longest[i])
	}
	return &MarksReport{Rows: m.Rows, OpenEnded: m.OpenEnded, Last: Millis(m.To), Whole: Millis(m.Whole), Time: stages(times), Longest: stages(longest)}
}

func writeMarks(w io.Writer, l *language.Language, m *MarksReport) {
	if m == nil {
		return
	}
	tw := newTable(w)
	head(tw, l, "marks", "accept to read ms", "read to parse ms", "parse to handoff ms")
	for _, row := range []struct {
		name string
		StagesReport
	}{{l.Text("in all"), m.Time}, {l.Text("longest"), m.Longest}} {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t\n", row.name, millis(row.Read), millis(row.Parse), millis(row.Handoff))
	}
	tw.Flush()
}
