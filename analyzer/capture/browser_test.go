package capture_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// browserRecordings are the real ones: what was sent, and what the exchange is
// made of.
var browserRecordings = []struct {
	file, truth string
	format      capture.Format
	level       capture.Level
	payload     bool
}{
	{"chromium/sse-stall.es.netlog.json", "chromium-sse-stall.es", capture.FormatNetLog, capture.LevelWire, true},
	{"chromium/sse-stall.default.netlog.json", "chromium-sse-stall.default", capture.FormatNetLog, capture.LevelWire, false},
	{"chromium/sse-crlf.es.netlog.json", "chromium-sse-crlf.es", capture.FormatNetLog, capture.LevelWire, true},
	{"chromium/ndjson.fetch.netlog.json", "chromium-ndjson.fetch", capture.FormatNetLog, capture.LevelWire, true},
	{"chromium/sse-stall.es.cdp.jsonl", "chromium-sse-stall.es", capture.FormatCDP, capture.LevelRead, true},
	{"chromium/sse-crlf.es.cdp.jsonl", "chromium-sse-crlf.es", capture.FormatCDP, capture.LevelEvent, true},
	{"chromium/sse-gzip.fetch.cdp.jsonl", "chromium-sse-gzip.fetch", capture.FormatCDP, capture.LevelRead, true},
	{"chromium/ndjson.fetch.cdp.jsonl", "chromium-ndjson.fetch", capture.FormatCDP, capture.LevelRead, true},
	{"chromium/jsonarray.fetch.cdp.jsonl", "chromium-jsonarray.fetch", capture.FormatCDP, capture.LevelRead, false},
	{"chromium/grpc.fetch.cdp.jsonl", "chromium-grpc.fetch", capture.FormatCDP, capture.LevelRead, true},
	{"tls/sse-stall.h2.chromium.cdp.jsonl", "tls-chromium-h2", capture.FormatCDP, capture.LevelRead, true},
	{"chromium/grpc.fetch.trace.json", "chromium-grpc.fetch", capture.FormatTrace, capture.LevelRead, false},
}

// readWrites are the writes of the server of a recording that brought data.
func readWrites(t *testing.T, rec string) []sharedtest.Write {
	t.Helper()
	writes, _ := sharedtest.Sent(t, rec)
	return slices.DeleteFunc(writes, func(w sharedtest.Write) bool { return len(w.Data) == 0 })
}

// seen is what the page had of a recording: the times of its reads or events,
// in milliseconds since 1970, and how long they were.
func seen(t *testing.T, file string) (at []float64, length []int64) {
	t.Helper()
	base, _, _ := strings.Cut(strings.TrimPrefix(file[strings.Index(file, "/"):], "/"), ".cdp")
	base, _, _ = strings.Cut(base, ".netlog")
	base, _, _ = strings.Cut(base, ".trace")
	dir, _, _ := strings.Cut(file, "/")
	b, err := os.ReadFile(sharedtest.Dir(t, "recordings", dir, base+".app.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]any
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		at = append(at, r[0].(float64))
		length = append(length, int64(r[1].(float64)))
	}
	return at, length
}

// streamed returns the exchange that is not the page itself, with its records.
func streamed(t *testing.T, r recording) (*capture.Exchange, []capture.Record) {
	t.Helper()
	if r.err != nil {
		t.Fatal(r.err)
	}
	i := slices.IndexFunc(r.exchanges, func(e *capture.Exchange) bool {
		return e.ContentType != "text/html" && e.ContentType != "text/plain"
	})
	if i < 0 {
		t.Fatalf("only the page in\n%s", r)
	}
	var in []capture.Record
	for _, rec := range r.records {
		if rec.Exchange == i {
			in = append(in, rec)
		}
	}
	return r.exchanges[i], in
}

// spread is how far apart the smallest and largest of ms are.
func spread(ms []float64) float64 { return slices.Max(ms) - slices.Min(ms) }

func inMillis(d time.Duration) float64 { return float64(d) / 1e6 }

func TestBrowsersTellWhatWasSent(t *testing.T) {
	for _, c := range browserRecordings {
		t.Run(c.file, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, append([]string{"recordings"}, strings.Split(c.file, "/")...)...))
			if err != nil {
				t.Fatal(err)
			}
			got := read(bytes.NewReader(b), capture.Options{Name: "in"})
			e, records := streamed(t, got)
			if got.format != c.format || e.Level != c.level || !e.Timed || e.Payload != c.payload || e.Coding != "" || e.Method != "GET" || e.Status != 200 {
				t.Errorf("exchange of a %v is %+v", got.format, e)
			}
			if !e.Accept.Set || e.Accept.Time >= records[0].Time {
				t.Errorf("accept %v, first chunk at %v", e.Accept, records[0].Time)
			}
			last := len(records) - 1
			if records[last].Kind != capture.RecordEOF || records[last].Time < records[last-1].Time {
				t.Errorf("the last record is %s", line(records[last]))
			}
			if rebuilt := c.level == capture.LevelEvent; rebuilt != got.has(capture.NoteRebuilt) || len(e.Notes) > 1 || len(e.Notes) == 1 != rebuilt {
				t.Errorf("notes %v", e.Notes)
			}
			if c.level == capture.LevelEvent {
				checkEvents(t, c.file, records[:last])
				return
			}
			checkReads(t, records[:last], readWrites(t, c.truth), c.payload)
			checkClock(t, c.file, c.format, records[:last], readWrites(t, c.truth))
		})
	}
}

func checkReads(t *testing.T, reads []capture.Record, writes []sharedtest.Write, payload bool) {
	t.Helper()
	if len(reads) != len(writes) {
		t.Fatalf("%d reads, want %d", len(reads), len(writes))
	}
	for i, w := range writes {
		r := reads[i]
		if r.Kind != capture.RecordChunk || r.Len != int64(len(w.Data)) || payload && !bytes.Equal(r.Data, w.Data) || !payload && r.Data != nil {
			t.Errorf("read %d is %s, want %q", i, line(r), w.Data)
		}
	}
}

// checkClock compares with the server's clock, which is that of the same host,
// and with the page's own.
func checkClock(t *testing.T, file string, format capture.Format, reads []capture.Record, writes []sharedtest.Write) {
	t.Helper()
	var late []float64
	for i, w := range writes {
		late = append(late, inMillis(reads[i].Time)-w.Unix*1e3)
	}
	switch format {
	case capture.FormatNetLog: // whole milliseconds of a clock that is one off
		if slices.Min(late) < -2 || slices.Max(late) > 1 {
			t.Errorf("late by %.3f ms", late)
		}
		return
	case capture.FormatCDP: // a page that starts up reads its first bytes late
		if slices.Min(late) < 0 || slices.Max(late) > 15 {
			t.Errorf("late by %.3f ms", late)
		}
	}
	at, length := seen(t, file)
	if length[0] != reads[0].Len { // events, which the page had at the read that ended each
		var ends []capture.Record
		for _, r := range reads {
			if bytes.HasSuffix(r.Data, []byte("\n\n")) {
				ends = append(ends, r)
			}
		}
		reads = ends
	}
	if len(at) != len(reads) {
		t.Fatalf("the page had %d, the recording has %d", len(at), len(reads))
	}
	late = late[:0]
	for i, r := range reads {
		late = append(late, at[i]-inMillis(r.Time))
	}
	if spread(late) > 2 || format == capture.FormatCDP && (slices.Min(late) < -1 || slices.Max(late) > 1) {
		t.Errorf("the page had them later by %.3f ms", late)
	}
}

// checkEvents compares rebuilt events with what the page had.
func checkEvents(t *testing.T, file string, events []capture.Record) {
	t.Helper()
	at, length := seen(t, file)
	if len(at) != len(events) {
		t.Fatalf("the page had %d events, the recording has %d", len(at), len(events))
	}
	for i, r := range events {
		if d := at[i] - inMillis(r.Time); d < -1 || d > 1 {
			t.Errorf("the page had event %d later by %.3f ms", i, d)
		}
		var data []string
		for l := range strings.Lines(string(r.Data)) {
			if rest, ok := strings.CutPrefix(strings.TrimSuffix(l, "\n"), "data: "); ok {
				data = append(data, rest)
			}
		}
		if n := int64(len([]rune(strings.Join(data, "\n")))); n != length[i] || !bytes.HasSuffix(r.Data, []byte("\n\n")) {
			t.Errorf("event %d is %q, want data of %d characters", i, r.Data, length[i])
		}
	}
}

// A recording that is cut anywhere gives a beginning of what the whole gives.
func TestCutBrowserRecordingsLoseNothingBeforeTheCut(t *testing.T) {
	for name, in := range map[string]string{
		"netlog": netlogText(), "cdp": cdpText(), "trace": traceText(),
	} {
		whole := readString(in)
		want := lines(whole)
		if whole.err != nil || len(want) == 0 {
			t.Fatalf("%s: %v\n%s", name, whole.err, whole)
		}
		for n := range in {
			got := read(strings.NewReader(in[:n]), capture.Options{Name: "in", Format: whole.format})
			have := lines(got)
			if got.err != nil {
				wantError(t, got.err)
			}
			if got.err != nil && len(have) > 0 || got.err == nil && len(have) == 0 || len(have) > len(want) || !slices.Equal(have, want[:len(have)]) {
				t.Fatalf("%s cut at %d: got\n%s\nwant\n%s", name, n, got, whole)
			}
			// Between two lines nothing shows that there were more.
			open := len(have) > 0 && !strings.HasPrefix(have[len(have)-1], "eof")
			if shows := name != "cdp" || !strings.HasSuffix(in[:n], "\n") && !strings.HasPrefix(in[n:], "\n"); open && shows && !got.has(capture.NoteTruncated) {
				t.Fatalf("%s cut at %d: not noted\n%s", name, n, got)
			}
		}
	}
}

// A record in the middle that is broken is passed over and counted; nothing
// else is lost.
func TestBrokenRecordIsPassedOver(t *testing.T) {
	for name, in := range map[string]string{
		"netlog": netlogText(), "cdp": cdpText(), "trace": traceText(),
	} {
		want := lines(readString(in))
		text := strings.SplitAfter(in, "\n")
		for _, bad := range []string{"{\"params\":{\"byte_count\":17,\n", "{\"a\":\"\n", "{]},\n", "\x00\x01\x02\n", "{\"a\":1}},\n", "{\"params\":{\"requestId\":\"1\",,\n"} {
			for at := 3; at < len(text)-2; at++ {
				if strings.HasPrefix(bad, "\x00") && name == "cdp" {
					continue // text between the records
				}
				broken := strings.Join(text[:at], "") + bad + strings.Join(text[at:], "")
				got := readString(broken)
				if have := lines(got); !slices.Equal(have, want) || got.err != nil {
					t.Fatalf("%s, %q at line %d: got\n%s", name, bad, at+1, got)
				}
				if !got.has(capture.NoteDamaged) && !(name == "cdp" && strings.HasPrefix(bad, "{\"a\":1}}")) {
					t.Fatalf("%s, %q at line %d: not noted", name, bad, at+1)
				}
				for _, e := range got.exchanges {
					if d := e.Damage; d.Records > 2 || d.Records > 0 && (d.Line < at || d.Line > at+2) {
						t.Errorf("%s, %q at line %d: damage %+v", name, bad, at+1, d)
					}
				}
			}
		}
	}
}
