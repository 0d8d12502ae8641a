package capture_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// What Open knows by itself says the same of a recording as all that there is to
// know, or leaves it to that.
func TestLittleKnowledgeIsNeverAtOddsWithAll(t *testing.T) {
	var own, left int
	check := func(path string, file []byte) {
		few, errFew := capture.Open(bytes.NewReader(file), capture.Options{Name: "in"})
		if errors.Is(errFew, capture.ErrElsewhere) {
			left++
			return
		}
		all, errAll := capture.Open(bytes.NewReader(file), capture.Options{Name: "in", More: capture.Further()})
		switch {
		case errFew != nil && errAll != nil && errFew.Error() == errAll.Error():
		case errFew != nil || errAll != nil:
			t.Errorf("%s: %v, with all that is known %v", path, errFew, errAll)
		case few.Format() != all.Format():
			t.Errorf("%s: %v, with all that is known %v", path, few.Format(), all.Format())
		default:
			own++
		}
	}
	for _, pattern := range []string{"*", "*/*"} {
		for path, file := range files(t, filepath.Join("testdata", pattern)) {
			check(path, file)
		}
	}
	if own < 5 || left < 5 {
		t.Fatalf("of testdata %d recordings are known, and %d left to others", own, left)
	}
	for _, dir := range []string{"recordings", "casebook", "public"} {
		err := filepath.WalkDir(sharedtest.Dir(t, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			file, err := os.ReadFile(path)
			check(path, file)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// files are those whose paths match a pattern.
func files(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		if all[path], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
