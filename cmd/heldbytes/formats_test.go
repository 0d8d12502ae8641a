//go:build !js

package main_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/howto"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/tap"
)

// What is said of the capture form names each tap, the file that it makes and
// every library that there are lines for.
func TestFormatsNameTheTaps(t *testing.T) {
	var said []howto.Step
	for _, f := range capture.Formats() {
		if f.Format == capture.FormatCapture {
			said = howto.Steps(f.HowTo)
		}
	}
	for _, r := range tap.Recorders() {
		prefix := "heldbytes tap " + r.Language
		prints := prefix + " > " + r.File
		if !slices.ContainsFunc(said, func(s howto.Step) bool { return s.Code == prints }) {
			t.Errorf("%q is not said", prints)
		}
		named := 0
		for _, s := range said {
			one, is := strings.CutPrefix(s.Code, prefix+" --recipe ")
			if !is {
				continue
			}
			libraries := append(regexp.MustCompile(`\w+`).FindAllString(s.Remark[strings.Index(s.Remark, "also ")+5:], -1), one)
			slices.Sort(libraries)
			if !slices.Equal(libraries, r.Recipes()) {
				t.Errorf("%s: %q are named, and there are %q", r.Language, libraries, r.Recipes())
			}
			named++
		}
		if named != 1 {
			t.Errorf("%s: recipes are named %d times", r.Language, named)
		}
	}
}
