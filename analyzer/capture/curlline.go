package capture

import (
	"bytes"
	"time"
)

// curlKind is the kind of an item of a curl trace.
type curlKind uint8

const (
	curlNone curlKind = iota
	curlInfo
	curlSendHeader
	curlSendData
	curlRecvHeader
	curlRecvData
	curlTLS // "SSL data": what TLS itself sent and received
)

// curlItem is the line that an item of a curl trace begins with:
//
//	[HH:MM:SS.uuuuuu ] ["[" XFER "-" CONN "] "] rest
//	rest = ("== Info: " | "* ") text | ("=> Send" | "<= Recv") " " KIND ", " N " bytes (0x" HEX ")"
//
// (curl, src/tool_cb_dbg.c; "* " since curl 8.17.)
type curlItem struct {
	kind  curlKind
	time  time.Duration // of the day
	timed bool
	xfer  int64 // None where the trace has no ids
	size  int64 // bytes that the dump below shows
	text  []byte
}

var curlKinds = [...]struct {
	text string
	kind curlKind
}{
	{"<= Recv data, ", curlRecvData},
	{"<= Recv header, ", curlRecvHeader},
	{"=> Send data, ", curlSendData},
	{"=> Send header, ", curlSendHeader},
	{"<= Recv SSL data, ", curlTLS},
	{"=> Send SSL data, ", curlTLS},
}

// parseCurlItem reads such a line; its kind is curlNone where it is none.
func parseCurlItem(b []byte) curlItem {
	item := curlItem{xfer: None}
	if tod, fraction, n := parseClock(b); fraction && n < len(b) && b[n] == ' ' {
		item.time, item.timed, b = tod, true, b[n+1:]
	}
	if len(b) > 0 && b[0] == '[' {
		var ok bool
		if item.xfer, b, ok = curlIDs(b); !ok {
			return item
		}
	}
	for _, info := range []string{"== Info: ", "* "} {
		if len(b) >= len(info) && string(b[:len(info)]) == info {
			item.kind, item.text = curlInfo, b[len(info):]
			return item
		}
	}
	for _, k := range &curlKinds {
		if len(b) > len(k.text) && string(b[:len(k.text)]) == k.text {
			if n, ok := curlSize(b[len(k.text):]); ok {
				item.kind, item.size = k.kind, n
			}
			return item
		}
	}
	return item
}

// curlIDs reads "[XFER-CONN] "; CONN is x where there is no connection.
func curlIDs(b []byte) (xfer int64, rest []byte, ok bool) {
	end := bytes.Index(b, []byte("] "))
	dash := bytes.IndexByte(b, '-')
	if end < 0 || b[0] != '[' || dash < 1 || dash > end || dash > 20 {
		return None, b, false
	}
	conn := b[dash+1 : end]
	if _, number := parseCount(conn); !number && string(conn) != "x" {
		return None, b, false
	}
	if xfer, ok = parseCount(b[1:dash]); !ok && string(b[1:dash]) == "x" {
		xfer, ok = None, true
	}
	return xfer, b[end+2:], ok
}

// curlSize reads `N bytes (0xHEX)`, which says N twice.
func curlSize(b []byte) (int64, bool) {
	number, rest, _ := bytes.Cut(b, []byte(" bytes (0x"))
	n, ok := parseCount(number)
	if !ok || len(rest) < 2 || len(rest) > 13 || rest[len(rest)-1] != ')' {
		return 0, false
	}
	var hex int64
	for _, c := range rest[:len(rest)-1] {
		d, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		hex = hex<<4 | int64(d)
	}
	return n, n == hex
}

// gluedCurlItem says whether a line that is no item ends in one: what happens
// where the body is written into the trace and its last line has no LF.
func gluedCurlItem(b []byte) bool {
	for _, k := range &curlKinds {
		if i := bytes.LastIndex(b, []byte(k.text)); i >= 0 && parseCurlItem(b[i:]).kind == k.kind {
			return true
		}
	}
	return false
}

// looksLikeCurl looks for an item with bytes or, where only information is in
// sight, for its mark in a trace, which -v does not write.
func looksLikeCurl(head []byte) bool {
	info := false
	for i, line := range headLines(head) {
		switch item := parseCurlItem(line); item.kind {
		case curlNone:
		case curlInfo:
			info = info || bytes.Contains(line[:len(line)-len(item.text)], []byte("== Info: ")) || item.timed && i == 0
		default:
			return true
		}
	}
	return info
}

// looksLikeVerbose finds the marks of curl -v: head lines behind < and >, and
// reads that are only counted. A trace has items instead.
func looksLikeVerbose(head []byte) bool {
	found := false
	for _, line := range headLines(head) {
		if item := parseCurlItem(line); item.kind > curlInfo {
			return false
		}
		if _, fraction, n := parseClock(line); fraction && n < len(line) {
			line = line[n+1:]
		}
		if _, rest, ok := curlIDs(line); ok {
			line = rest
		}
		found = found || bytes.HasPrefix(line, []byte("< HTTP/")) || bytes.HasPrefix(line, []byte("> ")) && bytes.Contains(line, []byte(" HTTP/")) ||
			bytes.HasPrefix(line, []byte("{ [")) && bytes.HasSuffix(line, []byte("bytes data]"))
	}
	return found
}
