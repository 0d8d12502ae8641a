package framing

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// Payload is what one span says. It is the only thing in this package that
// holds payload, for the eyes of whoever has the capture: nothing that leaves
// the machine may be made from it.
type Payload struct {
	Event string  `json:"event,omitempty"` // SSE: the event's name, message if it has none
	Data  string  `json:"data"`            // SSE: the data lines, joined by LF; else the text, or the message that is text
	ID    *string `json:"id,omitempty"`    // SSE: the last event ID, if this block sets one
	Retry *int64  `json:"retry,omitempty"` // SSE: the reconnection time in ms, if this block sets one

	Flags   *uint8   `json:"flags,omitempty"`   // gRPC: 1 for a compressed message, 128 for the trailers of gRPC-Web
	Headers []Header `json:"headers,omitempty"` // AWS: the headers, as far as they can be read
	Bytes   []byte   `json:"b64,omitempty"`     // the message that is no text, in base 64
}

// Decode reads the bytes of one span, [Start, End) of the stream, as a browser
// would: SSE as in WHATWG HTML, section 9.2.6, and with U+FFFD for what is not
// UTF-8. Comments have no payload. Of a bad frame it reads what it can.
func Decode(n Name, raw []byte) Payload {
	switch n {
	case SSE, SSEText:
		return decodeSSE(raw)
	case GRPC:
		return decodeGRPC(raw)
	case AWSEventStream:
		return decodeAWS(raw)
	case JSONSeq:
		return decodeText(bytes.Trim(raw, " \t\r\n\v\f"))
	case ContentLength:
		_, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
		return decodeText(body)
	}
	return decodeText(raw)
}

func decodeText(raw []byte) Payload {
	return Payload{Data: jsontext.Decode(bytes.Trim(raw, " \t\r\n"))}
}

func decodeSSE(raw []byte) Payload {
	p := Payload{Event: "message"}
	var data []string
	text := strings.ReplaceAll(jsontext.Decode(raw), "\r\n", "\n")
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r", "\n"), "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			p.Event = value
			if value == "" {
				p.Event = "message"
			}
		case "data":
			data = append(data, value)
		case "id":
			if !strings.Contains(value, "\x00") {
				p.ID = &value
			}
		case "retry":
			if ms, err := strconv.ParseUint(value, 10, 63); err == nil {
				retry := int64(ms)
				p.Retry = &retry
			}
		}
	}
	p.Data = strings.Join(data, "\n")
	return p
}
