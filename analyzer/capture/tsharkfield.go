package capture

import (
	"bytes"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// The fields of a packet that matter.
const (
	tsTime = iota
	tsRelative
	tsStream
	tsSource
	tsTarget
	tsFrom
	tsTo
	tsSeq
	tsSeqRaw
	tsLen
	tsPayload
	tsBytes // the payload itself
	tsFlags
	tsStamp
	tsH2Stream
	tsH2Length
	tsH2Data
	tsFields
)

// tsharkNames are the names of the fields. In -T ek, dots are underscores, and
// the name of the layer stands once more in front.
var tsharkNames = []struct {
	name  string
	field int
}{
	{"frame.time_epoch", tsTime},
	{"frame.time_relative", tsRelative},
	{"tcp.stream", tsStream},
	{"tcp.srcport", tsSource},
	{"tcp.dstport", tsTarget},
	{"ip.src", tsFrom},
	{"ip.dst", tsTo},
	{"ipv6.src", tsFrom},
	{"ipv6.dst", tsTo},
	{"tcp.seq", tsSeq},
	{"tcp.seq_raw", tsSeqRaw},
	{"tcp.len", tsLen},
	{"tcp.payload", tsPayload},
	{"tcp.flags", tsFlags},
	{"timestamp", tsStamp}, // of -T ek, in milliseconds
	{"http2.streamid", tsH2Stream},
	{"http2.length", tsH2Length},
	{"http2.data.data", tsH2Data},
}

// tsharkField returns the field of a name, or None.
func tsharkField(name []byte) int {
	layer := jsontext.Either(name, '.', '_')
	if layer > 0 && layer < len(name) && bytes.HasPrefix(name[layer+1:], name[:layer+1]) {
		name = name[layer+1:]
	}
	for _, n := range tsharkNames {
		if len(n.name) == len(name) && dotted(name, n.name) {
			return n.field
		}
	}
	return None
}

// dotted says whether two names of a length are the same, dots or underscores.
func dotted(name []byte, want string) bool {
	for i, c := range name {
		if c != want[i] && (c != '_' || want[i] != '.') {
			return false
		}
	}
	return true
}

// tsharkPacket is the fields of one packet as text, nil where it has none.
type tsharkPacket [tsFields][]byte
