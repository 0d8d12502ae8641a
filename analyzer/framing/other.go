package framing

import "bytes"

// others are the framings that Other tries, those first of whose events bytes
// of another framing hold the fewest: a JSON value can stand anywhere.
var others = []Name{SSE, ContentLength, JSONSeq, AWSEventStream, GRPC, Lines, JSONArray, JSON, SSEText}

// Other returns the framing that finds events in the start of a body where the
// one that was asked for finds none: the one that Detect chooses, else the
// first that does of SSE, ContentLength, JSONSeq, AWSEventStream, GRPC, Lines,
// JSONArray, JSON and SSEText. An event is one that parses; and JSONSeq needs
// an RS, GRPC and JSONArray what Detect asks of them, as they would take
// anything for events. It depends on the first Window bytes of prefix alone. ok
// is false where no other framing finds an event.
func Other(asked Name, contentType string, prefix []byte) (n Name, ok bool) {
	prefix = prefix[:min(len(prefix), Window)]
	if n := Detect(contentType, prefix); n != asked && finds(n, prefix) {
		return n, true
	}
	for _, n := range others {
		if n != asked && finds(n, prefix) {
			return n, true
		}
	}
	return Unknown, false
}

// finds reports whether a framing finds an event that parses.
func finds(n Name, prefix []byte) bool {
	switch {
	case n == Unknown,
		n == JSONSeq && bytes.IndexByte(prefix, rs) < 0,
		n == GRPC && !looksLikeGRPC(prefix),
		n == JSONArray && !looksLikeArray(prefix):
		return false
	}
	found := false
	scan(n, prefix, func(s Span) { found = found || s.Kind.Parses() })
	return found
}
