package framing_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// conformanceCase is a case that another project wrote for its own decoder.
type conformanceCase struct {
	Suite, Name    string
	Framing        string
	Input          []byte          `json:"input_b64"`
	Expect         json.RawMessage `json:"expect"`
	Closes         []int64         `json:"closes"`          // past the line end of each blank line
	ClosesCR       []int64         `json:"closes_cr"`       // the same, past its CR where that ends it
	DispatchCloses []int64         `json:"dispatch_closes"` // those of Closes that dispatch an event
	Tail           int             `json:"tail"`            // bytes after the last of Closes
	Generated      string          `json:"input_gen"`       // how to make an input that is too large to keep
}

// conformance returns the cases of suites, of every framing that they have.
func conformance(t *testing.T, suites ...string) []conformanceCase {
	t.Helper()
	var cases []conformanceCase
	for _, suite := range suites {
		f, err := os.Open(sharedtest.Dir(t, "conformance", suite+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		before := len(cases)
		for dec := json.NewDecoder(f); dec.More(); {
			var c conformanceCase
			if err := dec.Decode(&c); err != nil {
				t.Fatalf("%s: %v", suite, err)
			}
			cases = append(cases, c)
		}
		if len(cases) == before {
			t.Errorf("suite %s is empty", suite)
		}
	}
	return cases
}

// deviations names the cases whose expectation differs from the definition
// here, and why. Each must be met and must differ.
type deviations map[string]string

// check runs differ over the cases: it returns what differs, or nothing.
func (d deviations) check(t *testing.T, cases []conformanceCase, differ func(*testing.T, conformanceCase) string) {
	t.Helper()
	met := map[string]bool{}
	for _, c := range cases {
		name := c.Suite + "/" + c.Name
		t.Run(name, func(t *testing.T) {
			diff := differ(t, c)
			why, known := d[name]
			met[name] = met[name] || known
			switch {
			case diff != "" && !known:
				t.Errorf("%s\n%s", clip(c.Input), diff)
			case diff == "" && known:
				t.Errorf("does not differ any more: %s", why)
			}
		})
	}
	for name := range d {
		if !met[name] {
			t.Errorf("no case %s", name)
		}
	}
}

// dispatched is an event as an EventSource sees it.
type dispatched struct {
	Event string `json:"event"`
	Data  string `json:"data"`
	ID    string `json:"id"`
}

func TestSSEConformance(t *testing.T) {
	cases := conformance(t, "wpt_eventsource", "eventsource_parser", "openai_node", "openai_python", "anthropic_ts",
		"httpx_sse", "fetch_event_source", "ld_eventsource", "whatwg_examples", "blns_sse")
	deviations{
		"eventsource_parser/maxBufferSize: preserves unterminated comments when onComment callback exists": "a comment outside an event is over at its line end and leaves no tail",
		"openai_python/unterminated_event ':x\\n' x2000":                                                   "a comment outside an event is over at its line end and leaves no tail",
	}.check(t, cases, func(t *testing.T, c conformanceCase) string {
		var want, got []dispatched
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		wantCloses := []int64{} // of events, at the CR where there is one
		for _, at := range c.DispatchCloses {
			wantCloses = append(wantCloses, c.ClosesCR[slices.Index(c.Closes, at)])
		}
		r := everyCut(t, framing.SSEText, framing.Options{}, true, c.Input)
		gotCloses, id := []int64{}, ""
		for _, s := range r.Spans {
			p := framing.Decode(framing.SSEText, c.Input[s.Start:s.End])
			if p.ID != nil {
				id = *p.ID
			}
			if s.Kind.IsEvent() {
				gotCloses = append(gotCloses, s.End)
				got = append(got, dispatched{p.Event, p.Data, id})
			}
		}
		if len(want) == 0 {
			want = nil
		}
		diff := cmp.Diff(want, got) + cmp.Diff(wantCloses, gotCloses)
		if r.Open != nil && r.Open.Start < int64(len(c.Input)-c.Tail) {
			diff += "a span is open before the tail: " + show(r)
		}
		if c.Tail > 0 && r.Open == nil {
			diff += "no span is open in the tail: " + show(r)
		}
		return diff
	})
}

func TestJSONConformance(t *testing.T) {
	cases := slices.DeleteFunc(conformance(t, "jsontestsuite", "blns_json"), func(c conformanceCase) bool {
		return c.Framing != "json"
	})
	deviations{}.check(t, cases, func(t *testing.T, c conformanceCase) string {
		var want string
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		r := everyCut(t, framing.JSON, framing.Options{}, true, c.Input)
		got := "reject"
		if events := slices.DeleteFunc(r.Spans, isFiller); len(events) == 1 && events[0].Kind == framing.Event {
			got = "accept"
		}
		if want != "either" && want != got {
			return "want " + want + ", got " + show(r)
		}
		return ""
	})
}

func isFiller(s framing.Span) bool { return s.Kind == framing.Filler }

func TestGluedJSONConformance(t *testing.T) {
	cases := slices.DeleteFunc(conformance(t, "jsontestsuite_concat", "blns_json"), func(c conformanceCase) bool {
		return c.Framing != "jsonconcat"
	})
	deviations{
		"jsontestsuite_concat/test_parsing/n_structure_UTF8_BOM_no_data.json": "a BOM is filler, not an error",
	}.check(t, cases, func(t *testing.T, c conformanceCase) string {
		var want struct {
			Values [][2]int64 `json:"values"`
			Error  *string    `json:"error"`
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		r := everyCut(t, framing.JSON, framing.Options{}, true, c.Input)
		got, bad := [][2]int64{}, false
		for _, s := range r.Spans {
			switch {
			case s.Kind == framing.Bad:
				bad = true
			case s.Kind == framing.Event && !bad: // the suite stops at an error
				got = append(got, [2]int64{s.Start, s.End})
			}
		}
		diff := cmp.Diff(want.Values, got)
		if bad != (want.Error != nil) {
			diff += "bad: " + show(r)
		}
		return diff
	})
}

func TestLinesConformance(t *testing.T) {
	cases := slices.DeleteFunc(conformance(t, "ndjson_spec", "blns_json"), func(c conformanceCase) bool {
		return c.Framing != "ndjson"
	})
	type line struct {
		Close int64 `json:"close"`
		Valid bool  `json:"valid"`
		Empty bool  `json:"empty"`
	}
	deviations{}.check(t, cases, func(t *testing.T, c conformanceCase) string {
		var want struct {
			Lines []line `json:"lines"`
		}
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
		want.Lines = slices.DeleteFunc(want.Lines, func(l line) bool { return l.Empty })
		var got []line
		for _, s := range everyCut(t, framing.Lines, framing.Options{}, true, c.Input).Spans {
			got = append(got, line{Close: s.End, Valid: s.Kind == framing.Event})
		}
		return cmp.Diff(want.Lines, got)
	})
}
