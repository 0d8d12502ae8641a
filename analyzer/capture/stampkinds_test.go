package capture_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// millisText are the bytes of the chunks of a recording.
func millisText(r recording) string {
	var have []string
	for _, rec := range r.records {
		have = append(have, fmt.Sprintf("%q", rec.Data))
	}
	return strings.Join(have, ", ")
}

func TestStampsOfConsolesAndLogs(t *testing.T) {
	const (
		first = 1796081143123 * time.Millisecond // 2026-11-30T23:25:43.123Z
		tod   = 84343123 * time.Millisecond
	)
	for _, c := range []struct {
		name, first, second string
		at                  time.Duration
		clock               capture.Clock
	}{
		{"JavaScript", "2026-11-30T23:25:43.123Z", "2026-11-30T23:25:43.623Z", first, capture.ClockEpoch},
		{"docker", "2026-11-30T23:25:43.123000000Z", "2026-11-30T23:25:43.623000000Z", first, capture.ClockEpoch},
		{"kubectl", "2026-11-30T23:25:43.123Z", "2026-11-30T23:25:43.623Z", first, capture.ClockEpoch},
		{"an offset", "2026-12-01T00:25:43.123+01:00", "2026-12-01T00:25:43.623+01:00", first, capture.ClockEpoch},
		{"an offset without a colon", "2026-11-30T18:25:43.123-0500", "2026-11-30T18:25:43.623-0500", first, capture.ClockEpoch},
		{"a blank and a comma", "2026-11-30 23:25:43,123Z", "2026-11-30 23:25:43,623Z", first, capture.ClockEpoch},
		{"brackets", "[2026-11-30T23:25:43.123Z]", "[2026-11-30T23:25:43.623Z]", first, capture.ClockEpoch},
		{"milliseconds", "1796081143123", "1796081143623", first, capture.ClockEpoch},
		{"microseconds", "1796081143123000", "1796081143623000", first, capture.ClockEpoch},
		{"nanoseconds", "1796081143123000000", "1796081143623000000", first, capture.ClockEpoch},
		{"milliseconds in brackets", "[1796081143123]", "[1796081143623]", first, capture.ClockEpoch},
		{"seconds in brackets", "[1796081143.123]", "[1796081143.623]", first, capture.ClockEpoch},
		{"a fraction left out", "2026-11-30T23:25:43.500Z", "2026-11-30T23:25:44Z", first + 377*time.Millisecond, capture.ClockEpoch},

		{"no time zone", "2026-11-30T23:25:43.123", "2026-11-30T23:25:43.623", tod, capture.ClockDay},
		{"Python's logging", "2026-11-30 23:25:43,123", "2026-11-30 23:25:43,623", tod, capture.ClockDay},
		{"Go's log", "2026/11/30 23:25:43.123000", "2026/11/30 23:25:43.623000", tod, capture.ClockDay},
		{"no time zone past midnight", "2026-12-31 23:59:59.75", "2027-01-01 00:00:00.25", 86399750 * time.Millisecond, capture.ClockDay},
		{"a time of day", "23:25:43.123", "23:25:43.623", tod, capture.ClockDay},
		{"a time of day in brackets", "[23:25:43.123]", "[23:25:43.623]", tod, capture.ClockDay},
		{"a time of day with a comma", "23:25:43,123", "23:25:43,623", tod, capture.ClockDay},
		{"a journal", "Nov 30 23:25:43.123000", "Nov 30 23:25:43.623000", tod, capture.ClockDay},
		{"a journal past midnight", "Nov 30 23:59:59.75", "Dec  1 00:00:00.25", 86399750 * time.Millisecond, capture.ClockDay},
		{"the kernel", "[   12.345678]", "[   12.845678]", 12345678 * time.Microsecond, capture.ClockOwn},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.first + " data: 1\n" + c.second + " data: 2\n")
			if got.err != nil || got.format != capture.FormatStamped || millisText(got) != `"data: 1\n", "data: 2\n"` || got.has(capture.NoteTimesBackwards) {
				t.Fatalf("got\n%s", got)
			}
			if at := got.records[0].Time; at != c.at || capture.ClockOf(got.format, at) != c.clock {
				t.Errorf("at %v of %v, want %v of %v", at, capture.ClockOf(got.format, at), c.at, c.clock)
			}
			if d := got.records[1].Time - got.records[0].Time; d != 500*time.Millisecond {
				t.Errorf("%v apart", d)
			}
		})
	}
}

func TestWholeSecondsAreRefusedHoweverTheyAreWritten(t *testing.T) {
	for _, stamp := range []string{
		"Nov 30 23:25:43", "23:25:43", "[23:25:43]", "1796081140", "[1796081140]", "2026-11-30T23:25:43Z", "2026-11-30 23:25:43",
		"[2026-11-30 23:25:43]", "2026/11/30 23:25:43", "2026-11-30T23:25:43+01:00",
	} {
		wantError(t, readString(stamp+" data: 1\n").err, "whole seconds", `ts "%.s"`)
		got := read(strings.NewReader(stamp+" data: 1\n"), capture.Options{Name: "in", Format: capture.FormatStamped})
		wantError(t, got.err, "in:1:", "begins with a time")
	}
}

func TestWhatOnlyLooksLikeAStamp(t *testing.T) {
	for _, in := range []string{
		"2026-13-30T23:25:43.123Z x\n", "2026-11-30T24:25:43.123Z x\n", "2026-11/30 23:25:43.1 x\n", "2026-11-30T23:25:43.123+1 x\n", "1969-11-30T23:25:43.123Z x\n",
		"[23:25:43.123 x\n", "[23:25:43.123]x\n", "[1796081143123]\n", "[1.5]\n", "[1.5,2]\n", "179608114312 x\n", "9996081143123000000 x\n", "0000000000001 x\n",
		"Nix 30 23:25:43.1 x\n", "Nov 30, 23:25:43.1 x\n",
	} {
		if got := readString(in); got.err == nil {
			t.Errorf("%q: got\n%s", in, got)
		}
	}
}

// Dates go back only where they do.
func TestDatesOfEveryDay(t *testing.T) {
	at := time.Date(1999, 12, 31, 22, 30, 0, 500_000_000, time.UTC)
	var in strings.Builder
	for range 2000 {
		fmt.Fprintf(&in, "%s x\n", at.Format("2006-01-02T15:04:05.000-07:00"))
		at = at.Add(25 * time.Hour)
	}
	got := readString(in.String())
	if got.err != nil || len(got.records) != 2000 {
		t.Fatalf("%v, %d records", got.err, len(got.records))
	}
	for i, r := range got.records {
		want := time.Date(1999, 12, 31, 22, 30, 0, 500_000_000, time.UTC).Add(time.Duration(i) * 25 * time.Hour)
		if int64(r.Time) != want.UnixNano() {
			t.Fatalf("record %d at %v, want %v", i, r.Time, want)
		}
	}
}

func TestLabels(t *testing.T) {
	stamp := func(lines ...string) string {
		in := ""
		for i, l := range lines {
			in += fmt.Sprintf("12:34:5%d.789 %s\n", i, l)
		}
		return in
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a journal", []string{"host prog[12]: data: 1", "host prog[12]: ", "host prog[12]: data: 2"}, `"data: 1\n", "\n", "data: 2\n"`},
		{"no blank behind it", []string{"host prog[12]: data: 1", "host prog[12]:", "host prog[12]:\r"}, `"data: 1\n", "\n", "\r\n"`},
		{"a browser", []string{`app.js:10 {"n":1}`, `app.js:10 {"n":2}`, `app.js:10 {"n":3}`}, `"{\"n\":1}\n", "{\"n\":2}\n", "{\"n\":3}\n"`},
		{"a level and a word", []string{"[INFO] chunk: event: a", "[INFO] chunk: data: 1", "[INFO] chunk: id: 1"}, `"event: a\n", "data: 1\n", "id: 1\n"`},
		{"blanks", []string{"  data: 1", "  data: 2", "  data: 3"}, `"data: 1\n", "data: 2\n", "data: 3\n"`},
		{"lines of the text itself", []string{"INFO data: 1\n", "INFO data: 2\n", "INFO data: 3\n"}, `"data: 1\n\n", "data: 2\n\n", "data: 3\n\n"`},

		{"too few lines to tell", []string{"INFO data: 1", "INFO data: 2"}, `"INFO data: 1\n", "INFO data: 2\n"`},
		{"one line without it", []string{"INFO data: 1", "WARN data: 2", "INFO data: 3"}, `"INFO data: 1\n", "WARN data: 2\n", "INFO data: 3\n"`},
		{"an empty line without it", []string{"INFO data: 1", "", "INFO data: 3"}, `"INFO data: 1\n", "\n", "INFO data: 3\n"`},
		{"fields of SSE", []string{"data: {}", "data: {}", "data: {}"}, `"data: {}\n", "data: {}\n", "data: {}\n"`},
		{"a comment of SSE", []string{": a data: 1", ": a data: 1", ": a data: 1"}, `": a data: 1\n", ": a data: 1\n", ": a data: 1\n"`},
		{"a JSON array", []string{`["a", {"n":1}]`, `["a", {"n":2}]`, `["a", {"n":3}]`}, `"[\"a\", {\"n\":1}]\n", "[\"a\", {\"n\":2}]\n", "[\"a\", {\"n\":3}]\n"`},
		{"no payload that shows", []string{"INFO a", "INFO b", "INFO c"}, `"INFO a\n", "INFO b\n", "INFO c\n"`},
		{"part of a word", []string{"metadata: {a", "metadata: {b", "metadata: {c"}, `"{a\n", "{b\n", "{c\n"`},
		{"a long one", []string{strings.Repeat("x", 300) + " data: 1", strings.Repeat("x", 300) + " data: 1", strings.Repeat("x", 300) + " data: 1"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(stamp(c.lines...))
			want := c.want
			if want == "" {
				want = strings.Join([]string{fmt.Sprintf("%q", c.lines[0]+"\n"), fmt.Sprintf("%q", c.lines[1]+"\n"), fmt.Sprintf("%q", c.lines[2]+"\n")}, ", ")
			}
			if have := millisText(got); got.err != nil || have != want {
				t.Errorf("got %s, %v, want %s", have, got.err, want)
			}
		})
	}
}

// What the first entries show holds for the rest; a line that lacks the label
// stays as it is.
func TestLabelIsToldFromTheFirstEntries(t *testing.T) {
	got := readString(strings.Repeat("0.5 INFO data: 1\n", 64) + "0.5 WARN data: 2\n0.5 INFO data: 3\n")
	if n := len(got.records); got.err != nil || n != 66 || string(got.records[64].Data) != "WARN data: 2\n" || string(got.records[65].Data) != "data: 3\n" {
		t.Errorf("got\n%s", got)
	}
}
