package framing

import (
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
// application/json, which is used for all of them, the bytes do, in this order:
//
//   - SSE, if the first line that is not blank is a comment or a field of SSE;
//   - a framing whose first bytes no other has: ContentLength, if a header
//     block with a length comes first; JSONSeq, if RS does, white space aside;
//     AWSEventStream, if a prelude with its checksum does; GRPC, if all is a
//     chain of frames whose flags are known and whose lengths are believed, and
//     one with a message is whole;
//   - Lines, if there are complete JSON values and each stands alone at the
//     end of a line, without an LF inside; the last of several may lack its LF;
//   - Unknown, if there is a NUL among the bytes, which no text has, or they
//     begin as gzip does (RFC 1952);
//   - JSONArray, if all is one array, whole or not, whose elements are arrays
//     or objects; or if it would be, were it not for bad ones behind a good one;
//   - JSON, if the first byte that is not white space can begin a value, and
//     some value is good or none has turned out bad;
//   - Lines, for anything else, so that each line is found and found bad.
//
// A content type that names a framing without a scanner here gives Unknown:
// gRPC-Web in base 64.
//
// An event stream is SSEText if events have closed, other than sentinels and
// heartbeats, and the data of none is JSON.
func Detect(contentType string, prefix []byte) Name {
	if len(prefix) > Window {
		prefix = prefix[:Window]
	}
	named, ok := byContentType(contentType)
	switch {
	case named == SSE || !ok && looksLikeSSE(prefix):
		return sseOrText(prefix)
	case ok:
		return named
	}
	for _, look := range looks {
		if look.like(prefix) {
			return look.name
		}
	}
	return Lines
}

// looks are what framings look like, in the order of Detect.
var looks = []struct {
	name Name
	like func(prefix []byte) bool
}{
	{ContentLength, looksLikeContentLength},
	{JSONSeq, looksLikeJSONSeq},
	{AWSEventStream, looksLikeAWS},
	{GRPC, looksLikeGRPC},
	{Lines, looksLikeLines},
	{Unknown, looksBinary},
	{JSONArray, looksLikeArray},
	{JSON, looksLikeJSON},
}

// linesTypes are the subtypes under which JSON Lines are sent; none of them is
// registered. They are also taken as suffixes, such as vnd.example+jsonl.
var linesTypes = []string{"x-ndjson", "ndjson", "jsonl", "x-jsonl", "json-lines", "jsonlines", "x-jsonlines"}

// frameTypes are the subtypes of other framings. Those of gRPC have suffixes
// that say what the messages are, such as grpc+proto.
var frameTypes = map[string]Name{
	"grpc": GRPC, "grpc-web": GRPC, "grpc-web-text": Unknown, "json-seq": JSONSeq, "vnd.amazon.eventstream": AWSEventStream,
}

// byContentType returns the framing that a content type names: Unknown, if it
// names one that has no scanner. ok says whether it names any.
func byContentType(s string) (n Name, ok bool) {
	s, _, _ = strings.Cut(s, ";")
	tree, subtype, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), "/")
	if tree == "text" && subtype == "event-stream" {
		return SSE, true
	}
	if tree != "application" {
		return Unknown, false
	}
	base, _, _ := strings.Cut(subtype, "+")
	if n, ok := frameTypes[base]; ok {
		return n, true
	}
	suffix := subtype[strings.LastIndexByte(subtype, '+')+1:]
	switch {
	case suffix == "json-seq": // RFC 8091
		return JSONSeq, true
	case slices.Contains(linesTypes, suffix):
		return Lines, true
	}
	return Unknown, false
}
