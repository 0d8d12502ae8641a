package analyzer

import "io"

// FixReport is a reader before and after a change as JSON: a contract, to which
// fields are added and in which none is renamed. Times are ms from the first
// chunk of each recording, exact.
type FixReport struct {
	Before   SideReport    `json:"before"`
	After    SideReport    `json:"after"`
	Finding  VerdictReport `json:"finding"`
	Stream   VerdictReport `json:"stream"`   // whether both took the same chunks
	Headline string        `json:"headline"` // the finding's sentence
}

// SideReport is one of the two recordings.
type SideReport struct {
	Source       SourceReport  `json:"source"`
	Framing      FramingReport `json:"framing"`
	Line         string        `json:"line"` // what stands for it: observed, at-close, or received where nothing says what was held
	Fit          *FitReport    `json:"fit"`  // of observed
	PeakBytes    int64         `json:"peak_bytes"`
	PeakAfter    int64         `json:"peak_after"`
	FirstRelease *Millis       `json:"first_release_ms"`
	LastRelease  *Millis       `json:"last_release_ms"`
	Stalls       int           `json:"stalls"`
	Longest      *Millis       `json:"longest_stall_ms"` // null where there is none
	Time         *TimesReport  `json:"time_ms"`          // null where nothing says what was held
	Reader       string        `json:"reader"`           // the codes of the findings
	Arrivals     string        `json:"arrivals"`
	Stream       string        `json:"stream"`
}

// Report makes the report.
func (f *Fix) Report() *FixReport {
	words := f.Language.Catalogue()
	r := &FixReport{
		Before: f.Before.side(), After: f.After.side(),
		Finding: VerdictReport{Code: string(f.Finding.Code), Sentence: words.ChangeSentence(f.Change, f.Finding)},
		Stream:  VerdictReport{Code: f.Stream.Variant, Sentence: words.ChangeSentence(f.Change, f.Stream)},
	}
	r.Headline = r.Finding.Sentence
	return r
}

func (a *Analysis) side() SideReport {
	d := a.Diagnosis
	r := SideReport{
		Source: a.source(), Framing: a.framing(), Line: "received", Stalls: len(d.Stalls),
		Reader: string(d.Reader.Code), Arrivals: string(d.Arrivals.Code), Stream: string(d.Stream.Code),
	}
	s := a.line()
	r.PeakBytes, r.PeakAfter = s.Peak(), s.PeakAfter()
	if x := d.Line(); x != nil {
		times := timesReport(x.Times)
		r.Line, r.FirstRelease, r.LastRelease, r.Time = s.Rule.String(), mark(x.First), mark(x.Last), &times
		if x == d.Observed {
			r.Fit = fitReport(d.Fit)
		}
	}
	for _, s := range d.Stalls {
		if length := Millis(s.To - s.From); r.Longest == nil || length > *r.Longest {
			r.Longest = &length
		}
	}
	return r
}

// WriteJSON writes the report.
func (f *Fix) WriteJSON(w io.Writer) error { return writeJSON(w, f.Report()) }
