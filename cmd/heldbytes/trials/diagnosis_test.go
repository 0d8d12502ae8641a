//go:build !js

package trials_test

import (
	"path/filepath"
	"testing"
)

// diagnosis is the reader that RECORDING.md walks through, before its fix and
// after it.
var diagnosis = []struct {
	name string
	trial
}{
	{"before", trial{run: python("requests", "requests_iter_lines"), stream: answer(), code: "late", rule: "block:512"}},
	{"after", trial{run: python("requests", "requests_iter_lines", "1"), stream: answer(), code: "prompt", rule: "at-close"}},
}

// TestDiagnosisIsRecorded makes the recordings of RECORDING.md anew:
//
//	go test ./cmd/heldbytes/trials -run Diagnosis -keep DIR
//
// Its pauses are too long to be had each time; the trials have the same readers.
func TestDiagnosisIsRecorded(t *testing.T) {
	if *keep == "" {
		t.Skip("without -keep there is no place for them")
	}
	for _, c := range diagnosis {
		t.Run(c.name, func(t *testing.T) {
			if got := c.try(t, filepath.Join(*keep, c.name+".jsonl")); got.code != c.code || got.rule != c.rule {
				t.Errorf("found %s by %q: %s", got.code, got.rule, got.sentence)
			}
		})
	}
}
