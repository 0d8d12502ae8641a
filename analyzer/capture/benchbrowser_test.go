package capture_test

import (
	"bytes"
	"encoding/json"
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

func TestReadsOfBrowsersDoNotAllocate(t *testing.T) {
	for name, make := range map[string]func(n int) string{
		"netlog": func(n int) string {
			event := netlogEvent(21, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 7, netlogBytes(benchEvent))
			return netlogOf(netlogEvents()[1], strings.Repeat(event+",\n", n)+event)
		},
		"other events of a netlog": func(n int) string {
			return netlogOf(strings.Join(netlogEvents()[:8], ","), strings.Repeat(netlogEvents()[5]+",\n", n)+netlogEvents()[5])
		},
		"cdp": func(n int) string {
			return cdpOf(cdpSent(1000, "1"), strings.Repeat(cdpBytes(1200, "1", benchEvent)+"\n", n))
		},
		"selenium": func(n int) string {
			return "[" + cdpSent(1000, "1") + strings.Repeat(`,{"message":`+string(must(json.Marshal(cdpBytes(1200, "1", benchEvent))))+"}", n) + "]"
		},
		"trace": func(n int) string {
			return "[" + strings.Join(traceEvents()[:5], ",") + strings.Repeat(","+traceEvents()[7], n) + "]"
		},
	} {
		count := func(n int) float64 {
			in := []byte(make(n))
			return testing.AllocsPerRun(5, func() {
				if _, err := drain(in); err != nil {
					t.Fatal(err)
				}
			})
		}
		if few, many := count(100), count(300); many > few+20 {
			t.Errorf("%s: %v allocations for n records, %v for 3n", name, few, many)
		}
	}
}
