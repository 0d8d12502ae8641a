package engine_test

import (
	"io"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/ui/engine"
)

func TestTextIsNoLongerThanAPageTakes(t *testing.T) {
	text := engine.Text{Most: 5}
	for _, s := range []string{"ab", "", "cde"} {
		if _, err := io.WriteString(&text, s); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
	}
	_, err := io.WriteString(&text, "f")
	if err == nil || !strings.Contains(err.Error(), "500 MiB") || !strings.Contains(err.Error(), "heldbytes analyze") {
		t.Errorf("beyond it: %v", err)
	}
	if text.String() != "abcde" {
		t.Errorf("holds %q", text.String())
	}
}
