package packets_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/packets"
)

// benchCapture is a chunked response in segments of an Ethernet, each of them
// acknowledged. Where swapped is set, every fourth segment comes one too late.
func benchCapture(b *testing.B, megabytes int, swapped bool) []byte {
	b.Helper()
	const size = 1400
	chunk := fmt.Sprintf("%x\r\n%s\r\n", size, strings.Repeat("x", size))
	all := says(b, "0 > S 100", "1 < SA 500", "2 > A 101 GET / HTTP/1.1\r\n\r\n")
	seq := uint32(501)
	add := func(data string) {
		all = append(all, segment{ms: len(all), server: true, flags: "A", seq: seq, data: data})
		seq += uint32(len(data))
		all = append(all, segment{ms: len(all), flags: "A", seq: 119})
	}
	add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
	for range megabytes << 20 / len(chunk) {
		add(chunk)
		if n := len(all); swapped && n%8 == 7 {
			all[n-2].data, all[n-4].data = all[n-4].data, all[n-2].data
			all[n-2].seq, all[n-4].seq = all[n-4].seq, all[n-2].seq
		}
	}
	add("0\r\n\r\n")
	return pcap(b, all)
}

func bench(b *testing.B, in []byte) {
	b.Helper()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := packets.Open(bytes.NewReader(in), "in")
		for err == nil {
			_, err = r.Next()
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
}

func BenchmarkPcap(b *testing.B)        { bench(b, benchCapture(b, 32, false)) }
func BenchmarkPcapSwapped(b *testing.B) { bench(b, benchCapture(b, 32, true)) }
