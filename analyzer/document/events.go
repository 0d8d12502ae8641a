package document

import (
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// events finds the event at each of points in order: the one that is open there,
// else the last that has closed. It returns their numbers, and a letter each:
// the kind, a capital where it has begun and not closed, or - where there is
// none.
func events(t *timeline.Timeline, points []int) (numbers []int, kinds string) {
	spans := t.Spans.Walk()
	var letters strings.Builder
	closed, last := 0, byte('-')
	for _, k := range points {
		eof, seen := k == len(t.Chunks), t.Total()
		if !eof {
			seen = t.Chunks[k].End
		}
		number, letter := 0, byte(0)
		for x, ok := spans.Next(); ok && x.Start < seen; x, ok = spans.Next() {
			if x.End == framing.Open || !eof && !x.ProvedBy(seen) {
				number, letter = closed, x.Kind.Letter()-'a'+'A'
				break
			}
			if x.Kind.IsEvent() {
				closed++
				last = x.Kind.Letter()
			}
			spans.Step()
		}
		if letter == 0 {
			number, letter = max(closed-1, 0), last
		}
		numbers = append(numbers, number)
		letters.WriteByte(letter)
	}
	return numbers, letters.String()
}
