package analyzer

import (
	"errors"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Recording is a recording of a stream at one point of its way.
type Recording struct {
	Name     string // for error texts only
	From     io.Reader
	Exchange int // which of several, from 1; 0 leaves it to the Options
}

// Comparison is what several recordings of one stream show of the hops between
// the points at which they were taken, without any of its payload.
type Comparison struct {
	*diagnose.Comparison
	Language  *language.Language // of what it says, nil: English; it may be changed
	exchanges []taken            // by point
}

// Speak sets the language of what c says.
func (c *Comparison) Speak(l *language.Language) { c.Language = l }

// Compare reads recordings of one stream to their end: two at least, in the
// order in which the stream passes them. o says how each is read; what it says
// of one alone (Name, Rules, Observed) is not looked at. offsets say how far the
// clock of a recording is ahead of that of the one before it: one for each hop,
// or none where they are to be found. Its errors are those of Analyze, and a
// *capture.Error also where the recordings are not of one stream.
func Compare(recordings []Recording, o Options, offsets []time.Duration) (*Comparison, error) {
	c := &Comparison{Language: o.Language}
	var points []diagnose.CapturePoint
	for _, r := range recordings {
		o := o
		if r.Exchange != 0 {
			o.Exchange = r.Exchange
		}
		from, err := collect(r.From, o, r.Name, o.Format)
		if err != nil {
			return nil, err
		}
		i, err := from.choose()
		if err != nil {
			return nil, err
		}
		s := from.streams[i]
		origin := s.b.Origin()
		t, err := s.timeline(timeline.Log{})
		if err != nil {
			return nil, named(err, r.Name)
		}
		points = append(points, diagnose.CapturePoint{Timeline: t, Origin: origin, Clock: capture.ClockOf(from.format, origin)})
		c.exchanges = append(c.exchanges, taken{i + 1, from.list()})
	}
	var err error
	if c.Comparison, err = diagnose.Compare(points, o.Stall, offsets); err != nil {
		return nil, mismatch(err, recordings)
	}
	return c, nil
}

// mismatch puts the names of the recordings into an error that knows them by
// number.
func mismatch(err error, recordings []Recording) error {
	var m *diagnose.Mismatch
	if !errors.As(err, &m) || m.Point >= len(recordings) {
		return err
	}
	e := &capture.Error{File: recordings[m.Point].Name, Offset: capture.None, Read: m.Read, Want: m.Want}
	if m.Other != capture.None {
		e.Want += " as in " + recordings[m.Other].Name + ", of the same stream"
	}
	return e
}

// WriteCSV writes what lay in each hop as CSV with the columns i,t_ms,held_bytes,
// parsed,chunk_bytes,held_before: a run for each hop, whose chunks are the bytes
// that came to the point before it, and whose held bytes lay between. A row
// stands for a moment at which bytes passed either end. A line in front of each
// run says so, lest it be read back as what a reader recorded of itself.
func (c *Comparison) WriteCSV(w io.Writer) error {
	for _, h := range c.Hops {
		t := &timeline.Timeline{Timed: true}
		for _, p := range h.Series.All() {
			t.Chunks = append(t.Chunks, timeline.Chunk{Time: p.Time, End: p.Received})
		}
		if err := timeline.WriteSeries(w, t, column(h.Series)); err != nil {
			return err
		}
	}
	return nil
}

// Figure is the graph of what lay in each hop, and the stalls at the last point.
func (c *Comparison) Figure() *figure.Figure {
	f := &figure.Figure{Timed: true, Hops: true, From: figure.From{Bytes: c.Bytes}}
	for _, h := range c.Hops {
		f.Lines = append(f.Lines, h.Series)
	}
	for _, s := range c.Stalls {
		band := diagnose.Stall{From: s.From, To: s.To, Last: s.Last}
		band.Times[diagnose.Idle] = s.Before
		for _, h := range s.Hops {
			band.Times[diagnose.Release] += h.Release
			band.Times[diagnose.OpenEvent] += h.Open
			band.Held = max(band.Held, h.Held)
		}
		f.Stalls = append(f.Stalls, band)
	}
	return f
}

// WriteSVG draws the graph.
func (c *Comparison) WriteSVG(w io.Writer, o figure.Options) error {
	return figure.SVG(w, c.Figure(), labelled(o, c.Language))
}
