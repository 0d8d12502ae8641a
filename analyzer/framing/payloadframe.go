package framing

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// Header is a header of an AWS event stream's message.
type Header struct {
	Name  string `json:"name"`
	Type  string `json:"type"`  // as the specification names it, such as string
	Value string `json:"value"` // numbers in decimal, byte arrays in base 64, timestamps in ms since 1970
}

func decodeGRPC(raw []byte) Payload {
	if len(raw) < grpcHead {
		return decodeMessage(raw)
	}
	p := decodeMessage(raw[grpcHead:])
	flags := raw[0]
	p.Flags = &flags
	return p
}

// decodeMessage is a message that may be text or anything else.
func decodeMessage(raw []byte) Payload {
	odd := func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' }
	if !utf8.Valid(raw) || bytes.ContainsFunc(raw, odd) {
		return Payload{Bytes: bytes.Clone(raw)}
	}
	return Payload{Data: string(raw)}
}

func decodeAWS(raw []byte) Payload {
	if len(raw) < awsHead+awsTail {
		return decodeMessage(raw)
	}
	prelude, r := awsPrelude(raw)
	if r != NoReason || prelude.total > int64(len(raw)) {
		return decodeMessage(raw)
	}
	raw = raw[awsHead : len(raw)-awsTail]
	p := decodeMessage(raw[prelude.headers:])
	for h, rest := raw[:prelude.headers], []byte(nil); len(h) > 0; h = rest {
		var header Header
		var ok bool
		if header, rest, ok = decodeHeader(h); !ok {
			break
		}
		p.Headers = append(p.Headers, header)
	}
	return p
}

// awsTypes are the types of values by their number, and the size of a value,
// or -1 where two bytes of length come first.
var awsTypes = [...]struct {
	name string
	size int
}{
	{"bool_true", 0}, {"bool_false", 0}, {"byte", 1}, {"short", 2}, {"integer", 4}, {"long", 8},
	{"byte_array", -1}, {"string", -1}, {"timestamp", 8}, {"uuid", 16},
}

// decodeHeader reads the header that b begins with and returns the rest.
func decodeHeader(b []byte) (h Header, rest []byte, ok bool) {
	name, b, ok := split(b, 1)
	if !ok || len(b) == 0 || int(b[0]) >= len(awsTypes) {
		return h, nil, false
	}
	t, b := awsTypes[b[0]], b[1:]
	value := b
	if t.size < 0 {
		value, b, ok = split(b, 2)
	} else if ok = len(b) >= t.size; ok {
		value, b = b[:t.size], b[t.size:]
	}
	if !ok {
		return h, nil, false
	}
	h = Header{Name: jsontext.Decode(name), Type: t.name}
	switch t.name {
	case "bool_true", "bool_false":
		h.Type, h.Value = "bool", t.name[len("bool_"):]
	case "byte_array":
		h.Value = base64.StdEncoding.EncodeToString(value)
	case "string":
		h.Value = jsontext.Decode(value)
	case "uuid":
		h.Value = fmt.Sprintf("%x-%x-%x-%x-%x", value[:4], value[4:6], value[6:8], value[8:10], value[10:])
	default:
		h.Value = strconv.FormatInt(signed(value), 10)
	}
	return h, b, true
}

// split takes a length of that many bytes off the front of b, and as many bytes
// as it says.
func split(b []byte, size int) (part, rest []byte, ok bool) {
	if len(b) < size {
		return nil, nil, false
	}
	n := size + int(binary.BigEndian.Uint16(append(make([]byte, 2-size, 2), b[:size]...)))
	if len(b) < n {
		return nil, nil, false
	}
	return b[size:n], b[n:], true
}

// signed reads an integer in two's complement, highest byte first.
func signed(b []byte) int64 {
	n := int64(int8(b[0]))
	for _, c := range b[1:] {
		n = n<<8 | int64(c)
	}
	return n
}
