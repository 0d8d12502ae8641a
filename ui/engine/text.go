package engine

import "errors"

// longest is the length in bytes that a text for the page may have: browsers have
// no longer strings.
const longest = 500 << 20

var errTooLong = errors.New("this is longer than the 500 MiB that a page can hand over as one text; write it with the command: heldbytes analyze FILE --csv OUT")

// Text takes what is written for the page, as far as the page can take it.
type Text struct {
	b    []byte
	Most int // bytes; 0 is as many as browsers take
}

// Write returns an error, in words for the page, where the text would be longer
// than the page can take.
func (t *Text) Write(p []byte) (int, error) {
	most := t.Most
	if most == 0 {
		most = longest
	}
	if len(p) > most-len(t.b) {
		return 0, errTooLong
	}
	t.b = append(t.b, p...)
	return len(p), nil
}

// String is what was written.
func (t *Text) String() string { return string(t.b) }
