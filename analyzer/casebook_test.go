package analyzer_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// casebook are stalls from the field, all that there are.
var casebook = []string{
	"A1", "A10", "A2", "A3", "A5", "A7", "A9", "B1", "B10", "B12", "B2", "B20", "B3", "B4", "B6", "B7", "B9", "C1", "C3", "D1",
}

type bookCase struct {
	Title    string
	Framing  string
	AcceptMs *json.Number `json:"accept_ms"`
	EOFMs    *json.Number `json:"eof_ms"`
	Chunks   []bookChunk
	Observed string `json:"observed_csv"`
	Marks    string `json:"marks_csv"`
	Expect   struct {
		Events    *int
		Bad       int
		OpenAtEnd int64    `json:"open_at_end"`
		Spans     [][3]any // not given where there are very many
		Series    map[string]struct {
			Held      []int64
			Peak      int64
			PeakAfter int64              `json:"peak_after"`
			TimeMs    map[string]float64 `json:"time_ms"`
		}
		Reader, Rule, Arrivals, Stream string
	}
}

type bookChunk struct {
	T json.Number `json:"t_ms"`
	B []byte      `json:"b64"`
}

func readCase(t *testing.T, id string) (bookCase, []byte) {
	t.Helper()
	raw, err := os.ReadFile(sharedtest.Dir(t, "casebook", id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var c bookCase
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	c.Observed += c.Marks // a case has one of the two
	return c, raw
}

func (c *bookCase) options(t *testing.T) analyzer.Options {
	t.Helper()
	o := analyzer.Options{Name: "case", More: importers}
	if c.Framing != "" {
		name, err := framing.ParseName(c.Framing)
		if err != nil {
			t.Fatal(err)
		}
		o.Framing = name
	}
	return o
}

// analyze analyses the case with its rows, or its rows alone.
func (c *bookCase) analyze(t *testing.T, raw []byte) *analyzer.Analysis {
	t.Helper()
	o := c.options(t)
	var file io.Reader = bytes.NewReader(raw)
	switch {
	case len(c.Chunks) == 0:
		file = strings.NewReader(c.Observed)
	case c.Observed != "":
		o.Observed, o.ObservedName = strings.NewReader(c.Observed), "rows"
	}
	a, err := analyzer.Analyze(file, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestTheWholeCasebookIsTested(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "casebook"), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, f := range files {
		ids = append(ids, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	if !slices.Equal(ids, casebook) {
		t.Errorf("it has %q, tested are %q", ids, casebook)
	}
}

func TestCasebook(t *testing.T) {
	for _, id := range casebook {
		t.Run(id, func(t *testing.T) {
			c, raw := readCase(t, id)
			a := c.analyze(t, raw)
			r := a.Report()
			if r.Findings.Reader.Code != c.Expect.Reader {
				t.Errorf("reader: got %s (%s), want %s", r.Findings.Reader.Code, r.Findings.Reader.Sentence, c.Expect.Reader)
			}
			if c.Expect.Rule != "" {
				var rules []string
				for _, rule := range r.Observed.Fit.Rules {
					rules = append(rules, rule.Rule)
				}
				if !slices.Contains(rules, c.Expect.Rule) || !r.Observed.Fit.Exact {
					t.Errorf("fit: got %+v, want %s, exact", r.Observed.Fit, c.Expect.Rule)
				}
			}
			if c.Expect.Events == nil {
				return
			}
			checkSentences(t, r)
			if got := fmt.Sprint(r.Framing.Events, r.Framing.Bad, r.Framing.OpenAtEnd); got != fmt.Sprint(*c.Expect.Events, c.Expect.Bad, c.Expect.OpenAtEnd) {
				t.Errorf("events, bad, open at end: got %s", got)
			}
			if diff := cmp.Diff(wantSpans(&c), gotSpans(a)); diff != "" && c.Expect.Spans != nil {
				t.Errorf("spans (-want +got):\n%s", diff)
			}
			checkCodes(t, &c, r)
			for i, s := range a.Diagnosis.Rules {
				want := c.Expect.Series[r.Series[i].Rule]
				var held []int64
				for _, p := range s.Series.All() {
					held = append(held, p.After)
				}
				if diff := cmp.Diff(want.Held, held); diff != "" {
					t.Errorf("%s held (-want +got):\n%s", r.Series[i].Rule, diff)
				}
				if r.Series[i].PeakBytes != want.Peak || r.Series[i].PeakAfter != want.PeakAfter {
					t.Errorf("%s peaks: got %d, %d, want %d, %d", r.Series[i].Rule, r.Series[i].PeakBytes, r.Series[i].PeakAfter, want.Peak, want.PeakAfter)
				}
				got := timesOf(t, r.Series[i].Time)
				if diff := cmp.Diff(want.TimeMs, got); diff != "" {
					t.Errorf("%s time (-want +got):\n%s", r.Series[i].Rule, diff)
				}
			}
		})
	}
}

// Where the bytes are cut into chunks says nothing about the stream: its spans
// and findings are the same at every cut.
func TestCasebookAtEveryCut(t *testing.T) {
	for _, id := range casebook {
		t.Run(id, func(t *testing.T) {
			c, _ := readCase(t, id)
			if len(c.Chunks) == 0 {
				t.Skip("rows alone have no bytes to cut")
			}
			o := c.options(t)
			for _, at := range cutPoints(&c) {
				a, err := analyzer.Analyze(bytes.NewReader(c.form(at)), o)
				if err != nil {
					t.Fatalf("cut at %d: %v", at, err)
				}
				if diff := cmp.Diff(wantSpans(&c), gotSpans(a)); diff != "" && c.Expect.Spans != nil {
					t.Fatalf("cut at %d: spans (-want +got):\n%s", at, diff)
				}
				checkCodes(t, &c, a.Report())
				if t.Failed() {
					t.Fatalf("cut at %d", at)
				}
			}
		})
	}
}

func checkCodes(t *testing.T, c *bookCase, r *analyzer.Report) {
	t.Helper()
	if r.Findings.Arrivals.Code != c.Expect.Arrivals {
		t.Errorf("arrivals: got %s (%s), want %s", r.Findings.Arrivals.Code, r.Findings.Arrivals.Sentence, c.Expect.Arrivals)
	}
	if r.Findings.Stream.Code != c.Expect.Stream {
		t.Errorf("stream: got %s (%s), want %s", r.Findings.Stream.Code, r.Findings.Stream.Sentence, c.Expect.Stream)
	}
}

// checkSentences holds that no sentence is empty or has a slot left open.
func checkSentences(t *testing.T, r *analyzer.Report) {
	t.Helper()
	texts := []string{r.Headline, r.Result + r.Elsewhere}
	for _, f := range []analyzer.FindingReport{r.Findings.Reader, r.Findings.Arrivals, r.Findings.Stream} {
		texts = append(texts, f.Sentence)
		for _, also := range f.Also {
			texts = append(texts, also.Sentence)
		}
	}
	for _, text := range texts {
		plain := strings.NewReplacer("chunk_bytes", "", "held_bytes", "").Replace(text)
		if text == "" || strings.ContainsAny(plain, "{}_") || strings.Contains(text, "  ") {
			t.Errorf("a sentence reads %q", text)
		}
	}
}

func wantSpans(c *bookCase) []string {
	var out []string
	for _, s := range c.Expect.Spans {
		out = append(out, fmt.Sprint(s[0], " ", s[1], " ", s[2]))
	}
	return out
}

func gotSpans(a *analyzer.Analysis) []string {
	var out []string
	for _, s := range a.Timeline.Spans.All() {
		end := any(s.End)
		if s.End == framing.Open {
			end = nil
		}
		out = append(out, fmt.Sprint(s.Start, " ", end, " ", s.Kind))
	}
	return out
}

func timesOf(t *testing.T, r analyzer.TimesReport) map[string]float64 {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]float64
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// cutPoints are all offsets of a small stream; of one over 4 KiB, those near
// edges of chunks and events and two hundred random ones.
func cutPoints(c *bookCase) []int {
	total := 0
	var edges []int
	for _, chunk := range c.Chunks {
		total += len(chunk.B)
		edges = append(edges, total)
	}
	var out []int
	if total <= 1024 {
		for at := range total + 1 {
			out = append(out, at)
		}
		return out
	}
	for _, s := range c.Expect.Spans {
		if end, ok := s[1].(float64); ok {
			edges = append(edges, int(s[0].(float64)), int(end))
		}
	}
	for _, e := range edges {
		for d := -3; d <= 3; d++ {
			if at := e + d; at >= 0 && at <= total {
				out = append(out, at)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		out = append(out, random.IntN(total))
	}
	return out
}

// form is the case as a capture whose chunks are also cut at an offset.
func (c *bookCase) form(at int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"heldbytes":"capture/1"`)
	if c.AcceptMs != nil {
		fmt.Fprintf(&b, `,"accept_ms":%s`, *c.AcceptMs)
	}
	b.WriteString("}\n")
	line := func(ms json.Number, p []byte) {
		fmt.Fprintf(&b, `{"t_ms":%s,"b64":"%s"}`+"\n", ms, base64.StdEncoding.EncodeToString(p))
	}
	start := 0
	for _, chunk := range c.Chunks {
		cut := at - start
		if cut > 0 && cut < len(chunk.B) {
			line(chunk.T, chunk.B[:cut])
			line(chunk.T, chunk.B[cut:])
		} else {
			line(chunk.T, chunk.B)
		}
		start += len(chunk.B)
	}
	if c.EOFMs != nil {
		fmt.Fprintf(&b, `{"eof_ms":%s}`+"\n", *c.EOFMs)
	}
	return b.Bytes()
}

func sharedRecordings(t *testing.T) string { return sharedtest.Dir(t, "recordings") }
