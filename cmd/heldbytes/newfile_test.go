//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestNewFilesTakeNothingThatIsThere has names taken: that of the capture, that of the
// next part by a link to another file, and one behind it by a part of somebody's.
func TestNewFilesTakeNothingThatIsThere(t *testing.T) {
	dir := t.TempDir()
	kept := map[string]string{"capture.jsonl": "first", "capture-2.jsonl": "second", "other": "other's"}
	theirs := fmt.Sprintf(".heldbytes-%d-%d.part", os.Getpid(), parts.Load()+2)
	kept[theirs] = "being written"
	for name, text := range kept {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := fmt.Sprintf(".heldbytes-%d-%d.part", os.Getpid(), parts.Load()+1)
	if err := os.Symlink("other", filepath.Join(dir, link)); err != nil {
		t.Fatal(err)
	}
	var name string
	f, err := createNew(dir, "capture", func(n string) { name = n })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "third"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if name != filepath.Join(dir, "capture-3.jsonl") {
		t.Errorf("it is called %s", name)
	}
	kept["capture-3.jsonl"] = "third"
	for name, text := range kept {
		if got, err := os.ReadFile(filepath.Join(dir, name)); string(got) != text {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, text)
		}
	}
	if all, err := os.ReadDir(dir); len(all) != len(kept)+1 {
		t.Errorf("%d files, %v", len(all), err)
	}
}
