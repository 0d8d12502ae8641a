package analyzer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
)

// counting is a capture of a reader that says how many events it handed off, row
// by row, and no bytes.
func counting(counts []int, chunks ...string) string {
	in := `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}` + "\n"
	for i, c := range chunks {
		in += fmt.Sprintf(`{"t_ms":%d,"text":%q,"row":{"parsed":%d}}`+"\n", i*50, c, counts[i])
	}
	at := len(chunks) * 50
	return in + fmt.Sprintf(`{"eof_ms":%d}`+"\n"+`{"row":{"t_ms":%[1]d,"parsed":%d}}`+"\n", at, counts[len(chunks)])
}

func TestRowsThatCountEventsAreARecordOfWhatWasHeld(t *testing.T) {
	half, rest := "data: {\"a\"", ":1}\n\n"
	one := half + rest
	stream := []string{one, half, rest, one + ": note\n", one + half, rest, one, one, half, rest, one, one, one + half, rest, "event: ping\ndata: {}\n\n", one, "data: [DONE]\n\n"}
	closed := []int{1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 12, 13, 13, 13}
	all := []int{1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15} // the heartbeat and the sentinel too
	behind := slices.Clone(all)
	for k := range len(all) - 1 {
		behind[k]--
	}
	never := make([]int, len(all))
	never[len(all)-1] = 13
	for _, c := range []struct {
		name   string
		counts []int
		code   string
		rule   string
	}{
		{"each as it closes", closed, "prompt", "at-close"},
		{"each as it closes, the sentinel and the heartbeat too", all, "prompt", "at-close"},
		{"one behind", behind, "late", "lag:1"},
		{"none before the end", never, "late", "read-all"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := analyzer.Analyze(strings.NewReader(counting(c.counts, stream...)), analyzer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := a.Report()
			if r.Observed == nil || r.Observed.Fit == nil || len(r.Observed.Fit.Rules) == 0 {
				t.Fatalf("nothing was observed: %s", r.Findings.Reader.Sentence)
			}
			if got := r.Observed.Fit.Rules[0].Rule; string(r.Findings.Reader.Code) != c.code || got != c.rule {
				t.Errorf("found %s, by %s: %s", r.Findings.Reader.Code, got, r.Findings.Reader.Sentence)
			}
		})
	}
}

// A reader that counts lines is not taken for one that hands off events before
// they close.
func TestCountsOfSomethingElseSayNothingOfBytes(t *testing.T) {
	one := "data: {}\n\n"
	a, err := analyzer.Analyze(strings.NewReader(counting([]int{2, 4, 6, 6}, one, one, one)), analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := a.Report(); r.Observed != nil || r.Findings.Reader.Code != "undecidable" {
		t.Errorf("found %s: %s", r.Findings.Reader.Code, r.Findings.Reader.Sentence)
	} else if want := "count one for each event"; !strings.Contains(r.Findings.Reader.Sentence, want) {
		t.Errorf("said %s, want %s", r.Findings.Reader.Sentence, want)
	}
}

// Marks are of one event and clear no reader: which events had closed by its reads
// only the bytes could tell.
func TestMarksDoNotClearAReaderWhoseEventsAreNotKnown(t *testing.T) {
	for name, in := range map[string]string{
		"lengths alone": `{"t_ms":0,"len":10}
{"row":{"t_ms":0,"parsed":0}}
{"t_ms":300,"len":10}
{"eof_ms":300}
{"row":{"t_ms":300,"parsed":2,"read_ms":300,"handoff_ms":301}}
`,
		"lines counted": `{"t_ms":0,"text":"data: {}\n\n"}
{"row":{"t_ms":0,"parsed":0}}
{"t_ms":300,"text":"data: {}\n\n"}
{"eof_ms":300}
{"row":{"t_ms":300,"parsed":4,"read_ms":300,"handoff_ms":301}}
`,
	} {
		t.Run(name, func(t *testing.T) {
			a, err := analyzer.Analyze(strings.NewReader(`{"heldbytes":"capture/1","level":"read"}`+"\n"+in), analyzer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r := a.Report(); r.Findings.Reader.Code != "undecidable" || !strings.Contains(r.Findings.Reader.Sentence, "count") {
				t.Errorf("found %s: %s", r.Findings.Reader.Code, r.Findings.Reader.Sentence)
			}
		})
	}
}
