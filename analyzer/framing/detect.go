package framing

import (
	"bytes"
	"slices"
	"strings"
)

// Window is how many bytes from the start of a body Detect looks at.
const Window = 64 << 10

// Detect chooses the framing of a body from its content type, which may be
// empty, and its prefix: its first Window bytes, or all of them. It depends on
// nothing else, so that a stream gets the same framing however it was cut.
//
// A content type decides where it names a framing. Otherwise, and for
// application/json, which is used for all of them, the bytes do:
//
//   - SSE, if the first line that is not blank is a comment or a field of SSE;
//   - Lines, if there are complete JSON values and each stands alone at the
//     end of a line, without an LF inside; the last of several may lack its LF;
//   - JSON, if the first byte that is not white space can begin a value, and
//     some value is good or none has turned out bad;
//   - Unknown, if there is a NUL among the bytes, which no text has, or they
//     begin as gzip does (RFC 1952);
//   - Lines, for anything else, so that each line is found and found bad.
//
// A content type that names a framing without a scanner here gives Unknown.
//
// An event stream is SSEText if events have closed, other than sentinels and
// heartbeats, and the data of none is JSON.
func Detect(contentType string, prefix []byte) Name {
	if len(prefix) > Window {
		prefix = prefix[:Window]
	}
	switch named, ok := byContentType(contentType); {
	case ok && named == Unknown:
		return Unknown
	case named == Lines:
		return Lines
	case named == SSE || looksLikeSSE(prefix):
		return sseOrText(prefix)
	case looksLikeLines(prefix):
		return Lines
	case looksBinary(prefix):
		return Unknown
	case looksLikeJSON(prefix):
		return JSON
	}
	return Lines
}

// linesTypes are the subtypes under which JSON Lines are sent; none of them is
// registered. They are also taken as suffixes, such as vnd.example+jsonl.
var linesTypes = []string{"x-ndjson", "ndjson", "jsonl", "x-jsonl", "json-lines", "jsonlines", "x-jsonlines"}

// unreadTypes are the subtypes of framings that have no scanner here.
var unreadTypes = []string{"grpc", "grpc-web", "grpc-web-text", "json-seq", "vnd.amazon.eventstream"}

// byContentType returns the framing that a content type names: Unknown, if it
// names one that has no scanner. ok says whether it names any.
func byContentType(s string) (n Name, ok bool) {
	s, _, _ = strings.Cut(s, ";")
	tree, subtype, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), "/")
	if tree == "text" && subtype == "event-stream" {
		return SSE, true
	}
	if base, _, _ := strings.Cut(subtype, "+"); tree == "application" && slices.Contains(unreadTypes, base) {
		return Unknown, true
	}
	if i := strings.LastIndexByte(subtype, '+'); i >= 0 {
		subtype = subtype[i+1:]
	}
	if tree == "application" && slices.Contains(linesTypes, subtype) {
		return Lines, true
	}
	return Unknown, false
}

// looksLikeSSE reports whether the first line that is not blank is a comment
// or a field.
func looksLikeSSE(prefix []byte) bool {
	rest := bytes.TrimPrefix(prefix, []byte(bom))
	for len(rest) > 0 {
		line := rest
		if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
			line, rest = rest[:end], rest[end+1:]
		} else {
			rest = nil
		}
		if blanks(line) == len(line) {
			continue
		}
		name, _, _ := bytes.Cut(line, []byte{':'})
		word := newWord(longestField)
		word.write(name)
		return line[0] == ':' || fieldNamed(&word) != otherField
	}
	return false
}

// sseOrText tells an event stream whose data is JSON from any other.
func sseOrText(prefix []byte) Name {
	good, bad := 0, 0
	scan(SSE, prefix, func(s Span) {
		switch s.Kind {
		case Event:
			good++
		case Bad:
			bad++
		}
	})
	if bad > 0 && good == 0 {
		return SSEText
	}
	return SSE
}

// looksLikeLines reports whether there are complete JSON values and each is
// alone at the end of its line.
func looksLikeLines(prefix []byte) bool {
	alone, other := 0, 0
	scan(JSON, prefix, func(s Span) {
		if s.Kind != Event {
			return
		}
		rest := prefix[s.End:]
		rest = bytes.TrimLeft(rest, " \t\r")
		switch {
		case bytes.IndexByte(prefix[s.Start:s.End], '\n') >= 0:
			other++
		case len(rest) > 0 && rest[0] == '\n':
			alone++
		case len(rest) > 0:
			other++
		}
	})
	return alone > 0 && other == 0
}

func looksLikeJSON(prefix []byte) bool {
	rest := bytes.TrimPrefix(prefix, []byte(bom))
	rest = rest[blanks(rest):]
	if len(rest) == 0 {
		return false
	}
	var v value
	if _, said := v.run(rest[:1]); said == broken {
		return false
	}
	good, bad := 0, 0
	scan(JSON, prefix, func(s Span) {
		switch s.Kind {
		case Event:
			good++
		case Bad:
			bad++
		}
	})
	return good > 0 || bad == 0
}

func looksBinary(prefix []byte) bool {
	return bytes.IndexByte(prefix, 0) >= 0 || bytes.HasPrefix(prefix, []byte("\x1f\x8b"))
}

// scan runs a scanner over the start of a stream.
func scan(n Name, prefix []byte, emit func(Span)) {
	s, err := New(n, Options{}, emit)
	if err != nil {
		return // every caller names a framing that there is
	}
	s.Write(prefix)
}
