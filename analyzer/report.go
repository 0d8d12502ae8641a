package analyzer

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Report is the analysis as JSON: a contract, to which fields are added and in
// which none is renamed. Times are ms from the first chunk, areas byte·ms, both
// exact.
type Report struct {
	Source    SourceReport    `json:"source"`
	Framing   FramingReport   `json:"framing"`
	Series    []SeriesReport  `json:"series"`
	Observed  *ObservedReport `json:"observed"`
	Marks     *MarksReport    `json:"marks"`    // null where no row has any
	Inflater  *InflaterReport `json:"inflater"` // null where no content coding was taken off
	Stalls    []StallReport   `json:"stalls"`
	StallMS   Millis          `json:"stall_ms"` // the shortest that is one
	Findings  FindingsReport  `json:"findings"`
	Headline  string          `json:"headline"`
	Parts     []string        `json:"headline_parts"` // its sentences: the reader, the arrivals, the stalls by cause if there are any
	Result    string          `json:"result"`         // empty where releasing sooner improves nothing
	Elsewhere string          `json:"elsewhere"`      // what to say then; empty where there is a result
}

// SeriesReport is what a reader under one rule holds.
type SeriesReport struct {
	Rule         string      `json:"rule"`
	PeakBytes    int64       `json:"peak_bytes"`
	PeakAfter    int64       `json:"peak_after"`
	FirstRelease *Millis     `json:"first_release_ms"`
	LastRelease  *Millis     `json:"last_release_ms"`
	Area         AreaReport  `json:"area"`
	Time         TimesReport `json:"time_ms"`
}

// ObservedReport is what the reader held that recorded its own rows.
type ObservedReport struct {
	Rows         int         `json:"rows"`
	PeakBytes    int64       `json:"peak_bytes"`
	PeakAfter    int64       `json:"peak_after"`
	FirstRelease *Millis     `json:"first_release_ms"`
	LastRelease  *Millis     `json:"last_release_ms"`
	Shape        string      `json:"shape"`
	Fit          *FitReport  `json:"fit"` // null where no close is known
	Area         AreaReport  `json:"area"`
	Time         TimesReport `json:"time_ms"`
}

// InflaterReport is what the inflater held that takes the content coding off, in
// coded bytes. The bytes of everything else are decoded ones.
type InflaterReport struct {
	Coding     string `json:"coding"` // several are joined by +
	CodedBytes int64  `json:"coded_bytes"`
	PeakBytes  int64  `json:"peak_bytes"` // with the chunk that had just come
	PeakAfter  int64  `json:"peak_after"` // of what had yielded nothing yet
}

// FitReport names the rules that explain the observed rows.
type FitReport struct {
	Rules   []RuleReport `json:"rules"`
	Exact   bool         `json:"exact"`
	RowsOff int          `json:"rows_off"`
}

// RuleReport is a rule and, where it has a parameter, the range that fits.
type RuleReport struct {
	Rule string `json:"rule"`
	Min  *int64 `json:"min"`
	Max  *int64 `json:"max"`
}

// AreaReport is held bytes over time by what they are, in byte·ms.
type AreaReport struct {
	Open   json.Number `json:"open"`
	Late   json.Number `json:"late"`
	Filler json.Number `json:"filler"`
	Early  json.Number `json:"early"`
}

// TimesReport is time by cause.
type TimesReport struct {
	Release Millis `json:"release"`
	Open    Millis `json:"open"`
	Filler  Millis `json:"filler"`
	Idle    Millis `json:"idle"`
}

// StallReport is one stall.
type StallReport struct {
	From   Millis      `json:"from_ms"`
	To     Millis      `json:"to_ms"`
	Time   TimesReport `json:"time_ms"`
	Held   int64       `json:"held_bytes"`
	Chunks [2]int      `json:"chunks"`
}

// FindingsReport is one finding on each axis.
type FindingsReport struct {
	Reader   FindingReport `json:"reader"`
	Arrivals FindingReport `json:"arrivals"`
	Stream   FindingReport `json:"stream"`
}

// FindingReport is a code, its sentence and what proves it.
type FindingReport struct {
	Code     string           `json:"code"`
	Sentence string           `json:"sentence"`
	Evidence []EvidenceReport `json:"evidence"`
	Also     []FindingReport  `json:"also,omitempty"`
}

// EvidenceReport is one chunk that proves a finding.
type EvidenceReport struct {
	Chunk int    `json:"chunk"`
	Time  Millis `json:"t_ms"`
	Held  int64  `json:"held_bytes"`
}

// Millis is a time that JSON shows as an exact number of milliseconds.
type Millis time.Duration

// MarshalJSON writes the shortest decimal that is exact to the nanosecond.
func (m Millis) MarshalJSON() ([]byte, error) {
	return capture.AppendMillis(nil, time.Duration(m)), nil
}

// UnmarshalJSON reads a number of milliseconds.
func (m *Millis) UnmarshalJSON(b []byte) error {
	d, err := capture.ParseMillis(string(b))
	*m = Millis(d)
	return err
}

// Report makes the report, in the analysis' language.
func (a *Analysis) Report() *Report {
	d, c := a.Diagnosis, a.Language.Catalogue()
	r := &Report{
		Source: a.source(), Framing: a.framing(),
		Series: []SeriesReport{}, Stalls: []StallReport{}, StallMS: Millis(d.Stall),
		Findings: FindingsReport{
			Reader:   findingReport(d.Reader, c.ReaderSentence),
			Arrivals: findingReport(d.Arrivals, c.ArrivalsSentence),
			Stream:   findingReport(d.Stream, c.StreamSentence),
		},
		Parts: c.Headline(d), Result: c.ResultSentence(d.Result), Elsewhere: c.ElsewhereSentence(d),
	}
	if slices.Contains(a.Timeline.Notes, capture.NoteMadeUpTimes) {
		r.Parts = append([]string{c["note."+capture.NoteMadeUpTimes.String()]}, r.Parts...)
	}
	r.Headline = strings.Join(r.Parts, c["list.sentences"])
	for i := range d.Rules {
		x := &d.Rules[i]
		r.Series = append(r.Series, SeriesReport{
			Rule: x.Series.Rule.String(), PeakBytes: x.Series.Peak(), PeakAfter: x.Series.PeakAfter(),
			FirstRelease: mark(x.First), LastRelease: mark(x.Last),
			Area: areaReport(x.Area), Time: timesReport(x.Times),
		})
	}
	if x := d.Observed; x != nil {
		r.Observed = &ObservedReport{
			Rows: a.Timeline.Rows.Count, PeakBytes: x.Series.Peak(), PeakAfter: x.Series.PeakAfter(),
			FirstRelease: mark(x.First), LastRelease: mark(x.Last),
			Shape: string(d.Shape), Fit: fitReport(d.Fit), Area: areaReport(x.Area), Time: timesReport(x.Times),
		}
	}
	r.Marks = marksReport(d.Marks)
	if s := replay.FromInflater(a.Timeline); s != nil {
		r.Inflater = &InflaterReport{
			Coding: a.Timeline.Coding.String(), CodedBytes: s.At(s.Len() - 1).Received,
			PeakBytes: s.Peak(), PeakAfter: s.PeakAfter(),
		}
	}
	for _, s := range d.Stalls {
		r.Stalls = append(r.Stalls, StallReport{
			From: Millis(s.From), To: Millis(s.To), Time: timesReport(s.Times), Held: s.Held, Chunks: [2]int{s.First, s.Last},
		})
	}
	return r
}

// Row is what evidence counts: chunks or, of a bare CSV, rows.
func (r *Report) Row(l *language.Language) string {
	if r.Source.Chunks == 0 {
		return l.Catalogue()["unit.row"]
	}
	return l.Catalogue()["unit.chunk"]
}

// Place names what a piece of evidence points at: a chunk or row by number, or
// EOF.
func (r *Report) Place(l *language.Language, chunk int) string {
	if r.Source.Chunks > 0 && chunk == r.Source.Chunks {
		return l.Catalogue()["unit.eof"]
	}
	return r.Row(l) + " " + strconv.Itoa(chunk)
}

// end names the chunk at the end of a stall by its number, or EOF.
func (r *Report) end(l *language.Language, chunk int) string {
	if r.Source.Chunks > 0 && chunk == r.Source.Chunks {
		return l.Catalogue()["unit.eof"]
	}
	return strconv.Itoa(chunk)
}

// WriteJSON writes the report.
func (a *Analysis) WriteJSON(w io.Writer) error { return writeJSON(w, a.Report()) }

func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

func findingReport(f diagnose.Finding, sentence func(diagnose.Finding) string) FindingReport {
	r := FindingReport{Code: string(f.Code), Sentence: sentence(f), Evidence: []EvidenceReport{}}
	for _, e := range f.Evidence {
		r.Evidence = append(r.Evidence, EvidenceReport{Chunk: e.Chunk, Time: Millis(e.Time), Held: e.Held})
	}
	for _, also := range f.Also {
		r.Also = append(r.Also, findingReport(also, sentence))
	}
	return r
}

func fitReport(f *diagnose.Fit) *FitReport {
	if f == nil {
		return nil
	}
	r := &FitReport{Rules: []RuleReport{}, Exact: f.Exact, RowsOff: f.RowsOff}
	for _, rule := range f.Rules {
		one := RuleReport{Rule: rule.String()}
		if rule.Max > 0 {
			one.Min, one.Max = &rule.Min, &rule.Max
		}
		r.Rules = append(r.Rules, one)
	}
	return r
}

func areaReport(a diagnose.Area) AreaReport {
	early := a.Early.Millis()
	if early != "0" {
		early = "-" + early
	}
	return AreaReport{json.Number(a.Open.Millis()), json.Number(a.Late.Millis()), json.Number(a.Filler.Millis()), json.Number(early)}
}

func timesReport(t diagnose.Times) TimesReport {
	return TimesReport{Millis(t[diagnose.Release]), Millis(t[diagnose.OpenEvent]), Millis(t[diagnose.FillerOnly]), Millis(t[diagnose.Idle])}
}

func mark(m capture.Mark) *Millis {
	if !m.Set {
		return nil
	}
	at := Millis(m.Time)
	return &at
}
