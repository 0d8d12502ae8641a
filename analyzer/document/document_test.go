package document_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/document"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

var update = flag.Bool("update", false, "write the golden files")

// stall is a capture with a comment, a bad event and a stall inside an event.
const stall = `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read","accept_ms":-12.5}
{"t_ms":0,"text":"data: {\"n\":1}\n\n"}
{"t_ms":10,"text":": still here\n"}
{"t_ms":20.25,"text":"data: {\"n\""}
{"t_ms":1510.5,"text":":2}\n\ndata: }\n\nda"}
{"t_ms":1511,"text":"ta: [DONE]\n\n"}
{"eof_ms":1520}
`

func TestReportIsAsBefore(t *testing.T) {
	got := sheets.ReplaceAllString(write(t, stall, ""), "$1…$2")
	got = hashes.ReplaceAllString(got, "sha256-…")
	file := filepath.Join("testdata", "stall.html")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-update writes it anew: (-want +got)\n%s", diff)
	}
}

// What stands in files of its own is not kept again.
var (
	sheets = regexp.MustCompile(`(?s)(<style>|<script>).*?(</style>|</script>)`)
	hashes = regexp.MustCompile(`sha256-[\w+/&#;]+=*`)
)

func TestReportLetsNothingInButItsOwn(t *testing.T) {
	for name, recording := range map[string]string{"chunks": stall, "rows": "i,t_ms,held_bytes,parsed\n0,0,1,False\n1,10,0,True\n"} {
		t.Run(name, func(t *testing.T) {
			got := write(t, recording, "")
			for _, forbidden := range []string{" style=", "<!--", "\r", "javascript:", "https:", "<iframe", "<object", "@import"} {
				if strings.Contains(got, forbidden) {
					t.Errorf("it has %q", forbidden)
				}
			}
			if m := regexp.MustCompile(`url\([^#]`).FindString(got); m != "" {
				t.Errorf("it loads something: %s", m)
			}
			if m := regexp.MustCompile(` on[a-z]+=`).FindString(got); m != "" {
				t.Errorf("it has the handler%s", m)
			}
			for _, m := range regexp.MustCompile(`http://[^"]*`).FindAllString(got, -1) {
				if m != "http://www.w3.org/2000/svg" && !strings.HasPrefix(m, "http://www.w3.org/2000/svg") {
					t.Errorf("it has the address %s", m)
				}
			}
			for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(got, -1) {
				if m[1] != "data:," && m[1] != "#graph" {
					t.Errorf("it refers to %s", m[1])
				}
			}
			if n := strings.Count(got, "<script"); n != 2 {
				t.Errorf("it has %d scripts", n)
			}
			policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(got)
			if policy == nil || !strings.HasPrefix(policy[1], "default-src &#39;none&#39;; script-src &#39;sha256-") || strings.Contains(policy[1], "unsafe") {
				t.Errorf("its policy is %q", policy)
			}
		})
	}
}

func TestReportSaysWhatItIsMadeFrom(t *testing.T) {
	for name, tt := range map[string]struct {
		recording, rows string
		want            []string
	}{
		"a stall": {stall, "", []string{
			"<title>heldbytes: 5 chunks · 66 bytes · 4 events · sse · 1 stall</title>",
			"<dt>Framing</dt><dd>sse, detected</dd>", "<dt>Format</dt><dd>capture</dd>", "<dt>Where its clock stood</dt><dd>read</dd>",
			"<dt>Of these bad</dt><dd>1</dd>", "<dt>Wait for the first chunk, ms</dt><dd>13</dd>", "<dt>A stall is at least, ms</dt><dd>200</dd>",
			">ms since the first chunk</text>", ">bytes held</text>", "5 chunks, 66 bytes, 4 events (sse), ",
		}},
		"rows alone": {"i,t_ms,held_bytes,parsed\n0,0,1,False\n1,10,0,True\n", "", []string{
			"<title>heldbytes: 2 observed rows · 0 stalls</title>", "<dt>Framing</dt><dd>none: no close is known</dd>",
			">ms since the first row</text>", `<dt>row</dt>`, `<details class="csv">`,
		}},
		"no times": {"{\"heldbytes\":\"capture/1\"}\n{\"text\":\"{}\\n\"}\n", "", []string{"<dt>Times</dt><dd>none</dd>", ">chunk</text>"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := write(t, tt.recording, tt.rows)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("it has no %s", want)
				}
			}
		})
	}
}

// columns are the data of a report, added up.
type columns struct {
	Tick    int64   `json:"tick_ns"`
	Times   []int64 `json:"times"`
	Numbers []int   `json:"numbers"`
	Bytes   []int64 `json:"bytes"`
	Events  []int   `json:"events"`
	Kinds   string  `json:"kinds"`
	Stalls  []int   `json:"stalls"`
	At      int     `json:"at"`
	Lines   []struct{ After, Before []int64 }
}

func read(t *testing.T, html string) columns {
	t.Helper()
	_, rest, ok := strings.Cut(html, `id="data">`)
	text, _, is := strings.Cut(rest, "</script>")
	var c columns
	if err := json.Unmarshal([]byte(text), &c); err != nil || !ok || !is {
		t.Fatalf("%v in %.200s", err, text)
	}
	addUp(c.Times)
	addUp(c.Numbers)
	addUp(c.Bytes)
	addUp(c.Events)
	return c
}

func addUp[T int | int64](column []T) {
	for i := 1; i < len(column); i++ {
		column[i] += column[i-1]
	}
}

func TestCursorFindsTheEventAtEachPoint(t *testing.T) {
	c := read(t, write(t, stall, ""))
	if c.Tick != 1000 || !slices.Equal(c.Times, []int64{0, 10000, 20250, 1510500, 1511000, 1520000}) {
		t.Errorf("times %v of %d ns", c.Times, c.Tick)
	}
	if want := []int{0, 0, 1, 3, 3, 3}; !slices.Equal(c.Events, want) {
		t.Errorf("events %v, want %v", c.Events, want)
	}
	// The first closes with its chunk and stays the last to have closed; the second
	// begins; the bad one closes and the sentinel begins, and closes.
	if c.Kinds != "eeESss" {
		t.Errorf("kinds %s", c.Kinds)
	}
	if want := []int64{15, 28, 38, 54, 66, 66}; !slices.Equal(c.Bytes, want) {
		t.Errorf("received %v, want %v", c.Bytes, want)
	}
}

// TestLongReportIsBounded looks at more chunks than a report holds.
func TestLongReportIsBounded(t *testing.T) {
	const n = 2*document.MaxPoints + 7
	var b strings.Builder
	b.WriteString(`{"heldbytes":"capture/1"}` + "\n")
	for i := range n {
		text := "{}\\n"
		switch i % 3 {
		case 0:
			text = "[1"
		case 1:
			text = ",2]\\n"
		}
		if i == n/2 {
			text = strings.Repeat("{}\\n", 50)
		}
		fmt.Fprintf(&b, `{"t_ms":%d,"text":"%s"}`+"\n", 2*i, text)
	}
	a, err := analyzer.Analyze(strings.NewReader(b.String()), analyzer.Options{Framing: framing.Lines})
	if err != nil {
		t.Fatal(err)
	}
	html := written(t, a)
	c := read(t, html)
	if len(c.Times) > document.MaxPoints+2*document.MaxStalls+1 || len(c.Times) < document.MaxPoints/2 {
		t.Errorf("%d points", len(c.Times))
	}
	lines := a.Figure().Lines
	most := false
	for i, k := range c.Numbers {
		if i > 0 && k <= c.Numbers[i-1] {
			t.Fatalf("point %d after %d", k, c.Numbers[i-1])
		}
		p := lines[0].At(k)
		if c.Times[i]*c.Tick != int64(p.Time) || c.Bytes[i] != p.Received {
			t.Fatalf("point %d at %d, %d received, want %v, %d", k, c.Times[i]*c.Tick, c.Bytes[i], p.Time, p.Received)
		}
		for l, line := range lines {
			q := line.At(k)
			if c.Lines[l].After[i] != q.After || c.Lines[l].Before != nil && c.Lines[l].Before[i] != q.Before {
				t.Fatalf("line %d at point %d", l, k)
			}
			most = most || line.Rule.String() == "at-close" && q.Before == line.Peak()
		}
	}
	if !most {
		t.Error("the most that is held is left out")
	}
	if len(c.Kinds) != len(c.Times) || len(c.Events) != len(c.Times) {
		t.Errorf("%d kinds and %d events for %d points", len(c.Kinds), len(c.Events), len(c.Times))
	}
	if !strings.Contains(html, "points the cursor stops at") || strings.Contains(html, `id="csv"`) || !strings.Contains(html, "too many to stand here") {
		t.Error("it does not say what it leaves out")
	}
	if len(html) > 8<<20 {
		t.Errorf("it has %d bytes", len(html))
	}
}

func write(t *testing.T, recording, rows string) string {
	t.Helper()
	o := analyzer.Options{}
	if rows != "" {
		o.Observed = strings.NewReader(rows)
	}
	a, err := analyzer.Analyze(strings.NewReader(recording), o)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, a)
}

func written(t *testing.T, a *analyzer.Analysis) string {
	t.Helper()
	d := document.Document{
		Diagnosis: a.Diagnosis, Figure: a.Figure(), CSV: a.WriteCSV, Remarks: a.Report().Source.Remarks,
		Exchange: a.Exchange, Exchanges: len(a.Exchanges),
	}
	var b bytes.Buffer
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
