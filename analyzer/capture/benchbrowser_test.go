package capture_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// repeated is a recording of some size with the lines of a real one between its
// first and last of them again and again.
func repeated(b *testing.B, size int, sep string, begin, end string, elem ...string) []byte {
	b.Helper()
	text, err := os.ReadFile(sharedtest.Dir(b, append([]string{"recordings"}, elem...)...))
	if err != nil {
		b.Fatal(err)
	}
	from, to := bytes.Index(text, []byte(begin)), len(text)
	if from < 0 {
		b.Fatalf("no %q", begin)
	}
	from += len(begin)
	if end != "" {
		to = bytes.LastIndex(text, []byte(end))
	}
	n := size/(to-from) + 1
	again := strings.TrimSuffix(strings.Repeat(string(text[from:to])+sep, n), sep)
	return []byte(string(text[:from]) + again + string(text[to:]))
}

const benchSize = 20 << 20

func BenchmarkNetLog(b *testing.B) {
	bench(b, repeated(b, benchSize, ",\n", "\"events\": [\n", "],\n\"polledData", "chromium", "ndjson.fetch.netlog.json"))
}

func BenchmarkCDP(b *testing.B) {
	bench(b, repeated(b, benchSize, "", "\n", "", "chromium", "sse-gzip.fetch.cdp.jsonl"))
}

func BenchmarkCDPArray(b *testing.B) {
	in := repeated(b, benchSize, "", "\n", "", "chromium", "sse-stall.es.cdp.jsonl")
	bench(b, []byte("["+strings.Join(strings.Split(strings.TrimSpace(string(in)), "\n"), ",\n")+"]"))
}

// Logs of streams are mostly reads and events.
func BenchmarkCDPReads(b *testing.B) {
	event := cdpBytes(1200, "1", strings.Repeat(benchEvent, 3))
	bench(b, []byte(cdpOf(cdpSent(1000, "1"))+strings.Repeat(event+"\n", benchSize/len(event))))
}

func BenchmarkNetLogReads(b *testing.B) {
	event := netlogEvent(21, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 7, netlogBytes(strings.Repeat(benchEvent, 3)))
	bench(b, []byte(netlogOf(netlogEvents()[1], strings.Repeat(event+",\n", benchSize/len(event))+event)))
}

func BenchmarkTrace(b *testing.B) {
	bench(b, repeated(b, benchSize, ",", `"traceEvents":[`, `],"metadata`, "chromium", "grpc.fetch.trace.json"))
}
