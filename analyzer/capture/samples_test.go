package capture_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

const header = "i,t_ms,held_bytes,parsed\n"

func TestParsedColumn(t *testing.T) {
	for _, c := range []struct {
		name, cells, want string
		counts            bool
	}{
		{"words", "True False true false TRUE FALSE", "TFTFTF", false},
		{"zeros and ones", "0 1 1 0 1", "FTTFT", false},
		{"ones alone", "1 1 1", "TTT", false},
		{"counts that rise", "0 1 1 2 2 3", "FTFTFT", true},
		{"counts that wait at one", "1 1 1 2", "TFFT", true},
		{"counts that jump", "0 0 4 4 9", "FFTFT", true},
		{"counts from the first row", "7 7 8", "TFT", true},
		{"ones before a word", "1 1 True", "TTT", false},
		{"ones before a zero", "0 1 1 1 0 1", "FTTTFT", false},
		{"floats", "0.0 1.0 1.0 2.00", "FTFT", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(header + rows(strings.Fields(c.cells)))
			if got.err != nil {
				t.Fatal(got.err)
			}
			if parsed(got) != c.want || got.has(capture.NoteCumulative) != c.counts {
				t.Errorf("got %s, notes %v, want %s, counts %v", parsed(got), got.exchanges[0].Notes, c.want, c.counts)
			}
			for i, r := range got.records {
				if r.Sample.Line != i+2 {
					t.Errorf("row %d is of line %d", i, r.Sample.Line)
				}
			}
		})
	}
}

func rows(cells []string) string {
	var b strings.Builder
	for i, cell := range cells {
		fmt.Fprintf(&b, "%d,%d,0,%s\n", i, i, cell)
	}
	return b.String()
}

func parsed(r recording) string {
	s := ""
	for _, rec := range r.records {
		if rec.Sample.Parsed {
			s += "T"
		} else {
			s += "F"
		}
	}
	return s
}

func TestParsedColumnLooksAheadSoFar(t *testing.T) {
	const ahead = 4096
	ones := make([]string, ahead+1) // the first 1 is clear
	for i := range ones {
		ones[i] = "1"
	}
	got := readString(header + rows(append(ones, "2")))
	if got.err != nil || parsed(got) != "T"+strings.Repeat("F", ahead)+"T" {
		t.Errorf("%v, %d rows", got.err, len(got.records))
	}
	got = readString(header + rows(append(ones, "1", "2")))
	wantError(t, got.err, "in:4100:", `"2"`, "1 or 0")
	if len(got.records) != ahead+2 {
		t.Errorf("%d rows before the error", len(got.records))
	}
}

func TestSeparatorsBlanksAndQuotes(t *testing.T) {
	want := readString(header + "0,1.5,20,True\n1,2,0,False\n").String()
	for _, in := range []string{
		"\xef\xbb\xbf" + header + "0,1.5,20,True\n1,2,0,False\n",
		"i,t_ms,held_bytes,parsed\r\n0,1.5,20,True\r\n1,2,0,False\r\n",
		"i;t_ms;held_bytes;parsed\n0;1.5;20;True\n1;2;0;False",
		"i\tt_ms\theld_bytes\tparsed\n0\t1.5\t20\tTrue\n1\t2\t0\tFalse\n",
		"i, t_ms, held_bytes, parsed\n0, 1.5, 20, True\n1, 2, 0, False\n",
		"\"i\",\"t_ms\",\"held_bytes\",\"parsed\"\n\"0\",\"1.5\",\"20\",\"True\"\n1,2,0,\"False\"\n",
		"\"i\"\t\"t_ms\"\t\"held_bytes\"\t\"parsed\"\n\"0\"\t1.5\t20\tTrue\n1\t2\t0\tFalse\n",
		header + "0,1.50,20.0,1\n1,2e0,0,0\n",
	} {
		if got := readString(in).String(); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", in, got, want)
		}
	}
}

func TestOptionalColumnsStandInAnyOrder(t *testing.T) {
	got := readString("i,t_ms,held_bytes,parsed,handoff_ms,spans,held_before,chunk_bytes,accept_ms\n0,1,2,True,9,0:3e,7,5,-1\n1,2,,False,,,,,\n")
	if got.err != nil {
		t.Fatal(got.err)
	}
	want := []string{
		`sample 0 1 line=2 held=2 parsed=true bytes=5 before=7 spans="0:3e" mark0=-1 mark3=9`,
		`sample 0 2 line=3 held=-1 parsed=false`,
	}
	for i, r := range got.records {
		if line(r) != want[i] {
			t.Errorf("got %s, want %s", line(r), want[i])
		}
	}
}

func TestBadSamplesAreNamedByLineAndColumn(t *testing.T) {
	good := "0,0,0,True\n"
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a column is missing", "i,t_ms,parsed\n" + good, []string{"in:1:", "without held_bytes"}},
		{"columns in another order", "t_ms,i,held_bytes,parsed\n", []string{"in:1:", `"t_ms"`, "column 1", "in this order"}},
		{"columns not first", "x,i,t_ms,held_bytes,parsed\n", []string{"in:1:", `"x"`, "first"}},
		{"an unknown column", "i,t_ms,held_bytes,parsed,token\n", []string{"in:1:", `"token"`, "chunk_bytes"}},
		{"a column twice", "i,t_ms,held_bytes,parsed,i\n", []string{"in:1:", `"i" twice`}},
		{"a later header is bad", header + good + "i,t_ms,parsed\n", []string{"in:3:", "held_bytes"}},
		{"no number", header + good + "1,abc,0,True\n", []string{"in:3:", `"abc"`, "t_ms"}},
		{"a decimal comma", "i;t_ms;held_bytes;parsed\n0;1,5;0;True\n", []string{"in:2:", `"1,5"`, "decimal point"}},
		{"no time", header + "0,,0,True\n", []string{"in:2:", "t_ms"}},
		{"an infinite time", header + "0,Inf,0,True\n", []string{"in:2:", "t_ms"}},
		{"a time out of range", header + "0,1e300,0,True\n", []string{"in:2:", "t_ms"}},
		{"negative held bytes", header + "0,0,-1,True\n", []string{"in:2:", `"-1"`, "held_bytes"}},
		{"half a byte", header + "0,0,1.5,True\n", []string{"in:2:", `"1.5"`, "held_bytes"}},
		{"too many bytes", header + "0,0,99999999999999999999,True\n", []string{"in:2:", "held_bytes"}},
		{"negative chunk bytes", "i,t_ms,held_bytes,parsed,chunk_bytes\n0,0,0,True,-5\n", []string{"in:2:", `"-5"`, "chunk_bytes"}},
		{"a bad mark", "i,t_ms,held_bytes,parsed,read_ms\n0,0,0,True,x\n", []string{"in:2:", `"x"`, "read_ms"}},
		{"a bad index", header + "x,0,0,True\n", []string{"in:2:", `"x"`, "i as a whole number"}},
		{"neither true nor false", header + "0,0,0,yes\n", []string{"in:2:", `"yes"`, "parsed"}},
		{"counts that fall", header + rows([]string{"0", "2", "1"}), []string{"in:4:", `"1"`, "at least 2"}},
		{"words among counts", header + rows([]string{"0", "2", "True"}), []string{"in:4:", `"True"`, "at least 2"}},
		{"counts among words", header + rows([]string{"True", "2"}), []string{"in:3:", `"2"`, "True or False"}},
		{"too few cells", header + "0,0,0\n", []string{"in:2:", "4 cells", "not 3"}},
		{"too many cells", header + "0,0,0,True,5\n", []string{"in:2:", "4 cells", "not 5"}},
		{"an open quote", header + "0,0,\"0,True\n1,1,1,True\n", []string{"in:2:", "column"}},
		{"a quote inside", header + "0,0,0\"0,True\n", []string{"in:2:", "column 6"}},
		{"free text in a code line", "# recorded at home\n" + header, []string{"in:1:", `"recorded"`, "key=value"}},
		{"a code twice", "# a=1\n# b=2 a=1\n" + header, []string{"in:2:", `"a=1"`, "once"}},
		{"an unknown level", "# level=moon\n" + header, []string{"in:1:", "moon", "wire"}},
		{"rows behind code lines", header + good + "# a=1\n" + good, []string{"in:4:", "header"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(strings.NewReader(c.in), capture.Options{Name: "in", Format: capture.FormatSamples})
			wantError(t, got.err, c.want...)
		})
	}
}

func TestMisshapenHeaderIsStillASampleCSV(t *testing.T) {
	for _, in := range []string{"t_ms,i,held_bytes,parsed\n", "i;t_ms;parsed\n", "# a=b\n\nheld_bytes,parsed\n"} {
		wantError(t, readString(in).err, "in this order")
	}
}

func TestCutSamplesAreNoted(t *testing.T) {
	for _, in := range []string{"1", "1,2", "1,2,3", "1,2,3,", "1,2,3,Tr", "1,2,3,\"Tr", "i,t_ms,he", "# a=1", "# a=1 b"} {
		got := readString(header + "0,0,5,True\n" + in)
		if got.err != nil || len(got.records) != 1 || !got.has(capture.NoteTruncated) {
			t.Errorf("%q: %d records, %v\n%s", in, len(got.records), got.err, got)
		}
	}
}

func TestErrorKeepsTheRowsBeforeIt(t *testing.T) {
	got := readString(header + rows([]string{"1", "1", "1"}) + "x\n")
	if len(got.records) != 3 || got.err == nil {
		t.Errorf("%d rows, %v", len(got.records), got.err)
	}
}

func TestManyCodesAreRefused(t *testing.T) {
	in := ""
	for i := range 257 {
		in += fmt.Sprintf("# k%d=v\n", i)
	}
	wantError(t, readString(in+header).err, "in:257:", "256 codes")
}

func TestManyRunsAreRefused(t *testing.T) {
	got := readString(strings.Repeat(header, 1<<16+1))
	wantError(t, got.err, "in:65537:", "too many exchanges")
}
