package framing

import (
	"bytes"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

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
		if jsontext.Blanks(line) == len(line) {
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
	rest := textOf(prefix)
	if len(rest) == 0 {
		return false
	}
	var v jsontext.Value
	if _, said := v.Run(rest[:1]); said == jsontext.Broken {
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

// looksLikeArray reports whether prefix is one array, whole or not, of arrays
// and objects. Where a bad element ends that array for a reader of JSON, a good
// one is enough.
func looksLikeArray(prefix []byte) bool {
	if rest := textOf(prefix); len(rest) == 0 || rest[0] != '[' {
		return false
	}
	good, others := 0, 0
	element := func(s Span) {
		switch c := prefix[s.Start]; {
		case s.Kind != Event:
		case c == '[' || c == '{':
			good++
		default:
			others++
		}
	}
	s := scan(JSONArray, prefix, element)
	last, open := s.Open()
	if open {
		element(last)
	}
	values, broken := 0, false
	s = scan(JSON, prefix, func(s Span) {
		broken = broken || values == 0 && s.Kind == Bad
		if s.Kind != Filler {
			values++
		}
	})
	if _, open := s.Open(); open {
		values++
	}
	return good > 0 && others == 0 && (values == 1 || broken)
}

func looksBinary(prefix []byte) bool {
	return bytes.IndexByte(prefix, 0) >= 0 || bytes.HasPrefix(prefix, []byte("\x1f\x8b"))
}

// looksLikeContentLength reports whether prefix begins with a header of
// messages, and a length is among the headers.
func looksLikeContentLength(prefix []byte) bool {
	const either = "content-" // length or type, as there are no others
	if len(prefix) < len(either) || !strings.EqualFold(string(prefix[:len(either)]), either) {
		return false
	}
	var h headerBlock
	h.run(prefix)
	return h.known
}

func looksLikeJSONSeq(prefix []byte) bool {
	n := jsontext.Blanks(prefix)
	return n < len(prefix) && prefix[n] == rs
}

func looksLikeAWS(prefix []byte) bool {
	if len(prefix) < awsHead {
		return false
	}
	_, r := awsPrelude(prefix)
	return r == NoReason
}

// looksLikeGRPC reports whether prefix is a chain of frames, the last of which
// may be cut, and one that is not empty is whole.
func looksLikeGRPC(prefix []byte) bool {
	const known = 0x81 // compressed, trailers
	whole := false
	for rest := prefix; len(rest) > 0; {
		if rest[0]&^known != 0 {
			return false
		}
		if len(rest) < grpcHead {
			break
		}
		size := grpcHead + grpcLength(rest)
		if size > grpcLimit {
			return false
		}
		if size > int64(len(rest)) {
			break
		}
		whole = whole || size > grpcHead
		rest = rest[size:]
	}
	return whole
}

// textOf returns what follows a BOM and white space.
func textOf(prefix []byte) []byte {
	rest := bytes.TrimPrefix(prefix, []byte(bom))
	return rest[jsontext.Blanks(rest):]
}

// scan runs a scanner over the start of a stream.
func scan(n Name, prefix []byte, emit func(Span)) Scanner {
	s, _ := New(n, Options{}, emit) // no error: every caller names a framing that there is
	s.Write(prefix)
	return s
}
