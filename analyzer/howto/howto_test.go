package howto_test

import (
	"slices"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/howto"
)

// TestLinesSayWhatStepsDo holds that the command translates what the page shows
// beside what is to be copied, and nothing else.
func TestLinesSayWhatStepsDo(t *testing.T) {
	for _, f := range capture.Formats() {
		var said, shown []string
		for _, line := range f.HowTo {
			same := howto.Say(line, func(english string) string {
				said = append(said, english)
				return english
			})
			if same != line {
				t.Errorf("%s: %q becomes %q in English", f.Name, line, same)
			}
		}
		for _, s := range howto.Steps(f.HowTo) {
			for _, text := range []string{s.Note, s.Remark} {
				if text != "" {
					shown = append(shown, text)
				}
			}
		}
		if !slices.Equal(said, shown) {
			t.Errorf("%s: the lines say %q, the steps %q", f.Name, said, shown)
		}
	}
}

func TestCodeIsNotTranslated(t *testing.T) {
	shout := func(string) string { return "SAID" }
	for line, want := range map[string]string{
		"curl URL":                 "curl URL",
		"# how":                    "# SAID",
		"// how":                   "// SAID",
		"curl URL  # how":          "curl URL  # SAID",
		"put(x) // how":            "put(x) // SAID",
		"DevTools, then Save":      "SAID",
		"curl http://127.0.0.1/#x": "curl http://127.0.0.1/#x",
	} {
		if got := howto.Say(line, shout); got != want {
			t.Errorf("%q is said as %q, want %q", line, got, want)
		}
	}
}
