package capture

import (
	"bytes"
	"encoding/binary"
)

// wireKind is what the first bytes of one direction of a connection show.
type wireKind uint8

const (
	wireMore        wireKind = iota // nothing yet
	wireRaw                         // nothing that is known here
	wireResponse                    // of HTTP/1.1
	wireRequest                     // of HTTP/1.1
	wirePreface                     // of HTTP/2, which a client sends
	wireFrames                      // of HTTP/2, as a server begins
	wireClientHello                 // of TLS
	wireServerHello                 // of TLS
	wireTLS                         // a later record of TLS
)

func (k wireKind) role() sideRole {
	switch k {
	case wireResponse, wireFrames, wireServerHello:
		return roleServer
	case wireRequest, wirePreface, wireClientHello:
		return roleClient
	}
	return roleUnknown
}

const (
	httpSign = "HTTP/1."
	preface  = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" // RFC 9113, section 3.4
	maxSign  = 32                                 // bytes that are looked at
)

// sniffWire tells what a direction carries from its first bytes.
func sniffWire(b []byte) wireKind {
	if text := bytes.TrimLeft(b, "\r\n"); len(text) < len(b) {
		return sniffAfterBlank(text, len(b))
	}
	for _, sign := range []struct {
		text string
		kind wireKind
	}{{httpSign, wireResponse}, {preface, wirePreface}} {
		if n := min(len(b), len(sign.text)); string(b[:n]) == sign.text[:n] {
			if n < len(sign.text) {
				return wireMore
			}
			return sign.kind
		}
	}
	switch {
	case len(b) == 0:
		return wireMore
	case b[0] >= tlsFirst && b[0] <= tlsLast:
		return sniffTLS(b)
	case b[0] == 0:
		return sniffFrames(b)
	}
	return sniffRequest(b)
}

// sniffAfterBlank is sniffWire for what follows empty lines, size bytes with them:
// those before a message of HTTP/1.1 are passed over (RFC 9112, section 2.2).
func sniffAfterBlank(text []byte, size int) wireKind {
	switch kind := sniffWire(text); {
	case kind == wireResponse, kind == wireRequest, kind == wireMore && size < maxSign:
		return kind
	}
	return wireRaw
}

// The content types of TLS records (RFC 8446, section 5.1), and what a record
// may hold with the room that older versions take.
const (
	tlsFirst     = 20
	tlsHandshake = 22
	tlsLast      = 23
	tlsMost      = 1<<14 + 1<<11
)

// sniffTLS finds the head of a TLS record: type, version, length.
func sniffTLS(b []byte) wireKind {
	switch {
	case len(b) > 1 && b[1] != 3, len(b) > 2 && b[2] > 4:
		return wireRaw
	case len(b) < 6:
		return wireMore
	}
	if n := binary.BigEndian.Uint16(b[3:]); n == 0 || n > tlsMost {
		return wireRaw
	}
	switch {
	case b[0] == tlsHandshake && b[5] == 1:
		return wireClientHello
	case b[0] == tlsHandshake && b[5] == 2:
		return wireServerHello
	}
	return wireTLS
}

// sniffFrames finds the head of a SETTINGS frame, with which each side of
// HTTP/2 begins (RFC 9113, section 3.4).
func sniffFrames(b []byte) wireKind {
	if len(b) < frameHead {
		for i, want := range [frameHead]int{0, 0, -1, frameSettings, 0, 0, 0, 0, 0} {
			if i < len(b) && want >= 0 && int(b[i]) != want {
				return wireRaw
			}
		}
		return wireMore
	}
	if h := readFrameHead(b); h.kind == frameSettings && h.flags == 0 && h.sane() && h.size < 1<<8 {
		return wireFrames
	}
	return wireRaw
}

// sniffRequest finds the beginning of a request line: a method and a target
// (RFC 9112, section 3).
func sniffRequest(b []byte) wireKind {
	const scheme = "http"
	i := 0
	for i < len(b) && i <= maxMethod && ('A' <= b[i] && b[i] <= 'Z' || b[i] == '-') {
		i++
	}
	switch {
	case i == len(b):
		return wireMore
	case i < 3 || b[i] != ' ':
		return wireRaw
	}
	method, target := b[:i], b[i+1:]
	n := min(len(target), len(scheme))
	switch {
	case n == 0:
		return wireMore
	case target[0] == '/' || target[0] == '*' || string(method) == "CONNECT":
		return wireRequest
	case string(target[:n]) != scheme[:n]:
		return wireRaw
	case n < len(scheme):
		return wireMore
	}
	return wireRequest
}
