package framing_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// sent is a stream as a server sent it while it was recorded.
type sent struct {
	Stream      string `json:"stream"`
	ContentType string `json:"content_type"`
	Events      int    `json:"events"`
	Gzip        bool   `json:"gzip"`
	body        []byte
}

// eachSent runs f on every stream that was sent and of which all bytes are
// kept, once.
func eachSent(t *testing.T, f func(t *testing.T, s sent)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "recordings", "truth"), "*.server.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		r, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		d := json.NewDecoder(r)
		var s sent
		if err := d.Decode(&s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		whole := !s.Gzip
		for d.More() {
			var w struct {
				Body  int    `json:"body"`
				Bytes []byte `json:"body_b64"`
			}
			if err := d.Decode(&w); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			whole = whole && len(w.Bytes) == w.Body
			s.body = append(s.body, w.Bytes...)
		}
		if !whole || seen[s.Stream] {
			continue
		}
		seen[s.Stream] = true
		t.Run(s.Stream, func(t *testing.T) { f(t, s) })
	}
	for _, stream := range []string{"sse-stall", "sse-crlf", "ndjson", "ndjson-bad", "jsonarray", "concat", "rfc7464", "grpc", "awses"} {
		if !seen[stream] {
			t.Errorf("no stream %s", stream)
		}
	}
}

func TestDetectAndScanWhatServersSent(t *testing.T) {
	named := map[string]framing.Name{
		"ndjson": framing.Lines, "ndjson-bad": framing.Lines, "jsonarray": framing.JSONArray, "concat": framing.JSON, "whole": framing.JSON,
		"rfc7464": framing.JSONSeq, "grpc": framing.GRPC, "awses": framing.AWSEventStream,
	}
	eachSent(t, func(t *testing.T, s sent) {
		want := framing.SSE
		if !strings.HasPrefix(s.Stream, "sse-") {
			want = named[s.Stream]
		}
		for _, mime := range []string{s.ContentType, ""} {
			if got := framing.Detect(mime, s.body); got != want {
				t.Errorf("Detect(%q, %s) = %v, want %v", mime, clip(s.body), got, want)
			}
		}
		events := 0
		r := everyCut(t, want, framing.Options{}, true, s.body)
		for _, sp := range r.Spans {
			if sp.Kind.IsEvent() {
				events++
			}
		}
		if events != s.Events || r.Open != nil {
			t.Errorf("%d events, want %d: %s", events, s.Events, show(r))
		}
	})
}

// An array as Gemini streams it, from the field.
func TestDetectAndScanAnArrayFromTheField(t *testing.T) {
	raw, err := os.ReadFile(sharedtest.Dir(t, "casebook", "B10.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Chunks []struct {
			Bytes []byte `json:"b64"`
		} `json:"chunks"`
		Expect struct {
			Spans [][3]any `json:"spans"`
		} `json:"expect"`
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	var body []byte
	for _, chunk := range c.Chunks {
		body = append(body, chunk.Bytes...)
		if got := framing.Detect("application/json", body); got != framing.JSONArray {
			t.Errorf("%d bytes: %s, want json-array", len(body), got)
		}
	}
	got := [][3]any{}
	for _, s := range everyCut(t, framing.JSONArray, framing.Options{}, true, body).Spans {
		got = append(got, [3]any{float64(s.Start), float64(s.End), s.Kind.String()})
	}
	if diff := cmp.Diff(c.Expect.Spans, got); diff != "" {
		t.Errorf("spans: -want +got\n%s", diff)
	}
}
