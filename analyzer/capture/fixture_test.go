package capture_test

import (
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

const frames = `{"ttftMs":50,"interChunkDelaysMs":[30,30.5,900],"totalDurationMs":1200}`

func TestFixturesHaveTheTimesOfFrames(t *testing.T) {
	in := `{"version":1,"fixtures":[
  {"match":{"userMessage":"a question","turnIndex":0},"response":{"content":"Hello w\u00f6rld"},"recordedTimings":` + frames + `},
  {"match":{},"response":{"content":"no times"}},
  {"match":{"content":"not this"},"recordedTimings":{"ttftMs":5,"interChunkDelaysMs":[]},
   "response":{"reasoning":"ab","toolCalls":[{"name":"f","arguments":"{\"x\":1}"}]}}
]}
`
	got := readString(in)
	if got.err != nil || got.format != capture.FormatFixture || len(got.exchanges) != 2 {
		t.Fatalf("%v\n%s", got.err, got)
	}
	var all []string
	for _, r := range got.records {
		all = append(all, line(r))
	}
	want := []string{"chunk 0 50 len=3", "chunk 0 80 len=3", "chunk 0 110.5 len=3", "chunk 0 1010.5 len=3", "eof 0 1200", "chunk 1 5 len=9"}
	if strings.Join(all, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
	for _, e := range got.exchanges {
		if e.Level != capture.LevelEvent || !e.Timed || e.Payload || !e.Accept.Set || e.Accept.Time != 0 || len(e.Notes) != 1 || e.Notes[0] != capture.NoteShared {
			t.Errorf("exchange %+v", e)
		}
	}
}

func TestFramesOfAFixtureHaveAByteAtLeast(t *testing.T) {
	got := readString(`{"fixtures":[{"response":{"content":"abcde"},"recordedTimings":{"ttftMs":0,"interChunkDelaysMs":[1,1]}},{"response":{},"recordedTimings":` + frames + `}]}`)
	var lengths []int64
	for _, r := range got.records {
		lengths = append(lengths, r.Len)
	}
	if want := []int64{2, 2, 1, 1, 1, 1, 1, 0}; got.err != nil || len(lengths) != len(want) {
		t.Fatalf("%v\n%s", got.err, got)
	} else {
		for i := range want {
			if lengths[i] != want[i] {
				t.Errorf("frame %d has %d bytes, want %d", i, lengths[i], want[i])
			}
		}
	}
}

func TestDamagedFixtures(t *testing.T) {
	good := `{"response":{"content":"abcd"},"recordedTimings":` + frames + `}`
	for _, c := range []struct{ name, bad string }{
		{"a wait before the request", `{"recordedTimings":{"ttftMs":-1,"interChunkDelaysMs":[1]}}`},
		{"a wait that is text", `{"recordedTimings":{"ttftMs":"1","interChunkDelaysMs":[1]}}`},
		{"a step back", `{"recordedTimings":{"ttftMs":1,"interChunkDelaysMs":[1,-1]}}`},
		{"a step that is none", `{"recordedTimings":{"ttftMs":1,"interChunkDelaysMs":[1,null]}}`},
		{"steps beyond all times", `{"recordedTimings":{"ttftMs":4e12,"interChunkDelaysMs":[4e12,4e12]}}`},
		{"a number", `5`},
		{"rubbish", `{"recordedTimings":{"ttftMs":?}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString("{\"fixtures\":[\n" + good + ",\n" + c.bad + ",\n" + good + "\n]}")
			if got.err != nil || len(got.exchanges) != 2 || !got.has(capture.NoteDamaged) {
				t.Fatalf("%v\n%s", got.err, got)
			}
			if d := got.exchanges[0].Damage; d.Records != 1 || d.Line != 3 {
				t.Errorf("damage %+v", d)
			}
		})
	}
	for n := range good {
		got := readString("{\"fixtures\":[\n" + good + ",\n" + good[:n])
		if got.err != nil || len(got.records) != 5 || !got.has(capture.NoteTruncated) {
			t.Fatalf("cut at %d: %v\n%s", n, got.err, got)
		}
	}
}

func TestFixturesWithoutTimesAreRefused(t *testing.T) {
	for _, in := range []string{`{"fixtures":[{"match":{},"response":{"content":"x"}}]}`, `{"fixtures":[{"match":{},"response":{"conte`, `{"x":"response","fixtures":[]}`} {
		got := read(strings.NewReader(in), capture.Options{Name: "in", Format: capture.FormatFixture})
		wantError(t, got.err, "fixtures without a time", "recordedTimings")
	}
	wantError(t, readString(`{"fixtures":5,"response":1}`).err, "a JSON array")
}

func FuzzFixture(f *testing.F) {
	f.Add([]byte(`{"fixtures":[{"response":{"content":"a","toolCalls":[{"arguments":"{}"}]},"recordedTimings":` + frames + `},5]}`))
	fuzzFormat(f, capture.FormatFixture)
}
