package lab_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

func TestTwoArmsDifferInTheMomentOfReleaseAlone(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, second string
		knobs         []lab.Knob // that the error names
		says          string
	}{
		{"the release differs", "at-close", "read-all", nil, ""},
		{"the release differs, the other way", "never", "chunk-end", nil, ""},
		{"the parameter of the release differs", "lag:1", "lag:2", nil, ""},
		{"both say the same framing", "at-close,framing=lines", "read-all,framing=lines", nil, ""},
		{"a knob is said that is so anyway", "at-close", "read-all,framing=sse,lenient-eof=false", nil, ""},
		{"nothing differs", "at-close", "at-close", []lab.Knob{}, "nothing differs"},
		{"nothing differs, said twice", "read-all,framing=sse", "read-all", []lab.Knob{}, "nothing differs"},
		{"another knob differs", "at-close", "at-close,framing=lines", []lab.Knob{lab.Framing}, "the knob framing differs"},
		{"two knobs differ", "at-close", "read-all,framing=lines", []lab.Knob{lab.Release, lab.Framing}, "2 knobs differ between the two arms, release and framing, want release alone to"},
		{"two other knobs differ", "at-close", "at-close,framing=lines,lenient-eof=1", []lab.Knob{lab.Framing, lab.LenientEOF}, "2 knobs differ"},
		{"all knobs differ", "at-close", "read-all,lenient-eof=true,framing=json", []lab.Knob{lab.Release, lab.Framing, lab.LenientEOF}, "release, framing and lenient-eof"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := lab.New(cut("data: 1\n\n", 4, framing.SSE), arm(t, c.first), arm(t, c.second))
			if c.knobs == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var refused *lab.KnobError
			if !errors.As(err, &refused) {
				t.Fatalf("error is %v", err)
			}
			if !slices.Equal(refused.Knobs, c.knobs) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q of the knobs %q", err, refused.Knobs)
			}
		})
	}
}

func TestAnArmIsRefusedThatCannotBe(t *testing.T) {
	for text, says := range map[string]string{
		"":                         "unknown rule",
		"soon":                     "unknown rule",
		"observed":                 "unknown rule",
		"at-close,":                `unknown knob ""`,
		"at-close,buffer=4096":     `unknown knob "buffer"`,
		"at-close,framing":         "unknown framing",
		"at-close,framing=csv":     "unknown framing",
		"at-close,lenient-eof=why": "want true or false",
	} {
		if _, err := lab.ParseArm(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAnArmIsRefusedThatNoReaderFollows(t *testing.T) {
	for _, r := range []replay.Rule{{Kind: replay.Observed}, {Kind: replay.Block}, {Kind: replay.Lag, N: -1}, {Kind: 99}} {
		if _, err := lab.New(cut("1\n", 1, framing.Lines), incremental, lab.Arm{Release: r}); err == nil {
			t.Errorf("%v: no error", r)
		}
	}
}

func TestAStreamIsRefusedWhoseFramingHasNoScanner(t *testing.T) {
	if _, err := lab.New(lab.Stream{}, incremental, buffered); err == nil {
		t.Error("no error")
	}
}

func arm(t *testing.T, text string) lab.Arm {
	t.Helper()
	a, err := lab.ParseArm(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
