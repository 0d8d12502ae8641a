package ui

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Stalls is the table of the stretches without a handoff.
type Stalls struct {
	Stalls []analyzer.StallReport
	Row    string // what the last column counts: row or chunk
	EOF    int    // the number that stands for EOF, or 0
}

// mostStalls bounds what is listed; the CSV has it all.
const mostStalls = 50

// StallRow is one of them, as text.
type StallRow struct {
	From, To, Length            string
	Release, Open, Filler, Idle string
	Held, Chunks                string
}

// Title counts them.
func (c *Stalls) Title() string { return count(int64(len(c.Stalls)), "stall") }

// Rows are the stalls in order, as far as they are listed.
func (c *Stalls) Rows() []StallRow {
	var rows []StallRow
	for _, s := range c.Stalls[:min(len(c.Stalls), mostStalls)] {
		rows = append(rows, StallRow{
			From: millis(s.From), To: millis(s.To), Length: millis(s.To - s.From),
			Release: millis(s.Time.Release), Open: millis(s.Time.Open),
			Filler: millis(s.Time.Filler), Idle: millis(s.Time.Idle),
			Held: whole(s.Held), Chunks: place(s.Chunks[0], c.EOF) + " – " + place(s.Chunks[1], c.EOF),
		})
	}
	return rows
}

// Filler reports whether filler alone was held in any stall, which is rare.
func (c *Stalls) Filler() bool {
	return slices.ContainsFunc(c.Stalls, func(s analyzer.StallReport) bool { return s.Time.Filler != 0 })
}

// More says how many are not listed.
func (c *Stalls) More() string { return more(len(c.Stalls) - mostStalls) }
