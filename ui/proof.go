package ui

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Proof is the disclosure of the rows or chunks that prove one claim.
type Proof struct {
	Row      string // what they are: row or chunk
	EOF      int    // the number that stands for EOF, or 0
	Label    string // whose they are
	Evidence []analyzer.EvidenceReport
	Open     bool
	Toggle   func()
}

// mostEvidence bounds what is listed; the CSV has it all.
const mostEvidence = 100

// listed is the evidence in the order of time, as far as it is listed.
func listed(evidence []analyzer.EvidenceReport) []analyzer.EvidenceReport {
	sorted := slices.Clone(evidence)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return a.Time < b.Time || a.Time == b.Time && a.Chunk < b.Chunk
	})
	return sorted[:min(len(sorted), mostEvidence)]
}

// Title is the label of the disclosure.
func (c *Proof) Title() string { return count(int64(len(c.Evidence)), c.Row) }

// EvidenceRow is a row of the disclosure.
type EvidenceRow struct {
	Chunk, Time, Held string
	Place             string // the row of the table of chunks
}

// Rows are the evidence while it is open. What is closed costs no render.
func (c *Proof) Rows() []EvidenceRow {
	if !c.Open {
		return nil
	}
	var rows []EvidenceRow
	for _, e := range listed(c.Evidence) {
		rows = append(rows, EvidenceRow{place(e.Chunk, c.EOF), millis(e.Time), whole(e.Held), strconv.Itoa(e.Chunk)})
	}
	return rows
}

// place is the number of a row or chunk, or EOF.
func place(n, eof int) string {
	if eof > 0 && n == eof {
		return spoken.Catalogue()["unit.eof"]
	}
	return whole(int64(n))
}

// More says how much is not listed.
func (c *Proof) More() string { return more(len(c.Evidence) - mostEvidence) }

// more says that n are not listed.
func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(t("and %s more; heldbytes analyze --json has all of them"), whole(int64(n)))
}

// claim names a claim of the report: an axis, and 0 for its finding or i for
// the i-th of those that hold besides.
type claim struct {
	axis string
	i    int
}

// Opened reports whether the proof of a claim is open.
func (c *Root) Opened(axis string, i int) bool { return c.opened[claim{axis, i}] }

// Toggle opens or closes the proof of a claim. What is open is marked in the graph.
func (c *Root) Toggle(axis string, i int) {
	c.opened[claim{axis, i}] = !c.opened[claim{axis, i}]
	go c.redraw()
}

// marks are the evidence of all open proofs.
func (c *Root) marks() []analyzer.EvidenceReport {
	var out []analyzer.EvidenceReport
	for _, axis := range []struct {
		name string
		analyzer.FindingReport
	}{{"Reader", c.Report.Findings.Reader}, {"Arrivals", c.Report.Findings.Arrivals}, {"Stream", c.Report.Findings.Stream}} {
		for i, f := range append([]analyzer.FindingReport{axis.FindingReport}, axis.Also...) {
			if c.Opened(axis.name, i) {
				out = append(out, listed(f.Evidence)...)
			}
		}
	}
	return out
}
