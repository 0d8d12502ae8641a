//go:build !js

package trials_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
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

func TestReadersAreNamedByTheirFault(t *testing.T) {
	for _, c := range trials {
		t.Run(c.reader, func(t *testing.T) {
			t.Parallel()
			r := c.record(t)
			got := r.Findings.Reader
			if string(got.Code) != c.code {
				t.Errorf("found %s, want %s: %s", got.Code, c.code, got.Sentence)
			}
			rule := ""
			if r.Observed == nil {
				t.Fatal("no rows were recorded")
			}
			for _, f := range r.Observed.Fit.Rules {
				rule += " " + f.Rule
			}
			if rule = strings.TrimSpace(rule); rule != c.rule || c.rule != "" && !r.Observed.Fit.Exact {
				t.Errorf("its rows fit %q (exact: %v), want %q", rule, r.Observed.Fit.Exact, c.rule)
			}
			t.Logf("%s", got.Sentence)
		})
	}
}

// record runs the reader and analyses what it recorded.
func (c *trial) record(t *testing.T) *analyzer.Report {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.jsonl")
	c.run(t, serve(t, c.stream, path), path)
	return analyze(t, path)
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
		if said := p.Run(t, filepath.Dir(path), filepath.Join("testdata", "readers", reader), append([]string{url, path}, args...)...); said != "" {
			t.Fatalf("it said %s", said)
		}
	}
}

func python(module, reader string, args ...string) runner {
	return program(beside.Python(module), reader, args...)
}

func node(reader string) runner { return program(beside.Node(), reader) }

var milliseconds = regexp.MustCompile(`[0-9,]+ ms`)
