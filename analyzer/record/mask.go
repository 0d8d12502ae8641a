package record

import (
	"slices"
	"strings"
)

// Mask replaces the content of a body and keeps what its framing is told from:
// the masked body has the same length, the same lines, and the same events at the
// same places, good where they were good and bad where they were bad. What it
// makes of a byte depends on the bytes before it alone, so that a body may be
// pushed in pieces of any size.
//
// In text, which is what all but the content types below are taken for:
//
//   - CR, LF, RS (0x1E), space, tab, VT and FF stay, as does a BOM at the start;
//   - at the start of a line stay data, event, id and retry with the colon behind
//     them, and content-length in any case with its colon and its digits: the
//     bytes that it counts are a body, behind which a line starts anew;
//   - the names of heartbeats (ping, heartbeat, keepalive, keep-alive) stay behind
//     event: and at most one space, and [DONE] stays where a value starts; of
//     another name or word the letters stay that could have begun one of these;
//   - all else is read as tokens of JSON, whatever stands where in its grammar:
//     { } [ ] , : and the quotes stay, inside strings each byte becomes x, of an
//     escape \n is left and of \uXXXX \u0000; true, false and null stay, in numbers
//     each digit becomes 0, but the first of an integer part 1 unless it is 0, as
//     JSON allows no zero in front;
//   - a byte that no token can have there makes the rest of its line free text:
//     it becomes x itself, as does each byte behind it, and digits become 0. Inside a
//     string that byte is a control character, and becomes 0x01.
//
// In gRPC (application/grpc, grpc-web, connect+json and connect+proto) the prefixes
// stay and all bytes of messages become x. In application/vnd.amazon.eventstream the
// preludes stay, headers and payload become x, and the checksum behind them is made
// good again unless it was bad.
//
// What is no longer seen in a masked body: strings that are not UTF-8; in a string
// that its line cuts, the white space before the cut, so that a bad line of that
// sort is ready later; and names that only the user knows to be heartbeats'.
type Mask struct {
	of masker
}

// masker masks bytes in place.
type masker interface{ mask(p []byte) }

// NewMask begins the mask of one body. It returns nil where nothing tells content
// from framing: under content types that are neither text nor a framing that is
// known, and under a content coding other than identity. Of such a body lengths
// alone can be kept.
func NewMask(contentType, contentEncoding string) *Mask {
	for coding := range strings.SplitSeq(contentEncoding, ",") {
		if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
			return nil
		}
	}
	switch kindOf(contentType) {
	case maskText:
		return &Mask{&textMask{bom: true}}
	case maskGRPC:
		return &Mask{&grpcMask{}}
	case maskAWS:
		return &Mask{&awsMask{}}
	}
	return nil
}

// Apply masks the next bytes of the body in place.
func (m *Mask) Apply(p []byte) { m.of.mask(p) }

// maskKind is which mask a content type gets.
type maskKind uint8

const (
	maskNothing maskKind = iota // nothing is known: lengths alone
	maskText
	maskGRPC
	maskAWS
)

// textTypes are the subtypes that are text, besides those of text/ and the ones
// with a suffix of textSuffixes.
var (
	textTypes    = []string{"json", "x-ndjson", "ndjson", "jsonl", "x-jsonl", "json-lines", "jsonlines", "x-jsonlines", "json-seq", "stream+json", "javascript", "xml", "x-www-form-urlencoded", "graphql"}
	textSuffixes = []string{"+json", "+xml", "+jsonl", "+ndjson", "+json-seq"}
)

func kindOf(contentType string) maskKind {
	s, _, _ := strings.Cut(contentType, ";")
	tree, subtype, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), "/")
	bare, _, _ := strings.Cut(subtype, "+")
	switch {
	case tree == "" || tree == "text":
		return maskText
	case tree != "application":
		return maskNothing
	case bare == "grpc" || bare == "grpc-web" || bare == "connect":
		return maskGRPC
	case subtype == "vnd.amazon.eventstream":
		return maskAWS
	case slices.Contains(textTypes, subtype) || slices.ContainsFunc(textSuffixes, func(end string) bool { return strings.HasSuffix(subtype, end) }):
		return maskText
	}
	return maskNothing
}
