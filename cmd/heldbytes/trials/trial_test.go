//go:build !js

package trials_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

var (
	update = flag.Bool("update", false, "write the table of RECORDING.md anew")
	keep   = flag.String("keep", "", "a `DIR` to keep the recordings in, by the number of their reader")
)

// trial is a reader whose fault is known, and what analyze has to say of it.
type trial struct {
	reader string // as the table calls it
	fault  string // what it really does, and why
	stream stream
	run    runner
	code   string // of the finding
	rule   string // that explains its rows, "" where none is to
}

// runner lets a reader read url and record itself at path.
type runner func(t *testing.T, url, path string)

// outcome is what analyze said of a reader.
type outcome struct{ code, rule, sentence string }

func TestReadersAreNamedByTheirFault(t *testing.T) {
	rows := make([]string, len(trials)) // "" of a reader that does not run here
	t.Run("reader", func(t *testing.T) {
		for i, c := range trials {
			t.Run(strings.ReplaceAll(c.reader, "`", ""), func(t *testing.T) {
				t.Parallel()
				got := c.try(t, keptAs(i))
				rows[i] = c.row(got)
				if got.code != c.code || got.rule != c.rule {
					t.Errorf("found %s by %q, want %s by %q: %s", got.code, got.rule, c.code, c.rule, got.sentence)
				}
			})
		}
	})
	checkTable(t, rows)
}

// keptAs is where the recording of a reader is kept, "" where it is not.
func keptAs(number int) string {
	if *keep == "" {
		return ""
	}
	return filepath.Join(*keep, fmt.Sprintf("%d.jsonl", number))
}

// try runs the reader and analyses what it recorded, which it keeps at kept, unless
// that is "".
func (c *trial) try(t *testing.T, kept string) outcome {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	c.run(t, serve(t, c.stream, path), path)
	if kept != "" {
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(kept, text, 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
	r := analyze(t, path)
	if r.Observed == nil {
		t.Fatalf("no reader was measured: %s", r.Findings.Reader.Sentence)
	}
	var rules []string
	for _, f := range r.Observed.Fit.Rules {
		rules = append(rules, f.Rule)
	}
	if !r.Observed.Fit.Exact {
		rules = nil
	}
	return outcome{string(r.Findings.Reader.Code), strings.Join(rules, " "), r.Findings.Reader.Sentence}
}

func analyze(t *testing.T, path string) *analyzer.Report {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a, err := analyzer.Analyze(f, analyzer.Options{Name: filepath.Base(path)})
	if err != nil {
		t.Fatal(err)
	}
	return a.Report()
}

// program runs a reader of testdata with the recorder beside it.
func program(p beside.Program, reader string, args ...string) runner {
	return func(t *testing.T, url, path string) {
		t.Helper()
		args := slices.Concat([]string{url, path}, args)
		if said := p.Run(t, filepath.Dir(path), filepath.Join("testdata", "readers", reader), args...); said != "" {
			t.Fatalf("it said %s", said)
		}
	}
}

func python(module, reader string, args ...string) runner {
	return program(beside.Python(module), reader, args...)
}

func node(reader string) runner { return program(beside.Node(), reader) }
