//go:build js && wasm

package server

import (
	"context"
	"encoding/json"
	"io"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// experiment executes what a request asks for, run by run. What was executed
// when it is given up stays.
func (e *server) experiment(ctx context.Context, id int, l *engine.Lab, files js.Value) error {
	x, err := e.plan(ctx, id, l, files)
	if err != nil {
		return err
	}
	e.lab = x
	began := time.Now()
	for i := range x.Runs {
		x.Execute(i, func() time.Duration { return time.Since(began) })
		text, err := written(x.WriteJSON)
		if err != nil {
			return err
		}
		reply(engine.Reply{ID: id, Progress: &engine.Progress{Lab: json.RawMessage(text)}})
		time.Sleep(time.Microsecond) // lets messages in
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// plan reads what both readers take.
func (e *server) plan(ctx context.Context, id int, l *engine.Lab, files js.Value) (*analyzer.Experiment, error) {
	second, err := lab.ParseArm(l.Release)
	if err != nil {
		return nil, err
	}
	var first lab.Arm // at event close
	if l.Recording == nil {
		return analyzer.NewExperiment(nil, analyzer.Options{}, first, second)
	}
	o, err := e.options(l.Recording)
	if err != nil {
		return nil, err
	}
	var recording io.Reader
	if name := l.Recording.Sample; name != "" {
		s, err := sampleNamed(name)
		if err != nil {
			return nil, err
		}
		o.Name = s.Name
		recording, _ = s.Open()
	} else {
		i := 0
		if files.Length() > 1 && isRows(ctx, files.Index(0)) == nil {
			i = 1 // the rows of a reader were given first
		}
		file := opener(ctx, id, files)(i)
		defer file.Close()
		o.Name, recording = files.Index(i).Get("name").String(), file
	}
	return analyzer.NewExperiment(recording, o, first, second)
}
