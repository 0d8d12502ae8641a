// Package framing finds the events of a stream. A Scanner is pushed the bytes
// of a body, in pieces of any size, and emits spans; it keeps no payload, so
// its memory is O(nesting depth) however large an event is, and its spans do
// not depend on where the pieces were cut.
package framing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// Name names a framing.
type Name uint16

const (
	Unknown        Name = iota
	Lines               // NDJSON, JSON Lines
	SSE                 // text/event-stream whose data is JSON
	SSEText             // text/event-stream
	JSON                // one value, or several glued
	JSONArray           // the elements of one array
	JSONSeq             // JSON text sequences (RFC 7464)
	GRPC                // length-prefixed messages of gRPC and gRPC-Web
	AWSEventStream      // application/vnd.amazon.eventstream
	ContentLength       // header blocks with a length, as LSP and MCP use on pipes
)

var names = [...]string{"unknown", "lines", "sse", "sse-text", "json", "json-array", "json-seq", "grpc", "aws-eventstream", "content-length"}

func (n Name) String() string { return name(names[:], int(n)) }

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "?"
}

// Names are the framings that there are, as ParseName reads them.
func Names() []string { return slices.Clone(names[1:]) }

// ParseName reads what Name.String writes.
func ParseName(s string) (Name, error) {
	for i, n := range names {
		if n == s {
			return Name(i), nil
		}
	}
	return Unknown, fmt.Errorf("unknown framing %.40q, want one of %q", s, names[1:])
}

// Kind says what a span is.
type Kind uint16

const (
	Event     Kind = iota // a payload that parses
	Sentinel              // [DONE]
	Heartbeat             // an event that says only that the peer is there
	Bad                   // its payload should be JSON and is not, or its frame is damaged
	Block                 // SSE fields without data: no event
	Filler                // a comment line, a BOM: no event
)

const kindLetters = "eshbkf"

var kindNames = [...]string{"event", "sentinel", "heartbeat", "bad", "block", "filler"}

func (k Kind) String() string { return name(kindNames[:], int(k)) }

// Letter is the kind's letter in the spans column.
func (k Kind) Letter() byte { return kindLetters[k] }

// ParseKind reads what Kind.Letter returns.
func ParseKind(letter byte) (Kind, error) {
	if i := strings.IndexByte(kindLetters, letter); i >= 0 {
		return Kind(i), nil
	}
	return 0, fmt.Errorf("unknown kind %q, want one of %q", letter, kindLetters)
}

// IsEvent reports whether a reader could act on a span of this kind.
func (k Kind) IsEvent() bool { return k <= Bad }

// Parses reports whether a span of this kind makes parsed true.
func (k Kind) Parses() bool { return k <= Heartbeat }

// Reason says why a span is bad.
type Reason uint16

const (
	NoReason    Reason = iota
	ReasonJSON         // not RFC 8259
	ReasonDepth        // nested deeper than MaxDepth
	ReasonCut          // EOF, or the end of its line or event, inside the value or frame
	ReasonEmpty        // no payload where JSON was due
	// ReasonLength and those below lose the place in a stream of frames, but
	// for ReasonCRC.
	ReasonLength  // a length that cannot be true
	ReasonHeader  // a header block without a length
	ReasonPrelude // the checksum of a length fails
	ReasonCRC     // the checksum of a whole message fails
)

var reasonNames = [...]string{"", "json", "depth", "cut", "empty", "length", "header", "prelude", "crc"}

func (r Reason) String() string { return name(reasonNames[:], int(r)) }

// ParseReason reads what Reason.String writes.
func ParseReason(s string) (Reason, error) {
	for i, n := range reasonNames {
		if n == s && i > 0 {
			return Reason(i), nil
		}
	}
	return NoReason, fmt.Errorf("unknown reason %.40q, want one of %q", s, reasonNames[1:])
}

// LosesSync reports whether a span that is bad for this reason is the last of
// its stream, as nothing tells where the next frame begins. All bytes behind
// it are free.
func (r Reason) LosesSync() bool {
	return r == ReasonLength || r == ReasonHeader || r == ReasonPrelude
}

// MaxDepth is the nesting depth beyond which a JSON value is bad.
const MaxDepth = jsontext.MaxDepth

// Open is the Ready, End and Proof of a span that does not have them yet.
const Open = -1

// Span is a stretch of the stream, in bytes from its start. All of it is held
// until Proof bytes of the stream have been seen: End, or End+1 where only the
// next byte shows that the span is complete. An event is ready where its text
// is complete and only its terminator is missing.
type Span struct {
	Start, Ready, End, Proof int64
	Kind                     Kind
	Reason                   Reason
	AtEOF                    bool // only EOF closed it: open until then
}

// ProvedBy reports whether the span is complete once seen bytes have been seen
// and the stream has not ended.
func (s Span) ProvedBy(seen int64) bool {
	return s.End != Open && !s.AtEOF && s.Proof <= seen
}

// Len is the span's bytes, or 0 while it is open.
func (s Span) Len() int64 {
	if s.End == Open {
		return 0
	}
	return s.End - s.Start
}

// Traits are things about a stream's bytes that explain a reader that does not
// match them, as a set.
type Traits uint16

const (
	TraitCRLF        Traits = 1 << iota // line ends are CR LF
	TraitCR                             // line ends are CR alone
	TraitNoSpace                        // a field's value follows its colon without a space
	TraitBOM                            // the stream begins with a BOM
	TraitInvalidUTF8                    // a string is not UTF-8
)

var traitNames = [...]string{"crlf", "cr", "no-space", "bom", "invalid-utf8"}

// Names lists the set.
func (t Traits) Names() []string {
	var out []string
	for i, n := range traitNames {
		if t&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

// ParseTrait reads one of what Names writes.
func ParseTrait(s string) (Traits, error) {
	for i, n := range traitNames {
		if n == s {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("unknown trait %.40q, want one of %q", s, traitNames)
}

// Options change what a Scanner makes of a stream.
type Options struct {
	LenientEOF bool     // an SSE event that is open at EOF closes there
	Heartbeats []string // names of SSE events that are heartbeats, besides ping, heartbeat, keepalive and keep-alive
}

// Scanner is pushed a stream and emits its spans in order, each when its proof
// has been seen.
type Scanner interface {
	// Write takes the next bytes. It keeps none of them.
	Write(p []byte)
	// Close says that the stream has ended (EOF). Spans that only EOF closes
	// are emitted now, with AtEOF set.
	Close()
	// Open returns the span that has begun and is not yet emitted; after Close,
	// one that EOF leaves open, which only SSE has.
	Open() (Span, bool)
	// Traits returns what was seen of the bytes so far.
	Traits() Traits
}
