package record

import "fmt"

// Payload says what is kept of the bytes of a body. The zero value keeps the least.
type Payload uint8

const (
	PayloadNone Payload = iota // lengths
	PayloadMask                // the bytes behind a Mask, or lengths where there is none
	PayloadRaw                 // the bytes
)

var payloadNames = [...]string{"none", "mask", "raw"}

func (p Payload) String() string {
	if int(p) < len(payloadNames) {
		return payloadNames[p]
	}
	return "?"
}

// ParsePayload reads what Payload.String writes.
func ParsePayload(s string) (Payload, error) {
	for i, name := range payloadNames {
		if name == s {
			return Payload(i), nil
		}
	}
	return 0, fmt.Errorf("record: unknown payload %.40q, want one of %q", s, payloadNames)
}
