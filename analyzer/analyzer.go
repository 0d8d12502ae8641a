// Package analyzer shows where bytes sat inside a process that reads a stream:
// it takes a recording, replays release rules over its chunks, and says whether
// a stall comes from when the reader releases bytes or from how they arrive.
//
// It is pure: no network, no files, no clock. The same recording gives the same
// analysis in the page, the command and behind a link.
package analyzer

import (
	"errors"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Options say how a recording is read. The zero value sniffs the format,
// detects the framing and chooses the exchange.
type Options struct {
	Name         string         // the recording's, for error texts only
	Format       capture.Format // FormatUnknown: sniffed
	Framing      framing.Name   // Unknown: detected
	Stall        time.Duration  // 0: diagnose.DefaultStall
	LenientEOF   bool           // an SSE event that is open at EOF is an event
	Heartbeats   []string       // further names of heartbeat events
	Exchange     int            // 1 for the first of a recording with several; 0: chosen
	Rules        []replay.Rule  // replayed besides the pair
	Observed     io.Reader      // a sample CSV that belongs to the recording, or nil
	ObservedName string

	// Payload, if not nil, is called with each chunk of exchange number x
	// before its bytes are forgotten. It is for local eyes: nothing of it is
	// in the Analysis.
	Payload func(x int, chunk []byte)
}

// Analysis is what a recording shows, without any of its payload.
type Analysis struct {
	Timeline  *timeline.Timeline
	Diagnosis *diagnose.Diagnosis
	Exchange  int // the one that was analysed, from 1
	Exchanges int // that the recording holds
}

// Analyze reads the recording r to its end. Its errors are a *capture.Error,
// which names the file, the place, what was read and what was wanted, or come
// from r. Where the recording turns out to be a sample CSV and Observed to be
// the capture, the two are exchanged.
func Analyze(r io.Reader, o Options) (*Analysis, error) {
	first, err := capture.Open(r, capture.Options{Name: o.Name, Format: o.Format})
	if err != nil {
		return nil, err
	}
	name, rows := o.Name, timeline.Log{}
	if o.Observed != nil {
		second, err := capture.Open(o.Observed, capture.Options{Name: o.ObservedName})
		if err != nil {
			return nil, err
		}
		csv, csvName := second, o.ObservedName
		if csv.Format() != capture.FormatSamples && first.Format() == capture.FormatSamples {
			first, name, csv, csvName = second, o.ObservedName, first, o.Name
		}
		if csv.Format() != capture.FormatSamples {
			return nil, &capture.Error{File: csvName, Offset: capture.None, Read: "a recording of format " + csv.Format().String(),
				Want: "the rows of a reader, a CSV with the columns i,t_ms,held_bytes,parsed"}
		}
		if rows, err = readRows(csv, csvName); err != nil {
			return nil, err
		}
	}
	c := collector{o: o, name: name}
	if err := c.read(first); err != nil {
		return nil, err
	}
	i, err := c.choose()
	if err != nil {
		return nil, err
	}
	t, err := c.streams[i].timeline(rows)
	if err != nil {
		return nil, named(err, name)
	}
	if len(t.Chunks) == 0 && len(t.Observed) == 0 {
		return nil, &capture.Error{File: name, Offset: capture.None, Read: "no chunk", Want: "one at least"}
	}
	return &Analysis{
		Timeline: t, Diagnosis: diagnose.Diagnose(t, o.Stall, o.Rules...),
		Exchange: i + 1, Exchanges: len(c.streams),
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
	t := a.Timeline
	var c timeline.Column
	switch measured := a.Diagnosis.Measured(); {
	case t.Observed != nil:
		c.Name = timeline.HeldObserved
		for _, o := range t.Observed {
			c.Add(o.Held, o.Before, o.Parsed)
		}
	case measured != nil:
		c.Name = measured.Series.Rule.String()
		for _, p := range measured.Series.Points {
			c.Add(p.After, p.Before, p.Parsed)
		}
	default:
		c.Name = timeline.HeldNone
		for range t.Len() {
			c.Add(capture.None, capture.None, false)
		}
	}
	return timeline.Write(w, t, c)
}

// Figure is the graph of the analysis: observed and at-close, or else the pair.
func (a *Analysis) Figure() *figure.Figure {
	d := a.Diagnosis
	f := &figure.Figure{Timed: a.Timeline.Timed, Stalls: d.Stalls}
	if measured := d.Measured(); measured != nil {
		f.Why = measured.Stretch
	}
	switch {
	case d.Observed != nil && len(d.Rules) > 0:
		f.Lines = []*replay.Series{d.Observed.Series, d.Rules[0].Series}
	case d.Observed != nil:
		f.Lines = []*replay.Series{d.Observed.Series}
	case len(d.Rules) > 1:
		f.Lines = []*replay.Series{d.Rules[1].Series, d.Rules[0].Series}
	default: // no close is known: what had been received by when
		f.Lines = []*replay.Series{replay.Run(a.Timeline, replay.Rule{Kind: replay.ReadAll})}
	}
	return f
}

// WriteSVG draws the graph.
func (a *Analysis) WriteSVG(w io.Writer, o figure.Options) error {
	return figure.SVG(w, a.Figure(), o)
}
