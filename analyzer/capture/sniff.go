package capture

import (
	"bytes"
	"iter"
	"slices"
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

// looksLikeSamples looks at the first line that is neither blank nor of codes.
func looksLikeSamples(head []byte) bool {
	for _, line := range headLines(head) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return looksLikeHeader(line)
		}
	}
	return false
}

// looksLikeCurl looks for an item with bytes or, where only information is in
// sight, for its mark in a trace, which -v does not write.
func looksLikeCurl(head []byte) bool {
	info := false
	for i, line := range headLines(head) {
		switch item := parseCurlItem(line); item.kind {
		case curlNone:
		case curlInfo:
			info = info || bytes.Contains(line[:len(line)-len(item.text)], []byte("== Info: ")) || item.timed && i == 0
		default:
			return true
		}
	}
	return info
}

func looksLikeStamped(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	_, ok := parseStamp(first)
	return ok
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

// looksLikeForm looks at the first two objects: the first may hold members of
// the exchange alone.
func looksLikeForm(head []byte) bool {
	names, whole, rest := firstNames(head)
	if isFormNames(names) {
		return true
	}
	if !whole || len(names) > 0 && !slices.ContainsFunc(names, isExchangeName) {
		return false
	}
	second, _, _ := firstNames(rest)
	return isFormNames(second) || len(names) > 0 && slices.ContainsFunc(second, isPayloadName)
}

func isFormNames(names []string) bool {
	has := func(name string) bool { return slices.Contains(names, name) }
	return has("chunks") || has("heldbytes") || has("eof_ms") ||
		has("t_ms") && slices.ContainsFunc(names, isPayloadName)
}

func isPayloadName(name string) bool { return name == "text" || name == "b64" || name == "len" }

func isExchangeName(name string) bool {
	return name == "content_type" || name == "content_encoding" || name == "level" || name == "accept_ms"
}

// isDocument tells the two shapes of the capture form apart: a document has its
// chunks in its first object, or goes on past its first line.
func isDocument(head []byte) bool {
	names, _, _ := firstNames(head)
	if slices.Contains(names, "chunks") {
		return true
	}
	trimmed := head[skipSpace(head, 0):]
	end := bytes.IndexByte(trimmed, '\n')
	if end < 0 {
		return false
	}
	m := members{text: trimmed[:end]}
	for {
		if _, _, ok, err := m.next(); err != nil || !ok {
			return err == errCut
		}
	}
}
