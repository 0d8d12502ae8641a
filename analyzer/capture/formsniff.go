package capture

import (
	"bytes"
	"slices"
)

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

func isPayloadName(name string) bool {
	return name == "text" || name == "b64" || name == "len" || name == "row"
}

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
