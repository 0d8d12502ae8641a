package figure

import "strings"

const (
	FontSize = 12 // pixels of an em, of all texts

	lineHeight = 18
	edge       = 4  // pixels between any text and the edge of the drawing
	margin     = 16 // pixels around the drawing
)

// textWidth is about the width of s in pixels, rather too much than too
// little: the font is the reader's own, and these are the widths of a wide one.
func textWidth(s string) int {
	n := 0 // hundredths of an em
	for _, r := range s {
		switch {
		case r >= 0x2010: // dashes, the minus sign, scripts that are set wide
			n += 100
		case strings.ContainsRune(" .,:;'|ijl", r):
			n += 34
		case strings.ContainsRune("()[]-/frt", r):
			n += 44
		case strings.ContainsRune("mwMW%@", r):
			n += 100
		case 'A' <= r && r <= 'Z':
			n += 78
		default:
			n += 65
		}
	}
	return (n*FontSize + 99) / 100
}

// boldWidth is textWidth in bold.
func boldWidth(s string) int { return textWidth(s) * 112 / 100 }

// wrap joins parts into lines that are at most width pixels wide, with sep
// between two parts. A part that is wider is broken at its spaces.
func wrap(parts []string, sep string, width int) []string {
	var pieces []string
	for i, part := range parts {
		if i < len(parts)-1 {
			part += sep
		}
		if textWidth(part) > width {
			pieces = append(pieces, strings.SplitAfter(part, " ")...)
		} else {
			pieces = append(pieces, part)
		}
	}
	var lines []string
	line := ""
	for _, piece := range pieces {
		if line != "" && textWidth(line)+textWidth(piece) > width {
			lines = append(lines, line)
			line = ""
		}
		line += piece
	}
	return append(lines, line)
}
