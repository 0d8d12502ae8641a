// Package sharedtest is what the tests of several packages share: the files that
// lie beside the repository, which are too large or not ours to keep in it, what
// is known of them, and the files of testdata. Tests that need files beside the
// repository are skipped where they are absent.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the path of ../shared/elem..., seen from the module's root. It
// skips the test where that does not exist.
func Dir(t testing.TB, elem ...string) string {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(root)
		if up == root {
			t.Skip("no go.mod above the working directory")
		}
		root = up
	}
	path := filepath.Join(append([]string{filepath.Dir(root), "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared files are absent: %v", err)
	}
	return path
}
