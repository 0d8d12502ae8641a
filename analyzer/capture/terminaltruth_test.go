package capture_test

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// offClock returns how far the clocks of two recordings drift apart at most, and
// how far the first is ahead at least. times are those of bytes, by offset.
func offClock(t *testing.T, got recording, writes []sharedtest.Write) (spread, ahead time.Duration) {
	t.Helper()
	var least, most time.Duration
	sent, next := 0, 0 // bytes written before next
	at := 0
	for i, r := range got.records {
		at += len(r.Data)
		for next < len(writes) && sent+len(writes[next].Data) < at {
			sent += len(writes[next].Data)
			next++
		}
		if next == len(writes) {
			t.Fatalf("record %d goes on past what was sent", i)
		}
		d := r.Time - writes[next].At()
		if i == 0 {
			least, most = d, d
		}
		least, most = min(least, d), max(most, d)
	}
	return most - least, least
}

func TestTerminalsTellWhatWasSent(t *testing.T) {
	for _, c := range []struct {
		file, timings, rec string
		format             capture.Format
		level              capture.Level
		reads, writes      int
		notes              int
		epoch              bool
	}{
		{"sse-stall.v2.cast", "", "asciinema-sse-stall", capture.FormatAsciicast, capture.LevelRead, 15, 14, 1, false},
		{"sse-stall.typescript", "sse-stall.timing-classic", "script-sse-stall", capture.FormatScript, capture.LevelRead, 15, 14, 1, false},
		{"sse-stall.ts-epoch.txt", "", "ts-sse-stall", capture.FormatStamped, capture.LevelEvent, 26, 14, 0, true},
		{"ndjson.ts-s.txt", "", "ts-ndjson", capture.FormatStamped, capture.LevelEvent, 12, 8, 0, false},
		{"sse-bad.ts-i.txt", "", "ts-i", capture.FormatStamped, capture.LevelEvent, 12, 6, 0, false},
	} {
		t.Run(c.file, func(t *testing.T) {
			path := func(name string) string { return sharedtest.Dir(t, "recordings", "terminal", name) }
			b, err := os.ReadFile(path(c.file))
			if err != nil {
				t.Fatal(err)
			}
			var got recording
			if c.timings == "" {
				got = read(bytes.NewReader(b), capture.Options{Name: c.file})
			} else {
				timings, err := os.ReadFile(path(c.timings))
				if err != nil {
					t.Fatal(err)
				}
				got, _ = readPair(bytes.NewReader(b), bytes.NewReader(timings), capture.Options{}, "")
			}
			if got.err != nil || len(got.exchanges) != 1 || got.format != c.format {
				t.Fatalf("%v, %d exchanges of a %v", got.err, len(got.exchanges), got.format)
			}
			writes := readWrites(t, c.rec)
			var body []byte
			for _, w := range writes {
				body = append(body, w.Data...)
			}
			if e := got.exchanges[0]; len(got.records) != c.reads || len(writes) != c.writes || e.Level != c.level || !e.Timed || !e.Payload || len(e.Notes) != c.notes {
				t.Errorf("%d reads, %d writes, %+v", len(got.records), len(writes), e)
			}
			if !bytes.Equal(got.bytes(), body) {
				t.Errorf("got\n%q\nwant\n%q", got.bytes(), body)
			}
			spread, ahead := offClock(t, got, writes)
			if spread > 4*time.Millisecond { // 2 ms on either side of one offset
				t.Errorf("the clocks drift by %v", spread)
			}
			if c.epoch && (ahead < 0 || ahead > 2*time.Millisecond) {
				t.Errorf("%v off", ahead)
			}
		})
	}
}
