package timeline

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// readCodes takes what the code lines of a wide CSV say of the whole. Keys that
// this version does not know are passed over; values that it does not know are
// errors. It reports whose held bytes the rows are.
func (t *Timeline) readCodes(codes map[string]string) (held string, err *capture.Error) {
	held = HeldObserved
	t.Timed = true
	for _, key := range slices.Sorted(maps.Keys(codes)) {
		value := codes[key]
		var e error
		switch key {
		case "heldbytes":
			if value != Version {
				e = fmt.Errorf("unknown version, want %q", Version)
			}
		case "format":
			t.Format, e = capture.ParseFormat(value)
		case "framing":
			t.Framing, e = framing.ParseName(value)
			t.Payload = true
		case "detected":
			t.Detected, e = parseWord(value, "yes")
		case "other":
			t.Other, e = framing.ParseName(value)
		case "level":
			t.Level, e = capture.ParseLevel(value)
		case "coding":
			t.Coding, e = parseCoding(value)
		case "coded":
			t.Coded, e = parseWord(value, "yes")
		case "timed":
			var no bool
			no, e = parseWord(value, "no")
			t.Timed = !no
		case "held":
			held, e = value, checkHeld(value)
		case "accept_ms":
			t.Accept, e = parseMark(value)
		case "eof_ms":
			t.EOF, e = parseMark(value)
		case "rows":
			t.Rows.Count, e = parseCount(value)
		case "counted":
			var n int
			n, e = parseCount(value)
			t.Rows.Counted = int64(n)
		case "misfit":
			e = t.Rows.readMisfit(value)
		case "rows_ms":
			from, to, _ := strings.Cut(value, "..")
			if t.Rows.From, e = capture.ParseMillis(from); e == nil {
				t.Rows.To, e = capture.ParseMillis(to)
			}
		case "notes":
			for _, word := range strings.Split(value, "+") {
				var n capture.Note
				if n, e = capture.ParseNote(word); e != nil {
					break
				}
				t.note(n)
			}
		case "damage":
			t.Damage, e = readDamage(value)
		case "traits":
			for _, word := range strings.Split(value, "+") {
				var one framing.Traits
				if one, e = framing.ParseTrait(word); e != nil {
					break
				}
				t.Traits |= one
			}
		}
		if e == nil && key == "rows_ms" && (t.Rows.From < -capture.MaxTime || t.Rows.To < t.Rows.From) {
			e = fmt.Errorf("want a range")
		}
		if e != nil {
			return "", &capture.Error{Offset: capture.None, Read: "the code " + key + "=" + capture.Quote([]byte(value)), Err: e}
		}
	}
	return held, nil
}

// heldWords are whose held bytes rows can be. A rule may have a parameter, as
// in block:512; between has the capture point before the hop.
var heldWords = []string{HeldObserved, HeldNone, "at-close", "read-all", "chunk-end", "block", "lag", "next-chunk", "never", "between"}

func checkHeld(value string) error {
	word, _, _ := strings.Cut(value, ":")
	if !slices.Contains(heldWords, word) {
		return fmt.Errorf("want one of %q", heldWords)
	}
	return nil
}

// readMisfit reads a misfit and, behind a colon, the row that does not fit.
func (r *Rows) readMisfit(value string) (err error) {
	name, at, _ := strings.Cut(value, ":")
	i := slices.Index(misfitNames[:], name)
	if i <= 0 {
		return fmt.Errorf("want one of %q", misfitNames[1:])
	}
	r.Misfit = Misfit(i)
	r.At, err = parseCount(at)
	return err
}

func parseWord(value, word string) (bool, error) {
	if value != word {
		return false, fmt.Errorf("want %q", word)
	}
	return true, nil
}

func parseCoding(value string) (coding.List, error) {
	l, err := coding.Parse(value)
	if err != nil || len(l) == 0 || l.String() != value {
		return nil, fmt.Errorf("want some of %q, joined by +", coding.Names())
	}
	return l, nil
}

func parseCount(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("want a count")
	}
	return n, nil
}

func parseMark(value string) (capture.Mark, error) {
	at, err := capture.ParseMillis(value)
	return capture.Mark{Time: at, Set: true}, err
}
