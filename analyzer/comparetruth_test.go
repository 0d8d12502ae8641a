package analyzer_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// Between the writes of a server and the reads of its client on one host
// something is held where the client's own pipe filled, where the client slept
// and where a proxy buffers: else, what stalls at the client had not come from the server.
func TestRecordingsBesideWhatTheServerSent(t *testing.T) {
	held := map[string]time.Duration{ // about
		"curl/sse-big.own-pipe.trace-ascii":           829 * ms,
		"python/sse-basic.own.pcap-client.jsonl":      940 * ms,
		"mitmproxy/sse-stall.via-mitm-buffered.trace": 1629 * ms,
	}
	other := "terminal/sse-stall.grep-buffered.ts-epoch.txt" // grep let only some lines through
	compared := 0
	root := sharedRecordings(t)
	told := provenances(t, root)
	for _, path := range slices.Sorted(maps.Keys(told)) {
		t.Run(path, func(t *testing.T) {
			sent := sentByEpoch(t, told[path].sent)
			raw, err := os.ReadFile(filepath.Join(root, path))
			if err != nil {
				t.Fatal(err)
			}
			a, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{More: importers})
			if err != nil || !a.Timeline.Timed || a.Timeline.Coded {
				t.Skip("no capture of these bytes with times")
			}
			if e := exempt[path].columns; path != other && held[path] == 0 && (strings.Contains(e, "bytes") || e != "" && a.Timeline.Level == capture.LevelRead) {
				t.Skip("these are not the bytes that were sent, or not the times at which they came")
			}
			c, err := compareAll(analyzer.Options{More: importers}, nil, sent, string(raw))
			if path == other {
				if err == nil {
					t.Error("what grep let through was taken for the stream")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			compared++
			checkHops(t, c)
			if got := c.Finding.Code == diagnose.HeldBetween; got != (held[path] > 0) {
				t.Errorf("finding %+v", c.Finding)
			}
			var released time.Duration
			for _, s := range c.Stalls {
				released += s.Hops[0].Release
			}
			if off := released - held[path]; off > 20*ms || off < -20*ms {
				t.Errorf("stalls owe %v to the hop, want about %v", released, held[path])
			}
			early := time.Duration(0)
			if a.Timeline.Format == capture.FormatNetLog {
				early = 2 * ms // its clock is that of a browser, against that of the server
			}
			if clock := c.Hops[0].Clock; clock.Early > early || clock.From == diagnose.ClockGiven {
				t.Errorf("clock %+v", clock)
			}
		})
	}
	if compared < 35 {
		t.Errorf("only %d recordings were compared", compared)
	}
}

// sentByEpoch is what a server sent as a capture on the clock of its host.
func sentByEpoch(t *testing.T, rec string) string {
	t.Helper()
	raw, err := os.Open(sharedtest.Dir(t, "recordings", "truth", rec+".server.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var b bytes.Buffer
	lines := bufio.NewScanner(raw)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var l struct {
			ContentType string      `json:"content_type"`
			Time        json.Number `json:"t_unix"`
			Kind        string
			Body        int64
			B64         string `json:"body_b64"`
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Kind == "" {
			fmt.Fprintf(&b, `{"content_type":%q,"level":"unknown"}`+"\n", l.ContentType)
			continue
		}
		at, err := time.ParseDuration(string(l.Time) + "s")
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case l.Body > 0:
			fmt.Fprintf(&b, `{"t_ms":%s,"b64":%q}`+"\n", capture.FormatMillis(at), l.B64)
		case l.Kind == "end":
			fmt.Fprintf(&b, `{"eof_ms":%s}`+"\n", capture.FormatMillis(at))
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
