package ui

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
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

// units are the words that stay with a number before them, in the language of
// the page.
func units() []string {
	return strings.Fields(t("ms s byte bytes byte·ms KiB MiB event events chunk chunks row rows stall stalls"))
}

// Parts splits the sentence. There is always one, for vugu leaves the children
// of an element alone that is to have none.
func (c *Prose) Parts() []Part {
	var parts []Part
	from := 0 // of the words not yet in a part
	for at := 0; at < len(c.Text); {
		n := numberLen(c.Text[at:])
		if n == 0 {
			at++
			continue
		}
		if at > from {
			parts = append(parts, Part{Text: c.Text[from:at]})
		}
		parts = append(parts, Part{c.Text[at : at+n], "n"})
		at += n
		from = at
	}
	if from < len(c.Text) || len(parts) == 0 {
		parts = append(parts, Part{Text: c.Text[from:]})
	}
	return parts
}

// numberLen is the length of the number, with its sign and its unit, that s
// begins with; 0 if it begins with none.
func numberLen(s string) int {
	n := 0
	if strings.HasPrefix(s, "-") {
		n = 1
	}
	digits := s[n:]
	end := strings.IndexFunc(digits, func(r rune) bool { return !strings.ContainsRune("0123456789,.", r) })
	if end >= 0 {
		digits = digits[:end]
	}
	digits = strings.TrimRight(digits, ",.") // a comma or full stop at the end is the sentence's
	if digits == "" || strings.ContainsAny(digits[:1], ",.") {
		return 0
	}
	n += len(digits)
	for _, space := range []string{" ", "\u00a0"} {
		if rest, ok := strings.CutPrefix(s[n:], space); ok {
			if size := unitLen(rest); size > 0 {
				n += len(space) + size
			}
		}
	}
	return n
}

// unitLen is the length of the unit that s begins with, 0 if it begins with
// none. Chinese has no spaces behind its words.
func unitLen(s string) (size int) {
	for _, unit := range units() {
		rest, ok := strings.CutPrefix(s, unit)
		next, _ := utf8.DecodeRuneInString(rest)
		last, _ := utf8.DecodeLastRuneInString(unit)
		if ok && (unicode.Is(unicode.Han, last) || !unicode.IsLetter(next) && next != '·') {
			size = max(size, len(unit))
		}
	}
	return size
}

// count is "1 event", "3,443 events".
func count(n int64, what string) string {
	what = strings.ReplaceAll(what, " ", "_")
	return say("{n "+what+" "+what+"s}", diagnose.Args{"n": n})
}

// whole writes bytes.
func whole(n int64) string { return group(strconv.FormatInt(n, 10)) }

// millis writes a time in ms as the command does.
func millis(m analyzer.Millis) string { return diagnose.Millis(time.Duration(m)) }

// decimal writes a number as it was typed.
func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// maybeMillis writes a time that there may not be.
func maybeMillis(m *analyzer.Millis) string {
	if m == nil {
		return t("none")
	}
	return millis(*m)
}

// area writes byte·ms without a fraction.
func area(n json.Number) string {
	f, err := n.Float64()
	if err != nil {
		return n.String()
	}
	return group(strconv.FormatFloat(f, 'f', 0, 64))
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
