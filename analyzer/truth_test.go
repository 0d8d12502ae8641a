package analyzer_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// truth is what the server of a recording really sent: its own log, a header
// line and then a line for each write.
type truth struct {
	Stream      string
	ContentType string `json:"content_type"`
	Events      int
	Gzip        bool
	writes      []written
}

// written is one write of the server. Its time was taken just before, and is
// that since it had read the request.
type written struct {
	Time  json.Number `json:"t_ms"`
	Kind  string
	Coded int64  // bytes of the body as sent, under a content coding if it has one
	Body  []byte `json:"body_b64"` // of the body, decoded
	Wire  []byte `json:"wire_b64"` // all that was written; nil where that is long
}

// coded is the body as sent in a write of one chunk (RFC 9112, section 7.1).
func (w *written) coded() []byte {
	_, data, _ := bytes.Cut(w.Wire, []byte("\r\n"))
	return data[:min(int(w.Coded), len(data))]
}

// readTruth reads the log of the server in dir.
func readTruth(t *testing.T, dir, name string) *truth {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "truth", name+".server.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var sent truth
	in := bufio.NewScanner(bytes.NewReader(b))
	in.Buffer(nil, 1<<20)
	for first := true; in.Scan(); first = false {
		if first {
			err = json.Unmarshal(in.Bytes(), &sent)
			sent.Stream, _, _ = strings.Cut(sent.Stream, " ")
		} else {
			var w written
			err = json.Unmarshal(in.Bytes(), &w)
			sent.writes = append(sent.writes, w)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if in.Err() != nil || sent.Events == 0 || len(sent.writes) == 0 {
		t.Fatalf("%s: %d events in %d writes, %v", name, sent.Events, len(sent.writes), in.Err())
	}
	return &sent
}

// body is the whole body, decoded.
func (x *truth) body() (all []byte) {
	for _, w := range x.writes {
		all = append(all, w.Body...)
	}
	return all
}

// asSeenBy is the recording that a reader would have made who got each write at
// once, with nothing that the recording of t does not know: no payload where
// that has lengths alone, no times where that has none.
func (x *truth) asSeenBy(t *timeline.Timeline) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"heldbytes":"capture/1","content_type":%q,"level":"read"`, x.ContentType)
	gzip := x.Gzip && len(t.Coding) > 0 // else it was recorded past its decoder
	if t.Payload && gzip {
		b.WriteString(`,"content_encoding":"gzip"`)
	}
	if t.Accept.Set {
		b.WriteString(`,"accept_ms":0`)
	}
	b.WriteString("}\n")
	var end json.Number
	for _, w := range x.writes {
		end = w.Time
		if len(w.Body) == 0 && (w.Coded == 0 || !gzip) {
			continue
		}
		b.WriteString("{")
		if t.Timed {
			fmt.Fprintf(&b, `"t_ms":%s,`, w.Time)
		}
		switch {
		case t.Payload && gzip:
			fmt.Fprintf(&b, `"b64":%q}`, base64.StdEncoding.EncodeToString(w.coded()))
		case t.Payload:
			fmt.Fprintf(&b, `"b64":%q}`, base64.StdEncoding.EncodeToString(w.Body))
		case w.Coded > 0 && gzip:
			fmt.Fprintf(&b, `"len":%d}`, w.Coded)
		default:
			fmt.Fprintf(&b, `"len":%d}`, len(w.Body))
		}
		b.WriteString("\n")
	}
	if !t.Timed {
		end = "0"
	}
	if t.EOF.Set {
		fmt.Fprintf(&b, `{"eof_ms":%s}`+"\n", end)
	}
	return b.Bytes()
}

// streams are what the servers of the recordings sent: the framing, which
// events, counted from 0, are bad, and what is so found first on the axes of the
// arrivals and of the stream.
var streams = map[string]struct {
	framing          framing.Name
	bad              []int
	arrivals, stream diagnose.Code
}{
	"awses":             {framing.AWSEventStream, nil, diagnose.MidEvent, diagnose.OK},
	"concat":            {framing.JSON, nil, diagnose.Steady, diagnose.OK},
	"grpc":              {framing.GRPC, nil, diagnose.MidEvent, diagnose.OK}, // waits inside a prefix
	"jsonarray":         {framing.JSONArray, nil, diagnose.Silent, diagnose.OK},
	"ndjson":            {framing.Lines, nil, diagnose.Burst, diagnose.OK}, // two lines in the write after the wait
	"ndjson-bad":        {framing.Lines, []int{3}, diagnose.Steady, diagnose.BadEvents},
	"rfc7464":           {framing.JSONSeq, nil, diagnose.Steady, diagnose.OK},
	"sse-bad":           {framing.SSE, []int{3}, diagnose.Steady, diagnose.BadEvents},
	"sse-basic":         {framing.SSE, nil, diagnose.Steady, diagnose.OK},
	"sse-big":           {framing.SSE, nil, diagnose.Steady, diagnose.OK},
	"sse-close":         {framing.SSE, nil, diagnose.Steady, diagnose.OK},
	"sse-crlf":          {framing.SSE, []int{1, 3}, diagnose.Steady, diagnose.BadEvents}, // two are plain text
	"sse-fast":          {framing.SSE, nil, diagnose.Steady, diagnose.OK},
	"sse-gzip":          {framing.SSE, nil, diagnose.Silent, diagnose.Coded},
	"sse-gzip-buffered": {framing.SSE, nil, diagnose.Burst, diagnose.Coded}, // all in one write, after a wait
	"sse-headglue":      {framing.SSE, nil, diagnose.Steady, diagnose.OK},
	"sse-own":           {framing.SSE, nil, diagnose.Steady, diagnose.OK},
	"sse-stall":         {framing.SSE, nil, diagnose.MidEvent, diagnose.OK},
	"sse-wiresplit":     {framing.SSE, nil, diagnose.MidEvent, diagnose.OK},
	"whole":             {framing.JSON, nil, diagnose.MidEvent, diagnose.SingleValue},
}

// What every server sent, read at once, is found to be what its stream is.
func TestFindingsOfWhatWasSent(t *testing.T) {
	root := sharedRecordings(t)
	logs, err := filepath.Glob(filepath.Join(root, "truth", "*.server.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	unseen := maps.Clone(streams)
	for _, log := range logs {
		name := strings.TrimSuffix(filepath.Base(log), ".server.jsonl")
		sent := readTruth(t, root, name)
		want, ok := streams[sent.Stream]
		if !ok {
			t.Errorf("%s: no stream is called %s", name, sent.Stream)
			continue
		}
		delete(unseen, sent.Stream)
		all := timeline.Timeline{Timed: true, Payload: true, Accept: capture.Mark{Set: true}, EOF: capture.Mark{Set: true}}
		if sent.Gzip {
			all.Coding = coding.List{coding.Gzip}
		}
		got, _ := findIn(t, name, sent.asSeenBy(&all))
		switch {
		case got == nil:
			t.Errorf("%s cannot be read", name)
		case got.framing != want.framing.String(), got.events != sent.Events, !slices.Equal(got.bad, want.bad),
			got.arrivals[0] != want.arrivals, got.stream[0] != want.stream, len(got.odd) > 0:
			t.Errorf("%s: got %s, %d events, bad %v, %v, %v, %q\nwant %+v, %d events",
				name, got.framing, got.events, got.bad, got.arrivals, got.stream, got.odd, want, sent.Events)
		}
	}
	for name := range unseen {
		t.Errorf("no server sent %s", name)
	}
}

// provenance says of a recording which server's log belongs to it, how many
// reads its reader made, and how long a silence its maker says it has: each is
// "-" where that is not told.
type provenance struct{ sent, reads, told string }

var (
	quotedName = regexp.MustCompile("`([^`]+)`")
	toldReads  = regexp.MustCompile(`^(\d+)/\d+$`)
	toldWait   = regexp.MustCompile(`^(?:upstream|OWN) [^:]*?(\d+) ms`)
)

// provenances reads the tables of the README beside the recordings. Their
// columns are the file, the command, the server's log, reads and writes, and the
// stall.
func provenances(t *testing.T, dir string) map[string]provenance {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]provenance{}
	for line := range strings.Lines(string(readme)) {
		cells := strings.Split(strings.ReplaceAll(line, `\|`, ""), "|")
		if len(cells) < 6 || !strings.Contains(cells[1], "`") {
			continue
		}
		logs := strings.Split(strings.TrimSpace(cells[3]), ", ")
		for i, name := range quotedName.FindAllStringSubmatch(cells[1], -1) {
			if i >= len(logs) || strings.Contains(logs[i], " ") || strings.ContainsAny(name[1], "*") {
				continue // a pattern of names, or none of its own
			}
			p := provenance{sent: logs[i], reads: "-", told: "-"}
			if m := toldReads.FindStringSubmatch(strings.TrimSpace(cells[4])); m != nil {
				p.reads = m[1]
			}
			stall := strings.TrimSpace(cells[5])
			if m := toldWait.FindStringSubmatch(stall); m != nil {
				p.told = m[1]
			} else if stall == "none" {
				p.told = stall
			}
			all[name[1]] = p
		}
	}
	for name, sent := range patterns {
		all[name] = provenance{sent: sent, reads: "-", told: "-"}
	}
	return all
}

// patterns are the recordings that the README names by a pattern, and what its
// words say of them: what the page itself saw of its requests, and the packets
// of the pcaps as text.
var patterns = map[string]string{
	"chromium/grpc.fetch.app.json":          "chromium-grpc.fetch",
	"chromium/jsonarray.fetch.app.json":     "chromium-jsonarray.fetch",
	"chromium/ndjson.fetch.app.json":        "chromium-ndjson.fetch",
	"chromium/sse-crlf.es.app.json":         "chromium-sse-crlf.es",
	"chromium/sse-gzip.fetch.app.json":      "chromium-sse-gzip.fetch",
	"chromium/sse-stall.default.app.json":   "chromium-sse-stall.default",
	"chromium/sse-stall.es.app.json":        "chromium-sse-stall.es",
	"chromium/sse-wiresplit.fetch.app.json": "chromium-sse-wiresplit.fetch",
	"tls/sse-stall.h2.chromium.app.json":    "tls-chromium-h2",
	"tshark/sse-gzip.fields.tsv":            "pcapng-sse-gzip",
	"tshark/sse-gzip.follow-tcp.yaml":       "pcapng-sse-gzip",
	"tshark/sse-stall.T-ek.json":            "pcap-sse-stall",
	"tshark/sse-stall.T-json-x.json":        "pcap-sse-stall",
	"tshark/sse-stall.fields.tsv":           "pcap-sse-stall",
	"tshark/sse-stall.follow-tcp.yaml":      "pcap-sse-stall",
	"tshark/sse-wiresplit.fields.tsv":       "pcapng-sse-wiresplit",
	"tshark/sse-wiresplit.follow-tcp.yaml":  "pcapng-sse-wiresplit",
}
