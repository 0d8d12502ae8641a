package analyzer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

const ms = time.Millisecond

// compareAll compares recordings, which are called 1, 2, and so on.
func compareAll(o analyzer.Options, offsets []time.Duration, recordings ...string) (*analyzer.Comparison, error) {
	o.More = importers
	var at []analyzer.Recording
	for i, r := range recordings {
		at = append(at, analyzer.Recording{Name: fmt.Sprint(i + 1), From: strings.NewReader(r)})
	}
	return analyzer.Compare(at, o, offsets)
}

const (
	piecemeal = `{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":100,"text":"data: 1\n\nda"}
{"t_ms":300.000001,"text":"ta: 2\n\n"}
{"eof_ms":1000}
`
	inOneGo = `{"t_ms":1,"text":"data: 0\n\n"}
{"t_ms":700,"text":"data: 1\n\ndata: 2\n\n"}
{"eof_ms":1000}
`
)

func TestCompareByHand(t *testing.T) {
	c, err := compareAll(analyzer.Options{}, []time.Duration{0}, piecemeal, inOneGo)
	if err != nil {
		t.Fatal(err)
	}
	checkHops(t, c)
	type point struct {
		At           time.Duration
		In, Out      int64
		Before, Held int64
		Parsed       bool
	}
	var got []point
	h := c.Hops[0]
	for _, p := range h.Series.All() {
		got = append(got, point{p.Time, p.Received, p.Released, p.Before, p.After, p.Parsed})
	}
	want := []point{
		{0, 9, 0, 9, 9, false},
		{1 * ms, 9, 9, 9, 0, true},
		{100 * ms, 20, 9, 11, 11, false},
		{300*ms + 1, 27, 9, 18, 18, false},
		{700 * ms, 27, 27, 18, 0, true},
		{1000 * ms, 27, 27, 0, 0, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("between (-want +got):\n%s", diff)
	}
	// 9·1 + 11·200.000001 + 18·399.999999
	if got := h.Area.Millis(); got != "9408.999993" {
		t.Errorf("area %s", got)
	}
	if h.Quickest != 1*ms || h.Slowest != 600*ms || h.Time != 601*ms {
		t.Errorf("bytes take %v to %v, something lay between for %v", h.Quickest, h.Slowest, h.Time)
	}
	hold := []diagnose.Hold{{From: 100 * ms, To: 700 * ms, Start: 9, End: 27, Events: 2, Wait: 600 * ms, Passed: true}}
	if diff := cmp.Diff(hold, h.Holds); diff != "" {
		t.Errorf("holds (-want +got):\n%s", diff)
	}
	stalls := []diagnose.PlacedStall{
		{From: 1 * ms, To: 700 * ms, Before: 99 * ms, Hops: []diagnose.HopTime{{Release: 600 * ms, Held: 18}}, Last: 1},
		{From: 700 * ms, To: 1000 * ms, Before: 300 * ms, Hops: []diagnose.HopTime{{}}, Last: 2, AtEOF: true},
	}
	if diff := cmp.Diff(stalls, c.Stalls); diff != "" {
		t.Errorf("stalls (-want +got):\n%s", diff)
	}
}

// The clocks of two captures are laid together as far as both are known.
// Of the hops that hold, the one that owes the stalls most is named first, then
// the one that held longest; the rest follow in order.
func TestTheHopThatOwesMostIsNamedFirst(t *testing.T) {
	form := func(event, ping int) string {
		return fmt.Sprintf(`{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":%d,"text":"data: 1\n\n"}
{"t_ms":%d,"text":"event: ping\ndata: 2\n\n"}
{"t_ms":3000,"text":"data: [DONE]\n\n"}
`, event, ping)
	}
	for _, tc := range []struct {
		name  string
		stall time.Duration
		forms []string
		want  string
	}{
		{"by what it owes", 0, []string{form(0, 100), form(0, 600), form(400, 600), form(400, 1600)}, "2–3, 1–2, 3–4"},
		{"by the longest wait, where none owes", 10000, []string{form(0, 100), form(0, 600), form(0, 1600), form(0, 2000)}, "2–3, 1–2, 3–4"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := analyzer.Options{}
			forms := tc.forms
			if tc.stall > 0 {
				for i := range forms { // no event comes after the first, so that nothing stalls
					forms[i] = strings.Join(strings.SplitAfter(forms[i], "\n")[:3], "")
				}
			}
			c, err := compareAll(o, []time.Duration{0, 0, 0}, forms...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range append([]diagnose.Finding{c.Finding}, c.Finding.Also...) {
				if f.Code != diagnose.HeldBetween {
					t.Fatalf("finding %+v", f)
				}
				got = append(got, fmt.Sprintf("%d–%d", f.Args["first"], f.Args["second"]))
			}
			if strings.Join(got, ", ") != tc.want {
				t.Errorf("got %v, want %s", got, tc.want)
			}
		})
	}
}

// A number is whole where the byte after it has come: a hop that keeps that byte
// keeps the number.
func TestCompareWaitsForLateProof(t *testing.T) {
	first := `{"t_ms":0,"text":"1 "}
{"t_ms":100,"text":"23"}
{"t_ms":600,"text":" "}
{"eof_ms":2000}
`
	second := `{"t_ms":0,"text":"1 "}
{"t_ms":100,"text":"23"}
{"t_ms":1000,"text":""}
{"eof_ms":2000}
`
	c, err := compareAll(analyzer.Options{Framing: framing.JSON}, []time.Duration{0}, first, second)
	if err != nil {
		t.Fatal(err)
	}
	checkHops(t, c)
	hold := []diagnose.Hold{{From: 600 * ms, To: 2000 * ms, Start: 2, End: 4, Events: 1, Wait: 1400 * ms}}
	if diff := cmp.Diff(hold, c.Hops[0].Holds); diff != "" {
		t.Errorf("holds (-want +got):\n%s", diff)
	}
	// Only EOF closes the number at point 2, but it was whole at point 1.
	stalls := []diagnose.PlacedStall{{From: 0, To: 2000 * ms, Before: 600 * ms, Hops: []diagnose.HopTime{{Release: 1400 * ms, Held: 1}}, Last: 3}}
	if diff := cmp.Diff(stalls, c.Stalls); diff != "" {
		t.Errorf("stalls (-want +got):\n%s", diff)
	}
}

// What is exactly a stall's length is one; what comes out ends a hold apart from
// what does not.
func TestHoldsAreRunsOfEvents(t *testing.T) {
	first := `{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":100,"text":"data: 1\n\n"}
{"t_ms":200,"text":"data: 2\n\n"}
{"t_ms":500,"text":"data: 3\n\ndata: 4\n\n"}
{"eof_ms":1000}
`
	second := `{"t_ms":200,"text":"data: 0\n\n"}
{"t_ms":299,"text":"data: 1\n\n"}
{"t_ms":400,"text":"data: 2\n\n"}
{"t_ms":900,"text":"data: 3\n\n"}
{"eof_ms":1000}
`
	c, err := compareAll(analyzer.Options{}, []time.Duration{0}, first, second)
	if err != nil {
		t.Fatal(err)
	}
	checkHops(t, c)
	want := []diagnose.Hold{
		{From: 0, To: 200 * ms, Start: 0, End: 9, Events: 1, Wait: 200 * ms, Passed: true},
		{From: 200 * ms, To: 900 * ms, Start: 18, End: 36, Events: 2, Wait: 400 * ms, Passed: true},
		{From: 500 * ms, To: 1000 * ms, Start: 36, End: 45, Events: 1, Wait: 500 * ms},
	}
	if diff := cmp.Diff(want, c.Hops[0].Holds); diff != "" {
		t.Errorf("holds (-want +got):\n%s", diff)
	}
}

// What a capture does not know of the end, or of bytes that others have, is
// laid to no hop behind it.
func TestCompareWithWhatOneCaptureDoesNotKnow(t *testing.T) {
	form := func(eof string) string {
		return `{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":100,"text":"data: 1\n\n"}
` + eof
	}
	for _, tc := range []struct {
		name string
		at   []string
		want []diagnose.PlacedStall
	}{
		{"the end at the first", []string{form(""), form(`{"eof_ms":400}`), form(`{"eof_ms":2100}`)},
			[]diagnose.PlacedStall{{From: 100 * ms, To: 2100 * ms, Before: 300 * ms, Hops: []diagnose.HopTime{{}, {Release: 1700 * ms}}, Last: 2, AtEOF: true}}},
		{"the end at the second", []string{form(`{"eof_ms":400}`), form(""), form(`{"eof_ms":2100}`)},
			[]diagnose.PlacedStall{{From: 100 * ms, To: 2100 * ms, Before: 300 * ms, Hops: []diagnose.HopTime{{Release: 1700 * ms}, {}}, Last: 2, AtEOF: true}}},
		{"the end at the first two", []string{form(""), form(""), form(`{"eof_ms":2100}`)},
			[]diagnose.PlacedStall{{From: 100 * ms, To: 2100 * ms, Before: 2000 * ms, Hops: []diagnose.HopTime{{}, {}}, Last: 2, AtEOF: true}}},
		{"the end at the last", []string{form(`{"eof_ms":400}`), form("") + `{"t_ms":2100,"text":""}`},
			[]diagnose.PlacedStall{{From: 100 * ms, To: 2100 * ms, Before: 2000 * ms, Hops: []diagnose.HopTime{{}}, Last: 2}}},
		{"bytes at the second", []string{form(""), `{"t_ms":0,"text":"data: 0\n\n"}` + "\n" + `{"t_ms":1000,"text":""}`, form("")}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := compareAll(analyzer.Options{}, make([]time.Duration, len(tc.at)-1), tc.at...)
			if err != nil {
				t.Fatal(err)
			}
			checkHops(t, c)
			if diff := cmp.Diff(tc.want, c.Stalls); diff != "" {
				t.Errorf("stalls (-want +got):\n%s", diff)
			}
		})
	}
}

// Where the last capture has lengths only, its events are those of another.
func TestEventsOfACaptureOfLengths(t *testing.T) {
	first := `{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":10,"text":"da"}
{"t_ms":900,"text":"ta: 1\n\n"}
{"t_ms":950,"text":"data: 2\n\n"}
{"t_ms":960,"text":"dat"}
{"eof_ms":2000}
`
	second := `{"t_ms":0,"len":9}
{"t_ms":500,"len":2}
{"t_ms":960,"len":16}
{"t_ms":970,"len":3}
{"eof_ms":2000}
`
	c, err := compareAll(analyzer.Options{}, []time.Duration{0}, first, second)
	if err != nil {
		t.Fatal(err)
	}
	checkHops(t, c)
	want := []diagnose.PlacedStall{
		{From: 0, To: 960 * ms, Before: 410 * ms, Hops: []diagnose.HopTime{{Release: 60 * ms, Open: 490 * ms, Held: 16}}, Last: 2},
		{From: 960 * ms, To: 2000 * ms, Before: 1030 * ms, Hops: []diagnose.HopTime{{Open: 10 * ms, Held: 3}}, Last: 4, AtEOF: true},
	}
	if diff := cmp.Diff(want, c.Stalls); diff != "" {
		t.Errorf("stalls (-want +got):\n%s", diff)
	}
	if c.Finding.Code != diagnose.PassesOn {
		t.Errorf("finding %+v", c.Finding)
	}
}

// Bytes that only one capture has prove nothing against it.
// The CSV of a comparison is no reader's measurement; its rows come back as
// lengths.
