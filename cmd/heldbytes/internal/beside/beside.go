//go:build !js

// Package beside runs programs of other languages with the recorder that
// heldbytes tap prints beside them, as somebody does who tries it.
package beside

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/tap"
)

// Patience is how long a program may take before its test fails.
const Patience = time.Minute

// Program is what runs the programs of a language.
type Program struct {
	Language string // as heldbytes tap has it
	Suffix   string // of its programs
	needs    string // the module that it has to have
	names    []string
}

// Python is a Python that has a module, "" being any.
func Python(module string) Program {
	return Program{"python", ".py", module, []string{"python3", "/usr/bin/python3"}}
}

// Node is Node.
func Node() Program { return Program{"js", ".js", "", []string{"node"}} }

// path is where it is. It skips the test where it is not.
func (p Program) path(t testing.TB) string {
	t.Helper()
	for _, name := range p.names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if p.needs == "" || exec.CommandContext(t.Context(), path, "-c", "import "+p.needs).Run() == nil {
			return path
		}
	}
	t.Skipf("no %s with %q to run it", p.names[0], p.needs)
	return ""
}

// Command is a call of a program with the recorder beside it, both in dir, where
// it runs. It may take Patience.
func (p Program) Command(t testing.TB, dir, text string, args ...string) *exec.Cmd {
	t.Helper()
	path := p.path(t)
	r, err := tap.For(p.Language)
	if err != nil {
		t.Fatal(err)
	}
	program := "program" + p.Suffix
	for name, text := range map[string]string{r.File: r.Source(), program: text, "package.json": `{"type":"module"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, path, append([]string{program}, args...)...)
	cmd.Dir, cmd.Stderr = dir, t.Output()
	return cmd
}

// Run runs a program, a file without its suffix, to its end and returns what it
// said.
func (p Program) Run(t testing.TB, dir, program string, args ...string) string {
	t.Helper()
	text, err := os.ReadFile(program + p.Suffix)
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Command(t, dir, string(text), args...).Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program+p.Suffix, err, out)
	}
	return string(out)
}
