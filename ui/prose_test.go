package ui_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/ui"
)

func TestProseKeepsNumbersWithTheirUnits(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"No number here.", "No number here."},
		{"It took 934 ms to arrive.", "It took [934 ms] to arrive."},
		{"1 stall, 1,005 ms: open 934 ms, idle 71 ms.", "[1 stall], [1,005 ms]: open [934 ms], idle [71 ms]."},
		{"from 640 to 80 and from 1400.25 ms to 0 ms.", "from [640] to [80] and from [1400.25 ms] to [0 ms]."},
		{"up to 870 bytes", "up to [870 bytes]"},
		{"up to 870\u00a0bytes", "up to [870\u00a0bytes]"},
		{"at -12.5 ms", "at [-12.5 ms]"},
		{"it holds 3.", "it holds [3]."},
		{"12 msgs", "[12] msgs"},
		{"3", "[3]"},
	} {
		p := ui.Prose{Text: c.text}
		var got, plain strings.Builder
		for _, part := range p.Parts() {
			plain.WriteString(part.Text)
			if part.Class == "n" {
				got.WriteString("[" + part.Text + "]")
			} else {
				got.WriteString(part.Text)
			}
		}
		if plain.String() != c.text || got.String() != c.want {
			t.Errorf("%q is split into %q, want %q", c.text, got.String(), c.want)
		}
	}
}
