// Package analyzer shows where bytes sat inside a process that reads a stream:
// it takes a recording, replays release rules over its chunks, and says whether
// a stall comes from when the reader releases bytes or from how they arrive.
//
// It is pure: no network, no files, no clock. The same recording gives the same
// analysis in the page, the command and behind a link.
package analyzer

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Options say how a recording is read. The zero value sniffs the format,
// detects the framing and chooses the exchange.
type Options struct {
	Name         string             // the recording's, for error texts only
	Format       capture.Format     // FormatUnknown: sniffed
	Framing      framing.Name       // Unknown: detected
	Stall        time.Duration      // 0 or less: that of a link, else diagnose.DefaultStall
	LenientEOF   bool               // an SSE event that is open at EOF is an event
	Heartbeats   []string           // further names of heartbeat events
	Exchange     int                // 1 for the first of a recording with several; 0: chosen
	Cadence      time.Duration      // between the chunks of a recording without times, made up; 0: it stays without
	More         []capture.Importer // of formats that capture.Open does not read by itself
	Brotli       coding.Maker       // coding.NewBrotli; nil: a body under brotli is refused with capture.ErrElsewhere
	Rules        []replay.Rule      // replayed besides the pair
	Observed     io.Reader          // a sample CSV that belongs to the recording, or its second file, or nil
	ObservedName string

	// Payload, if not nil, is called with the bytes of exchange number x, their
	// content coding taken off, before they are forgotten. It is for local eyes:
	// nothing of it is in the Analysis.
	Payload func(x int, p []byte)

	Language *language.Language // nil: English
}

// Analysis is what a recording shows, without any of its payload.
type Analysis struct {
	Timeline  *timeline.Timeline
	Diagnosis *diagnose.Diagnosis
	Exchange  int                // the one that was analysed, from 1
	Exchanges []Exchange         // that the recording holds
	Language  *language.Language // of what it says, nil: English; it may be changed
}

// Analyze reads the recording r, which may be a link that carries a timeline, to its
// end. Its errors are a *capture.Error, which names the file, the place, what was read
// and what was wanted, or come from r. Where r turns out to be the rows and Observed
// the recording, the two are exchanged; where the two are one recording, such as the
// output of script and its timings, they are read as one, in either order.
func Analyze(r io.Reader, o Options) (*Analysis, error) {
	var pair capture.Reader
	if o.Observed != nil {
		pair, r, o.Observed = capture.OpenPair(r, o.Observed, capture.Options{Name: o.Name, Format: o.Format, More: o.More}, o.ObservedName)
	}
	var c *collector
	var err error
	if pair != nil {
		c, err = collectFrom(pair, o, o.Name)
	} else {
		c, err = collect(r, o, o.Name, o.Format)
	}
	if err != nil {
		return nil, err
	}
	var log timeline.Log
	if o.Observed != nil {
		rows, err := collect(o.Observed, o, o.ObservedName, capture.FormatUnknown)
		if err != nil {
			return nil, err
		}
		if !c.hasChunks() && rows.hasChunks() {
			c, rows = rows, c
		}
		if log, err = rows.log(); err != nil {
			return nil, named(err, rows.name)
		}
	}
	i, err := c.choose()
	if err != nil {
		return nil, err
	}
	t, err := c.streams[i].timeline(log)
	if err != nil {
		return nil, named(err, c.name)
	}
	if len(t.Chunks) == 0 && len(t.Observed) == 0 {
		return nil, &capture.Error{File: c.name, Offset: capture.None, Read: "neither chunks nor rows", Want: "one at least"}
	}
	if o.Stall <= 0 {
		o.Stall = c.stall
	}
	return &Analysis{
		Timeline: t, Diagnosis: diagnose.Diagnose(t, o.Stall, o.Rules...),
		Exchange: i + 1, Exchanges: c.list(), Language: o.Language,
	}, nil
}

// named puts the file into an error that was made where its name is not known.
func named(err error, file string) error {
	var at *capture.Error
	if errors.As(err, &at) && at.File == "" {
		at.File = file
	}
	return err
}

// WriteCSV writes the timeline with the observed rows, or else at-close's, or,
// where no close is known, with no held bytes.
func (a *Analysis) WriteCSV(w io.Writer) error {
	return timeline.Write(w, a.Timeline, a.carried())
}

// carried is the held bytes that are given away with the timeline.
func (a *Analysis) carried() (c timeline.Column) {
	t := a.Timeline
	switch measured := a.Diagnosis.Measured(); {
	case t.Observed != nil:
		c.Name = timeline.HeldObserved
		for _, o := range t.Observed {
			c.Rows = append(c.Rows, timeline.Held{After: o.Held, Before: o.Before, Parsed: o.Parsed})
		}
	case measured != nil:
		c = column(measured.Series)
	default:
		c.Name = timeline.HeldNone
		for range t.Len() {
			c.Rows = append(c.Rows, timeline.Held{After: capture.None, Before: capture.None})
		}
	}
	return c
}

// column is the held bytes of a series as the timeline's CSV carries them.
func column(s *replay.Series) timeline.Column {
	c := timeline.Column{Name: s.Rule.String(), Rows: make([]timeline.Held, s.Len())}
	for i, p := range s.All() {
		c.Rows[i] = timeline.Held{After: p.After, Before: p.Before, Parsed: p.Parsed}
	}
	return c
}

// WriteSeries writes what a reader under rule r holds, as CSV with the columns
// i,t_ms,held_bytes,parsed,chunk_bytes,held_before; the row at EOF has no
// chunk_bytes. A line in front says by which rule, so that it is not read back
// as what a reader recorded of itself. It fails where the recording has no
// chunks.
func (a *Analysis) WriteSeries(w io.Writer, r replay.Rule) error {
	if len(a.Timeline.Chunks) == 0 {
		return fmt.Errorf("analyzer: rule %v needs chunks, and these rows have no chunk_bytes", r)
	}
	return timeline.WriteSeries(w, a.Timeline, column(replay.Run(a.Timeline, r)))
}

// Figure is the graph of the analysis: observed and at-close, or else the pair;
// and the inflater in front of them where there is one.
func (a *Analysis) Figure() *figure.Figure {
	f := a.frame()
	for _, r := range a.drawn() {
		f.Lines = append(f.Lines, a.series(r))
	}
	return f
}

// frame is the graph without its lines.
func (a *Analysis) frame() *figure.Figure {
	d := a.Diagnosis
	f := &figure.Figure{Timed: a.Timeline.Timed, MadeUp: slices.Contains(a.Timeline.Notes, capture.NoteMadeUpTimes),
		Rows: len(a.Timeline.Chunks) == 0, Stalls: d.Stalls, From: madeFrom(a.Timeline)}
	if measured := d.Measured(); measured != nil {
		f.Why = figure.NewStrip(measured.Stretches())
	}
	f.Lanes = figure.NewLanes(a.Timeline.Marks, a.Timeline.End())
	f.Prepare()
	return f
}

// madeFrom is what the title of a graph says of its recording.
func madeFrom(t *timeline.Timeline) figure.From {
	f := figure.From{Bytes: t.Total()}
	if t.Payload {
		f.Events, f.Framing = int64(t.Spans.Sum().Events.Count), t.Framing.String()
	}
	return f
}

// drawn are the lines of the graph.
func (a *Analysis) drawn() (out []replay.Rule) {
	d := a.Diagnosis
	switch {
	case d.Observed != nil && len(d.Rules) > 0:
		out = []replay.Rule{{Kind: replay.Observed}, {Kind: replay.AtClose}}
	case d.Observed != nil:
		out = []replay.Rule{{Kind: replay.Observed}}
	case len(d.Rules) > 1:
		out = []replay.Rule{{Kind: replay.ReadAll}, {Kind: replay.AtClose}}
	case len(a.Timeline.Chunks) > 0: // no close is known: what had been received by when
		out = []replay.Rule{{Kind: replay.ReadAll}}
	}
	if a.Timeline.Inflated != nil {
		out = append(out, replay.Rule{Kind: replay.Inflater})
	}
	return out
}

// series is what the diagnosis has under rule r, or what is made for it, or nil
// where it has none.
func (a *Analysis) series(r replay.Rule) *replay.Series {
	d := a.Diagnosis
	switch {
	case r.Kind == replay.Observed && d.Observed != nil:
		return d.Observed.Series
	case r.Kind == replay.Inflater:
		return replay.FromInflater(a.Timeline)
	}
	for i := range d.Rules {
		if s := d.Rules[i].Series; s.Rule == r {
			return s
		}
	}
	if r.Kind == replay.ReadAll && d.Observed == nil {
		return replay.Run(a.Timeline, r)
	}
	return nil
}

// WriteSVG draws the graph, in the analysis' language unless o has another.
func (a *Analysis) WriteSVG(w io.Writer, o figure.Options) error {
	return figure.SVG(w, a.Figure(), labelled(o, a.Language))
}

// labelled are the options of a figure with the labels of a language.
func labelled(o figure.Options, l *language.Language) figure.Options {
	if o.Labels == nil {
		o.Labels = l.Labels()
	}
	return o
}
