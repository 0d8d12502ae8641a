package analyzer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// experiment executes the first n runs of an experiment, on a clock that moves
// by 1 ms whenever it is read.
func experiment(t testing.TB, r io.Reader, o analyzer.Options, first, second string, n int) *analyzer.Experiment {
	t.Helper()
	o.Brotli = coding.NewBrotli
	x, err := analyzer.NewExperiment(r, o, parseArm(t, first), parseArm(t, second))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Duration(0)
	for i := range n {
		x.Execute(i, func() time.Duration {
			at += time.Millisecond
			return at
		})
	}
	return x
}

func parseArm(t testing.TB, s string) lab.Arm {
	t.Helper()
	a, err := lab.ParseArm(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestTheExperimentHasOneSentenceForItsResult(t *testing.T) {
	const both = "On the same 30 chunks, releasing at event close instead of at EOF lowers peak held bytes from 29,119 to 2,478 and brings the first event forward from 1,480 ms to 0 ms."
	const none = "A result compares a reader with one that releases at event close, which was not among the runs: there is none."
	const not = "Not executed on this machine: there is no result."
	for _, c := range []struct {
		name, first, second string
		runs                int
		result, elsewhere   string
	}{
		{"incremental and buffered", "at-close", "read-all", 10, both, ""},
		{"the other way round", "read-all", "at-close", 10, both, ""},
		{"one pair of the five", "at-close", "read-all", 2, both, ""},
		{"half a pair", "at-close", "read-all", 1, "", not},
		{"nothing executed", "at-close", "read-all", 0, "", not},
		{"no incremental arm", "chunk-end", "read-all", 10, "", none},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := experiment(t, nil, analyzer.Options{}, c.first, c.second, c.runs).Report()
			if r.Result != c.result || r.Elsewhere != c.elsewhere {
				t.Errorf("result %q, elsewhere %q", r.Result, r.Elsewhere)
			}
		})
	}
	for rule, says := range map[string]string{
		"chunk-end": "instead of when a chunk ends with nothing open", "next-chunk": "instead of with the chunk after", "never": "instead of never",
		"lag:2": "instead of once 2 newer events have closed", "lag:1": "instead of once 1 newer event has closed", "block:20000": "instead of in whole blocks of 20,000 bytes",
	} {
		t.Run("beside "+rule, func(t *testing.T) {
			r := experiment(t, nil, analyzer.Options{}, rule, "at-close", 10).Report()
			if !strings.HasPrefix(r.Result, "On the same 30 chunks, releasing at event close "+says) && !(r.Result == "" && rule == "chunk-end") {
				t.Errorf("result %q, elsewhere %q", r.Result, r.Elsewhere)
			}
		})
	}
	t.Run("nothing to improve", func(t *testing.T) {
		lines := `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":50,"text":"2\n"}` + "\n" + `{"t_ms":99,"text":"3\n"}` + "\n" + `{"eof_ms":100}`
		r := experiment(t, strings.NewReader(lines), analyzer.Options{}, "at-close", "chunk-end", 10).Report()
		if r.Result != "" || !strings.HasPrefix(r.Elsewhere, "Letting go sooner would improve nothing") {
			t.Errorf("result %q, elsewhere %q", r.Result, r.Elsewhere)
		}
	})
}

// What the readers of the lab hold is what a replay of their rule says.
func TestTheLabHoldsWhatAReplaySays(t *testing.T) {
	sources := map[string]func() (io.Reader, analyzer.Options){
		"made up": func() (io.Reader, analyzer.Options) { return nil, analyzer.Options{} },
	}
	for _, s := range analyzer.Samples() {
		sources["sample "+s.Name] = func() (io.Reader, analyzer.Options) {
			recording, _ := s.Open()
			return recording, analyzer.Options{}
		}
	}
	for _, lenient := range []bool{false, true} {
		sources[fmt.Sprintf("open at EOF, lenient %v", lenient)] = func() (io.Reader, analyzer.Options) {
			return strings.NewReader(`{"t_ms":0,"text":": x\n\ndata: 1\n\nda"}` + "\n" + `{"t_ms":5,"text":""}` + "\n" + `{"t_ms":9,"text":"ta: 2\n"}` + "\n" + `{"eof_ms":20}`),
				analyzer.Options{LenientEOF: lenient}
		}
	}
	for _, encoding := range []string{"", "gzip", "br"} {
		sources["coding "+encoding] = func() (io.Reader, analyzer.Options) {
			chunks := events
			if encoding != "" {
				chunks = coded(encoding, events...)
			}
			return strings.NewReader(form(encoding, true, chunks...)), analyzer.Options{}
		}
	}
	sources["no EOF"] = func() (io.Reader, analyzer.Options) {
		return strings.NewReader(`{"t_ms":0,"text":"1 2 "}` + "\n" + `{"t_ms":5,"text":"[3"}`), analyzer.Options{Framing: framing.JSON}
	}
	rules := []string{"at-close", "read-all", "chunk-end", "never", "next-chunk", "block:64", "block:1000", "lag:1", "lag:3"}
	for name, open := range sources {
		t.Run(name, func(t *testing.T) {
			for i, rule := range rules {
				r, o := open()
				x := experiment(t, r, o, rule, rules[(i+1)%len(rules)], 1)
				run := x.Runs[0]
				series := replay.Run(x.Recording.Timeline, run.Release)
				if series.Len() != len(run.Rows) || series.Peak() != run.Peak {
					t.Errorf("%s: %d points and a peak of %d, %d rows and a peak of %d", rule, series.Len(), series.Peak(), len(run.Rows), run.Peak)
				}
				for k, p := range series.All() {
					if want := (lab.Row{Before: p.Before, Held: p.After, Parsed: p.Parsed}); run.Rows[k] != want {
						t.Fatalf("%s, row %d: replayed %+v, held %+v", rule, k, want, run.Rows[k])
					}
				}
				for _, s := range x.Recording.Report().Series {
					if s.Rule != rule {
						continue
					}
					if (s.FirstRelease != nil) != run.First.Set || run.First.Set && time.Duration(*s.FirstRelease) != run.First.Time {
						t.Errorf("%s: first handoff at %v, replayed %v", rule, run.First, s.FirstRelease)
					}
				}
			}
		})
	}
}

func TestRunsAreReadBackAsTheRowsOfReaders(t *testing.T) {
	x := experiment(t, nil, analyzer.Options{}, "at-close", "read-all", 3)
	var csv bytes.Buffer
	if err := x.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(csv.String(), "\ni,t_ms,held_bytes,parsed,"); n != 3 {
		t.Fatalf("%d headers", n)
	}
	for i, want := range []string{"prompt", "late", "late"} {
		a := analyze(t, csv.String(), analyzer.Options{Exchange: i + 1})
		if got := a.Report().Findings.Reader.Code; got != want || len(a.Exchanges) != 3 {
			t.Errorf("run %d of %d: the reader is %s, want %s", i+1, len(a.Exchanges), got, want)
		}
	}
}

func TestAPlanSaysThatNothingWasExecuted(t *testing.T) {
	x := experiment(t, nil, analyzer.Options{}, "at-close", "read-all", 0)
	var text, asJSON bytes.Buffer
	if err := errors.Join(x.WriteText(&text), x.WriteJSON(&asJSON)); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), analyzer.NotExecuted); n != 10 {
		t.Errorf("%d runs are labelled %q:\n%s", n, analyzer.NotExecuted, text.String())
	}
	var r struct {
		Step any              `json:"clock_step_ms"`
		Runs []map[string]any `json:"runs"`
	}
	if err := json.Unmarshal(asJSON.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	for i, run := range r.Runs {
		for _, key := range []string{"join_ms", "parse_ms", "first", "peak_bytes", "events", "bad"} {
			if v, there := run[key]; !there || v != nil || run["executed"] != false {
				t.Errorf("run %d, which was not executed: %s is %v", i, key, v)
			}
		}
	}
	if len(r.Runs) != 10 || r.Step != nil {
		t.Errorf("%d runs, a clock step of %v", len(r.Runs), r.Step)
	}
	if x.WriteCSV(io.Discard) == nil || x.WriteSVG(io.Discard, figure.Options{}) == nil {
		t.Error("rows or a graph of runs that were not executed")
	}
}

func TestEveryRunIsListedAndNoneSummedUp(t *testing.T) {
	x := experiment(t, nil, analyzer.Options{}, "at-close", "read-all", 7)
	r := x.Report()
	var releases []string
	for i, run := range r.Runs {
		releases = append(releases, run.Release)
		cells := r.Cells(nil, run)
		if i < 7 {
			if len(cells) != len(analyzer.RunColumns) || time.Duration(*run.Join) != x.Runs[i].Join || time.Duration(*run.Parse) != x.Runs[i].Parse || time.Duration(run.First.Work) != x.Runs[i].First.Work {
				t.Errorf("run %d: %q of %+v", i, cells, x.Runs[i])
			}
		} else if run.Executed || cells[len(cells)-1] != analyzer.NotExecuted {
			t.Errorf("run %d: %q", i, cells)
		}
	}
	want := strings.Fields("at-close read-all read-all at-close at-close read-all read-all at-close at-close read-all")
	if !slices.Equal(releases, want) {
		t.Errorf("order %q", releases)
	}
}

func TestAClockThatIsTooCoarseIsNotTakenForZero(t *testing.T) {
	x := experiment(t, nil, analyzer.Options{}, "at-close", "read-all", 0)
	reads := 0
	for i := range x.Runs {
		x.Execute(i, func() time.Duration { // 100 µs at a time, rarely
			reads++
			return time.Duration(reads/1000) * 100 * time.Microsecond
		})
	}
	r := x.Report()
	if got := r.Cells(nil, r.Runs[0])[3]; got != "<0.1" {
		t.Errorf("join ms of the first run: %q", got)
	}
	if !strings.HasSuffix(r.Notes(nil), "What is shorter than 0.1 ms this clock cannot show.") {
		t.Errorf("notes: %s", r.Notes(nil))
	}
}

func TestWhatCannotBeJoinedAndParsedIsRefused(t *testing.T) {
	rows := "i,t_ms,held_bytes,parsed\n0,0,0,True\n"
	wide := "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,2,2,0:2e\n"
	for name, c := range map[string]struct{ recording, says string }{
		"rows alone":     {rows, "rows.x: read rows without chunks, want the payload of each chunk"},
		"a timeline":     {wide, "rows.x: read lengths and times only, want the payload"},
		"lengths alone":  {`{"t_ms":0,"len":5}`, "read lengths and times only, want the payload"},
		"no recording":   {"what is this", "rows.x"},
		"some payload":   {`{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":0,"len":5}`, "read lengths and times only"},
		"unread framing": {`{"t_ms":0,"b64":"AAECAwQ="}`, "read lengths and times only"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := analyzer.NewExperiment(strings.NewReader(c.recording), analyzer.Options{Name: "rows.x"}, parseArm(t, "at-close"), parseArm(t, "read-all"))
			var refused *capture.Error
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v", err)
			}
		})
	}
	t.Run("too much", func(t *testing.T) {
		_, err := analyzer.NewExperiment(io.LimitReader(endless{}, 70<<20), analyzer.Options{Format: capture.FormatBody, Framing: framing.SSEText}, parseArm(t, "at-close"), parseArm(t, "read-all"))
		if err == nil || !strings.Contains(err.Error(), "more than 67,108,864 bytes of payload") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("two knobs", func(t *testing.T) {
		_, err := analyzer.NewExperiment(nil, analyzer.Options{}, parseArm(t, "at-close"), parseArm(t, "read-all,framing=lines"))
		var knobs *lab.KnobError
		if !errors.As(err, &knobs) || !slices.Equal(knobs.Knobs, []lab.Knob{lab.Release, lab.Framing}) {
			t.Errorf("error %v", err)
		}
	})
}

// endless reads as zeros without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for done := copy(p, "0"); done < len(p); {
		done += copy(p[done:], p[:done])
	}
	return len(p), nil
}

func TestBothArmsMaySayHowTheRecordingIsRead(t *testing.T) {
	x := experiment(t, nil, analyzer.Options{}, "at-close,framing=lines,lenient-eof=true", "read-all,framing=lines,lenient-eof=true", 2)
	if r := x.Report(); r.Framing.Name != "lines" || r.Framing.Detected || r.Framing.Bad == 0 {
		t.Errorf("framing %+v", r.Framing)
	}
}

func TestTheExperimentShowsNoPayload(t *testing.T) {
	const secret = "swordfish"
	recording := `{"heldbytes":"capture/1","content_type":"text/event-stream","url":"http://swordfish"}` + "\n" +
		`{"t_ms":0,"text":"event: swordfish\ndata: \"swordfish\"\n\nswordfish: 1\ndata: swordfish\n\n"}` + "\n" + `{"t_ms":5,"text":": swordfish\n\ndata: {\"swordfish\":1}\n\n"}` + "\n" + `{"eof_ms":9}`
	x := experiment(t, strings.NewReader(recording), analyzer.Options{Name: secret, Heartbeats: []string{secret}}, "at-close", "read-all", 10)
	for output, write := range map[string]func(io.Writer) error{
		"JSON": x.WriteJSON, "text": x.WriteText, "CSV": x.WriteCSV,
		"SVG": func(w io.Writer) error { return x.WriteSVG(w, figure.Options{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || b.Len() == 0 {
			t.Fatal(output, err)
		}
		if strings.Contains(strings.ToLower(b.String()), secret) {
			t.Errorf("%s holds the secret:\n%s", output, b.String())
		}
	}
}

func TestCostsHaveTheDigitsOfTheClock(t *testing.T) {
	for _, c := range []struct {
		step, cost time.Duration
		want       string
	}{
		{40, 7_860_058, "7.8601"},
		{40, 211, "0.0002"},
		{40, 41, "<0.0001"},
		{40, 0, "<0.0001"},
		{5_000, 15_000, "0.015"},
		{5_000, 0, "<0.005"},
		{100_000, 1_199_999_999, "1,200.0"},
		{99_998, 300_001, "0.3"},
		{100_000, 0, "<0.1"},
		{1_000_000, 3_000_000, "3.0"},
	} {
		step, cost := analyzer.Millis(c.step), analyzer.Millis(c.cost)
		r := &analyzer.ExperimentReport{Step: &step}
		zero, none := int64(0), 0
		got := r.Cells(nil, analyzer.RunReport{Executed: true, Join: &cost, Parse: &cost, Peak: &zero, Events: &none, Bad: &none})[3]
		if got != c.want {
			t.Errorf("%v at a step of %v: %q, want %q", c.cost, c.step, got, c.want)
		}
	}
}
