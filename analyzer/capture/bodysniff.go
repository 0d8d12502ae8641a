package capture

import (
	"bytes"
	"strings"
)

var bodyFormat = FormatInfo{
	Format: FormatBody, Level: LevelUnknown,
	Title: "A response body without times: SSE, JSON, or with its HTTP head; any bytes with --format body",
	Short: "a body of SSE or JSON",
	HowTo: []string{
		"curl -sN URL -o body.txt  # cut into chunks of 4 KiB, or lines of JSON: it has no reads of its own",
		"heldbytes analyze --format body FILE  # bytes that are not recognised, or are of another format",
	},
	Extensions: []string{".txt", ".sse", ".ndjson", ".json"},
}

var bodyImporter = importer{
	FormatInfo: &bodyFormat,
	looks:      looksLikeBody,
	open:       openBody,
}

// openBody opens what looksLikeBody: an HTTP response as one, JSON whose first
// line is a value as a chunk a line, and anything else as it is.
func openBody(l lines, head []byte) Reader {
	if bytes.HasPrefix(head, []byte("HTTP/")) {
		return newResponses(l)
	}
	line, _, more := bytes.Cut(head, []byte("\n"))
	if i := skipSpace(line, 0); i < len(line) && line[i] == '{' && more {
		if end, err := valueEnd(line, i); err == nil && skipSpace(line, end) == len(line) {
			return newBodyLines(l)
		}
	}
	return newBody(l)
}

// looksLikeBody says whether head begins as a response does that was saved
// without times: with the head of an HTTP response, a field of SSE, JSON, or its length.
func looksLikeBody(head []byte) bool {
	text := bytes.TrimLeft(head, "\x1e \t\r\n") // RFC 7464 begins a value with RS
	switch {
	case bytes.HasPrefix(head, []byte("HTTP/")):
		line, _, _ := bytes.Cut(head, []byte("\n"))
		var h httpHead
		h.line(string(line))
		return h.status >= 100
	case len(text) == 0:
		return false
	case bytes.HasPrefix(text, []byte("Content-Length: ")): // of a language server
		_, body, ok := bytes.Cut(text, []byte("\r\n\r\n"))
		return ok && looksLikeJSON(body)
	case text[0] == '{' || text[0] == '[':
		return looksLikeJSON(text)
	}
	return looksLikeSSE(text)
}

// looksLikeJSON looks at the brackets that text begins with, and at what stands
// in them and behind them. An object may be broken: that is what to find out. An
// array of numbers is no stream, and may be anything.
func looksLikeJSON(text []byte) bool {
	inner := text[skipSpace(text, 1):]
	if len(inner) == 0 {
		return false
	}
	if text[0] == '{' {
		return inner[0] == '"' || inner[0] == '}'
	}
	if strings.IndexByte(`{["]`, inner[0]) < 0 {
		return false
	}
	end, err := valueEnd(text, 0)
	if err != nil {
		return err == errCut || inner[0] == '{'
	}
	rest := bytes.TrimLeft(text[end:], "\x1e \t\r\n")
	return len(rest) == 0 || strings.IndexByte(`{[",`, rest[0]) >= 0
}

// looksLikeSSE looks for a data field before anything that cannot stand in an
// event stream.
func looksLikeSSE(text []byte) bool {
	for _, line := range headLines(text) {
		name, _, field := bytes.Cut(line, []byte(":"))
		switch string(name) {
		case "data":
			return field
		case "event", "id", "retry", "":
			if !field && len(line) > 0 {
				return false
			}
		default:
			return false
		}
	}
	return false
}
