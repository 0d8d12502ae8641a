package analyzer_test

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// FuzzCompare compares any two files: there is an error of one line, or a
// comparison in which nothing comes out before it goes in and parts sum to
// wholes.
func FuzzCompare(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "compare", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(ar.Files[0].Data, ar.Files[1].Data, int64(0), false)
		f.Add(ar.Files[0].Data, ar.Files[1].Data, int64(-5e6), true)
	}
	f.Fuzz(func(t *testing.T, first, second []byte, offset int64, given bool) {
		at := []analyzer.Recording{{Name: "1", From: bytes.NewReader(first)}, {Name: "2", From: bytes.NewReader(second)}, {Name: "3", From: bytes.NewReader(second)}}
		var offsets []time.Duration
		if given {
			offsets = []time.Duration{time.Duration(offset), 0}
		}
		c, err := analyzer.Compare(at, analyzer.Options{}, offsets)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of two lines: %q", err)
			}
			return
		}
		checkHops(t, c)
		for _, write := range []func(io.Writer) error{c.WriteText, c.WriteJSON, c.WriteCSV} {
			if err := write(io.Discard); err != nil {
				t.Error(err)
			}
		}
		if err := c.WriteSVG(io.Discard, figure.Options{}); err != nil {
			t.Error(err)
		}
	})
}
