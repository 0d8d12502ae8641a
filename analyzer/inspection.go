package analyzer

import (
	"slices"
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Inspection answers what a person asks of an analysis with the graph in front
// of them: other lines, the knob, the cursor, rows of tables. What several
// answers need is made once, when it is first asked for; an answer then costs
// O(log n) in chunks and events, and a turn of the knob a pass over the chunks.
type Inspection struct {
	a        *Analysis
	n        int             // points: chunks and EOF or, of a bare CSV, rows
	held     []time.Duration // their times, held where they run backwards; nil where none does
	filler   bool            // a stall has some
	walk     timeline.Walk   // at the event that was told last: rows are asked for in order
	handoffs *diagnose.Handoffs
	knob     *diagnose.Knob
	turned   []*diagnose.Turn          // the rules turned to last, the latest last
	lines    map[string]*replay.Series // drawn and made for it
	frame    *figure.Figure            // what is drawn besides lines
}

// words are those of the analysis' language.
func (i *Inspection) words() diagnose.Catalogue { return i.a.Language.Catalogue() }

// Inspect begins an inspection. Its texts are in the language that the analysis
// has at the time.
func (a *Analysis) Inspect() *Inspection {
	t := a.Timeline
	i := &Inspection{a: a, n: t.Points(), walk: t.Spans.Walk(), handoffs: a.Diagnosis.Handoffs(), lines: map[string]*replay.Series{}}
	last := time.Duration(0)
	for k := range i.n {
		now := t.PointTime(k)
		if now < last && i.held == nil {
			i.held = make([]time.Duration, i.n)
			for j := range k {
				i.held[j] = t.PointTime(j)
			}
		}
		last = max(last, now)
		if i.held != nil {
			i.held[k] = last
		}
	}
	for _, s := range a.Diagnosis.Stalls {
		i.filler = i.filler || s.Times[diagnose.FillerOnly] > 0
	}
	return i
}

// time is the time of point k or, where that runs backwards, of the latest point
// before it: where the graph has it.
func (i *Inspection) time(k int) time.Duration {
	if i.held != nil {
		return i.held[k]
	}
	return i.a.Timeline.PointTime(k)
}

// place is point k on the x axis.
func (i *Inspection) place(k int) int64 {
	if !i.a.Timeline.Timed {
		return int64(k)
	}
	return int64(i.time(k))
}

// at is the last point that lies at a place of the x axis or before it, or the
// first point.
func (i *Inspection) at(place int64) int {
	return max(sort.Search(i.n, func(k int) bool { return i.place(k) > place })-1, 0)
}

// received is the point at which so many bytes had come, the last where they
// never did.
func (i *Inspection) received(bytes int64) int {
	chunks := i.a.Timeline.Chunks
	return min(sort.Search(len(chunks), func(k int) bool { return chunks[k].End >= bytes }), i.n-1)
}

// isEOF reports whether point k is the end of the stream.
func (i *Inspection) isEOF(k int) bool {
	return len(i.a.Timeline.Chunks) > 0 && k == len(i.a.Timeline.Chunks)
}

// proved is a walk that stands behind the spans that are complete at point k.
func (i *Inspection) proved(k int) timeline.Walk {
	t := i.a.Timeline
	w := t.Spans.Walk()
	if !i.isEOF(k) {
		w.Proved(t.Chunks[k].End)
		return w
	}
	n := t.Spans.Len()
	if _, open := t.Spans.Open(); open {
		n--
	}
	w.To(n)
	return w
}

// Lines are the names of what can be drawn: the reader that was observed, rules
// and the inflater.
func (i *Inspection) Lines() []string {
	rules := i.a.drawn()
	if len(i.a.Diagnosis.Rules) > 0 {
		rules = append(rules, replay.Rule{Kind: replay.ReadAll}, replay.Rule{Kind: replay.ChunkEnd},
			replay.Rule{Kind: replay.NextChunk}, replay.Rule{Kind: replay.Never})
	}
	var out []string
	for _, r := range rules {
		if name := r.String(); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Figure is the graph with the lines of those names, or, where that is nil, with
// those of the analysis; and with what the knob is turned to, unless that is "".
func (i *Inspection) Figure(names []string, knob string) *figure.Figure {
	if i.frame == nil {
		i.frame = i.a.frame()
	}
	f := *i.frame
	if f.Lines = i.series(names, knob); knob != "" {
		for _, s := range f.Lines {
			if s.Rule.String() == knob {
				f.Knob = s
			}
		}
	}
	return &f
}

// series are the lines of those names, as far as they can be drawn.
func (i *Inspection) series(names []string, knob string) (out []*replay.Series) {
	if names == nil {
		for _, r := range i.a.drawn() {
			names = append(names, r.String())
		}
	}
	for _, name := range names {
		if s := i.line(name); s != nil {
			out = append(out, s)
		}
	}
	if knob != "" && !slices.Contains(names, knob) {
		if t := i.turn(knob); t != nil {
			out = append(out, t.Series)
		}
	}
	return out
}

// line is the line of that name, or nil where it cannot be drawn.
func (i *Inspection) line(name string) *replay.Series {
	s, made := i.lines[name]
	if made {
		return s
	}
	r, err := replay.ParseRule(name)
	for _, kind := range []replay.RuleKind{replay.Observed, replay.Inflater} {
		if no := (replay.Rule{Kind: kind}); no.String() == name {
			r, err = no, nil
		}
	}
	if err != nil {
		return nil
	}
	s = i.a.series(r)
	switch {
	case s != nil || i.turning() == nil:
	case r.N > 0: // one of any number of them, which are not kept
		return i.knob.Turn(r, nil).Series
	case r.Kind != replay.Observed:
		s = i.knob.Turn(r, nil).Series
	}
	i.lines[name] = s
	return s
}
