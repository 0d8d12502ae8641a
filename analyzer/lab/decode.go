package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// decoder makes of a span's bytes what an agent acts on.
type decoder struct {
	framing framing.Name
}

// span decodes one span and reports whether it is an event that parses. Where
// the payload should be JSON, encoding/json has the word, not the framing.
func (d decoder) span(s framing.Span, raw []byte) bool {
	switch s.Kind {
	case framing.Block, framing.Filler:
		return false
	}
	var text string
	switch d.framing {
	case framing.GRPC, framing.AWSEventStream:
		return s.Kind.Parses() // a message of bytes, which is what an agent gets
	case framing.ContentLength:
		_, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
		text = string(body)
	case framing.JSONSeq: // whose white space around a text is ASCII's, not JSON's
		text = strings.Trim(framing.Decode(d.framing, raw).Data, " \t\n\v\f\r")
	default:
		text = framing.Decode(d.framing, raw).Data
	}
	if d.framing == framing.SSEText || s.Kind == framing.Sentinel || s.Kind == framing.Heartbeat {
		return s.Kind.Parses()
	}
	var v any
	err := json.Unmarshal([]byte(text), &v)
	// A number that no float64 can hold is JSON all the same.
	var large *json.UnmarshalTypeError
	return err == nil || errors.As(err, &large)
}
