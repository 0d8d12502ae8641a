package framing_test

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// awsPrelude makes a prelude and its checksum, whatever it says.
func awsPrelude(total, headers uint32) string {
	b := binary.BigEndian.AppendUint32(nil, total)
	b = binary.BigEndian.AppendUint32(b, headers)
	return string(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
}

// awsMessage makes a message of 16 bytes and its headers and payload.
func awsMessage(headers, payload string) string {
	b := []byte(awsPrelude(uint32(16+len(headers)+len(payload)), uint32(len(headers))) + headers + payload)
	return string(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
}

// flip changes the byte at i, counted from the end where it is negative.
func flip(s string, i int) string {
	if i < 0 {
		i += len(s)
	}
	return s[:i] + string([]byte{s[i] ^ 1}) + s[i+1:]
}

func TestAWSEventStream(t *testing.T) {
	const header = "\x05:type\x07\x00\x01x" // 10 bytes
	empty, one := awsMessage("", ""), awsMessage(header, "{}")
	const headers, payload = 128 << 10, 24 << 20
	runStreams(t, framing.AWSEventStream, []streamCase{
		{name: "an empty stream has no span", stream: ""},
		{name: "a message closes at its last byte", stream: one + empty + one, want: "0:28e 28:44e 44:72e"},
		{name: "a prelude that is not whole is open", stream: one[:11], want: "0:e", atEOF: "0:11b.cut$"},
		{name: "a message that is not whole is open", stream: empty + one[:27], want: "0:16e 16:e", atEOF: "0:16e 16:43b.cut$"},
		{name: "a payload need not be JSON", stream: awsMessage("", "nope"), want: "0:20e"},
		{name: "headers are not judged", stream: awsMessage("\xff", ""), want: "0:17e"},
		{name: "a changed header is bad at the message's end and the next one kept", stream: flip(one, 12) + empty, want: "0:28b.crc 28:44e"},
		{name: "so is a changed payload", stream: flip(one, -5) + empty, want: "0:28b.crc 28:44e"},
		{name: "so is a changed checksum", stream: flip(one, -4) + flip(one, -1) + empty, want: "0:28b.crc 28:56b.crc 56:72e"},
		{name: "a changed length is bad at the prelude, and all behind it free", stream: empty + flip(one, 3) + empty, want: "0:16e 16:28b.prelude"},
		{name: "so is a changed length of the headers", stream: flip(one, 4) + empty, want: "0:12b.prelude"},
		{name: "so is a changed checksum of the prelude", stream: flip(one, 11), want: "0:12b.prelude"},
		{name: "headers cannot be longer than their message", stream: awsPrelude(20, 5) + empty, want: "0:12b.length"},
		{name: "they can fill it", stream: awsPrelude(20, 4), want: "0:e", atEOF: "0:12b.cut$"},
		{name: "a message cannot be shorter than its own parts", stream: awsPrelude(15, 0) + empty, want: "0:12b.length"},
		{name: "nor can it be empty", stream: awsPrelude(0, 0), want: "0:12b.length"},
		{name: "128 KiB of headers and 24 MiB of payload are waited for", stream: awsPrelude(16+headers+payload, headers), want: "0:e", atEOF: "0:12b.cut$"},
		{name: "more headers are not", stream: awsPrelude(16+headers+1, headers+1), want: "0:12b.length"},
		{name: "nor is more payload", stream: awsPrelude(16+headers+payload+1, headers), want: "0:12b.length"},
		{name: "lengths are unsigned", stream: awsPrelude(1<<32-1, 1<<32-1), want: "0:12b.length"},
		{name: "what begins like a BOM is a prelude", stream: bom + strings.Repeat("x", 9), want: "0:12b.prelude"},
	})
}

// Random messages, some of them damaged, against what is known of how they were
// made.
func TestAWSEventStreamOfRandomMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	kinds := map[string]int{}
	for range 500 {
		var b []byte
		var want result
		for range 1 + rng.IntN(8) {
			random := func() string { return strings.Repeat(string([]byte{byte(rng.IntN(256))}), rng.IntN(20)) }
			m := awsMessage(random(), random())
			s := framing.Span{Start: int64(len(b))}
			size := len(m)
			switch rng.IntN(8) {
			case 0:
				m = flip(m, rng.IntN(12))
				s.Kind, s.Reason, size = framing.Bad, framing.ReasonPrelude, 12
			case 1:
				m = flip(m, 12+rng.IntN(len(m)-12))
				s.Kind, s.Reason = framing.Bad, framing.ReasonCRC
			}
			s.End = s.Start + int64(size)
			s.Ready, s.Proof = s.End, s.End
			b = append(b, m...)
			kinds[s.Reason.String()]++
			if want.Spans = append(want.Spans, s); s.Reason.LosesSync() {
				break
			}
		}
		if got := everyCut(t, framing.AWSEventStream, framing.Options{}, true, b); !same(got, want) {
			t.Fatalf("%x:\n got %s\nwant %s", b, show(got), show(want))
		}
	}
	if len(kinds) != 3 {
		t.Errorf("kinds of messages: %v", kinds)
	}
}
