package analyzer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// inspections are findings of which testdata/inspections has all that the cursor
// and the tables say.
var inspections = []string{
	"late-one-event",           // an observed reader
	"late-lag",                 // whose events wait for others
	"keeps-bad-many",           // that keeps some
	"bad-events",               // nobody observed, some bad
	"burst",                    // several events in a chunk
	"heartbeat-in-a-gap",       // swallowed or not
	"after-sentinel",           //
	"alive",                    // filler
	"no-delimiter-sse",         // an event that never closes
	"late-untimed",             // no times
	"unmeasured-lengths",       // no spans
	"coded-waits",              // an inflater
	"late-no-eof-row",          //
	"backwards",                // times that run backwards
	"slow-handoff",             // marks
	"late-alone",               // rows and no chunks
	"marks-only",               // rows that say nothing of held bytes
	"late-one-event-unended",   // no EOF
	"drops-after-giving-up",    // EOF drops what is held
	"no-delimiter-json-number", // only EOF closes it
}

func TestInspections(t *testing.T) {
	for _, name := range inspections {
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(filepath.Join("testdata", "findings", name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			a, _ := analyzeFixture(t, ar)
			file := filepath.Join("testdata", "inspections", name+".txt")
			got := inspected(t, a)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// inspected is the cursor on each chunk and all tables.
func inspected(t *testing.T, a *analyzer.Analysis) string {
	t.Helper()
	v := a.Inspect()
	var b strings.Builder
	fmt.Fprintf(&b, "lines: %s\n\n", strings.Join(v.Lines(), ", "))
	for k := range a.Timeline.Points() {
		f := v.Look(analyzer.Look{Table: analyzer.TableChunks, Row: k})
		parts := []string{f.Place}
		for _, s := range []string{f.Time, f.Got} {
			if s != "" {
				parts = append(parts, s)
			}
		}
		for _, h := range f.Held {
			parts = append(parts, h.Line+" "+h.Text)
		}
		fmt.Fprintf(&b, "%s\n    %s\n    in", strings.Join(parts, ", "), f.Event)
		for _, r := range f.Rows {
			fmt.Fprintf(&b, " %s %d", r.Table, r.Row)
		}
		b.WriteByte('\n')
	}
	for _, name := range []string{analyzer.TableStalls, analyzer.TableEvents, analyzer.TableBad, analyzer.TableChunks} {
		table := rowsOf(t, v, name, 0, analyzer.MostRows)
		fmt.Fprintf(&b, "\n%s, %d\n", name, table.Totals[name])
		var head []string
		for _, c := range table.Head {
			s := c.Title
			if c.Unit != "" {
				s += ", " + c.Unit
			}
			if c.Class != "" {
				s += " (" + c.Class + ")"
			}
			head = append(head, s)
		}
		fmt.Fprintln(&b, strings.Join(head, " | "))
		for _, row := range table.Rows {
			fmt.Fprintln(&b, strings.Join(row, " | "))
		}
	}
	return b.String()
}

func rowsOf(t testing.TB, v *analyzer.Inspection, name string, from, count int) *analyzer.Table {
	t.Helper()
	table, err := v.Rows(analyzer.Rows{Table: name, From: from, Count: count})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestEveryInspectionLeadsBackAndForth(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	files, err := filepath.Glob(filepath.Join("testdata", "findings", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := analyzeFixture(t, ar)
			checkInspection(t, rng, a)
		})
	}
}

// readings are what the cursor says at one chunk.
var readings = []struct {
	name, recording, rows string
	chunk                 int
	want                  string
}{
	{"an event closes and nobody was observed", `{"t_ms":0,"text":"1\n"}`, "", 0, "event 0 closed here"},
	{"an event closes and is let go at once", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":9,"text":"1\n"}`, "0,0,0,True\n1,9,0,True\n", 0, "event 0 closed here, let go at once"},
	{"an event closes and is let go later", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":470,"text":"1\n"}`, "0,0,2,False\n1,470,0,True\n", 0,
		"event 0 closed here, let go 470 ms later; 1 closed event is held"},
	{"several close at once", `{"t_ms":0,"text":"1\n2\n3\n"}`, "", 0, "events 0 to 2 closed here"},
	{"several close at once and EOF drops them", `{"t_ms":0,"text":"1\n2\n"}` + "\n" + `{"t_ms":5,"text":" "}` + "\n" + `{"eof_ms":9}`, "0,0,4,False\n1,5,5,False\n2,9,0,False\n", 0,
		"events 0 to 1 closed here, not all let go; 2 closed events are held"},
	{"a bad one", `{"t_ms":0,"text":"1\nx\n"}`, "", 0, "events 0 to 1 closed here; event 1 is bad: its payload is not JSON"},
	{"a bad one alone", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":7,"text":"x\n"}`, "", 1, "event 1 closed here; it is bad: its payload is not JSON"},
	{"several bad ones", `{"t_ms":0,"text":"1\nx\n{\n"}`, "", 0, "events 0 to 2 closed here; 2 of them are bad"},
	{"an open event", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":1510,"text":"{"}` + "\n" + `{"t_ms":2270,"text":"}\n"}`, "", 1,
		"event 1 is open, begun at 1,510 ms, 760 ms to its close"},
	{"one closes and the next opens", `{"t_ms":0,"text":"1\n{"}` + "\n" + `{"t_ms":20,"text":"}\n"}`, "", 0,
		"event 0 closed here; event 1 is open, begun at 0 ms, 20 ms to its close"},
	{"an event that never closes", `{"t_ms":0,"text":"1\n{"}` + "\n" + `{"t_ms":20,"text":" "}`, "", 1, "event 1 is open, begun at 0 ms, and never closes"},
	{"an open event without times", `{"heldbytes":"capture/1"}` + "\n" + `{"text":"{\"a\""}` + "\n" + `{"text":":"}` + "\n" + `{"text":"1}\n"}` + "\n", "", 0, "event 0 is open, 2 more chunks to its close"},
	{"one without times that never closes", `{"heldbytes":"capture/1"}` + "\n" + `{"text":"1\n"}` + "\n" + `{"text":"{\"a\""}` + "\n", "", 1, "event 1 is open and never closes"},
	{"one without times that is let go later", `{"heldbytes":"capture/1"}` + "\n" + `{"text":"1\n"}` + "\n" + `{"text":"2\n3\n"}` + "\n" + `{"text":"4\n"}` + "\n", "0,0,2,False\n1,0,6,False\n2,0,2,True\n", 0,
		"event 0 closed here, let go 2 chunks later; 1 closed event is held"},
	{"several without times that are let go later", `{"heldbytes":"capture/1"}` + "\n" + `{"text":"1\n"}` + "\n" + `{"text":"2\n3\n"}` + "\n" + `{"text":"4\n"}` + "\n", "0,0,2,False\n1,0,6,False\n2,0,2,True\n", 1,
		"events 1 to 2 closed here, the last let go 1 chunk later; 3 closed events are held"},
	{"fields that make no event", `{"t_ms":0,"text":"data: 1\n\nid: 4\n"}` + "\n" + `{"t_ms":9,"text":"\n"}`, "", 0, "event 0 closed here; fields that make no event are held"},
	{"a comment that is open", `{"t_ms":0,"text":"data: 1\n\n"}` + "\n" + `{"t_ms":9,"text":": a"}` + "\n" + `{"t_ms":12,"text":"\n"}`, "", 1, "only filler is held"},
	{"nothing and nobody", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":9,"text":" "}`, "", 1, "no event is open"},
	{"nothing, and a reader", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"t_ms":9,"text":" "}`, "0,0,0,True\n1,9,0,False\n", 1, "nothing is held"},
	{"a capture of lengths", `{"t_ms":0,"len":4}`, "", 0, ""},
	{"EOF", `{"t_ms":0,"text":"1\n"}` + "\n" + `{"eof_ms":3}`, "", 1, "no event is open"},
	{"EOF that closes an event", `{"t_ms":0,"text":"1"}` + "\n" + `{"eof_ms":3}`, "", 1, "event 0 closed here"},
}

func reading(t *testing.T, recording, rows string) *analyzer.Analysis {
	t.Helper()
	o := analyzer.Options{}
	if rows != "" {
		o.Observed = strings.NewReader("i,t_ms,held_bytes,parsed\n" + rows)
	}
	return analyze(t, recording, o)
}

func TestWhatTheCursorSays(t *testing.T) {
	for _, c := range readings {
		t.Run(c.name, func(t *testing.T) {
			f := reading(t, c.recording, c.rows).Inspect().Look(analyzer.Look{Table: analyzer.TableChunks, Row: c.chunk})
			if f.Event != c.want {
				t.Errorf("got %q, want %q", f.Event, c.want)
			}
		})
	}
}

// No text of the knob, the cursor and the tables goes unread, and all of them are
// in the language of the analysis.
func TestEveryTextOfAnInspectionIsSaid(t *testing.T) {
	mine := func(key string) bool {
		axis, _, _ := strings.Cut(key, ".")
		return axis == "look" || axis == "turn" || axis == "table" || axis == "kind"
	}
	marked := diagnose.Catalogue{}
	for key, text := range diagnose.English {
		marked[key] = "<" + key + ">" + text
	}
	var all strings.Builder
	files, _ := filepath.Glob(filepath.Join("testdata", "findings", "*.txtar"))
	var some []*analyzer.Analysis
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := analyzeFixture(t, ar)
		some = append(some, a)
	}
	for _, c := range readings {
		some = append(some, reading(t, c.recording, c.rows))
	}
	some = append(some, analyze(t, "{}\n{\"aaaaaaaa\":1}\n1\n", analyzer.Options{}))
	for _, a := range some {
		a.Language = &language.Language{Tag: "x", Sentences: marked}
		all.WriteString(inspected(t, a))
		for _, rule := range []string{"at-close", "read-all", "never", "next-chunk", "chunk-end", "block:3", "lag:1"} {
			k, err := a.Inspect().Turn(rule)
			if err != nil {
				t.Fatal(err)
			}
			if k != nil {
				all.WriteString(k.Sentence)
			}
		}
	}
	for key := range diagnose.English {
		if mine(key) && !strings.Contains(all.String(), "<"+key+">") {
			t.Errorf("nothing says %s", key)
		}
	}
}
