package ui

// Grid is a table of which each cell knows its column, so that a phone shows a
// row as a block.
type Grid struct {
	Title string
	Head  []string
	Cells [][]string
	More  string // what is not listed
}

// GridRow is a row.
type GridRow struct {
	Cells []GridCell
}

// GridCell is a cell and the title of its column.
type GridCell struct {
	Title, Text string
}

// Rows are the rows. There is always one, for vugu leaves the children of an
// element alone that is to have none.
func (c *Grid) Rows() []GridRow {
	rows := []GridRow{}
	for _, texts := range c.Cells {
		var r GridRow
		for i, text := range texts {
			r.Cells = append(r.Cells, GridCell{c.Head[i], text})
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		rows = append(rows, GridRow{[]GridCell{{}}})
	}
	return rows
}
