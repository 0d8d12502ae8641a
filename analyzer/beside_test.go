package analyzer_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// oneFile puts the rows of a reader into the lines of its capture, each behind
// the chunk that it is of.
func oneFile(t *testing.T, form, rows []byte, beside bool) string {
	t.Helper()
	cells, err := csv.NewReader(bytes.NewReader(rows)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	row := func(i int) string {
		c := cells[i+1]
		return fmt.Sprintf(`"row":{"t_ms":%s,"held_bytes":%s,"parsed":%s}`, c[1], c[2], strings.ToLower(c[3]))
	}
	var out strings.Builder
	n := 0
	for line := range strings.Lines(string(form)) {
		line = strings.TrimSpace(line)
		switch chunk := strings.HasPrefix(line, `{"t_ms"`); {
		case chunk && beside:
			fmt.Fprintf(&out, "%s,%s}\n", strings.TrimSuffix(line, "}"), row(n))
			n++
		case chunk, strings.HasPrefix(line, `{"eof_ms"`):
			fmt.Fprintf(&out, "%s\n{%s}\n", line, row(n))
			n++
		default:
			fmt.Fprintln(&out, line)
		}
	}
	for ; n+1 < len(cells); n++ {
		fmt.Fprintf(&out, "{%s}\n", row(n))
	}
	return out.String()
}

func TestOneFileSaysOfItsReaderWhatTwoSay(t *testing.T) {
	for _, s := range analyzer.Samples() {
		t.Run(s.Name, func(t *testing.T) {
			recording, observed := s.Open()
			form, _ := io.ReadAll(recording)
			rows, _ := io.ReadAll(observed)
			want, err := analyzer.Analyze(bytes.NewReader(form), analyzer.Options{Name: "in", Observed: bytes.NewReader(rows)})
			if err != nil {
				t.Fatal(err)
			}
			for _, beside := range []bool{false, true} {
				got, err := analyzer.Analyze(strings.NewReader(oneFile(t, form, rows, beside)), analyzer.Options{Name: "in"})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want.Report(), got.Report()); diff != "" {
					t.Errorf("beside %v (-two +one):\n%s", beside, diff)
				}
				comesBack(t, got, analyzer.Options{})
				checkSums(t, got)
			}
		})
	}
}

func TestRowsBesideChunks(t *testing.T) {
	const head = `{"heldbytes":"capture/1","content_type":"application/x-ndjson","level":"read"}` + "\n"
	chunk := func(at int, text, more string) string {
		return fmt.Sprintf("{\"t_ms\":%d,\"text\":%q%s}\n", at, text, more)
	}
	row := func(at, held int, parsed any) string {
		return fmt.Sprintf(`{"row":{"t_ms":%d,"held_bytes":%d,"parsed":%v}}`+"\n", at, held, parsed)
	}
	const none = capture.None
	for _, c := range []struct {
		name, in string
		held     []int64 // of the rows of the timeline
		parsed   []bool
		code     string
		counted  int64
		misfit   timeline.Misfit
	}{
		{name: "one for two chunks", in: chunk(0, "1", "") + chunk(1, "2\n", "") + row(2, 0, true) + chunk(3, "3\n", "") + row(4, 0, true),
			held: []int64{none, 0, 0}, parsed: []bool{false, true, true}, code: "prompt"},
		{name: "the last one missing, as after a kill", in: chunk(0, "1\n", "") + row(0, 0, true) + chunk(3, "2\n", "") + row(3, 0, true) + chunk(5, "3\n", ""),
			held: []int64{0, 0, none}, parsed: []bool{true, true, false}, code: "prompt"},
		{name: "two behind one chunk", in: chunk(0, "1\n", "") + row(0, 2, false) + row(1, 0, true) + chunk(3, "2\n", "") + row(3, 0, true),
			held: []int64{0, 0}, parsed: []bool{true, true}, code: "prompt"},
		{name: "one in front of all", in: row(0, 0, 0) + chunk(1, "1\n", "") + row(1, 0, 1) + chunk(3, "2\n", "") + row(3, 0, 2),
			held: []int64{0, 0}, parsed: []bool{true, true}, code: "prompt", counted: 2},
		{name: "the end, told by a row", in: chunk(0, "1\n", "") + row(0, 2, false) + chunk(3, "2\n", "") + row(3, 4, false) + row(9, 0, true) + `{"eof_ms":9}`,
			held: []int64{2, 4, 0}, parsed: []bool{false, false, true}, code: "late"},
		{name: "more than was received", in: chunk(0, "1\n", "") + row(0, 3, false) + chunk(3, "2\n", "") + row(3, 4, false),
			code: "undecidable", misfit: timeline.HoldsTooMuch},
		{name: "the bytes of other chunks", in: chunk(0, "1\n", "") + `{"row":{"t_ms":0,"held_bytes":1,"chunk_bytes":1}}` + "\n" + chunk(3, "2\n", "") + row(3, 0, true),
			code: "undecidable", misfit: timeline.OtherChunks},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := analyzer.Analyze(strings.NewReader(head+c.in), analyzer.Options{Name: "in"})
			if err != nil {
				t.Fatal(err)
			}
			var held []int64
			var parsed []bool
			for _, o := range a.Timeline.Observed {
				held, parsed = append(held, o.Held), append(parsed, o.Parsed)
			}
			if !slices.Equal(held, c.held) || !slices.Equal(parsed, c.parsed) {
				t.Errorf("held %v parsed %v", held, parsed)
			}
			rows := a.Timeline.Rows
			if code := a.Report().Findings.Reader.Code; code != c.code || rows.Counted != c.counted || rows.Misfit != c.misfit {
				t.Errorf("reader %s, %+v", code, rows)
			}
			comesBack(t, a, analyzer.Options{})
		})
	}
}

func TestMarksBesideChunksSplitARelease(t *testing.T) {
	in := `{"heldbytes":"capture/1","level":"read","content_type":"application/x-ndjson"}` + "\n"
	for i := range 4 {
		in += fmt.Sprintf(`{"t_ms":%d,"text":"1\n","row":{"parsed":true,"accept_ms":%[1]d,"read_ms":%[1]d,"parse_ms":%[1]d,"handoff_ms":%d}}`+"\n", i*100, i*100+80)
	}
	a, err := analyzer.Analyze(strings.NewReader(in), analyzer.Options{Name: "in"})
	if err != nil || a.Report().Findings.Reader.Code != "slow-handoff" {
		t.Errorf("%v, %+v", err, a.Report().Findings.Reader)
	}
}

func TestRowsOfTheFormWithoutChunksStandAlone(t *testing.T) {
	in := `{"heldbytes":"capture/1"}` + "\n"
	for i := range 5 {
		in += fmt.Sprintf(`{"row":{"t_ms":%d,"held_bytes":%d,"parsed":%v}}`+"\n", i*300, i*10%40, i == 4)
	}
	a, err := analyzer.Analyze(strings.NewReader(in), analyzer.Options{Name: "in"})
	if err != nil || len(a.Timeline.Observed) != 5 || a.Timeline.Chunks != nil {
		t.Errorf("%v, %+v", err, a)
	}
}
