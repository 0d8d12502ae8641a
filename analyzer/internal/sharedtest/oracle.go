package sharedtest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Ask runs testdata/oracle.py of the package under test, which asks the slow
// statement of the definitions, and returns its answer to each question, in
// order. It skips the test where there is no python3, no process to be had, or
// no such statement.
func Ask[Q, A any](t testing.TB, questions []Q) []A {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("no processes under js")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 to run the oracle")
	}
	var in bytes.Buffer
	for _, q := range questions {
		if err := json.NewEncoder(&in).Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(python, filepath.Join("testdata", "oracle.py"), Dir(t, "oracle", "heldbytes_oracle.py"))
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]A, len(questions))
	d := json.NewDecoder(bytes.NewReader(out))
	for i := range answers {
		if err := d.Decode(&answers[i]); err != nil {
			t.Fatalf("answer %d of %d: %v", i, len(answers), err)
		}
	}
	return answers
}
