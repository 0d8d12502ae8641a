package capture_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestRowsOfTheFormStandBehindTheirChunks(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string // of the records
	}{
		{"beside its chunk, at its time", `{"t_ms":2,"text":"ab","row":{"held_bytes":1,"parsed":true}}`,
			[]string{`chunk 0 2 len=2 "ab"`, "sample 0 2 line=1 held=1 parsed=true"}},
		{"at a time of its own", `{"t_ms":2,"len":2,"row":{"t_ms":2.5,"held_bytes":0,"parsed":false}}`,
			[]string{"chunk 0 2 len=2", "sample 0 2.5 line=1 held=0 parsed=false"}},
		{"on a line of its own", `{"row":{"t_ms":3,"held_bytes":4,"held_before":9,"chunk_bytes":5,"parsed":true}}`,
			[]string{"sample 0 3 line=1 held=4 parsed=true bytes=5 before=9"}},
		{"with its time outside", `{"t_ms":3,"row":{"held_bytes":4}}`, []string{"sample 0 3 line=1 held=4 parsed=false"}},
		{"with marks alone", `{"row":{"t_ms":3,"accept_ms":-1,"read_ms":0,"parse_ms":1.5,"handoff_ms":null}}`,
			[]string{"sample 0 3 line=1 held=-1 parsed=false mark0=-1 mark1=0 mark2=1.5"}},
		{"with members that are not known", `{"row":{"t_ms":3,"x":{"held_bytes":1},"held_bytes":2}}`, []string{"sample 0 3 line=1 held=2 parsed=false"}},
		{"that is null", `{"t_ms":3,"len":1,"row":null}`, []string{"chunk 0 3 len=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []string{c.in + "\n", `{"chunks":[` + c.in + `]}`} {
				got := read(strings.NewReader(in), capture.Options{Format: capture.FormatCapture})
				if have := lines(got); got.err != nil || !slices.Equal(have, withoutParsed(c.want)) {
					t.Errorf("%s: %v\n got %q\nwant %q", in, got.err, have, c.want)
				}
				again := read(strings.NewReader(in), capture.Options{Format: capture.FormatCapture})
				for i, r := range again.records {
					if line(r) != c.want[i] {
						t.Errorf("got %s, want %s", line(r), c.want[i])
					}
				}
			}
		})
	}
}

// withoutParsed is what lines makes of records.
func withoutParsed(records []string) []string {
	out := slices.Clone(records)
	for i := range out {
		out[i] = strings.Replace(out[i], "parsed=true", "parsed=false", 1)
	}
	return out
}

func TestRowsThatCountWhatParsedAreTold(t *testing.T) {
	in := ""
	for i, n := range []int{0, 1, 1, 4} {
		in += fmt.Sprintf(`{"t_ms":%d,"len":1,"row":{"held_bytes":0,"parsed":%d}}`+"\n", i, n)
	}
	got := readString(in)
	var parsed []bool
	for _, r := range got.records {
		if r.Sample != nil {
			parsed = append(parsed, r.Sample.Parsed)
		}
	}
	if got.err != nil || !slices.Equal(parsed, []bool{false, true, false, true}) || got.exchanges[0].Counted != 4 {
		t.Errorf("parsed %v, counted %d, %v", parsed, got.exchanges[0].Counted, got.err)
	}
}

func TestBadRowsAreNamedByLine(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a row that is a number", `{"t_ms":0,"len":1,"row":5}`, []string{`"5"`, "row as a JSON object"}},
		{"held bytes below none", `{"row":{"t_ms":0,"held_bytes":-1}}`, []string{`"-1"`, "held_bytes as a number of bytes"}},
		{"half a byte held before", `{"row":{"t_ms":0,"held_before":1.5}}`, []string{"held_before"}},
		{"chunk_bytes as text", `{"row":{"t_ms":0,"chunk_bytes":"7"}}`, []string{"chunk_bytes"}},
		{"parsed as text", `{"row":{"t_ms":0,"parsed":"yes"}}`, []string{"yes", "parsed as true or false"}},
		{"parsed as a flag after a count", `{"row":{"t_ms":0,"parsed":true}}`, []string{"in every row, or in none"}},
		{"a count that falls", `{"row":{"t_ms":0,"parsed":1}}`, []string{"at least 2"}},
		{"a mark that is text", `{"row":{"t_ms":0,"handoff_ms":"1"}}`, []string{"handoff_ms as a number of milliseconds"}},
		{"a time out of range", `{"row":{"t_ms":1e300}}`, []string{"t_ms"}},
		{"no time and no chunk", `{"row":{"held_bytes":1}}`, []string{"t_ms in a row that stands without a chunk"}},
		{"a time where chunks have none", "{\"len\":1,\"row\":{\"t_ms\":0}}", []string{"every chunk"}},
		{"a member twice", `{"row":{"t_ms":0,"held_bytes":1,"held_bytes":1}}`, []string{"held_bytes once"}},
		{"a row twice", `{"t_ms":0,"row":{},"row":{}}`, []string{"row once"}},
		{"dropped as text", `{"dropped":"1"}`, []string{"dropped"}},
		{"dropped beside a row", `{"dropped":1,"row":{"t_ms":1}}`, []string{"no more than t_ms and len"}},
		{"dropped beside payload", `{"t_ms":1,"dropped":1,"text":"a"}`, []string{"no more than t_ms and len"}},
		{"more dropped than can be", `{"dropped":4294967296}`, []string{"at most 2147483647"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := `{"t_ms":0,"text":"x","row":{"parsed":2}}`
			for _, in := range []string{first + "\n" + c.in + "\n", "{\"chunks\":[" + first + ",\n" + c.in + "]}"} {
				got := read(strings.NewReader(in), capture.Options{Name: "in", Format: capture.FormatCapture})
				wantError(t, got.err, append(c.want, "in:2:")...)
				if len(got.records) != 2 {
					t.Errorf("%d records before the error", len(got.records))
				}
			}
		})
	}
}

func TestWhatARecorderDroppedIsTold(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		records  int // that were dropped
		line     int
		lost     bool
	}{
		{"lengths go on", "{\"t_ms\":0,\"len\":1}\n{\"t_ms\":2,\"dropped\":2,\"len\":9}\n{\"t_ms\":3,\"len\":1}\n{\"dropped\":1}\n{\"eof_ms\":4}\n",
			[]string{"chunk 0 0 len=1", "chunk 0 2 len=9", "chunk 0 3 len=1", "eof 0 4"}, 3, 2, false},
		{"payload ends there", "{\"t_ms\":0,\"text\":\"a\"}\n{\"t_ms\":2,\"dropped\":2,\"len\":9}\n{\"t_ms\":3,\"text\":\"b\"}\n{\"eof_ms\":4}\n",
			[]string{"chunk 0 0 len=1 \"a\""}, 2, 2, true},
		{"rows alone cost no bytes", "{\"t_ms\":0,\"text\":\"a\"}\n{\"dropped\":2,\"len\":0}\n{\"t_ms\":3,\"text\":\"b\"}\n",
			[]string{"chunk 0 0 len=1 \"a\"", "chunk 0 3 len=1 \"b\""}, 2, 2, false},
		{"none", "{\"t_ms\":0,\"text\":\"a\"}\n{\"dropped\":0}\n", []string{"chunk 0 0 len=1 \"a\""}, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(strings.NewReader(c.in), capture.Options{Format: capture.FormatCapture})
			damage := got.exchanges[0].Damage
			if have := lines(got); got.err != nil || !slices.Equal(have, c.want) {
				t.Errorf("%v\n got %q\nwant %q", got.err, have, c.want)
			}
			if damage.Records != c.records || damage.Line != c.line || got.has(capture.NoteLost) != c.lost || got.has(capture.NoteDamaged) != (c.records > 0) {
				t.Errorf("damage %+v, notes %v", damage, got.exchanges[0].Notes)
			}
		})
	}
}
