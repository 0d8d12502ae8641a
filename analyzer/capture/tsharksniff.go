package capture

import (
	"bytes"
	"slices"
)

func looksLikeTshark(head []byte) bool {
	text := head[skipSpace(head, 0):]
	switch {
	case len(text) == 0:
		return false
	case text[0] == '[':
		names, _, _ := firstNames(text[1:])
		return slices.Contains(names, "_source")
	case text[0] == '{':
		names, whole, rest := firstNames(text)
		second, _, _ := firstNames(rest)
		return whole && slices.Contains(names, "index") && slices.Contains(second, "layers") || slices.Contains(names, "layers")
	}
	return looksLikeFollow(head) || looksLikeTsharkTable(head)
}

// looksLikeDump finds the exports of Wireshark and tshark that have no times: the
// list of packets, and a stream followed as anything but YAML. A hexadecimal dump
// has the server's lines indented.
func looksLikeDump(head []byte) bool {
	text := head[skipSpace(head, 0):]
	for _, sign := range []string{"char peer0_", "char peer1_", "# Packet ", "peer0_0: ", "peer1_0: ", `"No.","Time"`, "No.     Time"} {
		if bytes.HasPrefix(text, []byte(sign)) {
			return true
		}
	}
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	if bytes.HasPrefix(line, []byte("=====")) && bytes.HasPrefix(rest, []byte("Follow: ")) {
		return true
	}
	const offset = "00000000  "
	if bytes.HasPrefix(line, []byte(offset)) && len(line) > len(offset)+2 {
		_, ok := appendHex(nil, line[len(offset):len(offset)+2])
		return ok
	}
	return sniffWire(line) == wireRequest && bytes.Contains(line, []byte(" HTTP/1."))
}
