package ui

import (
	"regexp"
	"strconv"
	"strings"
)

// Prose is a sentence whose numbers stay on one line with their units.
type Prose struct {
	Text string
}

// Part is a stretch of a sentence.
type Part struct {
	Text  string
	Class string
}

var number = regexp.MustCompile(`[-−]?\d[\d,.]*(?:[ \x{a0}](?:ms|s|bytes?|byte·ms|KiB|MiB|events?|chunks?|rows?)\b)?`)

// Parts splits the sentence. There is always one, for vugu leaves the children
// of an element alone that is to have none.
func (c *Prose) Parts() []Part {
	var parts []Part
	at := 0
	for _, m := range number.FindAllStringIndex(c.Text, -1) {
		// A comma or a full stop after a number is the sentence's.
		end := at + len(strings.TrimRight(c.Text[at:m[1]], ",."))
		if m[0] > at {
			parts = append(parts, Part{Text: c.Text[at:m[0]]})
		}
		parts = append(parts, Part{c.Text[m[0]:end], "n"})
		at = end
	}
	if at < len(c.Text) || len(parts) == 0 {
		parts = append(parts, Part{Text: c.Text[at:]})
	}
	return parts
}

// count is "1 event", "3,443 events".
func count(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return group(strconv.FormatInt(n, 10)) + " " + what
}

// whole writes bytes.
func whole(n int64) string { return group(strconv.FormatInt(n, 10)) }

// decimal writes ms and byte·ms, to three places.
func decimal(f float64) string {
	s := strconv.FormatFloat(f, 'f', 3, 64)
	return group(strings.TrimRight(strings.TrimRight(s, "0"), "."))
}

func maybe(f *float64) string {
	if f == nil {
		return "none"
	}
	return decimal(*f)
}

// group puts commas between the thousands.
func group(s string) string {
	digits, frac, _ := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if frac != "" {
		frac = "." + frac
	}
	return sign + digits + frac
}
