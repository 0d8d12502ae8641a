package figure

const (
	fontSize   = 12
	lineHeight = 18
	edge       = 4  // pixels between any text and the edge of the drawing
	margin     = 16 // pixels around the drawing
)

// textWidth is about the width of s in pixels, rather too much than too
// little: the font is the reader's own.
func textWidth(s string) int {
	n := 0 // hundredths of an em
	for _, r := range s {
		switch {
		case r >= 0x2010: // dashes, the minus sign, scripts that are set wide
			n += 100
		default:
			n += 65 // a digit of the widest common sans serif
		}
	}
	return (n*fontSize + 99) / 100
}

// boldWidth is textWidth in bold.
func boldWidth(s string) int { return textWidth(s) * 11 / 10 }

// wrap joins parts into lines that are at most width pixels wide, with sep
// between two parts.
func wrap(parts []string, sep string, width int) []string {
	var lines []string
	line := ""
	for i, part := range parts {
		if i < len(parts)-1 {
			part += sep
		}
		if line != "" && textWidth(line)+textWidth(part) > width {
			lines = append(lines, line)
			line = ""
		}
		line += part
	}
	return append(lines, line)
}
