//go:build js && wasm

package server

import (
	"io"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// Experimenter executes an experiment over a recording, or over the made-up
// chunks where that is nil. It tells of it after each run.
type Experimenter func(ctx context.Context, release string, recording io.Reader, o analyzer.Options, told func(Outcome) error) error

// experiment executes what a request asks for, run by run. What was executed
// when it is given up stays.
func (e *server) experiment(ctx context.Context, id int, l *engine.Lab, files js.Value) error {
	if e.further.Experiment == nil {
		return capture.ErrElsewhere
	}
	recording, o, err := e.labRecording(ctx, id, l.Recording, files)
	if err != nil {
		return err
	}
	if file, ok := recording.(io.Closer); ok {
		defer file.Close()
	}
	return e.further.Experiment(ctx, l.Release, recording, o, func(x Outcome) error {
		e.lab = x
		text, err := e.told(x)
		if err != nil {
			return err
		}
		reply(engine.Reply{ID: id, Progress: &engine.Progress{Lab: text}})
		time.Sleep(time.Microsecond) // lets messages in
		return ctx.Err()
	})
}

// labRecording opens what both readers take; nil is the made-up chunks.
func (e *server) labRecording(ctx context.Context, id int, a *engine.Analyze, files js.Value) (io.Reader, analyzer.Options, error) {
	if a == nil {
		return nil, analyzer.Options{Language: e.language}, nil
	}
	o, err := e.options(a)
	if err != nil {
		return nil, o, err
	}
	if a.Sample != "" {
		s, err := sampleNamed(a.Sample)
		if err != nil {
			return nil, o, err
		}
		o.Name = s.Name
		recording, _ := s.Open()
		return recording, o, nil
	}
	i := 0
	if files.Length() > 1 && isRows(ctx, files.Index(0)) == nil {
		i = 1 // the rows of a reader were given first
	}
	o.Name = files.Index(i).Get("name").String()
	return opener(ctx, id, files)(i), o, nil
}

// Execute is the Experimenter: a reader that releases at event close, and one
// that releases as it is told to.
func Execute(ctx context.Context, release string, recording io.Reader, o analyzer.Options, told func(Outcome) error) error {
	second, err := lab.ParseArm(release)
	if err != nil {
		return err
	}
	x, err := analyzer.NewExperiment(recording, o, lab.Arm{}, second)
	if err != nil {
		return err
	}
	began := time.Now()
	for i := range x.Runs {
		x.Execute(i, func() time.Duration { return time.Since(began) })
		if err := told(x); err != nil {
			return err
		}
	}
	return nil
}
