package analyzer

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// ComparisonReport is a comparison as JSON: a contract, to which fields are
// added and in which none is renamed. Points are numbered from 1. Times are ms
// from the first chunk at point 1, on its clock; areas are byte·ms. Both are
// exact.
type ComparisonReport struct {
	Points   []PointReport       `json:"points"`
	Matched  string              `json:"matched_by"` // spans, or bytes: by their number alone
	Bytes    int64               `json:"bytes"`      // of point 1, which were compared
	End      Millis              `json:"end_ms"`     // what came after it was not
	Hops     []HopReport         `json:"hops"`
	Stalls   []PlacedStallReport `json:"stalls"` // at the last point
	Finding  VerdictReport       `json:"finding"`
	Headline string              `json:"headline"`
	Parts    []string            `json:"headline_parts"` // its sentences: the finding, the stalls by place if there are any
	Remarks  []string            `json:"remarks"`        // on the clocks, and on what was compared
}

// PointReport is the capture that was taken at one point.
type PointReport struct {
	Point   int          `json:"point"`
	Source  SourceReport `json:"source"` // its times are from its own first chunk
	Framing string       `json:"framing"`
	Clock   string       `json:"clock"`    // what the recorder's times count from: own, time-of-day, rough (the same, to within a second), epoch
	Start   Millis       `json:"start_ms"` // its first chunk
}

// HopReport is what lay between a point and the next.
type HopReport struct {
	First    int          `json:"first"`  // the point before it
	Second   int          `json:"second"` // the point behind it
	Clock    ClockReport  `json:"clock"`
	Peak     int64        `json:"peak_bytes"`
	Area     json.Number  `json:"area"`
	Time     Millis       `json:"held_ms"` // in which some byte lay between
	Quickest Millis       `json:"quickest_ms"`
	Slowest  Millis       `json:"slowest_ms"` // of the bytes that both points have
	Holds    []HoldReport `json:"holds"`
}

// ClockReport is the clock of the second point of a hop less that of the first.
type ClockReport struct {
	From    string `json:"from"` // shared, rough, given, quickest
	Offset  Millis `json:"offset_ms"`
	Early   Millis `json:"early_ms"` // by how much the second was corrected since bytes would have come out before they went in
	Swapped bool   `json:"swapped"`  // all bytes would have
}

// HoldReport is a run of successive events, or bytes, that took a stall's length
// or more through a hop.
type HoldReport struct {
	From   Millis   `json:"from_ms"` // the first had come to the point before the hop
	To     Millis   `json:"to_ms"`   // the last had come to the point behind it, or the comparison ended
	Wait   Millis   `json:"wait_ms"` // the longest
	Bytes  [2]int64 `json:"bytes"`   // of the stream, from and to
	Events int      `json:"events"`  // 0 where no close is known
	Passed bool     `json:"passed"`  // it came out
}

// PlacedStallReport is one stall, taken apart by where the stream stood.
type PlacedStallReport struct {
	From   Millis          `json:"from_ms"`
	To     Millis          `json:"to_ms"`
	Before Millis          `json:"before_ms"`
	Hops   []HopTimeReport `json:"hops"`
	Chunk  int             `json:"chunk"`  // of the last point, that ended it; their number stands for EOF
	AtEOF  bool            `json:"at_eof"` // it waited for EOF
}

// HopTimeReport is what a stall owes to one hop.
type HopTimeReport struct {
	Release Millis `json:"release_ms"`
	Open    Millis `json:"open_ms"`
	Held    int64  `json:"held_bytes"`
}

// VerdictReport is the finding of a comparison.
type VerdictReport struct {
	Code     string          `json:"code"`
	Sentence string          `json:"sentence"`
	First    int             `json:"first,omitempty"` // the hop, where it is one
	Second   int             `json:"second,omitempty"`
	Also     []VerdictReport `json:"also,omitempty"`
}

// Report makes the report, in the comparison's language.
func (c *Comparison) Report() *ComparisonReport {
	words := c.Language.Catalogue()
	r := &ComparisonReport{
		Matched: "bytes", Bytes: c.Bytes, End: Millis(c.End), Hops: []HopReport{}, Stalls: []PlacedStallReport{},
		Finding: verdict(words, c.Finding), Parts: words.CompareHeadline(c.Comparison), Remarks: []string{},
	}
	if c.BySpans {
		r.Matched = "spans"
	}
	r.Headline = strings.Join(r.Parts, words["list.sentences"])
	for _, f := range c.Remarks {
		r.Remarks = append(r.Remarks, words.CompareSentence(f))
	}
	for i, p := range c.Points {
		a := Analysis{Language: c.Language, Timeline: p.Timeline, Exchange: c.exchanges[i].number, Exchanges: c.exchanges[i].of}
		r.Points = append(r.Points, PointReport{
			Point: i + 1, Source: a.source(), Framing: p.Timeline.Framing.String(), Clock: p.Clock.String(), Start: Millis(c.Zero(i)),
		})
	}
	for i := range c.Hops {
		r.Hops = append(r.Hops, hopReport(i, &c.Hops[i]))
	}
	for _, s := range c.Stalls {
		one := PlacedStallReport{From: Millis(s.From), To: Millis(s.To), Before: Millis(s.Before), Hops: []HopTimeReport{}, Chunk: s.Last, AtEOF: s.AtEOF}
		for _, h := range s.Hops {
			one.Hops = append(one.Hops, HopTimeReport{Millis(h.Release), Millis(h.Open), h.Held})
		}
		r.Stalls = append(r.Stalls, one)
	}
	return r
}

func hopReport(i int, h *diagnose.Hop) HopReport {
	r := HopReport{
		First: i + 1, Second: i + 2,
		Clock: ClockReport{string(h.Clock.From), Millis(h.Clock.Offset), Millis(h.Clock.Early), h.Clock.Swapped},
		Peak:  h.Series.PeakAfter(), Area: json.Number(h.Area.Millis()), Time: Millis(h.Time),
		Quickest: Millis(h.Quickest), Slowest: Millis(h.Slowest), Holds: []HoldReport{},
	}
	for _, o := range h.Holds {
		r.Holds = append(r.Holds, HoldReport{Millis(o.From), Millis(o.To), Millis(o.Wait), [2]int64{o.Start, o.End}, o.Events, o.Passed})
	}
	return r
}

func verdict(words diagnose.Catalogue, f diagnose.Finding) VerdictReport {
	v := VerdictReport{
		Code: string(f.Code), Sentence: words.CompareSentence(f),
		First: int(f.Args["first"]), Second: int(f.Args["second"]),
	}
	for _, also := range f.Also {
		v.Also = append(v.Also, verdict(words, also))
	}
	return v
}

// WriteJSON writes the report.
func (c *Comparison) WriteJSON(w io.Writer) error { return writeJSON(w, c.Report()) }
