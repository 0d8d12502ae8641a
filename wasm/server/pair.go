//go:build js && wasm

package server

import (
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// Comparer lays recordings of one stream, taken at two points, beside each other.
type Comparer func(at []analyzer.Recording, o analyzer.Options, offsets []time.Duration) (Outcome, error)

// Fixer lays a reader before a change and after it beside each other.
type Fixer func(before, after *analyzer.Analysis) Outcome

// Compare is the Comparer that there is.
func Compare(at []analyzer.Recording, o analyzer.Options, offsets []time.Duration) (Outcome, error) {
	c, err := analyzer.Compare(at, o, offsets)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Fix is the Fixer that there is.
func Fix(before, after *analyzer.Analysis) Outcome { return analyzer.NewFix(before, after) }

// beside lays the recordings of a request beside each other.
func (e *server) beside(ctx context.Context, id int, a *engine.Analyze, files js.Value) (Outcome, error) {
	if e.further.Compare == nil || e.further.Fix == nil {
		return nil, capture.ErrElsewhere
	}
	o, err := e.options(a)
	if err != nil {
		return nil, err
	}
	open, b := opener(ctx, id, files), a.Beside
	if b.Kind == engine.BesideFix {
		before, err := e.side(o, b.Exchanges[0], open, files, 0, b.First)
		if err != nil {
			return nil, err
		}
		after, err := e.after(ctx, o, before, open, files, b)
		if err != nil {
			return nil, err
		}
		return e.further.Fix(before, after), nil
	}
	var at []analyzer.Recording
	for k, i := range [...]int{0, b.First} {
		if end := [...]int{b.First, files.Length()}[k]; end-i > 1 && isRows(ctx, files.Index(i)) == nil {
			i++ // the rows of a reader were given first
		}
		file := open(i)
		defer file.Close()
		at = append(at, analyzer.Recording{Name: files.Index(i).Get("name").String(), From: file, Exchange: b.Exchanges[k]})
	}
	var offsets []time.Duration
	if b.OffsetMS != nil {
		offsets = []time.Duration{time.Duration(*b.OffsetMS * float64(time.Millisecond))}
	}
	return e.further.Compare(at, o, offsets)
}

// side analyses files from i up to, not including, end: a recording and perhaps
// the rows of its reader.
func (e *server) side(o analyzer.Options, exchange int, open func(int) *blobReader, files js.Value, i, end int) (*analyzer.Analysis, error) {
	rows := -1
	if end-i > 1 {
		rows = i + 1
	}
	return e.laid(o, exchange, open, files, i, rows)
}

// laid analyses file i and, unless it is −1, file rows beside it.
func (e *server) laid(o analyzer.Options, exchange int, open func(int) *blobReader, files js.Value, i, rows int) (*analyzer.Analysis, error) {
	recording := open(i)
	defer recording.Close()
	o.Name, o.Exchange = files.Index(i).Get("name").String(), exchange
	if rows >= 0 {
		observed := open(rows)
		defer observed.Close()
		o.Observed, o.ObservedName = observed, files.Index(rows).Get("name").String()
	}
	return analyzer.Analyze(recording, o)
}

// after analyses the second recording. Where that is the rows of a reader alone,
// they are laid beside the chunks of the first, if they are of those.
func (e *server) after(ctx context.Context, o analyzer.Options, before *analyzer.Analysis, open func(int) *blobReader, files js.Value, b *engine.Beside) (*analyzer.Analysis, error) {
	if files.Length()-b.First == 1 && len(before.Timeline.Chunks) > 0 && isRows(ctx, files.Index(0)) != nil && isRows(ctx, files.Index(b.First)) == nil {
		again := func(i int) *blobReader { return newBlobReader(ctx, files.Index(i), func(int) {}) }
		after, err := e.laid(o, b.Exchanges[0], again, files, 0, b.First)
		if err == nil && after.Diagnosis.Reader.Code != diagnose.Undecidable {
			return after, nil
		}
	}
	return e.side(o, b.Exchanges[1], open, files, b.First, files.Length())
}

// guess says what the files of a request may be to the last analysis.
func (e *server) guess(ctx context.Context, id int, a *engine.Analyze, files js.Value) (*engine.Guess, error) {
	o, err := e.options(a)
	if err != nil {
		return nil, err
	}
	second, err := e.side(o, 0, opener(ctx, id, files), files, 0, files.Length())
	if err != nil {
		return nil, err
	}
	first := e.last
	t := second.Timeline
	g := &engine.Guess{Kind: engine.BesideFix, Chunks: len(t.Chunks), Bytes: t.Total(), Rows: len(t.Observed)}
	g.Point = t.Timed && len(t.Chunks) > 0 && first.Timeline.Timed && len(first.Timeline.Chunks) > 0
	if g.Point && first.SameStream(second) && (first.Timeline.Observed == nil || t.Observed == nil) {
		g.Kind = engine.BesidePoint
	}
	return g, nil
}

// takePair makes the pair that a request asks for, and keeps it.
func (e *server) takePair(ctx context.Context, r engine.Request, files js.Value) (engine.Reply, error) {
	pair, err := e.beside(ctx, r.ID, r.Analyze, files)
	if err != nil {
		return engine.Reply{}, err
	}
	e.pair, e.pairOf = pair, r.Of
	return e.pairReport()
}
