//go:build js && wasm

// Package server is the engine of the page, for a module that runs in a Web
// Worker: it answers the requests of package engine.
package server

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"
	"syscall/js"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// Further is what an engine can do besides what every one does. What is left
// out is no part of the module.
type Further struct {
	Importers  []capture.Importer
	Brotli     coding.Maker
	Experiment Experimenter
	Document   func(io.Writer, *analyzer.Analysis) error // writes an analysis as a document of its own
	Link       func(*analyzer.Analysis) (string, error)  // the fragment of a link that holds an analysis
	Compare    Comparer
	Fix        Fixer
}

// Run answers requests for as long as the Worker lives.
func Run(further Further) {
	e := &server{further: further, cancels: map[int]context.CancelFunc{}}
	js.Global().Call("heldbytesTake", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r engine.Request
		if err := json.Unmarshal([]byte(args[0].Get("request").String()), &r); err != nil {
			reply(engine.Reply{ID: r.ID, Error: err.Error()})
			return nil
		}
		e.take(r, args[0].Get("files"))
		return nil
	}))
	select {}
}

// server is the engine. It keeps the last analysis, the last pair and the last
// experiment, so that a graph of another width or a download needs no second
// reading.
type server struct {
	further Further

	one  sync.Mutex // held through an analysis or an experiment: one at a time
	last *analyzer.Analysis
	view *analyzer.Inspection // of last
	pair Outcome
	lab  Outcome

	lastOf, pairOf int // Request.Of of last and of pair

	language *language.Language // what it says things in

	cancels map[int]context.CancelFunc // of requests that can be given up
}

// take starts on a request. It does not wait, so that a cancellation can come
// while an analysis reads.
func (e *server) take(r engine.Request, files js.Value) {
	if r.Words != nil {
		e.language = r.Words
		return
	}
	if r.Cancel != 0 {
		if cancel := e.cancels[r.Cancel]; cancel != nil {
			cancel()
		}
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	e.cancels[r.ID] = cancel
	go func() {
		out, err := e.answer(ctx, r, files)
		delete(e.cancels, r.ID)
		cancel()
		out.ID = r.ID
		switch {
		case errors.Is(err, context.Canceled):
			out.Cancelled = true
		case errors.Is(err, engine.ErrForgotten):
			out.Forgotten = true
		case errors.Is(err, engine.ErrNotRows):
			out.NotRows = true
		case errors.Is(err, capture.ErrElsewhere):
			out.Elsewhere = true
		case err != nil:
			out.Error, out.Refused = err.Error(), engine.Refuse(err)
		}
		reply(out)
	}()
}

func (e *server) answer(ctx context.Context, r engine.Request, files js.Value) (engine.Reply, error) {
	if r.Analyze != nil {
		e.one.Lock()
		defer e.one.Unlock()
		has := e.lastOf
		if r.Analyze.Beside != nil {
			has = e.pairOf
		}
		if r.InPlaceOf != nil && *r.InPlaceOf != has {
			return engine.Reply{}, nil
		}
		if r.Analyze.Beside != nil {
			return e.takePair(ctx, r, files)
		}
		a, err := e.analyze(ctx, r.ID, r.Analyze, files)
		if err != nil {
			return engine.Reply{}, err
		}
		e.last, e.view, e.lastOf = a, a.Inspect(), r.Of
		return e.report()
	}
	if r.PairReport || r.PairCSV || r.Draw != nil && r.Draw.Pair {
		if e.pair == nil || r.Of != 0 && r.Of != e.pairOf {
			return engine.Reply{Has: e.pairOf}, engine.ErrForgotten
		}
		if r.PairReport {
			return e.pairReport()
		}
		return e.shown(e.pair, r.Draw)
	}
	if r.Count {
		n, err := e.count(ctx, r.ID, files)
		return engine.Reply{Text: strconv.Itoa(n)}, err
	}
	if r.Lab != nil {
		e.one.Lock()
		defer e.one.Unlock()
		if err := e.experiment(ctx, r.ID, r.Lab, files); err != nil {
			return engine.Reply{}, err
		}
		return e.labReport()
	}
	if r.LabReport {
		return e.labReport()
	}
	if r.LabCSV || r.Draw != nil && r.Draw.Lab {
		return e.shown(e.lab, r.Draw)
	}
	if r.HTML && e.further.Document == nil || r.Link && e.further.Link == nil {
		return engine.Reply{}, capture.ErrElsewhere
	}
	if r.Guess != nil {
		e.one.Lock()
		defer e.one.Unlock()
	}
	if e.last == nil || r.Of != 0 && r.Of != e.lastOf {
		return engine.Reply{Has: e.lastOf}, engine.ErrForgotten
	}
	if r.Guess != nil {
		g, err := e.guess(ctx, r.ID, r.Guess, files)
		return engine.Reply{Guess: g}, err
	}
	if r.Report {
		return e.report()
	}
	e.last.Language = e.language
	switch {
	case r.Draw != nil:
		return e.draw(r.Draw)
	case r.Look != nil:
		return engine.Reply{Found: e.view.Look(*r.Look)}, nil
	case r.Rows != nil:
		t, err := e.view.Rows(*r.Rows)
		return engine.Reply{Table: t}, err
	case r.Link:
		text, err := e.further.Link(e.last)
		return engine.Reply{Text: text}, err
	}
	write := e.last.WriteCSV
	if r.HTML {
		write = func(w io.Writer) error { return e.further.Document(w, e.last) }
	}
	text, err := written(write)
	return engine.Reply{Text: text}, err
}

// report is that of the last analysis, less the stalls: the page asks for those in
// sight, and there can be a million.
func (e *server) report() (engine.Reply, error) {
	e.last.Language = e.language
	r := e.last.Report()
	r.Stalls = []analyzer.StallReport{}
	text, err := json.Marshal(r)
	return engine.Reply{Report: text}, err
}

// pairReport is that of the last pair.
func (e *server) pairReport() (engine.Reply, error) {
	text, err := e.told(e.pair)
	return engine.Reply{Pair: text}, err
}

// labReport is that of the last experiment.
func (e *server) labReport() (engine.Reply, error) {
	text, err := e.told(e.lab)
	return engine.Reply{Lab: text}, err
}

func reply(r engine.Reply) {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // a Reply always marshals
	}
	if r.Text == "" {
		js.Global().Call("postMessage", string(text))
		return
	}
	// A graph is text of some 50 kB, 60 times a second: as JSON it would be read twice.
	js.Global().Call("postMessage", []any{string(text), r.Text})
}
