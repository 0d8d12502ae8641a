package timeline

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// writeDamage writes how many records were passed over and, behind a colon, the
// line of the first, or its offset with a plus.
func writeDamage(d capture.Damage) string {
	switch {
	case d.Records == 0:
		return ""
	case d.Line > 0:
		return strconv.Itoa(d.Records) + ":" + strconv.Itoa(d.Line)
	case d.Offset >= 0:
		return strconv.Itoa(d.Records) + ":+" + strconv.FormatInt(d.Offset, 10)
	}
	return strconv.Itoa(d.Records)
}

// readDamage reads what writeDamage writes.
func readDamage(s string) (d capture.Damage, err error) {
	d.Offset = capture.None
	records, place, placed := strings.Cut(s, ":")
	if d.Records, err = parseCount(records); err != nil || d.Records == 0 {
		return d, fmt.Errorf("want a count, and behind a colon a line or +offset")
	}
	offset, isOffset := strings.CutPrefix(place, "+")
	n, err := parseCount(offset)
	switch {
	case !placed:
		return d, nil
	case err != nil:
		return d, err
	case isOffset:
		d.Offset = int64(n)
	default:
		d.Line = n
	}
	return d, nil
}
