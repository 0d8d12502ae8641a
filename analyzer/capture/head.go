package capture

import (
	"bytes"
	"iter"
)

// headLines walks the lines of head, without their line ends. The last one may
// be cut.
func headLines(head []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		i := 0
		for line := range bytes.Lines(head) {
			if !yield(i, trimCR(bytes.TrimSuffix(line, []byte{'\n'}))) {
				return
			}
			i++
		}
	}
}

// firstNames returns the names of the members of the first JSON object of head,
// as far as it is in sight. whole says that its end is.
func firstNames(head []byte) (names []string, whole bool, rest []byte) {
	m := members{text: head}
	for {
		name, ok, err := m.name()
		if err != nil {
			return names, false, nil
		}
		if !ok {
			return names, true, head[m.pos:]
		}
		names = append(names, string(name))
		if _, err := m.value(); err != nil {
			return names, false, nil
		}
	}
}

// beginsWith says whether the first bytes that are not white space are these.
func beginsWith(head []byte, these string) bool {
	i := 0
	for _, c := range []byte(these) {
		if i = skipSpace(head, i); i == len(head) || head[i] != c {
			return false
		}
		i++
	}
	return true
}
