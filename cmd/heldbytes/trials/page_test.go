//go:build !js

package trials_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// page is where the table of the trials stands.
const page = "../../../RECORDING.md"

const tableHead = "| reader | its fault | finding | its rows fit | what `analyze` says |\n|---|---|---|---|---|\n"

// row is the line of the table for a reader.
func (c *trial) row(got outcome) string {
	rule := "no rule"
	if got.rule != "" {
		rule = "`" + got.rule + "`"
	}
	return fmt.Sprintf("| %s | %s | `%s` | %s | %s |\n", c.reader, c.fault, got.code, rule, got.sentence)
}

var numbers = regexp.MustCompile(`[0-9][0-9,]*`)

// checkTable compares the table of the page with what was found, times and counts
// aside, or writes it. A row that is "" was not tried here.
func checkTable(t *testing.T, rows []string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, table, ok := strings.Cut(string(text), tableHead)
	if !ok {
		t.Fatalf("%s has no table that begins\n%s", page, tableHead)
	}
	end := strings.Index(table, "\n\n") + 1
	if *update {
		text = []byte(before + tableHead + strings.Join(rows, "") + table[end:])
		if err := os.WriteFile(page, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept := strings.SplitAfter(table[:end], "\n")
	if len(kept) != len(rows)+1 {
		t.Fatalf("the table has %d rows, want %d; -update writes it", len(kept)-1, len(rows))
	}
	for i, row := range rows {
		if row != "" && plain(row) != plain(kept[i]) {
			t.Errorf("the table says\n%swant\n%s-update writes it", kept[i], row)
		}
	}
}

// plain is a row without the numbers that its sentence says.
func plain(row string) string {
	at := strings.LastIndex(strings.TrimSuffix(row, " |\n"), "| ")
	return row[:at] + numbers.ReplaceAllString(row[at:], "0")
}
