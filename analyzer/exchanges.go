package analyzer

import "strings"

// Exchange is one of the exchanges that a recording holds, in words that are the
// same for every recording: nothing in it was copied from one.
type Exchange struct {
	Number int    // from 1, as Options.Exchange takes it
	Method string // of the request; "" where it is not known, "other" where it is not a common one
	Status int    // of the response, 0 where it is not known
	Type   string // its media type, or the first half of it where it is not one that streams; "" where it is not known
	Chunks int    // or rows
	Bytes  int64
	Timed  bool
}

// taken is the exchange that was taken of those that a recording holds.
type taken struct {
	number int // from 1
	of     []Exchange
}

func (c *collector) list() []Exchange {
	all := make([]Exchange, len(c.streams))
	for i, s := range c.streams {
		all[i] = Exchange{
			Number: i + 1, Method: methodWord(s.x.Method), Status: s.x.Status, Type: typeWord(s.x.ContentType),
			Chunks: s.chunksOrRows(), Bytes: s.b.Total(), Timed: s.x.Timed,
		}
	}
	return all
}

func (s *stream) chunksOrRows() int {
	if n := s.b.Chunks(); n > 0 {
		return n
	}
	return s.b.Rows()
}

var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT"}

// methodWord is a request method, if it is one of the common ones.
func methodWord(s string) string {
	for _, m := range methods {
		if m == s {
			return m
		}
	}
	if s != "" {
		return "other"
	}
	return ""
}

// streaming are the media types that streams come under.
var streaming = []string{
	"text/event-stream", "application/json", "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq",
	"application/stream+json", "application/grpc", "application/grpc+proto", "application/grpc-web", "application/grpc-web+proto",
	"application/grpc-web-text", "application/vnd.amazon.eventstream", "application/octet-stream", "text/plain", "text/html",
}

// typeWord is a media type, if it is one of those, or its first half with a
// star, if that is one that is registered (RFC 6838, section 4.2).
func typeWord(s string) string {
	for _, t := range streaming {
		if t == s {
			return t
		}
	}
	top, _, _ := strings.Cut(s, "/")
	switch top {
	case "application", "audio", "font", "image", "message", "model", "multipart", "text", "video":
		return top + "/*"
	case "":
		return ""
	}
	return "other"
}
