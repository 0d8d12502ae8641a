package analyzer_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

var (
	update = flag.Bool("update", false, "write testdata anew")
	seed   = flag.Uint64("seed", 0, "of the random captures; 0 picks one")
)

// framings are those that the oracle has: all but AWSEventStream.
var framings = []framing.Name{framing.Lines, framing.SSE, framing.SSEText, framing.JSON,
	framing.JSONArray, framing.JSONSeq, framing.GRPC, framing.ContentLength}

// oracleCase is a capture and what the oracle says of each rule.
type oracleCase struct {
	Framing string        `json:"framing"`
	Chunks  []oracleChunk `json:"chunks"`
	EOFMs   *json.Number  `json:"eof_ms"`
	Rules   map[string]oracleRule
}

type oracleChunk struct {
	T json.Number `json:"t_ms"`
	B []byte      `json:"b64"`
}

type oracleRule struct {
	Released  []int64                `json:"released"`
	Held      []int64                `json:"held"`
	Before    []int64                `json:"held_before"`
	Parsed    []bool                 `json:"parsed"`
	Peak      int64                  `json:"peak"`
	PeakAfter int64                  `json:"peak_after"`
	Area      map[string]json.Number `json:"area_byte_ns"`
	Time      map[string]int64       `json:"time_ns"`
}

func TestSeriesAndSplitsAgreeWithKeptVectors(t *testing.T) {
	file := filepath.Join("testdata", "oracle.jsonl")
	if *update {
		var out bytes.Buffer
		for _, c := range askOracle(t, randomCaptures(rand.New(rand.NewPCG(3, 4)), 160)) {
			if err := json.NewEncoder(&out).Encode(c); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for d := json.NewDecoder(f); d.More(); n++ {
		var c oracleCase
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		agreeWithOracle(t, c)
	}
	if n < 100 {
		t.Errorf("%s has %d captures, want 100 at least", file, n)
	}
}

func TestSeriesAndSplitsAgreeOnRandomCaptures(t *testing.T) {
	from := *seed
	if from == 0 {
		from = rand.Uint64()
	}
	for _, c := range askOracle(t, randomCaptures(rand.New(rand.NewPCG(from, 1)), 300)) {
		if agreeWithOracle(t, c); t.Failed() {
			t.Fatalf("run again with -seed=%d", from)
		}
	}
}

func agreeWithOracle(t *testing.T, c oracleCase) {
	t.Helper()
	name, err := framing.ParseName(c.Framing)
	if err != nil {
		t.Fatal(err)
	}
	b := bookCase{EOFMs: c.EOFMs}
	for _, chunk := range c.Chunks {
		b.Chunks = append(b.Chunks, bookChunk(chunk))
	}
	var rules []replay.Rule
	for name := range c.Rules {
		rule, err := replay.ParseRule(name)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, rule)
	}
	a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), analyzer.Options{Framing: name, Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Diagnosis.Rules {
		x := &a.Diagnosis.Rules[i]
		want := c.Rules[x.Series.Rule.String()]
		got := oracleRule{Peak: x.Series.Peak(), PeakAfter: x.Series.PeakAfter()}
		for _, p := range x.Series.All() {
			got.Released = append(got.Released, p.Released)
			got.Held = append(got.Held, p.After)
			got.Before = append(got.Before, p.Before)
			got.Parsed = append(got.Parsed, p.Parsed)
		}
		r := a.Report().Series[i]
		got.Time = map[string]int64{"release": int64(r.Time.Release), "open": int64(r.Time.Open), "filler": int64(r.Time.Filler), "idle": int64(r.Time.Idle)}
		if diff := cmp.Diff(want, got, cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Area" }, cmp.Ignore())); diff != "" {
			t.Errorf("%s under %v (-want +got):\n%s\n%s", c.Framing, x.Series.Rule, diff, b.form(-1))
		}
		for part, got := range map[string]json.Number{"open": r.Area.Open, "late": r.Area.Late, "filler": r.Area.Filler} {
			if byteNs(t, want.Area[part]) != byteMs(t, got) {
				t.Errorf("%s under %v: area %s: got %s byte·ms, want %s byte·ns", c.Framing, x.Series.Rule, part, got, want.Area[part])
			}
		}
		if r.Area.Early != "0" {
			t.Errorf("%s under %v: area early is %s", c.Framing, x.Series.Rule, r.Area.Early)
		}
	}
}

func byteNs(t *testing.T, n json.Number) time.Duration {
	t.Helper()
	i, err := n.Int64()
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(i)
}

func byteMs(t *testing.T, n json.Number) time.Duration {
	t.Helper()
	var m analyzer.Millis
	if err := m.UnmarshalJSON([]byte(n)); err != nil {
		t.Fatal(err)
	}
	return time.Duration(m)
}

// askOracle runs the slow statement of the rules over the captures.
func askOracle(t *testing.T, cases []oracleCase) []oracleCase {
	t.Helper()
	for i, rules := range sharedtest.Ask[oracleCase, map[string]oracleRule](t, cases) {
		cases[i].Rules = rules
	}
	return cases
}

// pieces are what random streams are made of: whole events of each framing, and
// what breaks them.
var pieces = map[framing.Name][]string{
	framing.Lines:         {"{\"a\":1}\n", "{\"a\":[1,2]}\r\n", "1\n", "\n", " \t", "{\"a\":}\n", "{\"a\":", "\"x\"}\n", "\r", "[DONE]\n", "\xef\xbb\xbf"},
	framing.SSE:           {"data: {\"a\":1}\n\n", "data: 1\r\n\r\n", "data:[DONE]\n\n", ": c\n", ":\r\n\r\n", "event: ping\ndata: {}\n\n", "id: 1\n\n", "data: {\n", "data: }\n\n", "\r", "\n", "data: x\n\n", "retry: 3\n", "\xef\xbb\xbf"},
	framing.JSON:          {"{\"a\":1}", "[1,{\"b\":\"]\"}]", " ", "\n", "1", "-0.5e3", "true", "\"s\\\"\"", "{", "}", "nul", "x", "01", "\xef\xbb\xbf"},
	framing.JSONArray:     {"[", "{\"a\":1}", ",", "\n", "]", "1", "\"s\"", "[1,2]", " ", "{", "x", "true"},
	framing.JSONSeq:       {"\x1e{\"a\":1}\n", "\x1e", "{\"a\":", "1}", "\n", "\x1e12", "\x1e\"x\"", " ", "\x1ex\n"},
	framing.GRPC:          {"\x00\x00\x00\x00\x02ab", "\x00\x00\x00\x00\x00", "\x01\x00\x00\x00\x0b01234567890", "\x00", "\x00\x00\x00\x01", "\x00\xff\xff\xff\xff"},
	framing.ContentLength: {"Content-Length: 7\r\n\r\n{\"a\":1}", "content-length:2\r\nX: y\r\n\r\n{}", "Content-Length: 9\r\n\r\n", "{\"a\":", "X: y\r\n\r\n", "\r\n", "Content-"},
}

func randomCaptures(rng *rand.Rand, n int) []oracleCase {
	cases := make([]oracleCase, n)
	for i := range cases {
		name := framings[i%len(framings)]
		parts := pieces[name]
		if name == framing.SSEText {
			parts = pieces[framing.SSE]
		}
		var stream []byte
		for range rng.IntN(12) + 1 {
			stream = append(stream, parts[rng.IntN(len(parts))]...)
		}
		c := oracleCase{Framing: name.String()}
		at := int64(0)
		tick := func() json.Number {
			now := json.Number(fmt.Sprintf("%d.%06d", at/1e6, at%1e6))
			if rng.IntN(4) > 0 {
				at += rng.Int64N(400e6)
			}
			return now
		}
		for len(stream) > 0 || len(c.Chunks) == 0 {
			n := 0
			if len(stream) > 0 && rng.IntN(8) > 0 {
				n = 1 + rng.IntN(min(len(stream), 20))
			}
			c.Chunks = append(c.Chunks, oracleChunk{tick(), append([]byte{}, stream[:n]...)})
			stream = stream[n:]
		}
		if rng.IntN(3) > 0 {
			now := tick()
			c.EOFMs = &now
		}
		cases[i] = c
	}
	return cases
}
