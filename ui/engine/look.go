package engine

// Look asks what there is at a place of the graph. Exactly one of the places is
// meant: the row of a table where Table is set, else the chunk or stall that
// lies Chunks or Stalls away from At, else the last chunk at or before At.
type Look struct {
	At     int64    `json:"at"`               // in units of the x axis
	Chunks int      `json:"chunks,omitempty"` // −1 is the chunk before, 1 the one after
	Stalls int      `json:"stalls,omitempty"`
	Table  string   `json:"table,omitempty"`
	Row    int      `json:"row,omitempty"`   // of Table, from 0
	Lines  []string `json:"lines,omitempty"` // the series to tell held bytes of, as drawn
	Rule   string   `json:"rule,omitempty"`  // the knob, if it is drawn
}

// Found is what there is. Texts are in the page's language, with their units.
type Found struct {
	At    int64  `json:"at"` // of the chunk, in units of the x axis
	Chunk int    `json:"chunk"`
	Place string `json:"place"` // "chunk 26", "EOF"
	Time  string `json:"time"`  // "2,830 ms"; "" without times
	Got   string `json:"got"`   // "received 2,565"; "" where it is not known
	Held  []Held `json:"held"`
	Event string `json:"event"` // what happened to which event; "" where no close is known
	Rows  []Spot `json:"rows"`  // where the tables have it
	// From and To are the ends of the stall or event that was asked for, and of
	// the chunk both its time.
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Held is what one series held just before and just after the chunk, in bytes.
type Held struct {
	Line   string `json:"line"`
	Text   string `json:"text"` // "held 522"
	Before int64  `json:"before"`
	After  int64  `json:"after"`
}

// Spot is a row of a table.
type Spot struct {
	Table string `json:"table"`
	Row   int    `json:"row"` // from 0
}

// Names of tables.
const (
	TableStalls = "stalls"
	TableEvents = "events"
	TableBad    = "bad"
	TableChunks = "chunks" // or, of a bare CSV, rows
)

// Rows asks for rows of a table of the last analysis.
type Rows struct {
	Table string `json:"table"`
	From  int    `json:"from"` // from 0
	Count int    `json:"count"`
}

// Table is a stretch of a table, as text in the page's language.
type Table struct {
	Totals map[string]int `json:"totals"` // rows of every table by name
	Head   []Column       `json:"head"`
	From   int            `json:"from"`
	Rows   [][]string     `json:"rows"` // a cell for each of Head
}

// Column is the head of one.
type Column struct {
	Title string `json:"title"` // "from"
	Unit  string `json:"unit"`  // "ms"; "" for none
	Class string `json:"class"` // the sign of a cause: release, open, filler, idle; or "text" where cells are words
}
