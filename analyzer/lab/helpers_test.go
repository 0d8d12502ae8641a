package lab_test

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

var (
	incremental = lab.Arm{Release: replay.Rule{Kind: replay.AtClose}}
	buffered    = lab.Arm{Release: replay.Rule{Kind: replay.ReadAll}}
)

// ticking is a clock that moves by 1 ms whenever it is read.
func ticking() lab.Clock {
	var at time.Duration
	return func() time.Duration {
		at += time.Millisecond
		return at
	}
}

// madeUp reads the made-up recording.
func madeUp(t testing.TB) lab.Stream {
	t.Helper()
	r, err := capture.Open(lab.MadeUp(), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := lab.Stream{Framing: framing.SSE}
	for {
		rec, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return s
		case err != nil:
			t.Fatal(err)
		case rec.Kind == capture.RecordEOF:
			s.EOF, s.End = true, rec.Time
		default:
			s.Chunks = append(s.Chunks, lab.Chunk{Time: rec.Time, Data: append([]byte{}, rec.Data...)})
		}
	}
}

// cut is body in chunks of n bytes, 10 ms apart, and EOF.
func cut(body string, n int, f framing.Name) lab.Stream {
	s := lab.Stream{Framing: f, EOF: true}
	for len(body) > 0 {
		k := min(n, len(body))
		s.Chunks = append(s.Chunks, lab.Chunk{Time: s.End, Data: []byte(body[:k])})
		s.End += 10 * time.Millisecond
		body = body[k:]
	}
	return s
}

// execute makes all runs of an experiment.
func execute(t testing.TB, s lab.Stream, first, second lab.Arm) []lab.Run {
	t.Helper()
	x, err := lab.New(s, first, second)
	if err != nil {
		t.Fatal(err)
	}
	runs := x.Plan()
	now := ticking()
	for i := range runs {
		x.Execute(runs, i, now)
	}
	return runs
}
