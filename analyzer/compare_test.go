package analyzer_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

const ms = time.Millisecond

// compareAll compares recordings, which are called 1, 2, and so on.
func compareAll(o analyzer.Options, offsets []time.Duration, recordings ...string) (*analyzer.Comparison, error) {
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
func TestCompareLaysClocksTogether(t *testing.T) {
	form := func(zero string) string {
		return fmt.Sprintf(`{"t_ms":%s000,"text":"{\"n\":0}\n"}`+"\n"+`{"t_ms":%[1]s100,"text":"{\"n\":1}\n"}`+"\n", zero)
	}
	stamped := func(first, second string) string {
		return first + ` {"n":0}` + "\n" + second + ` {"n":1}` + "\n"
	}
	for _, tc := range []struct {
		name          string
		first, second string
		offsets       []time.Duration
		want          diagnose.HopClock
		zero          time.Duration // of the second
	}{
		{"clocks of their own", form("5"), form("77"), nil, diagnose.HopClock{From: diagnose.ClockQuickest, Offset: 72000 * ms}, 0},
		{"both from 1970", stamped("1796081140.000000", "1796081140.100000"), form("1796081141"), nil, diagnose.HopClock{From: diagnose.ClockShared}, 1000 * ms},
		{"both from 1970, the second behind", form("1796081141"), stamped("1796081140.000000", "1796081140.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared, Offset: -1000 * ms, Early: 1000 * ms, Swapped: true}, 0},
		{"times of day over midnight", stamped("23:59:59.950000", "00:00:00.050000"), stamped("00:00:00.000000", "00:00:00.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockQuickest, Offset: -86399950 * ms}, 0},
		{"times of day", stamped("12:59:59.950000", "13:00:00.050000"), stamped("13:00:00.000000", "13:00:00.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared}, 50 * ms},
		{"1970 beside a time of day, in another zone", form("1796081140"), stamped("05:25:41.000000", "05:25:41.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared}, 1000 * ms},
		{"an offset given to clocks of their own", form("5"), form("77"), []time.Duration{71000 * ms}, diagnose.HopClock{From: diagnose.ClockGiven, Offset: 71000 * ms}, 1000 * ms},
		{"an offset given to one clock", stamped("1796081140.000000", "1796081140.100000"), form("1796081141"), []time.Duration{400 * ms},
			diagnose.HopClock{From: diagnose.ClockGiven, Offset: 400 * ms}, 600 * ms},
		{"an offset that cannot be", form("5"), form("77"), []time.Duration{72050 * ms},
			diagnose.HopClock{From: diagnose.ClockGiven, Offset: 72000 * ms, Early: 50 * ms, Swapped: true}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := compareAll(analyzer.Options{}, tc.offsets, tc.first, tc.second)
			if err != nil {
				t.Fatal(err)
			}
			checkHops(t, c)
			if diff := cmp.Diff(tc.want, c.Hops[0].Clock); diff != "" {
				t.Errorf("clock (-want +got):\n%s", diff)
			}
			if c.Zero(1) != tc.zero {
				t.Errorf("the second begins at %v, want %v", c.Zero(1), tc.zero)
			}
		})
	}
}

func TestCompareRefuses(t *testing.T) {
	for _, tc := range []struct {
		name       string
		recordings []string
		offsets    []time.Duration
		framing    framing.Name
		want       string
	}{
		{"events of another length", []string{piecemeal, `{"t_ms":0,"text":"data: 0\n\ndata: 11\n\n"}`}, nil, 0,
			`2: read an event from byte 9 of the stream to byte 19, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"an event in place of a comment", []string{`{"t_ms":0,"text":"data: 0\n\n: 34567\n\n"}`, `{"t_ms":0,"text":"data: 0\n\ndata: 4\n\n"}`}, nil, 0,
			`2: read an event from byte 9 of the stream to byte 18, want a filler from byte 9 of the stream to byte 17 as in 1, of the same stream`},
		{"a bad event", []string{`{"t_ms":0,"text":"data: 0\n\ndata: 1\n\n"}`, `{"t_ms":0,"text":"data: 0\n\ndata: x\n\n"}`}, nil, 0,
			`2: read a bad (json) from byte 9 of the stream to byte 18, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"nothing where there is something", []string{`{"t_ms":0,"text":"data: 0\n\ndata: 1\n\n"}`, `{"t_ms":0,"text":"data: 0\n\n\n\n\n\n\n\n\n\n\n\n"}`}, nil, 0,
			`2: read nothing more up to byte 18 of the stream, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"something still open", []string{`{"t_ms":0,"text":"data: 0\n\ndata: 1\n\n"}`, `{"t_ms":0,"text":"data: 0\n\ndata: 12345"}`}, nil, 0,
			`2: read something open from byte 9 of the stream to byte 18, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"a third that is another", []string{piecemeal, `{"t_ms":0,"len":27}`, `{"t_ms":0,"text":"data: 0\n\ndata: 11\n\n"}`}, nil, 0,
			`3: read an event from byte 9 of the stream to byte 19, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"another framing", []string{piecemeal, `{"t_ms":0,"text":"{\"n\":0}\n"}`}, nil, 0,
			`2: read the framing lines, want sse as in 1, of the same stream`},
		{"no times", []string{`{"heldbytes":"capture/1"}` + "\n" + `{"text":"data: 0\n\n"}`, piecemeal}, nil, 0,
			`1: read chunks without times, want the time of each, to tell what was held between two points`},
		{"rows alone", []string{piecemeal, "i,t_ms,held_bytes,parsed\n0,0,10,False\n1,1,0,True\n"}, nil, 0,
			`2: read rows of a reader and no chunks, want a capture: which bytes came when`},
		{"no bytes", []string{piecemeal, `{"t_ms":0,"text":""}`}, nil, 0, `2: read no bytes, want some, to match them`},
		{"times far apart", []string{piecemeal, piecemeal}, []time.Duration{40 * 365 * 24 * time.Hour}, 0,
			`2: read times more than 36 years from those of the capture before it, want times of one stream`},
		{"a capture that cannot be read", []string{piecemeal, `{"t_ms":0,"text":7}`}, nil, 0, `2:1: read "7", want text as a string`},
		{"a code that says whose held bytes they were", []string{piecemeal, "# held=nobody\ni,t_ms,held_bytes,parsed,chunk_bytes\n0,0,0,True,9\n"}, nil, 0,
			`2:1: read the code held="nobody": want one of ["observed" "none" "at-close" "read-all" "chunk-end" "block" "lag" "next-chunk" "never" "between"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := compareAll(analyzer.Options{Framing: tc.framing}, tc.offsets, tc.recordings...)
			var at *capture.Error
			if !errors.As(err, &at) || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
	if _, err := compareAll(analyzer.Options{}, nil, piecemeal); err == nil {
		t.Error("one capture was compared")
	}
	if _, err := compareAll(analyzer.Options{}, make([]time.Duration, 2), piecemeal, piecemeal); err == nil {
		t.Error("two offsets were taken for one hop")
	}
}

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

// Bytes that only one capture has prove nothing against it.
func TestCompareTakesCapturesThatEndApart(t *testing.T) {
	whole := "data: 0\n\n: x\n\ndata: {\"a\":[1,2]}\n\nid: 7\n\ndata: [DONE]\n\n"
	form := func(s string, eof bool) string {
		line := fmt.Sprintf(`{"t_ms":0,"text":%q}`+"\n", s)
		if eof {
			line += `{"eof_ms":1}`
		}
		return line
	}
	for n := 1; n <= len(whole); n++ {
		for _, eof := range []bool{false, true} {
			for _, o := range []analyzer.Options{{Framing: framing.SSE}, {Framing: framing.SSE, LenientEOF: true}, {Framing: framing.Lines}, {Framing: framing.JSON}} {
				c, err := compareAll(o, nil, form(whole, true), form(whole[:n], eof))
				if err != nil {
					t.Fatalf("%v, %d bytes, EOF %v: %v", o.Framing, n, eof, err)
				}
				checkHops(t, c)
				if c, err = compareAll(o, nil, form(whole[:n], eof), form(whole, true)); err != nil {
					t.Fatalf("%v, %d bytes first, EOF %v: %v", o.Framing, n, eof, err)
				}
				checkHops(t, c)
			}
		}
	}
}

// The CSV of a comparison is no reader's measurement; its rows come back as
// lengths.
func TestComparisonCSV(t *testing.T) {
	c, err := compareAll(analyzer.Options{}, []time.Duration{0, 0}, piecemeal, inOneGo, inOneGo)
	if err != nil {
		t.Fatal(err)
	}
	var csv bytes.Buffer
	if err := c.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	want := `# heldbytes=timeline/1 format=unknown level=unknown held=between:1
i,t_ms,held_bytes,parsed,chunk_bytes,held_before
0,0,9,False,9,9
1,1,0,True,0,9
2,100,11,False,11,11
3,300.000001,18,False,7,18
4,700,0,True,0,18
5,1000,0,False,0,0
# heldbytes=timeline/1 format=unknown level=unknown held=between:2
i,t_ms,held_bytes,parsed,chunk_bytes,held_before
0,0,0,False,0,0
1,1,0,True,9,0
2,700,0,True,18,0
3,1000,0,False,0,0
`
	if diff := cmp.Diff(want, csv.String()); diff != "" {
		t.Fatalf("CSV (-want +got):\n%s", diff)
	}
	for exchange := 1; exchange <= 2; exchange++ {
		a, err := analyzer.Analyze(&csv, analyzer.Options{Exchange: exchange})
		if err != nil {
			t.Fatal(err)
		}
		if a.Timeline.Observed != nil || a.Timeline.Total() != 27 {
			t.Errorf("run %d came back as %+v", exchange, a.Timeline)
		}
		csv.Reset()
		csv.WriteString(want)
	}
	_, err = analyzer.Analyze(strings.NewReader(piecemeal), analyzer.Options{Observed: &csv, ObservedName: "between.csv"})
	if err == nil || !strings.Contains(err.Error(), "want rows that a reader recorded of itself") {
		t.Errorf("what lay between was taken for a reader's rows: %v", err)
	}
}

func TestComparisonFigure(t *testing.T) {
	c, err := compareAll(analyzer.Options{}, []time.Duration{0, 0}, piecemeal, inOneGo, inOneGo)
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := c.WriteSVG(&svg, figure.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>2 hops, 18 bytes held at most, 2 stalls, the longest 699 ms</title>", ">between 1 and 2</text>", ">between 2 and 3</text>", ">ms since the first chunk at point 1</text>"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %s in\n%s", want, svg.String())
		}
	}
}
