package ui

import "strconv"

// Stalls is the table of the stretches without a handoff.
type Stalls struct {
	Stalls []Stall
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
			From: decimal(s.From), To: decimal(s.To), Length: decimal(s.To - s.From),
			Release: decimal(s.Time.Release), Open: decimal(s.Time.Open),
			Filler: decimal(s.Time.Filler), Idle: decimal(s.Time.Idle),
			Held: whole(s.Held), Chunks: strconv.Itoa(s.Chunks[0]) + " – " + strconv.Itoa(s.Chunks[1]),
		})
	}
	return rows
}
