package capture_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// readPair reads two files as one recording; paired says whether they are one.
func readPair(a, b io.Reader, o capture.Options, nameB string) (rec recording, paired bool) {
	o.More = capture.Further()
	r, _, _ := capture.OpenPair(a, b, o, nameB)
	if r == nil {
		return recording{}, false
	}
	return readAll(r), true
}

func readScript(output, timings string) recording {
	rec, paired := readPair(strings.NewReader(output), strings.NewReader(timings), capture.Options{Name: "in"}, "in.timing")
	if !paired {
		rec.err = errors.New("no pair")
	}
	return rec
}

const (
	scriptHead = "Script started on 2026-11-30 23:25:37+00:00 [COMMAND=\"curl\" <not executed on terminal>]\n"
	scriptTail = "\nScript done on 2026-11-30 23:25:39+00:00 [COMMAND_EXIT_CODE=\"0\"]\n"
)

func TestScriptAndItsTimings(t *testing.T) {
	for _, c := range []struct{ name, output, timings, want string }{
		{"classic", "a\r\nbc", "0.5 3\n0.25 2\n", `500 "a\n", 750 "bc"`},
		{"advanced", "a\r\nbc", "H 0.000000 START_TIME 2026-11-30 23:25:37+00:00\nO 0.5 3\nO 0.25 2\nH 0.000000 EXIT_CODE 0\n", `500 "a\n", 750 "bc"`},
		{"signals and input count as time", "abc", "O 0.5 1\nI 0.5 4\nS 0.5 SIGWINCH ROWS=24 COLS=80\nO 0.5 2\n", `500 "a", 2000 "bc"`},
		{"input in a file of its own", "abc", "H 0.000000 OUTPUT_LOG out\nH 0.000000 INPUT_LOG in\nI 0.5 1\nO 0.5 3\n", `1000 "abc"`},
		{"input in the same file", "xyabc", "H 0.000000 OUTPUT_LOG io\nH 0.000000 INPUT_LOG io\nI 0.5 2\nO 0.5 3\n", `1000 "abc"`},
		{"a command of several lines", "abc", "H 0.000000 COMMAND curl\n -sN\nH 0.000000 SHELL /bin/sh\nO 0.5 3\n", `500 "abc"`},
		{"an entry of no bytes", "abc", "0.5 0\n0.5 3\n", `1000 "abc"`},
		{"CR and LF in two entries", "a\r\nb", "0.5 2\n0.5 2\n", `500 "a", 1000 "\nb"`},
		{"line ends of Windows in the timings", "abc", "0.5 3\r\n", `500 "abc"`},
		{"an empty line", "abc", "0.5 3\n\n", `500 "abc"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, tail := range []string{scriptTail, "", "\nSkript beendet\n"} {
				got := readScript(scriptHead+c.output+tail, c.timings)
				if have := millis(got); got.err != nil || got.format != capture.FormatScript || have != c.want || len(got.exchanges[0].Notes) != 1 || !got.has(capture.NoteTerminal) {
					t.Errorf("%q: got %s, %v, want %s; %+v", tail, have, got.err, c.want, got.exchanges[0])
				}
			}
		})
	}
}

func TestScriptWhoseFilesDisagree(t *testing.T) {
	for _, c := range []struct {
		name, output, timings, want string
		note                        capture.Note
		damage                      capture.Damage
	}{
		{"fewer bytes than timings", "abc", "0.5 1\n0.5 5\n0.5 1\n", `500 "a", 1000 "bc"`, capture.NoteTruncated, capture.Damage{}},
		{"an absurd length", "abc", "0.5 281474976710656\n", `500 "abc"`, capture.NoteTruncated, capture.Damage{}},
		{"more bytes than timings", "abc\r\nd\r\n", "0.5 3\n", `500 "abc"`, capture.NoteDamaged, capture.Damage{Records: 1, Offset: int64(len(scriptHead)) + 3}},
		{"many more bytes", "abc" + strings.Repeat("d", 2000), "0.5 3\n", `500 "abc"`, capture.NoteDamaged, capture.Damage{Records: 1, Offset: int64(len(scriptHead)) + 3}},
		{"a bad line", "abc", "0.5 1\nx\n0.5 2\n", `500 "a", 1000 "bc"`, capture.NoteDamaged, capture.Damage{Records: 1, Line: 2, Offset: capture.None}},
		{"a length below zero", "abc", "0.5 1\n0.5 -1\n0.5 2\n", `500 "a", 1000 "bc"`, capture.NoteDamaged, capture.Damage{Records: 1, Line: 2, Offset: capture.None}},
		{"a time below zero", "abc", "0.5 1\n-0.5 1\n0.5 2\n", `500 "a", 1000 "bc"`, capture.NoteDamaged, capture.Damage{Records: 1, Line: 2, Offset: capture.None}},
		{"timings that are cut", "abc", "0.5 1\n0.5 2", `500 "a"`, capture.NoteTruncated, capture.Damage{Records: 1, Offset: int64(len(scriptHead)) + 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readScript(scriptHead+c.output, c.timings)
			if e := got.exchanges[0]; got.err != nil || millis(got) != c.want || !got.has(c.note) || e.Damage != c.damage {
				t.Errorf("got %s, %v, want %s; %+v", millis(got), got.err, c.want, e)
			}
		})
	}
}

func TestScriptWithoutOutputIsRefused(t *testing.T) {
	for _, timings := range []string{"H 0.000000 EXIT_CODE 0\n", "I 0.5 1\n", "0.5 1"} {
		got := readScript(scriptHead, timings)
		wantError(t, got.err, "in.timing", "both files of script")
	}
	got := readScript(scriptHead, strings.Repeat("99999999.5 0\n", 100))
	wantError(t, got.err, "in.timing:47:", "add up to less")
}

func TestFilesThatAreNoPairAreReadAsBefore(t *testing.T) {
	rows := "i,t_ms,held_bytes,parsed\n0,0,1,True\n"
	for _, c := range []struct{ name, a, b string }{
		{"a recording and rows", cast("a"), rows},
		{"rows and a recording", rows, cast("a")},
		{"two outputs", scriptHead + "abc", scriptHead + "abc"},
		{"two timings", "0.5 3\n", "0.5 3\n"},
		{"timings and stamped lines", "0.5 3\n", "0.5 abc\n"},
		{"nothing", "", ""},
		{"an output and nothing", scriptHead, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, a, b := capture.OpenPair(strings.NewReader(c.a), strings.NewReader(c.b), capture.Options{Name: "in", More: capture.Further()}, "b")
			if r != nil {
				t.Fatal("a pair")
			}
			gotA, errA := io.ReadAll(a)
			gotB, errB := io.ReadAll(b)
			if string(gotA) != c.a || string(gotB) != c.b || errA != nil || errB != nil {
				t.Errorf("%q, %v and %q, %v are left", gotA, errA, gotB, errB)
			}
		})
	}
}

func TestPairIsNotOpenedAsAnotherFormat(t *testing.T) {
	for format, want := range map[capture.Format]bool{capture.FormatUnknown: true, capture.FormatScript: true, capture.FormatBody: false} {
		_, paired := readPair(strings.NewReader("0.5 3\n"), strings.NewReader(scriptHead+"abc"), capture.Options{Name: "in", Format: format}, "b")
		if paired != want {
			t.Errorf("%v: %v", format, paired)
		}
	}
}

func TestOneFileOfScriptIsRefused(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"the output", scriptHead + "data: 1\r\n", "the output of script"},
		{"the output in another language", "Skript gestartet am 30.11.2026 [TERM=\"xterm\"]\ndata: 1\r\n", "the output of script"},
		{"timings", "0.069324 51\n0.000095 2\n0.060254 53\n", "the timings of script"},
		{"timings of the advanced format", "H 0.000000 START_TIME 2026-12-01\nO 0.5 1\n", "the timings of script"},
	} {
		wantError(t, readString(c.in).err, c.want, "both files of script together")
	}
	got := read(strings.NewReader(scriptHead), capture.Options{Name: "in", Format: capture.FormatScript})
	wantError(t, got.err, "both files of script together")
	wantError(t, readString(strings.Repeat("\x00", 8)+"\x6c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00s\x00\x00\x00").err, "script -r", "asciinema")
}

func TestScriptReadErrorsNameTheirFile(t *testing.T) {
	broken := errors.New("the disk is gone")
	after := func(s string) io.Reader { return io.MultiReader(strings.NewReader(s), iotest.ErrReader(broken)) }
	for _, c := range []struct {
		name            string
		output, timings io.Reader
		want            string
	}{
		{"in the output", after(scriptHead + "ab"), strings.NewReader("0.5 1\n0.5 2\n"), fmt.Sprintf("in.typescript:+%d:", len(scriptHead)+1)},
		{"in its first line", after(scriptHead[:30]), strings.NewReader("0.5 1\n"), "in.typescript:+30:"},
		{"behind the output", after(scriptHead + "ab"), strings.NewReader("0.5 2\n"), fmt.Sprintf("in.typescript:+%d:", len(scriptHead)+2)},
		{"in the timings", strings.NewReader(scriptHead + "ab"), after("0.5 1\n"), "in.timing:2:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, paired := readPair(c.timings, c.output, capture.Options{Name: "in.timing"}, "in.typescript")
			if !paired || !errors.Is(got.err, broken) {
				t.Fatalf("%v, %v", paired, got.err)
			}
			wantError(t, got.err, c.want)
		})
	}
	r, a, b := capture.OpenPair(iotest.ErrReader(broken), after("x"), capture.Options{More: capture.Further()}, "b")
	_, errA := io.ReadAll(a)
	text, errB := io.ReadAll(b)
	if r != nil || errA != broken || string(text) != "x" || errB != broken {
		t.Errorf("%v, %v, %q %v", r, errA, text, errB)
	}
}

func scriptFiles(t testing.TB) (output, timings []byte) {
	t.Helper()
	output, err := os.ReadFile(filepath.Join("testdata", "script", "sse-stall.typescript"))
	if err != nil {
		t.Fatal(err)
	}
	timings, err = os.ReadFile(filepath.Join("testdata", "script", "sse-stall.timing-classic"))
	if err != nil {
		t.Fatal(err)
	}
	return output, timings
}

func TestScriptReadsAsWritten(t *testing.T) {
	output, timings := scriptFiles(t)
	want := readScript(string(output), string(timings)).String()
	golden(t, "script", want)
	for way, cut := range map[string]func(io.Reader) io.Reader{"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data err": iotest.DataErrReader} {
		got, _ := readPair(cut(bytes.NewReader(timings)), cut(bytes.NewReader(output)), capture.Options{Name: "a"}, "b")
		if got.String() != want {
			t.Errorf("by %s: got\n%s\nwant\n%s", way, got, want)
		}
	}
}

func TestScriptThatIsCutLosesNothingBeforeTheCut(t *testing.T) {
	output, timings := scriptFiles(t)
	whole := readScript(string(output), string(timings))
	check := func(output, timings []byte) {
		t.Helper()
		got := readScript(string(output), string(timings))
		if got.err != nil && len(got.records) > 0 {
			t.Fatalf("an error after %d records: %v", len(got.records), got.err)
		}
		// A CR at the cut may be of a line end.
		if b := bytes.TrimSuffix(got.bytes(), []byte("\r")); !bytes.HasPrefix(whole.bytes(), b) {
			t.Fatalf("got\n%s", got)
		}
		for i, r := range got.records {
			if r.Time != whole.records[i].Time {
				t.Fatalf("record %d is %s, want %s", i, line(r), line(whole.records[i]))
			}
		}
	}
	for n := len(scriptHead); n < len(output); n++ {
		check(output[:n], timings)
	}
	for n := 4; n < len(timings); n++ {
		check(output, timings[:n])
	}
}

// FuzzScript reads any two files as the output of script and its timings.
func FuzzScript(f *testing.F) {
	output, timings := scriptFiles(f)
	f.Add(output[len("Script started on "):], timings)
	f.Add([]byte("x\nxyabc"), []byte("H 0.000000 OUTPUT_LOG io\nH 0.000000 INPUT_LOG io\nI 0.5 2\nO 0.5 3\n"))
	f.Add([]byte("x\na\r\r\nb\x1b[?2004h"), []byte("0.5 2\n0.5 281474976710656\n"))
	f.Fuzz(func(t *testing.T, output, timings []byte) {
		output = append([]byte("Script started on "), output...)
		got, paired := readPair(bytes.NewReader(output), bytes.NewReader(timings), capture.Options{Name: "in"}, "in")
		again, pairedAgain := readPair(iotest.OneByteReader(bytes.NewReader(timings)), iotest.HalfReader(bytes.NewReader(output)), capture.Options{Name: "in"}, "in")
		if paired != pairedAgain || again.String() != got.String() {
			t.Fatalf("got\n%s\nwant\n%s", again, got)
		}
		if !paired {
			return
		}
		var e *capture.Error
		if got.err != nil && (!errors.As(got.err, &e) || e.File != "in") {
			t.Fatal(got.err)
		}
		for i, r := range got.records {
			checkRecord(t, got, i, r)
		}
		if len(got.bytes()) > len(output) {
			t.Fatalf("%d bytes of %d", len(got.bytes()), len(output))
		}
	})
}
