//go:build js && wasm

package server

import (
	"errors"
	"fmt"
	"io"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// progressEvery keeps the page from rendering more often than eyes can see.
const progressEvery = 50 * time.Millisecond

// options are how a request wants a recording read.
func (e *server) options(a *engine.Analyze) (o analyzer.Options, err error) {
	o.More, o.Brotli, o.Language = e.further.Importers, e.further.Brotli, e.language
	o.Cadence = time.Duration(a.CadenceMS * float64(time.Millisecond))
	o.Stall, o.Exchange = time.Duration(a.StallMS*float64(time.Millisecond)), a.Exchange
	if a.Format != "" {
		if o.Format, err = capture.ParseFormat(a.Format); err != nil {
			return o, err
		}
	}
	if a.Framing != "" {
		if o.Framing, err = framing.ParseName(a.Framing); err != nil {
			return o, err
		}
	}
	return o, nil
}

func sampleNamed(name string) (analyzer.Sample, error) {
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		return s, fmt.Errorf("there is no sample %q", name)
	}
	return s, nil
}

// analyze reads what a request names.
func (e *server) analyze(ctx context.Context, id int, a *engine.Analyze, files js.Value) (*analyzer.Analysis, error) {
	o, err := e.options(a)
	if err != nil {
		return nil, err
	}
	if a.Sample != "" {
		s, err := sampleNamed(a.Sample)
		if err != nil {
			return nil, err
		}
		recording, observed := s.Open()
		o.Name, o.Observed, o.ObservedName = s.Name, observed, s.Name+".csv"
		return analyzer.Analyze(recording, o)
	}
	if a.IfRows {
		if err := isRows(ctx, files.Index(files.Length()-1)); err != nil {
			return nil, err
		}
	}
	if a.IfOne {
		if err := e.isOne(ctx, files); err != nil {
			return nil, err
		}
	}
	open := opener(ctx, id, files)
	recording := open(0)
	defer recording.Close()
	o.Name = files.Index(0).Get("name").String()
	if files.Length() > 1 {
		observed := open(1)
		defer observed.Close()
		o.Observed, o.ObservedName = observed, files.Index(1).Get("name").String()
	}
	return analyzer.Analyze(recording, o)
}

// count reads a recording and does nothing with it.
func (e *server) count(ctx context.Context, id int, files js.Value) (n int, err error) {
	file := opener(ctx, id, files)(0)
	defer file.Close()
	r, err := capture.Open(file, capture.Options{Name: files.Index(0).Get("name").String(), More: e.further.Importers})
	for ; err == nil; n++ {
		_, err = r.Next()
	}
	if errors.Is(err, io.EOF) {
		return n - 1, nil
	}
	return 0, err
}

// opener opens files by their number, and tells how far all of them are read.
func opener(ctx context.Context, id int, files js.Value) func(i int) *blobReader {
	var at engine.Progress
	for i := range files.Length() {
		at.Total += int64(files.Index(i).Get("size").Float())
	}
	told, long := time.Now(), false
	return func(i int) *blobReader {
		return newBlobReader(ctx, files.Index(i), func(n int) {
			at.Read += int64(n)
			end := long && n > 0 && at.Read == at.Total // what comes then may take long, too
			if now := time.Now(); end || now.Sub(told) >= progressEvery {
				told, long = now, true
				reply(engine.Reply{ID: id, Progress: &at})
			}
		})
	}
}

// isRows returns engine.ErrNotRows unless the beginning of a file is that of a
// sample CSV.
func isRows(ctx context.Context, file js.Value) error {
	r := newBlobReader(ctx, file, func(int) {})
	defer r.Close()
	c, err := capture.Open(r, capture.Options{})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil || c.Format() != capture.FormatSamples:
		return engine.ErrNotRows // whatever is wrong with it is said when it is read
	}
	return nil
}

// isOne returns engine.ErrNotRows where two files are neither a recording and
// the rows of its reader nor one recording in two files.
func (e *server) isOne(ctx context.Context, files js.Value) error {
	for i := range files.Length() {
		if err := isRows(ctx, files.Index(i)); err == nil || ctx.Err() != nil {
			return err
		}
	}
	a, b := newBlobReader(ctx, files.Index(0), func(int) {}), newBlobReader(ctx, files.Index(1), func(int) {})
	defer a.Close()
	defer b.Close()
	pair, _, _ := capture.OpenPair(a, b, capture.Options{More: e.further.Importers}, "")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case pair == nil:
		return engine.ErrNotRows
	}
	return nil
}
