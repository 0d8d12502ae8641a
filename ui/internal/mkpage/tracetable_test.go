//go:build !js

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/ui/static"
)

func TestTraceWithoutLinesStillNamesFunctions(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "trace.wasm")
	build := exec.Command("go", "build", "-o", name, "./testdata/trace")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	module, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	whole := runModule(t, name)
	bare, err := dropTables(module)
	if err != nil {
		t.Fatal(err)
	}
	if len(bare) != len(module) {
		t.Fatalf("%d bytes became %d", len(module), len(bare))
	}
	if err := os.WriteFile(name, bare, 0o666); err != nil {
		t.Fatal(err)
	}
	got := runModule(t, name)
	for _, text := range []string{"panic: on purpose", "main.fail(", "main.main("} {
		if !strings.Contains(whole, text) || !strings.Contains(got, text) {
			t.Errorf("the traces do not both say %q:\n%s\n%s", text, whole, got)
		}
	}
	if !strings.Contains(whole, "main.go:") || strings.Contains(got, "main.go") {
		t.Errorf("lines: before\n%s\nafter\n%s", whole, got)
	}
	if !strings.Contains(whole, "main.fail(0xbad)") || !strings.Contains(got, "main.fail()") {
		t.Errorf("arguments: before\n%s\nafter\n%s", whole, got)
	}
	before, err := static.Gzipped(module)
	if err != nil {
		t.Fatal(err)
	}
	after, err := static.Gzipped(bare)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > len(before)*92/100 {
		t.Errorf("compressed, %d bytes became %d", len(before), len(after))
	}
}

// runModule runs a module in Node that fails, and returns what it says.
func runModule(t *testing.T, name string) string {
	t.Helper()
	root, err := goTool("env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", filepath.Join(root, "lib", "wasm", "wasm_exec_node.js"), name).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestWhatIsNoModuleOfGoIsRefused(t *testing.T) {
	head := []byte("\x00asm\x01\x00\x00\x00")
	for name, module := range map[string][]byte{
		"empty":                {},
		"no data":              head,
		"cut":                  append(head[:8:8], 11, 40, 1),
		"passive data":         append(head[:8:8], 11, 4, 1, 1, 1, 0),
		"no table":             append(head[:8:8], 11, 8, 1, 0, 0x41, 0, 0x0b, 2, 'a', 'b'),
		"a header and no more": append(append(head[:8:8], 11, 14, 1, 0, 0x41, 0, 0x0b, 8), tableHeader...),
	} {
		if out, err := dropTables(bytes.Clone(module)); err == nil || out != nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
