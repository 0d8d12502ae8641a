package analyzer_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// openSample analyses a built-in recording with the rows of its reader.
func openSample(t *testing.T, name string) *analyzer.Analysis {
	t.Helper()
	s, ok := analyzer.SampleNamed(name)
	if !ok {
		t.Fatalf("no sample %s", name)
	}
	recording, rows := s.Open()
	a, err := analyzer.Analyze(recording, analyzer.Options{Observed: rows})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fixed is a stream of four events, of which the second comes in two parts.
const fixed = `{"t_ms":0,"text":"data: 0\n\n"}
{"t_ms":100,"text":"data: 1"}
{"t_ms":250,"text":"\n\n"}
{"t_ms":400,"text":"data: 2\n\ndata: 3\n\n"}
{"eof_ms":1000}
`

// readUnder analyses a capture with the rows of a reader that follows a rule.
func readUnder(t *testing.T, form, rule string) *analyzer.Analysis {
	t.Helper()
	r, err := replay.ParseRule(rule)
	if err != nil {
		t.Fatal(err)
	}
	var rows bytes.Buffer
	if err := analyze(t, form, analyzer.Options{}).WriteSeries(&rows, r); err != nil {
		t.Fatal(err)
	}
	_, csv, _ := strings.Cut(rows.String(), "\n") // the line that says that no reader recorded them
	return withRows(t, form, csv)
}

func withRows(t *testing.T, form, csv string) *analyzer.Analysis {
	t.Helper()
	a, err := analyzer.Analyze(strings.NewReader(form), analyzer.Options{Observed: strings.NewReader(csv)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestWhatAFixChanged(t *testing.T) {
	alone := func(form string) *analyzer.Analysis { return analyze(t, form, analyzer.Options{}) }
	under := func(rule string) *analyzer.Analysis { return readUnder(t, fixed, rule) }
	later := strings.NewReplacer(":250,", ":260,", ":400,", ":500,").Replace(fixed)
	last := strings.Replace(fixed, ":1000}", ":1500}", 1)
	other := strings.Replace(fixed, "data: 0", "data: 10", 1)
	lengths := `{"t_ms":0,"len":9}` + "\n" + `{"t_ms":400,"len":27}` + "\n"
	const header = "i,t_ms,held_bytes,parsed\n"
	odd := withRows(t, fixed, header+"0,0,0,True\n1,100,7,False\n2,250,9,False\n3,400,9,True\n4,1000,0,True\n")
	lateRows := withRows(t, fixed, header+"0,1000,0,False\n1,1000,0,False\n2,1000,0,False\n3,1000,0,False\n4,1000,0,False\n")
	bad := strings.Replace(fixed, "data: 0", "data: }", 1)
	keeps := withRows(t, bad, header+"0,0,9,False\n1,100,16,False\n2,250,9,True\n3,400,9,True\n4,1000,0,True\n")
	said := map[string]bool{}
	for _, tc := range []struct {
		name          string
		before, after *analyzer.Analysis
		code          diagnose.Code
		finding       string
		stream        string
	}{
		{"the knob moved, on the same chunks", under("read-all"), under("at-close"), diagnose.Moved,
			"The fix moved the release from EOF to event close: peak held bytes fall from 36 to 18 and the first event comes at 0 ms instead of 1,000 ms.",
			"Both took the same 4 chunks, at the same times."},
		{"the wrong way", under("at-close"), under("read-all"), diagnose.Moved,
			"The fix moved the release from event close to EOF: peak held bytes rise from 18 to 36 and the first event comes at 1,000 ms instead of 0 ms.",
			"Both took the same 4 chunks, at the same times."},
		{"the sample that buffers, then the one that does not", openSample(t, "buffered"), openSample(t, "sawtooth"), diagnose.Moved,
			"The fix moved the release from EOF to event close: peak held bytes fall from 870 to 77 and the first event comes at 22 ms instead of 1,078 ms.",
			"Both took the same 30 chunks, at the same times."},
		{"from events that never match", under("never"), under("at-close"), diagnose.Moved,
			"The fix moved the release from no moment at all to event close: peak held bytes fall from 36 to 18 and a first event comes, at 0 ms, where none came before.",
			"Both took the same 4 chunks, at the same times."},
		{"to events that never match", under("lag:1"), under("never"), diagnose.Moved,
			"The fix moved the release from the close of 1 newer event to no moment at all: peak held bytes rise from 27 to 36 and no event comes any more, where the first came at 250 ms.",
			"Both took the same 4 chunks, at the same times."},
		{"rows without chunks that do not show their reader", analyze(t, header+"0,0,5,True\n", analyzer.Options{}), under("at-close"), diagnose.Unseen,
			"The rows of one reader at least do not show what it did: its line is what they say was held, and nothing is said of how it lets go.",
			"Rows without chunks do not say whether both took the same stream: part of what differs can come from the streams."},
		{"a bad event that is kept no more", keeps, readUnder(t, bad, "at-close"), diagnose.Moved,
			"The fix moved the release from event close, bad events aside to event close: peak held bytes fall from 27 to 18 and the first event comes at 250 ms as before.",
			"Both took the same 4 chunks, at the same times."},
		{"nothing moved", under("next-chunk"), under("next-chunk"), diagnose.Kept,
			"The fix did not move the release, which stayed at the chunk after: peak held bytes are 27 as before and the first event comes at 100 ms as before.",
			"Both took the same 4 chunks, at the same times."},
		{"only the times did", under("next-chunk"), readUnder(t, last, "next-chunk"), diagnose.Kept,
			"The fix did not move the release, which stayed at the chunk after: peak held bytes are 27 as before, the first event comes at 100 ms as before and closed events wait for 1,350 ms in all instead of 850 ms.",
			"Both took the same 36 bytes, but these came in other chunks or at other times: part of what differs can come from that."},
		{"another stream", under("read-all"), readUnder(t, other, "at-close"), diagnose.Moved,
			"The fix moved the release from EOF to event close: peak held bytes are 18 (36 before) and the first event comes at 0 ms (1,000 ms before).",
			"The two took different streams, 36 bytes in 4 chunks before and 37 bytes in 4 chunks after: they cannot be compared chunk by chunk, and part of what differs can come from the streams."},
		{"no rule fits before", odd, under("at-close"), diagnose.Unfitted, "No release rule fits the rows from before the fix: ", ""},
		{"no rule fits after", under("at-close"), odd, diagnose.Unfitted, "No release rule fits the rows from after the fix: ", ""},
		{"no rule fits either", odd, odd, diagnose.Unfitted, "No release rule fits the rows of either reader: ", ""},
		{"none measured before", alone(fixed), under("at-close"), diagnose.Unseen, "The reader before the fix was not measured: its line is what one that releases at event close would have held, and nothing is said of yours.", ""},
		{"none measured after", under("at-close"), lateRows, diagnose.Unseen, "The reader after the fix was not measured: its line is what one that releases at event close would have held, and nothing is said of yours.", ""},
		{"none measured at all", alone(fixed), alone(later), diagnose.Unseen,
			"Neither reader was measured: both lines are what one that releases at event close would have held, and what differs is how the bytes came: peak held bytes are 18 as before and the first event comes at 0 ms as before.", ""},
		{"lengths alone", alone(lengths), under("at-close"), diagnose.Unseen, "One recording at least has neither rows of a reader nor payload: nothing says what was held, and its line is what had come.", ""},
		{"rows alone", alone(header + "0,0,9,False\n1,10,18,False\n2,20,0,True\n"), alone(header + "0,0,0,True\n1,10,3,True\n2,20,0,True\n"), diagnose.Unfitted,
			"No release rule fits the rows of either reader: peak held bytes are 3 (18 before) and the first event comes at 0 ms (20 ms before).",
			"Rows without chunks do not say whether both took the same stream: part of what differs can come from the streams."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := analyzer.NewFix(tc.before, tc.after)
			r := f.Report()
			if f.Finding.Code != tc.code || !strings.HasPrefix(r.Finding.Sentence, tc.finding) {
				t.Errorf("got %s: %s\nwant %s: %s", f.Finding.Code, r.Finding.Sentence, tc.code, tc.finding)
			}
			if tc.stream != "" && r.Stream.Sentence != tc.stream {
				t.Errorf("got %s\nwant %s", r.Stream.Sentence, tc.stream)
			}
			for _, x := range []diagnose.Finding{f.Finding, f.Stream} {
				said[key("change", string(x.Code), x.Variant)] = true
				for _, w := range x.Words {
					said[w.Key] = true
				}
			}
			for output, write := range writers(f) {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					t.Error(err)
				}
				if output != "JSON" && strings.ContainsAny(b.String(), "{}%") && output != "SVG" {
					t.Errorf("%s leaves a slot open, or has a percentage:\n%s", output, b.String())
				}
			}
		})
	}
	for k := range diagnose.English {
		if strings.HasPrefix(k, "change.") && !said[k] {
			t.Errorf("no case says %s", k)
		}
		if rule, ok := strings.CutPrefix(k, "knob."); ok && rule != "own" && diagnose.English["moment."+rule] == "" {
			t.Errorf("there is no moment.%s", rule)
		}
	}
	for k := range said {
		if diagnose.English[k] == "" {
			t.Errorf("the catalogue has no sentence for %s", k)
		}
	}
}

// writers are all that a fix can be written as.
func writers(f *analyzer.Fix) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"JSON": f.WriteJSON, "text": f.WriteText, "CSV": f.WriteCSV,
		"SVG": func(w io.Writer) error { return f.WriteSVG(w, figure.Options{}) },
	}
}

// The CSV of a fix is a run for each reader; what was observed says so.
func TestTheCSVOfAFixIsBothRuns(t *testing.T) {
	var b bytes.Buffer
	if err := analyzer.NewFix(readUnder(t, fixed, "read-all"), analyze(t, fixed, analyzer.Options{})).WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if strings.Count(got, "i,t_ms,held_bytes,parsed,chunk_bytes,held_before\n") != 2 || strings.Count(got, "held=observed") != 1 || strings.Count(got, "held=at-close") != 1 ||
		strings.Index(got, "held=observed") > strings.Index(got, "held=at-close") {
		t.Errorf("got\n%s", got)
	}
}

// A secret that is planted in the recordings is in nothing that is made of them.
func TestNoFixHoldsAnyOfThePayload(t *testing.T) {
	const secret = "swordfish"
	form := func(at int) string {
		return fmt.Sprintf(`{"heldbytes":"capture/1","content_type":"text/event-stream;swordfish","url":"http://swordfish"}`+"\n"+
			`{"t_ms":0,"text":": swordfish\n\nevent: swordfish\ndata: {\"swordfish\":\"swordfish\"}\n\n"}`+"\n"+`{"t_ms":%d,"text":"data: swordfish\n\nswordfish"}`+"\n", at)
	}
	o := analyzer.Options{Name: secret, Heartbeats: []string{secret}}
	for output, write := range writers(analyzer.NewFix(analyze(t, form(10), o), readUnder(t, form(900), "read-all"))) {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(b.String()), secret) {
			t.Errorf("%s holds the secret:\n%s", output, b.String())
		}
	}
}
