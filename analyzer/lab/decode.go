package lab

import (
	"encoding/json"
	"errors"

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
	p := framing.Decode(d.framing, raw)
	if s.Kind == framing.Sentinel || s.Kind == framing.Heartbeat || !d.carriesJSON() {
		return s.Kind.Parses()
	}
	var v any
	err := json.Unmarshal([]byte(p.Data), &v)
	// A number that no float64 can hold is JSON all the same.
	var large *json.UnmarshalTypeError
	return err == nil || errors.As(err, &large)
}

func (d decoder) carriesJSON() bool {
	switch d.framing {
	case framing.SSEText, framing.GRPC, framing.AWSEventStream:
		return false
	}
	return true
}
