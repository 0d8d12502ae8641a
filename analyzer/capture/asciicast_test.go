package capture_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

const castHead = `{"version": 2, "width": 80, "height": 24}` + "\n"

func TestAsciicastVersions(t *testing.T) {
	events := `[0.5, "o", "a"]` + "\n" + `[0.25, "o", "b"]` + "\n"
	for _, c := range []struct {
		name, in, want string
	}{
		{"version 2 counts from the start", castHead + events, `500 "a", 250 "b"`},
		{"version 3 counts from the event before", `{"version": 3, "term": {"cols": 80, "rows": 24}}` + "\n" + events, `500 "a", 750 "b"`},
		{"version 1 does too", `{"version": 1, "width": 80, "height": 24, "stdout": [[0.5, "a"], [0.25, "b"]]}`, `500 "a", 750 "b"`},
		{"members of version 1 behind its events", `{"stdout": [[0.5, "a"]], "version": 1, "duration": 1}`, `500 "a"`},
		{"version 1 with events of other kinds", `{"version": 1, "stdout": [[0.5, "a"], 5, [0.25, "b"], "x"]}`, `500 "a", 750 "b"`},
		{"input, markers, sizes and an exit", `{"version": 3, "term": {}}` + "\n" + `[1, "i", "x"]` + "\n" + `[1, "m", ""]` + "\n" + `[1, "r", "80x24"]` + "\n" + `[1, "o", "a"]` + "\n" + `[1, "x", "0"]` + "\n", `4000 "a"`},
		{"comments and empty lines", castHead + "# one\n\n  \n" + events + "#", `500 "a", 250 "b"`},
		{"numbers with an exponent", castHead + `[5e-1, "o", "a"]` + "\n", `500 "a"`},
		{"blanks", castHead + ` [ 0.5 , "o" , "a" ] ` + "\n", `500 "a"`},
		{"no last LF", castHead + `[0.5, "o", "a"]`, `500 "a"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if have := millis(got); got.err != nil || got.format != capture.FormatAsciicast || have != c.want {
				t.Fatalf("got %s, %v, want %s", have, got.err, c.want)
			}
			e := got.exchanges[0]
			if e.Level != capture.LevelRead || !e.Timed || !e.Payload || got.has(capture.NoteTruncated) {
				t.Errorf("exchange %+v", e)
			}
			if back := strings.Contains(c.want, `500 "a", 250`); got.has(capture.NoteTimesBackwards) != back {
				t.Errorf("notes %v", e.Notes)
			}
		})
	}
}

// millis are the chunks of a recording: their time and their bytes.
func millis(r recording) string {
	var have []string
	for _, rec := range r.records {
		have = append(have, fmt.Sprintf("%s %q", capture.FormatMillis(rec.Time), rec.Data))
	}
	return strings.Join(have, ", ")
}

func TestDamagedEventsArePassedOver(t *testing.T) {
	for _, c := range []struct{ name, event string }{
		{"no JSON", `[0.5, "o", "x`},
		{"no time", `["0.5", "o", "x"]`},
		{"too few parts", `[0.5, "o"]`},
		{"too many parts", `[0.5, "o", "x", 1]`},
		{"something behind it", `[0.5, "o", "x"] [`},
		{"no text", `[0.5, "o", 5]`},
		{"no such escape", `[0.5, "o", "\x"]`},
		{"no code", `[0.5, 1, "x"]`},
		{"an absurd time", `[1e300, "o", "x"]`},
		{"a time out of range", `[4611686018.5, "o", "x"]`},
		{"an object", `{"a": 1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(castHead + `[0.1, "o", "a"]` + "\n" + c.event + "\n" + `[0.2, "o", "b"]` + "\n" + c.event + "\n")
			want := `100 "a", 200 "b"`
			if e := got.exchanges[0]; got.err != nil || millis(got) != want || !got.has(capture.NoteDamaged) || e.Damage.Records != 2 || e.Damage.Line != 3 {
				t.Errorf("got %s, %v, %+v", millis(got), got.err, e)
			}
		})
	}
}

func TestAsciicastThatIsCutIsNoted(t *testing.T) {
	for _, in := range []string{
		castHead + `[0.5, "o", "a"]` + "\n" + `[0.75, "o", "b`,
		castHead + `[0.5, "o", "a"]` + "\n" + `[0.75`,
		`{"version": 1, "width": 80, "stdout": [[0.5, "a"], [0.5, "b`,
		`{"version": 1, "width": 80, "stdout": [[0.5, "a"]`,
		`{"version": 1, "width": 80, "stdout": [[0.5, "a"]], "dur`,
	} {
		if got := readString(in); got.err != nil || millis(got) != `500 "a"` || !got.has(capture.NoteTruncated) {
			t.Errorf("%q: got\n%s", in, got)
		}
	}
}

func TestDocumentOfAnAsciicastThatBreaksEndsThere(t *testing.T) {
	for _, end := range []string{`[0.5, "b" "c"], [0.5, "d"]]}`, `]} x`, `], 5}`} {
		got := readString(`{"version": 1, "width": 80, "stdout": [[0.5, "a"]` + "\n" + strings.Replace(end, "[0", ",[0", 1))
		if e := got.exchanges[0]; got.err != nil || millis(got) != `500 "a"` || e.Damage.Records != 1 || e.Damage.Line != 2 {
			t.Errorf("%s: got\n%s%+v", end, got, e)
		}
	}
}

func TestAsciicastWithoutOutputIsRefused(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a header alone", castHead, "without output"},
		{"input alone", castHead + `[0.5, "i", "a"]` + "\n", "without output"},
		{"bad events alone", castHead + "[]\n[]\n", "in:2: read an asciicast without output, 2 events"},
		{"an unknown version", strings.Replace(castHead, "2", "4", 1), "version 1, 2 or 3"},
		{"an empty document", `{"version": 1, "width": 80, "stdout": []}`, "without output"},
		{"a document whose events are none", `{"version": 1, "width": 80, "stdout": 5}`, "JSON array"},
		{"a document that breaks at once", `{"version": 1, "width": 80, "stdout": [x]}`, "JSON value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantError(t, readString(c.in).err, c.want)
		})
	}
	got := read(strings.NewReader(`[0.5, "o", "a"]`+"\n"), capture.Options{Name: "in", Format: capture.FormatAsciicast})
	wantError(t, got.err, "in:1:", "the header of an asciicast")
}

func TestAsciicastTextCutInsideACharacterIsNoted(t *testing.T) {
	if got := readString(castHead + `[0.5, "o", "\ud83d"]` + "\n"); !got.has(capture.NoteLoneSurrogate) || millis(got) != `500 "`+"\ufffd"+`"` {
		t.Errorf("got\n%s", got)
	}
}

// A sum of intervals that leaves the range of times is damage, not an overflow.
func TestAsciicastIntervalsOutOfRange(t *testing.T) {
	got := readString(`{"version": 3, "term": {}}` + "\n" + strings.Repeat(`[4e9, "o", "a"]`+"\n", 3))
	if got.err != nil || len(got.records) != 1 || got.exchanges[0].Damage.Records != 2 {
		t.Errorf("got\n%s%+v", got, got.exchanges[0])
	}
}

func FuzzAsciicast(f *testing.F) { fuzzFormat(f, capture.FormatAsciicast) }
