package framing_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// chat makes n bytes or a little more of what a chat-completion API streams,
// each chunk between before and after.
func chat(n int, before, after string) []byte {
	words := strings.Fields(`The quick brown fox, \"jumps\" over the lazy\ndog. Füchse 跳过 🦊 {code} 3.14`)
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, `%s{"id":"chatcmpl-A1b2C3d4E5f6G7h8I9j0KlMnOpQr","object":"chat.completion.chunk","created":1719000000,"model":"gpt-4o-2024-08-06","system_fingerprint":"fp_%08x","choices":[{"index":0,"delta":{"content":" %s"},"logprobs":null,"finish_reason":null}]}%s`,
			before, i, words[i%len(words)], after)
	}
	return b.Bytes()
}

const (
	benchBytes = 16 << 20
	benchWrite = 4 << 10
)

// push scans b in writes as large as a usual read.
func push(s framing.Scanner, b []byte) {
	for len(b) > 0 {
		n := min(len(b), benchWrite)
		s.Write(b[:n])
		b = b[n:]
	}
}

// BenchmarkScan scans 16 MiB of a chat in each framing. Its peer is
// encoding/json.Valid, which only has to judge the values, on the same bytes
// without SSE; x-peer is how many times faster the scanner is.
func BenchmarkScan(b *testing.B) {
	lines := chat(benchBytes, "", "\n")
	values := bytes.Split(bytes.TrimSpace(lines), []byte("\n"))
	peer := 0.0 // bytes a second, the best of three
	for range 3 {
		start := time.Now()
		for _, v := range values {
			if !json.Valid(v) {
				b.Fatal("the peer rejects a value")
			}
		}
		peer = max(peer, float64(len(lines))/time.Since(start).Seconds())
	}
	for _, c := range []struct {
		framing framing.Name
		body    []byte
	}{
		{framing.Lines, lines},
		{framing.JSON, lines},
		{framing.SSE, chat(benchBytes, "data: ", "\n\n")},
		{framing.SSEText, chat(benchBytes, "data: ", "\n\n")},
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
				if events < len(values)*9/10 {
					b.Fatalf("%d events, want about %d", events, len(values))
				}
			}
			speed := float64(len(c.body)) * float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(speed/peer, "x-peer")
		})
	}
}

// BenchmarkScanShapes scans values of other shapes: a long text, text that is
// not ASCII, numbers, indentation.
func BenchmarkScanShapes(b *testing.B) {
	fill := func(s string) string { return strings.Repeat(s, benchBytes/len(s)/4) }
	for _, c := range []struct{ name, body string }{
		{"text", `"` + fill("The quick brown fox jumps over the lazy dog. ") + `"`},
		{"escapes", `"` + fill(`a\n\"b\" \u00e9`) + `"`},
		{"chinese", `"` + fill("敏捷的棕色狐狸跳过了懒狗") + `"`},
		{"numbers", "[" + fill("0.0123456789,-12345,1e-7,") + "0]"},
		{"indented", "[" + fill("\n        {\n            \"a\": 1\n        },") + "0]"},
	} {
		b.Run(c.name, func(b *testing.B) {
			body := []byte(c.body)
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				events := 0
				s, err := framing.New(framing.JSON, framing.Options{}, func(sp framing.Span) {
					if sp.Kind == framing.Event {
						events++
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				push(s, body)
				if events != 1 {
					b.Fatalf("%d events, want 1", events)
				}
			}
		})
	}
}
