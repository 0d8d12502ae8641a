package capture_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func bench(b *testing.B, in []byte) {
	b.Helper()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if n, err := drain(in); err != nil || n == 0 {
			b.Fatal(n, err)
		}
	}
}

func drain(in []byte) (records int, err error) {
	r, err := capture.Open(bytes.NewReader(in), capture.Options{More: capture.Further()})
	for err == nil {
		if _, err = r.Next(); err == nil {
			records++
		}
	}
	if err == io.EOF {
		err = nil
	}
	return records, err
}

const benchEvent = `data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":" word"}}]}` + "\n\n"

func sampleRows(n int, extra string) []byte {
	var b bytes.Buffer
	b.WriteString("i,t_ms,held_bytes,parsed" + extra + "\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%d.%03d,%d,%v", i, i, i%1000, i%700, i%3 == 0)
		if extra != "" {
			fmt.Fprintf(&b, ",%d,%d.125", i%700, i)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func BenchmarkSamplesMillionRows(b *testing.B) { bench(b, sampleRows(1e6, "")) }
func BenchmarkSamplesWide(b *testing.B)        { bench(b, sampleRows(1e5, ",chunk_bytes,read_ms")) }

func BenchmarkSamplesQuoted(b *testing.B) {
	in := strings.ReplaceAll(string(sampleRows(1e5, "")), ",", `","`)
	in = `"` + strings.TrimSuffix(strings.ReplaceAll(in, "\n", "\"\n\""), `"`)
	bench(b, []byte(in))
}

func formChunks(n int, sep string) string {
	payload := base64.StdEncoding.EncodeToString([]byte(strings.Repeat(benchEvent, 50)))
	var in []string
	for i := range n {
		in = append(in, fmt.Sprintf(`{"t_ms":%d.25,"b64":"%s"}`, i, payload))
	}
	return strings.Join(in, sep)
}

func BenchmarkFormLines(b *testing.B) { bench(b, []byte(formChunks(2000, "\n"))) }

func BenchmarkFormText(b *testing.B) {
	bench(b, []byte(strings.Repeat(fmt.Sprintf("{\"t_ms\":1,\"text\":%q}\n", strings.Repeat(benchEvent, 50)), 2000)))
}

func BenchmarkFormDocument(b *testing.B) {
	bench(b, []byte(`{"chunks":[`+formChunks(2000, ",")+`],"eof_ms":1}`))
}

func benchTrace(text bool) []byte {
	w := trace{text: text}
	w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
	for range 5000 {
		w.at += time.Millisecond
		w.data(fmt.Sprintf("%x\r\n%s\r\n", len(benchEvent)*5, strings.Repeat(benchEvent, 5)))
	}
	return w.Bytes()
}

func BenchmarkCurl(b *testing.B)     { bench(b, benchTrace(false)) }
func BenchmarkCurlText(b *testing.B) { bench(b, benchTrace(true)) }

func BenchmarkStamped(b *testing.B) {
	var in bytes.Buffer
	for i := range 100000 {
		fmt.Fprintf(&in, "%d.%06d %s", 1796081140+i/100, i%100*10000, benchEvent[:len(benchEvent)-1])
	}
	bench(b, in.Bytes())
}

// A recording is read without an allocation for each of its records; what grows
// with their number is buffers, and a race detector's own.
func TestRecordsDoNotAllocate(t *testing.T) {
	for name, in := range map[string][2][]byte{
		"samples": {sampleRows(1000, ",chunk_bytes,read_ms"), sampleRows(3000, ",chunk_bytes,read_ms")},
		"form":    {[]byte(formChunks(100, "\n")), []byte(formChunks(300, "\n"))},
	} {
		count := func(in []byte) float64 {
			return testing.AllocsPerRun(5, func() {
				if _, err := drain(in); err != nil {
					t.Fatal(err)
				}
			})
		}
		if few, many := count(in[0]), count(in[1]); many > few+100 {
			t.Errorf("%s: %v allocations for n records, %v for 3n", name, few, many)
		}
	}
}

// headers are those that browsers send with each request, which a HAR holds.
var headers = `"headers":[` + strings.TrimSuffix(strings.Repeat(`{"name":"sec-ch-ua-platform","value":"\"Linux\""},`, 30), ",") + `]`

func benchHAR(entry string, n int) []byte {
	entries := make([]string, n)
	for i := range entries {
		entries[i] = `{"startedDateTime":"2026-11-30T23:28:24.900Z","request":{"method":"GET",` + headers + `},` + entry + `}`
	}
	return []byte(`{"log":{"version":"1.2","entries":[` + strings.Join(entries, ",\n") + `]}}`)
}

func BenchmarkHARBodies(b *testing.B) {
	text := fmt.Sprintf("%q", strings.Repeat(benchEvent, 1000))
	bench(b, benchHAR(`"response":{"status":200,`+headers+`,"content":{"mimeType":"text/event-stream","text":`+text+`}}`, 200))
}

func BenchmarkHAREvents(b *testing.B) {
	event := fmt.Sprintf(`{"time":1796081304.971596,"eventName":"message","eventId":"","data":%q}`, benchEvent[6:len(benchEvent)-2])
	bench(b, benchHAR(`"response":{"status":200,`+headers+`},"_eventSourceMessages":[`+strings.TrimSuffix(strings.Repeat(event+",", 1000), ",")+`]`, 100))
}
