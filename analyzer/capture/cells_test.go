package capture_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// tableCase is a case that another project wrote for its reader of tables.
type tableCase struct {
	Suite, Name string
	Input       []byte          `json:"input_b64"`
	Expect      json.RawMessage `json:"expect"`
}

// Cells are those of RFC 4180, with two rules of their own: blanks around a cell
// are not of it, and a line is a row, as no column here can hold a line end.
func TestCellsConformance(t *testing.T) {
	const aLine = "a line is a row: no column can hold a line end"
	deviations := map[string]string{
		"csv_spectrum/location_coordinates.csv": "its two files disagree",
		"csv_spectrum/newlines.csv":             aLine,
		"csv_spectrum/newlines_crlf.csv":        aLine,
		"csv_spectrum/quotes_and_newlines.csv":  aLine,
		"go_csv/RFC4180test":                    aLine,
		"go_csv/MultiLine":                      aLine,
		"go_csv/CRLFInQuotedField":              aLine,
		"go_csv/QuotedFieldMultipleLF":          aLine,
		"go_csv/QuotedTrailingCRCR":             "CRs at the end of a line are of its end",
	}
	for _, suite := range []string{"csv_spectrum", "go_csv"} {
		f, err := os.Open(sharedtest.Dir(t, "conformance", suite+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for d := json.NewDecoder(f); d.More(); n++ {
			var c tableCase
			if err := d.Decode(&c); err != nil {
				t.Fatal(err)
			}
			name := c.Suite + "/" + c.Name
			t.Run(name, func(t *testing.T) {
				diff, why := cellsDiffer(t, c), deviations[name]
				switch {
				case diff != "" && why == "":
					t.Errorf("%q\n%s", c.Input, diff)
				case diff == "" && why != "":
					t.Errorf("does not differ any more: %s", why)
				}
			})
		}
		if n == 0 {
			t.Errorf("suite %s is empty", suite)
		}
	}
}

// cellsDiffer says where the cells are not those expected: as rows, as rows in
// base64, or as an error.
func cellsDiffer(t *testing.T, c tableCase) string {
	t.Helper()
	var want struct {
		Error string
		Rows  [][][]byte `json:"rows_b64"`
	}
	var text [][]string
	if err := json.Unmarshal(c.Expect, &text); err != nil {
		if err := json.Unmarshal(c.Expect, &want); err != nil {
			t.Fatal(err)
		}
	}
	rows := [][]string{}
	for _, row := range text {
		for i := range row {
			row[i] = strings.Trim(row[i], " ")
		}
		rows = append(rows, row)
	}
	for _, row := range want.Rows {
		rows = append(rows, strings.Split(string(bytes.Join(row, []byte{0})), "\x00"))
	}
	got := [][]string{}
	var failed error
	for line := range bytes.SplitSeq(c.Input, []byte{'\n'}) {
		if len(bytes.TrimSuffix(line, []byte{'\r'})) == 0 {
			continue
		}
		cells, err := capture.SplitRow(line)
		if err != nil {
			failed = err
			break
		}
		got = append(got, strings.Split(string(bytes.Join(cells, []byte{0})), "\x00"))
	}
	switch {
	case want.Error != "" && failed == nil:
		return "want an error, got none"
	case want.Error == "" && failed != nil:
		return failed.Error()
	case want.Error == "":
		return cmp.Diff(rows, got)
	}
	return ""
}
