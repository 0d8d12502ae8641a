package analyzer

import (
	"io"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Fix is a reader before a change and after it, on one axis: times are from the
// first chunk of each.
type Fix struct {
	*diagnose.Change
	Before, After *Analysis
	Language      *language.Language // of what it says, nil: English
}

// NewFix lays two analyses beside each other, of any two recordings: it says
// itself how far they can be compared.
func NewFix(before, after *Analysis) *Fix {
	f := &Fix{Change: diagnose.NewChange(before.Diagnosis, after.Diagnosis), Before: before, After: after}
	f.Speak(before.Language)
	return f
}

// Speak sets the language of what f says.
func (f *Fix) Speak(l *language.Language) { f.Language, f.Before.Language, f.After.Language = l, l, l }

// SameStream reports whether the two may be recordings of one stream: as many
// bytes, and events of the same lengths where these are known.
func (a *Analysis) SameStream(b *Analysis) bool { return diagnose.SameBytes(a.Timeline, b.Timeline) }

// line is the series that stands for an analysis beside another; where nothing
// says what was held, what had come.
func (a *Analysis) line() *replay.Series {
	if x := a.Diagnosis.Line(); x != nil {
		return x.Series
	}
	return replay.Run(a.Timeline, replay.Rule{Kind: replay.ReadAll})
}

// WriteCSV writes both lines as CSV with the columns of WriteSeries, a run each:
// before, then after.
func (f *Fix) WriteCSV(w io.Writer) error {
	for _, a := range []*Analysis{f.Before, f.After} {
		c := column(a.line())
		if a.Diagnosis.Line() == nil {
			c.Name = timeline.HeldNone
		}
		if err := timeline.WriteSeries(w, a.Timeline, c); err != nil {
			return err
		}
	}
	return nil
}

// Figure is the graph of both lines.
func (f *Fix) Figure() *figure.Figure {
	a, b := f.Before.Timeline, f.After.Timeline
	made := func(t *timeline.Timeline) bool { return slices.Contains(t.Notes, capture.NoteMadeUpTimes) }
	return &figure.Figure{
		Lines: []*replay.Series{f.Before.line(), f.After.line()}, Fix: true,
		Timed: a.Timed && b.Timed, MadeUp: made(a) || made(b), Rows: len(a.Chunks) == 0 && len(b.Chunks) == 0,
		From: madeFrom(a), After: madeFrom(b),
	}
}

// WriteSVG draws the graph.
func (f *Fix) WriteSVG(w io.Writer, o figure.Options) error {
	return figure.SVG(w, f.Figure(), labelled(o, f.Language))
}
