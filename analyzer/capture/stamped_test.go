package capture_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

func TestStamps(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"epoch", "1796081140.565138 a\n1796081140.5652 b\n", `1796081140565.138 "a\n", 1796081140565.2 "b\n"`},
		{"epoch that steps back", "1796081140.5 a\n1796081140.25 b\n", `1796081140500 "a\n", 1796081140250 "b\n"`},
		{"since the start", "0.022900 a\n0.024922 b\n0.024922 c\n", `22.9 "a\n", 24.922 "b\n", 24.922 "c\n"`},
		{"increments", "0.5 a\n0.25 b\n0.75 c\n", `500 "a\n", 750 "b\n", 1500 "c\n"`},
		{"times of day", "23:25:43.5 a\n23:25:44.25 b\n", `84343500 "a\n", 84344250 "b\n"`},
		{"times past midnight", "23:59:59.5 a\n00:00:00.25 b\n", `86399500 "a\n", 86400250 "b\n"`},
		{"increments written as times", "00:00:01.5 a\n00:00:00.25 b\n", `1500 "a\n", 1750 "b\n"`},
		{"a CR", "0.5 a\r\n0.75 b\r\n", `500 "a\r\n", 750 "b\r\n"`},
		{"empty lines", "0.5 \n0.75\n0.8 \r\n0.9\r\n", `500 "\n", 750 "\n", 800 "\r\n", 900 "\r\n"`},
		{"blanks of the line", "0.5   a \n", `500 "  a \n"`},
		{"no last LF", "0.5 a\n0.75 b", `500 "a\n", 750 "b"`},
		{"a stamp inside a line", "0.5 0.1 a\n", `500 "0.1 a\n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			var have []string
			for _, r := range got.records {
				have = append(have, fmt.Sprintf("%s %q", capture.FormatMillis(r.Time), r.Data))
			}
			e := got.exchanges[0]
			if s := strings.Join(have, ", "); got.err != nil || got.format != capture.FormatStamped || s != c.want || e.Level != capture.LevelEvent || !e.Timed || !e.Payload {
				t.Errorf("got %s, %v, %+v, want %s", s, got.err, e, c.want)
			}
			if back := strings.Contains(c.name, "back"); got.has(capture.NoteTimesBackwards) != back {
				t.Errorf("notes %v", e.Notes)
			}
		})
	}
}

// Increments are told by the first 64 lines, of which one in four at least falls;
// after them a fall is a fall.
func TestStampsLookAheadSoFar(t *testing.T) {
	stamps := func(n, falls int) string {
		text := ""
		for i := range n {
			if i%2 == 1 && falls > 0 {
				falls--
				text += "0.5 x\n"
				continue
			}
			text += fmt.Sprintf("%d.5 x\n", i+1)
		}
		return text
	}
	for _, c := range []struct {
		name      string
		in        string
		line      int
		want      string
		backwards bool
	}{
		{"a fall after the look ahead", stamps(64, 0) + "0.5 y\n", 64, "500", true},
		{"a fall in four", stamps(64, 16), 1, "2000", false},
		{"a fall in five", stamps(64, 12), 1, "500", true},
		{"a clock that was set back", "23:25:43.10 x\n23:25:43.05 x\n23:25:44.05 x\n", 2, "84344050", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if at := capture.FormatMillis(got.records[c.line].Time); got.err != nil || got.has(capture.NoteTimesBackwards) != c.backwards || at != c.want {
				t.Errorf("line %d at %s, want %s; %v, notes %v", c.line, at, c.want, got.err, got.exchanges[0].Notes)
			}
		})
	}
}

// A long line ends the look ahead: not all of what follows is held.
func TestStampsLookAheadNoFurtherThanAMebibyte(t *testing.T) {
	got := readString("0.5 " + strings.Repeat("x", 1<<20) + "\n0.25 y\n")
	if got.err != nil || !got.has(capture.NoteTimesBackwards) || capture.FormatMillis(got.records[1].Time) != "250" {
		t.Errorf("%v, %v", got.err, got.exchanges)
	}
}

// Lines without a time, or with one that is written in another way than the
// first, belong to the entry before.
func TestLinesWithoutATimeBelongToTheEntryBefore(t *testing.T) {
	for _, c := range []struct{ name, line string }{
		{"none", "data: 1"},
		{"whole seconds", "1796081140 x"},
		{"no blank behind it", "0.5x"},
		{"an exponent", "5.0e3 x"},
		{"below zero", "-0.5 x"},
		{"no such minute", "23:60:00.5 x"},
		{"another kind", "23:59:00.5 x"},
		{"another kind with a date", "2026-11-30T23:59:00.5Z x"},
		{"in brackets", "[0.5] x"},
		{"an empty line", ""},
		{"a CR", "\r"},
	} {
		for _, before := range []int{1, 100} {
			in := strings.Repeat("0.5 x\n", before) + c.line + "\n0.6 x\n"
			got := readString(in)
			if n := len(got.records); got.err != nil || n != before+1 || string(got.records[before-1].Data) != "x\n"+c.line+"\n" {
				t.Errorf("%s after %d: got %v, %d records", c.name, before, got.err, n)
			}
		}
	}
}

func TestTextThatBeginsWithANumberIsNoRecording(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"one line of two", "1.5 litres\nof water\n", "in:2:"},
		{"half of the lines", "1.5 litres\nof water\n\n\n2.5 kg\nof salt\n", "in:2:"},
		{"the first lines", "1.5 litres\n" + strings.Repeat("of water\n", 200000) + strings.Repeat("2.5 kg\n", 200000), "in:2:"},
	} {
		got := readString(c.in)
		wantError(t, got.err, c.want, `"of water"`, "begins with a time")
		if len(got.records) != 0 {
			t.Errorf("%s: %d records before the error", c.name, len(got.records))
		}
	}
	got := read(strings.NewReader("x\n0.5 x\n"), capture.Options{Name: "in", Format: capture.FormatStamped})
	wantError(t, got.err, "in:1:", "begins with a time")
}

func TestEntriesOfSeveralLines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an event whose sender printed bytes", "0.5 data: b'1'\n0.75 data: b'2'\n", `500 "data: b'1'\n", 750 "data: b'2'\n"`},
		{"an event as a console prints it", "0.5 data: 1\n\n0.75 data: 2\n\n", `500 "data: 1\n\n", 750 "data: 2\n\n"`},
		{"empty lines count as nothing", "0.5 data: 1\n\n\n\n\n0.75 data: 2\n", `500 "data: 1\n\n\n\n\n", 750 "data: 2\n"`},
		{"a minority of lines", "0.5 {\n}\n0.75 {}\n", `500 "{\n}\n", 750 "{}\n"`},
		{"a time of whole seconds in the text", "23:25:43.5 a\n23:25:44 b\n23:25:45.5 c\n", `84343500 "a\n23:25:44 b\n", 84345500 "c\n"`},
		{"no last LF", "0.5 a\n0.6 b\nc", `500 "a\n", 600 "b\nc"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := readString(c.in); got.err != nil || millis(got) != c.want || got.has(capture.NoteTruncated) {
				t.Errorf("got %s, %v, want %s", millis(got), got.err, c.want)
			}
		})
	}
}

// The text of an entry is bounded; what follows of it has its time.
func TestLongEntryIsSeveralChunks(t *testing.T) {
	long := strings.Repeat(strings.Repeat("y", 1023)+"\n", 3000)
	in := strings.Repeat("0.25 x\n", 64) + "0.5 a\n" + long + "0.75 b\n"
	got := readString(in)
	if got.err != nil || string(got.bytes()) != strings.Repeat("x\n", 64)+"a\n"+long+"b\n" {
		t.Fatalf("%v, %d bytes", got.err, len(got.bytes()))
	}
	for i, r := range got.records[64 : len(got.records)-1] {
		if r.Len > 1<<20+1024 || capture.FormatMillis(r.Time) != "500" {
			t.Errorf("chunk %d is %s", i, line(r))
		}
	}
	if n := len(got.records); n != 64+3+1 {
		t.Errorf("%d chunks", n)
	}
}

func TestCutStampIsNoted(t *testing.T) {
	for _, c := range []struct{ first, last string }{
		{"0.5", "0.75"},
		{"23:25:43.123", "23:25:44.123"},
		{"2026-11-30T23:25:43.123Z", "2026-11-30T23:25:44.123Z"},
		{"2026-11-30 23:25:43,123+01:00", "2026-11-30 23:25:44,123+01:00"},
		{"[2026/11/30 23:25:43.123]", "[2026/11/30 23:25:44.123]"},
		{"[  0.5]", "[  0.75]"},
		{"Nov 30 23:25:43.123456", "Dec  1 00:00:00.123456"},
		{"1796081140565", "1796081140566"},
	} {
		for n := 1; n <= len(c.last); n++ {
			got := readString(c.first + " x\n" + c.last[:n])
			if got.err != nil || millisText(got) != `"x\n"` || !got.has(capture.NoteTruncated) {
				t.Errorf("%q: got\n%s", c.last[:n], got)
			}
		}
		got := readString(c.first + " x\n" + c.last + " ")
		if got.err != nil || len(got.records) != 2 || got.has(capture.NoteTruncated) {
			t.Errorf("%q and a blank: got\n%s", c.last, got)
		}
	}
}

func TestStampsAreTakenOffAndNothingElse(t *testing.T) {
	for _, file := range []string{"sse-stall.grep-buffered.ts-epoch.txt", "sse-stall.ts-epoch.txt", "ndjson.ts-s.txt", "sse-bad.ts-i.txt"} {
		b, err := os.ReadFile(filepath.Join(sharedtest.Dir(t, "recordings", "terminal"), file))
		if err != nil {
			t.Fatal(err)
		}
		if got := readString(string(b)); got.err != nil || string(got.bytes()) != unstamped(string(b)) {
			t.Errorf("%s: got\n%s", file, got)
		}
	}
}

func unstamped(s string) string {
	out := ""
	for line := range strings.Lines(s) {
		_, rest, _ := strings.Cut(line, " ")
		out += rest
	}
	return out
}

func TestIncrementsOutOfRangeAreRefused(t *testing.T) {
	got := readString("0.5 a\n" + strings.Repeat("99999999.5 a\n99999999.25 a\n", 30))
	wantError(t, got.err, "add up to less")
	if len(got.records) == 0 {
		t.Error("nothing before the error")
	}
}
