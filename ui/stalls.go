package ui

import (
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Stalls is the table of the stretches without a handoff.
type Stalls struct {
	Stalls []analyzer.StallReport
}

// StallRow is one of them, as text.
type StallRow struct {
	From, To, Length            string
	Release, Open, Filler, Idle string
	Held, Chunks                string
}

// Title counts them.
func (c *Stalls) Title() string { return count(int64(len(c.Stalls)), "stall") }

// Rows are the stalls in order.
func (c *Stalls) Rows() []StallRow {
	var rows []StallRow
	for _, s := range c.Stalls {
		rows = append(rows, StallRow{
			From: millis(s.From), To: millis(s.To), Length: millis(s.To - s.From),
			Release: millis(s.Time.Release), Open: millis(s.Time.Open),
			Filler: millis(s.Time.Filler), Idle: millis(s.Time.Idle),
			Held: whole(s.Held), Chunks: strconv.Itoa(s.Chunks[0]) + " – " + strconv.Itoa(s.Chunks[1]),
		})
	}
	return rows
}
