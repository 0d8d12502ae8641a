package ui_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui"
)

func TestExchangesAreNamedByWhatIsKnownOfThem(t *testing.T) {
	asked := 0
	c := &ui.Exchanges{Shown: 2, Change: func(n int) { asked = n }, List: []analyzer.ExchangeReport{
		{Chunks: 1, Bytes: 1},
		{Method: "POST", Status: 200, Type: "text/event-stream", Chunks: 1400, Bytes: 78800, Times: true},
		{Status: 404, Chunks: 2, Bytes: 9},
	}}
	want := []ui.Choice{
		{Value: "1", Title: "1: 1 chunk, 1 byte"},
		{Value: "2", Title: "2: POST 200 text/event-stream, 1,400 chunks, 78,800 bytes"},
		{Value: "3", Title: "3: 404, 2 chunks, 9 bytes"},
	}
	if diff := cmp.Diff(want, c.Choices()); diff != "" || c.Value() != "2" || c.More() != "" {
		t.Errorf("%s, more %q: (-want +got)\n%s", c.Value(), c.More(), diff)
	}
	for _, bad := range []string{"", "0", "4", "x"} {
		if c.OnExchange(bad); asked != 0 {
			t.Errorf("%q was taken for exchange %d", bad, asked)
		}
	}
	if c.OnExchange("3"); asked != 3 {
		t.Errorf("exchange %d was asked for", asked)
	}
}

func TestALongListOfExchangesKeepsTheOneThatIsShown(t *testing.T) {
	c := &ui.Exchanges{Shown: 4000, List: make([]analyzer.ExchangeReport, 5000)}
	all := c.Choices()
	if len(all) != 301 || all[300].Value != "4000" || !strings.Contains(c.More(), "5,000") {
		t.Errorf("%d choices, the last %+v, more %q", len(all), all[len(all)-1], c.More())
	}
}

func TestCadenceIsANumberOrNothing(t *testing.T) {
	var asked []float64
	c := &ui.Options{Change: func(o ui.OptionsData) { asked = append(asked, o.CadenceMS) }}
	for _, bad := range []string{"-1", "x", "1e9", "0.0001", "NaN"} {
		if c.OnCadence(bad); !c.CadenceWrong || c.CadenceInvalid() != "true" {
			t.Errorf("%q was taken", bad)
		}
	}
	for _, good := range []string{"50", "0.5", "0", ""} {
		if c.OnCadence(good); c.CadenceWrong {
			t.Errorf("%q was refused", good)
		}
	}
	if diff := cmp.Diff([]float64{50, 0.5, 0, 0}, asked); diff != "" || c.Cadence() != "" {
		t.Errorf("%q: %s", c.Cadence(), diff)
	}
}
