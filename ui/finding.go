package ui

import (
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Finding is one axis: a code, a sentence, and the rows or chunks that prove it.
type Finding struct {
	Axis  string // Reader, Arrivals or Stream
	Proof string // what its evidence is: row or chunk
	Data  analyzer.FindingReport
	Open  bool
}

// mostEvidence bounds what is listed; the CSV has it all.
const mostEvidence = 100

// Mark is the class of the axis's sign.
func (c *Finding) Mark() string { return "sign " + c.Axis }

// ProofTitle is the label of the disclosure.
func (c *Finding) ProofTitle() string { return count(int64(len(c.Data.Evidence)), c.Proof) }

// EvidenceRow is a row of the disclosure.
type EvidenceRow struct {
	Chunk, Time, Held string
}

// Rows are the evidence, as far as it is listed.
func (c *Finding) Rows() []EvidenceRow {
	var rows []EvidenceRow
	for i, e := range c.Data.Evidence {
		if i == mostEvidence {
			break
		}
		rows = append(rows, EvidenceRow{strconv.Itoa(e.Chunk), millis(e.Time), whole(e.Held)})
	}
	return rows
}

// More says how much is not listed.
func (c *Finding) More() string {
	if n := len(c.Data.Evidence) - mostEvidence; n > 0 {
		return "and " + whole(int64(n)) + " more; the CSV has all of them"
	}
	return ""
}
