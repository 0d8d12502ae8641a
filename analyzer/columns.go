package analyzer

import (
	"bufio"
	"io"
	"strings"
)

// columns is a table on a terminal: cells are set right, two spaces apart. Like
// text/tabwriter it takes cells that end in a tab and rows that end in a line
// end; other than it, it knows that a Chinese character is as wide as two Latin
// ones.
type columns struct {
	w    io.Writer
	text strings.Builder
}

func (c *columns) Write(p []byte) (int, error) { return c.text.Write(p) }

// Flush writes the table.
func (c *columns) Flush() error {
	var rows [][]string
	var widths []int
	for row := range strings.Lines(c.text.String()) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimSuffix(row, "\n"), "\t"), "\t")
		rows = append(rows, cells)
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(cell)+2)
		}
	}
	bw := bufio.NewWriter(c.w)
	for _, cells := range rows {
		for i, cell := range cells {
			bw.WriteString(strings.Repeat(" ", widths[i]-width(cell)))
			bw.WriteString(cell)
		}
		bw.WriteByte('\n')
	}
	return bw.Flush()
}

// width is how many columns of a terminal s takes.
func width(s string) (n int) {
	for _, r := range s {
		n++
		if r >= 0x1100 && r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
			r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 {
			n++
		}
	}
	return n
}

// padded is s, and spaces up to n columns.
func padded(s string, n int) string { return s + strings.Repeat(" ", max(n-width(s), 0)) }
