package capture

import (
	"bufio"
	"bytes"
	"time"
)

// timing is one line of timings.
type timing struct {
	kind  byte // O, I, S or H
	delta time.Duration
	size  int64  // of O and I
	text  []byte // of S and H
}

func parseTiming(line []byte) (t timing, ok bool) {
	line = trimCR(line)
	t.kind = 'O'
	if len(line) > 2 && line[1] == ' ' && bytes.IndexByte([]byte("OISH"), line[0]) >= 0 {
		t.kind, line = line[0], line[2:]
	}
	seconds, rest, ok := bytes.Cut(line, []byte(" "))
	ns, number := parseDecimal(seconds, inSeconds)
	if !ok || !number || ns < 0 || bytes.IndexByte(seconds, '.') < 0 {
		return t, false
	}
	t.delta = time.Duration(ns)
	if t.kind == 'O' || t.kind == 'I' {
		t.size, ok = parseCount(rest)
		return t, ok
	}
	t.text = rest
	return t, true
}

// isTimings looks at the first line of what may be timings.
func isTimings(br *bufio.Reader) bool {
	head, _ := br.Peek(br.Buffered())
	line, _, _ := bytes.Cut(head, []byte("\n"))
	_, ok := parseTiming(line)
	return ok
}

// looksLikeTimings finds nothing but times and lengths, as script writes them
// beside its output: lines that are all timings, or one that says what it is.
func looksLikeTimings(head []byte) bool {
	n := 0
	for i, line := range headLines(head) {
		t, ok := parseTiming(line)
		if !ok {
			return i > 2 && len(line) == 0
		}
		if t.kind == 'H' {
			return true
		}
		if n++; n == textLines {
			break
		}
	}
	return n > 2
}
