package ui_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
)

func TestKnobTurns(t *testing.T) {
	p := newPage(t)
	drawn := plotted(t, p, held())
	p.says(t, `id="knob-peak">1,234<`) // the reader's own
	p.says(t, `id="knob-first">5<`)
	for _, c := range []struct{ part, value, want string }{
		{"rule", "chunk-end", "chunk-end"},
		{"rule", "block", "block:512"}, // which the reader is known to have done
		{"number", "700", "block:700"},
		{"number", "0", "block:700"},
		{"number", "", "block:700"},
		{"number", "9999999", "block:3000"},
		{"step", "0", "block:1"},
		{"step", "1", "block:2"},
		{"step", "-1", "block:2"},
		{"step", "1000", "block:2"},
		{"rule", "lag", "lag:1"},
		{"number", "16", "lag:15"},
		{"rule", "at-close", "at-close"},
	} {
		p.Give(ui.Input{Kind: ui.InputKnob, Part: c.part, Value: c.value})
		if got := (*drawn)[len(*drawn)-1].Rule; got != c.want {
			t.Errorf("%s %q draws %s, want %s", c.part, c.value, got, c.want)
		}
		p.says(t, `data-rule="`+c.want+`"`)
		p.says(t, "Under "+c.want+".")
	}
	p.says(t, `id="knob-peak">77<`)
	said := announced(p)
	p.Lock()
	p.OnKnobReset()
	p.Unlock()
	if got := (<-said).Rule; got != "" {
		t.Errorf("after a reset it draws %s", got)
	}
}

func TestKnobMovesWithoutRenderingThePage(t *testing.T) {
	p := newPage(t)
	plotted(t, p, held())
	p.Give(ui.Input{Kind: ui.InputKnob, Part: "rule", Value: "block"})
	p.renders = 0
	p.Give(ui.Input{Kind: ui.InputKnob, Part: "number", Value: "1000"})
	if p.renders > 0 {
		t.Errorf("the page was rendered %d times", p.renders)
	}
	want := &ui.Turned{Rule: "block:1000", N: "1000", Text: "1,000 bytes", Texts: map[string]string{
		"knob-peak": "77", "knob-first": "none", "knob-release": "0", "knob-whose": "block, 1,000", "knob-sentence": "Under block:1000.",
	}}
	got := p.views[len(p.views)-1].Turned
	want.Step = got.Step
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestKnobIsHiddenWhereNoCloseIsKnown(t *testing.T) {
	p := newPage(t)
	report := held()
	report.Series = nil
	plotted(t, p, report)
	p.says(t, `<div class="turn" hidden`)
	p.says(t, "it does not say where events close")
	if k := (&ui.Knob{Report: held()}); !k.Usable() {
		t.Error("the knob is of no use where closes are known")
	}
}

// TestStepsOfTheKnob goes through what a slider can say: each key changes N.
func TestStepsOfTheKnob(t *testing.T) {
	for _, most := range []int64{1, 2, 3, 15, 3000, 1 << 20, 1 << 40} {
		steps := ui.NumberSteps(most)
		if steps[0] != 1 || steps[len(steps)-1] != most || len(steps) > 700 {
			t.Errorf("up to %d: %d steps from %d to %d", most, len(steps), steps[0], steps[len(steps)-1])
		}
		has := map[int64]bool{}
		for i, n := range steps {
			has[n] = true
			if i > 0 && (n <= steps[i-1] || n > steps[i-1]+max(steps[i-1]/8, 1)) {
				t.Errorf("up to %d: %d follows %d", most, n, steps[i-1])
			}
		}
		for power := int64(1); power <= most; power *= 2 {
			if !has[power] {
				t.Errorf("up to %d: %d is left out", most, power)
			}
		}
	}
	if k := (&ui.Knob{Report: &analyzer.Report{Source: analyzer.SourceReport{Bytes: 1 << 20}}, Rule: "block:1024"}); k.LastStep() == k.Step() || k.Step() == "0" {
		t.Errorf("1,024 of 1 MiB is step %s of %s", k.Step(), k.LastStep())
	}
}
