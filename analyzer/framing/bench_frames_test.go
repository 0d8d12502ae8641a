package framing_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// BenchmarkScanFrames scans 16 MiB of a chat in the framings whose events
// carry more than JSON and a line's end.
func BenchmarkScanFrames(b *testing.B) {
	values := bytes.Split(bytes.TrimSpace(chat(benchBytes, "", "\n")), []byte("\n"))
	body := func(write func(value []byte) string) []byte {
		var out []byte
		for _, v := range values {
			out = append(out, write(v)...)
		}
		return out
	}
	for _, c := range []struct {
		framing framing.Name
		body    []byte
	}{
		{framing.JSONArray, body(func(v []byte) string { return ",\r\n" + string(v) })},
		{framing.JSONSeq, body(func(v []byte) string { return "\x1e" + string(v) + "\n" })},
		{framing.GRPC, body(func(v []byte) string {
			return "\x00" + string(binary.BigEndian.AppendUint32(nil, uint32(len(v)))) + string(v)
		})},
		{framing.AWSEventStream, body(func(v []byte) string { return awsMessage("\x0b:event-type\x07\x00\x05chunk", string(v)) })},
		{framing.ContentLength, body(func(v []byte) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(v), v) })},
	} {
		b.Run(c.framing.String(), func(b *testing.B) {
			b.SetBytes(int64(len(c.body)))
			b.ReportAllocs()
			for b.Loop() {
				events := 0
				s, err := framing.New(c.framing, framing.Options{}, func(sp framing.Span) {
					if sp.Kind == framing.Event {
						events++
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				push(s, c.body)
				if events != len(values) {
					b.Fatalf("%d events, want %d", events, len(values))
				}
			}
		})
	}
}
