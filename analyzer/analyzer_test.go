package analyzer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// Sampled after release alone, a reader whose every chunk closes an event would
// be flat; before and after together are not.
func TestHeldBytesBeforeAndAfterEachChunk(t *testing.T) {
	recording := `{"t_ms":0,"text":"{\"a\":1}"}
{"t_ms":1,"text":"\n"}
{"t_ms":2,"text":"{\"b\":2}"}
{"t_ms":3,"text":"\n"}
`
	a := analyze(t, recording, analyzer.Options{})
	if a.Timeline.Framing != framing.Lines {
		t.Errorf("framing: got %v, want lines", a.Timeline.Framing)
	}
	var before, after []int64
	for _, p := range a.Diagnosis.Rules[0].Series.All() {
		before, after = append(before, p.Before), append(after, p.After)
	}
	if !slices.Equal(before, []int64{7, 8, 7, 8}) || !slices.Equal(after, []int64{7, 0, 7, 0}) {
		t.Errorf("got %v before and %v after, want 7 8 7 8 and 7 0 7 0", before, after)
	}
}

func TestRealRecordingOfAStallInsideAnEvent(t *testing.T) {
	file, err := os.Open(sharedtest.Dir(t, "recordings", "curl", "sse-stall.trace"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a, err := analyzer.Analyze(file, analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := a.Report()
	if r.Source.Chunks != 14 || r.Framing.Events != 13 || len(r.Stalls) != 1 {
		t.Fatalf("got %d chunks, %d events, %d stalls", r.Source.Chunks, r.Framing.Events, len(r.Stalls))
	}
	round := func(m analyzer.Millis) time.Duration { return time.Duration(m).Round(time.Millisecond) }
	s := r.Stalls[0]
	if round(s.To-s.From) != 963*time.Millisecond || round(s.Time.Open) != 902*time.Millisecond || round(s.Time.Idle) != 61*time.Millisecond {
		t.Errorf("got a stall of %v, open %v, idle %v", round(s.To-s.From), round(s.Time.Open), round(s.Time.Idle))
	}
	if r.Findings.Arrivals.Code != "mid-event" || r.Findings.Reader.Code != "unmeasured" {
		t.Errorf("got arrivals %s, reader %s", r.Findings.Arrivals.Code, r.Findings.Reader.Code)
	}
}

func TestSamplesShowWhatTheyAreNamedFor(t *testing.T) {
	want := map[string]string{
		"sawtooth":  "prompt steady ok sawtooth",
		"buffered":  "late steady ok staircase",
		"bad-event": "keeps-bad steady bad-events sawtooth",
		"upstream":  "prompt mid-event ok sawtooth",
	}
	for _, s := range analyzer.Samples() {
		recording, rows := s.Open()
		a, err := analyzer.Analyze(recording, analyzer.Options{Observed: rows})
		if err != nil {
			t.Fatal(err)
		}
		r := a.Report()
		if got := strings.Join([]string{r.Findings.Reader.Code, r.Findings.Arrivals.Code, r.Findings.Stream.Code, r.Observed.Shape}, " "); got != want[s.Name] {
			t.Errorf("%s: got %s, want %s", s.Name, got, want[s.Name])
		}
		if r.Source.Chunks != 30 || r.Framing.Events != 15 {
			t.Errorf("%s has %d chunks and %d events", s.Name, r.Source.Chunks, r.Framing.Events)
		}
		if !slices.Contains(r.Source.Notes, capture.NoteSynthetic.String()) {
			t.Errorf("%s does not say that it was made up", s.Name)
		}
		if _, ok := analyzer.SampleNamed(s.Name); !ok {
			t.Errorf("no sample is named %s", s.Name)
		}
	}
}

func TestACaptureAndItsRowsMayComeInEitherOrder(t *testing.T) {
	s, _ := analyzer.SampleNamed("buffered")
	recording, rows := s.Open()
	first, err := analyzer.Analyze(recording, analyzer.Options{Observed: rows})
	if err != nil {
		t.Fatal(err)
	}
	recording, rows = s.Open()
	second, err := analyzer.Analyze(rows, analyzer.Options{Observed: recording})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.Report(), second.Report()); diff != "" {
		t.Errorf("(-one order +the other):\n%s", diff)
	}
	var wide bytes.Buffer
	recording, _ = s.Open()
	alone, err := analyzer.Analyze(recording, analyzer.Options{})
	if err == nil {
		err = alone.WriteCSV(&wide)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, rows = s.Open()
	third, err := analyzer.Analyze(rows, analyzer.Options{Observed: &wide})
	if err != nil {
		t.Fatal(err)
	}
	if first.Report().Findings.Reader.Sentence != third.Report().Findings.Reader.Sentence {
		t.Errorf("of two CSVs the wide one was not taken for the recording: %s", third.Report().Findings.Reader.Sentence)
	}
}

func TestAReplayedSeriesIsNoMeasurement(t *testing.T) {
	s, _ := analyzer.SampleNamed("buffered")
	recording, _ := s.Open()
	a, err := analyzer.Analyze(recording, analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range a.Diagnosis.Rules {
		var series bytes.Buffer
		if err := a.WriteSeries(&series, rule.Series.Rule); err != nil {
			t.Fatal(err)
		}
		again := analyze(t, series.String(), analyzer.Options{})
		if code := again.Report().Findings.Reader.Code; code != "unmeasured" {
			t.Errorf("%v alone: the reader is %s", rule.Series.Rule, code)
		}
		recording, _ := s.Open()
		_, err := analyzer.Analyze(recording, analyzer.Options{Observed: &series})
		var at *capture.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), "want rows that a reader recorded of itself") {
			t.Errorf("%v beside its capture: %v", rule.Series.Rule, err)
		}
	}
}

func TestJSONIsExactAndEndsInALine(t *testing.T) {
	a := analyze(t, `{"t_ms":0.000001,"text":"{}\n"}`+"\n"+`{"t_ms":1234.5,"text":"{}\n"}`+"\n", analyzer.Options{})
	var b bytes.Buffer
	if err := a.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"to_ms": 1234.499999,`) || !strings.HasSuffix(b.String(), "}\n") {
		t.Errorf("got %s", b.String())
	}
	var again analyzer.Report
	if err := json.Unmarshal(b.Bytes(), &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.Report(), &again); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}

func TestSpansAreProvedWhenTheirChunkCame(t *testing.T) {
	a := analyze(t, `{"t_ms":0,"text":"1\n2"}`+"\n"+`{"t_ms":5,"text":"\n3"}`+"\n"+`{"eof_ms":9}`+"\n", analyzer.Options{Framing: framing.Lines})
	want := []time.Duration{0, 5 * time.Millisecond, 9 * time.Millisecond}
	if got := a.ProofTimes(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBadInputIsOneLineThatNamesItsPlace(t *testing.T) {
	good := `{"t_ms":0,"text":"{}\n"}` + "\n"
	for _, c := range []struct {
		name, recording, rows, want string
		o                           analyzer.Options
	}{
		{name: "nothing", want: "in.x: "},
		{name: "white space", recording: " \n\n", want: "in.x"},
		{name: "a cell that is no number", recording: "i,t_ms,held_bytes,parsed\n0,0,many,True\n", want: "in.x:2: read"},
		{name: "two captures", recording: good, rows: good, want: "in.csv: read a recording of format capture, want the rows of a reader"},
		{name: "an exchange that is not there", recording: good, o: analyzer.Options{Exchange: 2}, want: "in.x: read exchange 2, want one from 1 to 1"},
		{name: "no chunk", recording: `{"heldbytes":"capture/1"}` + "\n" + `{"eof_ms":1}` + "\n", want: "in.x: read neither chunks nor rows, want one at least"},
		{name: "a span that its row cannot have proved", recording: "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,5,5,0:9e\n", want: `in.x:2: read span "0:9e", want an end from 1 to 5`},
		{name: "spans that overlap", recording: "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,9,9,0:5e 4:9e\n", want: "want a start from 5 to 8"},
		{name: "a bad event that is open", recording: "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,9,9,0:b.json\n", want: `read span "0:b.json", want an end: only events, blocks and filler can be open`},
		{name: "a heartbeat that is open", recording: "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,9,9,0:h\n", want: "want an end"},
		{name: "spans without chunks", recording: "i,t_ms,held_bytes,parsed,spans\n0,0,0,True,0:5e\n", want: "want chunk_bytes beside them"},
		{name: "a code of another version", recording: "# heldbytes=timeline/9\ni,t_ms,held_bytes,parsed\n0,0,0,True\n", want: `want "timeline/1"`},
		{name: "a code of whose held bytes", recording: "# held=mine\ni,t_ms,held_bytes,parsed\n0,0,0,True\n", want: "in.x:1: read the code held="},
		{name: "more bytes than can be counted", recording: strings.Repeat(`{"t_ms":0,"len":281474976710656}`+"\n", 5000), want: "in.x: read 281474976710656 bytes after"},
		{name: "times too far apart", recording: `{"t_ms":-4e12,"text":"{}"}` + "\n" + `{"t_ms":4e12,"text":"{}"}` + "\n", want: "in.x: read times from"},
		{name: "a note that nobody knows", recording: "# heldbytes=timeline/1 notes=loud\ni,t_ms,held_bytes,parsed\n0,0,0,True\n", want: "unknown note"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := c.o
			o.Name = "in.x"
			if c.rows != "" {
				o.Observed, o.ObservedName = strings.NewReader(c.rows), "in.csv"
			}
			_, err := analyzer.Analyze(strings.NewReader(c.recording), o)
			var at *capture.Error
			if !errors.As(err, &at) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want a capture.Error with %q", err, c.want)
			}
		})
	}
}

func TestErrorsShortenWhatTheyQuote(t *testing.T) {
	secret := strings.Repeat("swordfish", 1000)
	for _, recording := range []string{
		"# heldbytes=" + secret, "# format=" + secret, "# framing=" + secret, "# level=" + secret, "# notes=" + secret, "# traits=" + secret,
		"# held=" + secret, "# eof_ms=" + secret, "# rows=" + secret, "# misfit=" + secret, "# a" + secret + "=1 a" + secret + "=2",
	} {
		_, err := analyzer.Analyze(strings.NewReader(recording+"\ni,t_ms,held_bytes,parsed\n0,0,0,True\n"), analyzer.Options{Name: "in.x"})
		if err == nil {
			t.Errorf("no error for %.20s", recording)
		} else if len(err.Error()) > 600 || !strings.HasPrefix(err.Error(), "in.x:1: ") {
			t.Errorf("%.20s: an error of %d bytes: %.200s", recording, len(err.Error()), err)
		}
	}
	for _, spans := range []string{secret, "0:9b." + secret} {
		recording := "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,9,9," + spans + "\n"
		if _, err := analyzer.Analyze(strings.NewReader(recording), analyzer.Options{Name: "in.x"}); err == nil || len(err.Error()) > 600 {
			t.Errorf("an error of too many bytes: %.200v", err)
		}
	}
}

func TestAFramingWithoutChunksIsRowsAlone(t *testing.T) {
	a := analyze(t, "# heldbytes=timeline/1 framing=sse held=observed\ni,t_ms,held_bytes,parsed\n0,0,1,True\n1,5,1,True\n2,300,0,True\n", analyzer.Options{})
	if r := a.Report(); r.Findings.Stream.Code != "no-payload" || r.Framing.Name != "unknown" {
		t.Errorf("got %+v", r.Framing)
	}
}

func TestAWideCSVThatIsCutKeepsWhatIsWhole(t *testing.T) {
	s, _ := analyzer.SampleNamed("sawtooth")
	recording, rows := s.Open()
	a, err := analyzer.Analyze(recording, analyzer.Options{Observed: rows})
	if err != nil {
		t.Fatal(err)
	}
	var csv bytes.Buffer
	if err := a.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	whole := csv.String()
	from := len(strings.Join(strings.SplitAfterN(whole, "\n", 4)[:3], "")) // codes, header, one row
	for n := from; n < len(whole); n++ {
		if _, err := analyzer.Analyze(strings.NewReader(whole[:n]), analyzer.Options{Name: "cut"}); err != nil {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
	}
}

func TestTheStreamIsChosenOverARedirect(t *testing.T) {
	a := analyze(t, curlExchange("302 Found", "application/json", 1, 8)+curlExchange("200 OK", "text/event-stream", 2, 3), analyzer.Options{})
	if a.Exchange != 2 || len(a.Exchanges) != 2 || len(a.Timeline.Chunks) != 3 {
		t.Errorf("got exchange %d of %d with %d chunks", a.Exchange, len(a.Exchanges), len(a.Timeline.Chunks))
	}
	if !slices.Contains(a.Report().Source.Remarks, "The recording holds 2 exchanges; this is number 2.") {
		t.Errorf("the choice is not said: %q", a.Report().Source.Remarks)
	}
}

func TestAnErrorOfTheReaderComesThrough(t *testing.T) {
	broken := errors.New("the disk is gone")
	r := io.MultiReader(strings.NewReader(`{"t_ms":0,"text":"{}\n"}`+"\n"), iotestErr{broken})
	if _, err := analyzer.Analyze(r, analyzer.Options{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type iotestErr struct{ err error }

func (r iotestErr) Read([]byte) (int, error) { return 0, r.err }

// Whatever rows a reader writes, parts sum to wholes, no sentence is left
// unfilled, and the timeline comes back.
func TestRandomRowsBesideRandomCaptures(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	codes := map[string]int{}
	for _, c := range randomCaptures(rng, 250) {
		b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
		rows := "i,t_ms,held_bytes,parsed\n"
		received, held := int64(0), int64(0)
		for i, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
			received += int64(len(chunk.B))
			switch held += int64(len(chunk.B)); rng.IntN(3) {
			case 0:
				held = 0
			case 1:
				held = rng.Int64N(held + 1)
			}
			rows += fmt.Sprintf("%d,%s,%d,%v\n", i, chunk.T, held, rng.IntN(2) == 0)
		}
		if c.EOFMs != nil {
			rows += fmt.Sprintf("%d,%s,0,%v\n", len(c.Chunks), *c.EOFMs, rng.IntN(2) == 0)
		}
		o := b.options(t)
		o.Rules = everyRule()
		o.Observed = strings.NewReader(rows)
		a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), o)
		if err != nil {
			t.Fatal(err)
		}
		checkSentences(t, a.Report())
		checkSums(t, a)
		checkInspection(t, rng, a)
		comesBack(t, a, o)
		codes[a.Report().Findings.Reader.Code]++
		if t.Failed() {
			t.Fatalf("%s\n%s", b.form(-1), rows)
		}
	}
	if len(codes) < 4 {
		t.Errorf("only these readers came up: %v", codes)
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range analyzer.Samples() {
		recording, rows := s.Open()
		for _, r := range []io.Reader{recording, rows} {
			b, err := io.ReadAll(r)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b)
		}
		recording, rows = s.Open()
		a, err := analyzer.Analyze(recording, analyzer.Options{Observed: rows})
		if err != nil {
			f.Fatal(err)
		}
		var csv bytes.Buffer
		if err := a.WriteCSV(&csv); err != nil {
			f.Fatal(err)
		}
		f.Add(csv.Bytes())
	}
	gz := form("gzip", true, coded("gzip", events...)...)
	var csv bytes.Buffer
	if err := analyze(f, gz, analyzer.Options{}).WriteCSV(&csv); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(gz))
	f.Add(csv.Bytes())
	f.Add([]byte(form("br, gzip", false, coded("gzip", coded("br", events...)...)...)))
	f.Add([]byte("1796081140.565138 data: {}\n1796081140.565288 \n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := analyzer.Analyze(bytes.NewReader(data), analyzer.Options{Name: "in", Rules: everyRule(), More: importers})
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of two lines: %q", err)
			}
			return
		}
		checkSentences(t, a.Report())
		checkSums(t, a)
		comesBack(t, a, analyzer.Options{Rules: everyRule()})
		var text bytes.Buffer
		if err := a.WriteText(&text); err != nil {
			t.Fatal(err)
		}
	})
}

func analyze(t testing.TB, recording string, o analyzer.Options) *analyzer.Analysis {
	t.Helper()
	o.Brotli, o.More = coding.NewBrotli, importers
	a, err := analyzer.Analyze(strings.NewReader(recording), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
