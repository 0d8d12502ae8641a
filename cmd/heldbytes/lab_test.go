//go:build !js

package main

import (
	"context"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/lab"
)

// cancelledAfter is a context that ends once it was asked so often.
type cancelledAfter struct {
	context.Context
	asks int
}

func (c *cancelledAfter) Err() error {
	if c.asks--; c.asks < 0 {
		return context.Canceled
	}
	return nil
}

func TestAnInterruptedLabShowsWhatItExecuted(t *testing.T) {
	second, err := lab.ParseArm("read-all")
	if err != nil {
		t.Fatal(err)
	}
	x, err := analyzer.NewExperiment(nil, analyzer.Options{}, lab.Arm{}, second)
	if err != nil {
		t.Fatal(err)
	}
	err = execute(&cancelledAfter{t.Context(), 3}, x)
	if err == nil || err.Error() != "lab: interrupted, 3 of 10 runs were executed" {
		t.Errorf("error %v", err)
	}
	var text strings.Builder
	if err := x.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), analyzer.NotExecuted); n != 7 || !strings.HasPrefix(text.String(), "On the same 30 chunks") {
		t.Errorf("%d runs are labelled %q:\n%s", n, analyzer.NotExecuted, text.String())
	}
}
