package capture_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// archive is a HAR of these entries.
func archive(entries ...string) string {
	return `{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[` + strings.Join(entries, ",\n") + "]}}"
}

// entry is an entry of an archive: its content, and further members.
func entry(content string, more ...string) string {
	return `{"startedDateTime":"2026-11-30T23:28:24.900Z","request":{"method":"GET","headers":[{"name":"a","value":"}"}]},` +
		`"response":{"status":200,"content":{"mimeType":"text/event-stream; charset=utf-8"` + content + `}},` +
		`"timings":{"blocked":1.5,"dns":-1,"connect":-1,"ssl":-1,"send":0.5,"wait":3,"receive":9}` + strings.Join(more, "") + `}`
}

const (
	started = 1796081304900 * time.Millisecond
	sse     = `,"text":"data: 1\n\n"`
)

// chunks are the chunks of a recording as text, their times counted from started.
func chunks(r recording) []string {
	var in []string
	for _, c := range r.records {
		if c.Kind == capture.RecordEOF {
			in = append(in, "eof")
			continue
		}
		at := ""
		if r.exchanges[c.Exchange].Timed {
			at = capture.FormatMillis(c.Time-started) + " "
		}
		if c.Data == nil {
			in = append(in, fmt.Sprintf("%s%d", at, c.Len))
		} else {
			in = append(in, fmt.Sprintf("%s%q", at, c.Data))
		}
	}
	return in
}

func TestHARTakesWhatTellsMostOfAnEntry(t *testing.T) {
	const events = `,"_eventSourceMessages":[{"time":1796081305.0,"eventName":"message","eventId":"","data":"1"},` +
		`{"time":1796081305.25,"eventName":"a","eventId":"7","data":"2\n3"},{"time":1796081305.5,"eventName":"a","eventId":"7","data":""}]`
	const bare = `,"_eventSourceMessages":[{"time":1796081305.0,"eventName":"message","eventId":""},{"time":1796081305.25,"eventName":"a","eventId":"7"}]`
	const socket = `,"_webSocketMessages":[{"type":"send","time":1796081305,"opcode":1,"data":"q"},{"type":"send","time":1796081305.1,"opcode":1,"data":"q"},` +
		`{"type":"receive","time":1796081305.2,"opcode":1,"data":"{\"a\":1}"},{"type":"send","time":1796081305.3,"opcode":1,"data":"q"},` +
		`{"type":"receive","time":1796081305.4,"opcode":9,"data":"ping"},{"type":"receive","time":1796081305.4,"opcode":10,"data":"pong"},` +
		`{"type":"error","time":1796081305.4,"opcode":-1,"data":"x"},{"type":"receive","time":1796081305.5,"opcode":2,"data":"AAEC"}]`
	const reads = `,"pageref":"p","_chunks":[{"ts":10.5,"bytes":4},{"ts":11,"bytes":0},{"ts":20,"bytes":5}]`
	for _, c := range []struct {
		name, in string
		want     []string
		level    capture.Level
		accept   string
		notes    []capture.Note
	}{
		{"a body", entry(sse), []string{`"data: 1\n\n"`, "eof"}, capture.LevelEvent, "-", nil},
		{"a body in base64", entry(`,"text":"ZGF0YTogMQoK","encoding":"base64"`), []string{`"data: 1\n\n"`, "eof"}, capture.LevelEvent, "-", nil},
		{"base64 with escapes", entry(`,"text":"\/w==","encoding":"base64"`), []string{`"\xff"`, "eof"}, capture.LevelEvent, "-", nil},
		{"an escaped body", entry(`,"text":"data: \u00e9\ud83d\ude00\n\n"`), []string{`"data: é😀\n\n"`, "eof"}, capture.LevelEvent, "-", nil},
		{"half a surrogate pair", entry(`,"text":"\ud83d"`), []string{`"` + "\ufffd" + `"`, "eof"}, capture.LevelEvent, "-", []capture.Note{capture.NoteLoneSurrogate}},
		{"a long body", entry(`,"text":"` + strings.Repeat("x", 5000) + `"`), []string{fmt.Sprintf("%q", strings.Repeat("x", 4096)), fmt.Sprintf("%q", strings.Repeat("x", 904)), "eof"}, capture.LevelEvent, "-", nil},
		{"events without the body", entry("", events), []string{`100 "data: 1\n\n"`, `350 "event: a\nid: 7\ndata: 2\ndata: 3\n\n"`, `600 "event: a\ndata: \n\n"`}, capture.LevelEvent, "2", []capture.Note{capture.NoteRebuilt}},
		{"events with the body", entry(`,"size":47,"text":": hi\n\ndata: 1\r\n\r\nevent: a\ndata\ndata: 2\n\ndata:\r\r"`, events), []string{`100 ": hi\n\ndata: 1\r\n\r\n"`, `350 "event: a\ndata\ndata: 2\n\n"`, `600 "data:\r\r"`}, capture.LevelEvent, "2", nil},
		{"a body of another length", entry(`,"size":46,"text":": hi\n\ndata: 1\r\n\r\nevent: a\ndata\ndata: 2\n\ndata:\r\r"`, events), []string{`100 "data: 1\n\n"`, `350 "event: a\nid: 7\ndata: 2\ndata: 3\n\n"`, `600 "event: a\ndata: \n\n"`}, capture.LevelEvent, "2", []capture.Note{capture.NoteRebuilt}},
		{"a body of fewer events", entry(`,"size":9,"text":"data: 1\n\n"`, events), []string{`100 "data: 1\n\n"`, `350 "event: a\nid: 7\ndata: 2\ndata: 3\n\n"`, `600 "event: a\ndata: \n\n"`}, capture.LevelEvent, "2", []capture.Note{capture.NoteRebuilt}},
		{"events without data", entry("", bare), []string{"100 8", "350 23"}, capture.LevelEvent, "2", []capture.Note{capture.NoteNoLengths}},
		{"events without data, with the body", entry(`,"size":20,"text":"data: 1\n\nid:7\ndata\n\n"`, bare), []string{`100 "data: 1\n\n"`, `350 "id:7\ndata\n\n"`}, capture.LevelEvent, "2", nil},
		{"no event, and a body", entry(sse, `,"_eventSourceMessages":[]`), []string{`"data: 1\n\n"`, "eof"}, capture.LevelEvent, "-", nil},
		{"a WebSocket", entry("", socket), []string{`300 "{\"a\":1}"`, `600 "\x00\x01\x02"`}, capture.LevelEvent, "200", []capture.Note{capture.NoteMessages}},
		{"a WebSocket that only sent", entry(sse, `,"_webSocketMessages":[{"type":"send","time":1,"opcode":1,"data":"q"}]`), []string{`"data: 1\n\n"`, "eof"}, capture.LevelEvent, "-", nil},
		{"a WebSocket without data", entry("", `,"_webSocketMessages":[{"type":"receive","time":1796081305,"opcode":1}]`), []string{"100 1"}, capture.LevelEvent, "2", []capture.Note{capture.NoteNoLengths, capture.NoteMessages}},
		{"reads", entry("", reads), []string{"-1796081304889.5 4", "-1796081304880 5"}, capture.LevelRead, "-", nil},
		{"reads of a body", entry(sse, reads), []string{`-1796081304889.5 "data"`, `-1796081304880 ": 1\n\n"`}, capture.LevelRead, "-", nil},
		{"reads of coded bytes", entry(`,"text":"data: 12\n\n"`, reads), []string{"-1796081304889.5 4", "-1796081304880 5"}, capture.LevelRead, "-", nil},
		{"reads of more than the body", entry(`,"text":"data: 1\n"`, reads), []string{"-1796081304889.5 4", "-1796081304880 5"}, capture.LevelRead, "-", nil},
		{"times that run backwards", entry("", `,"_chunks":[{"ts":2,"bytes":4},{"ts":1,"bytes":5}]`), []string{"-1796081304898 4", "-1796081304899 5"}, capture.LevelRead, "-", []capture.Note{capture.NoteTimesBackwards}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(archive(c.in))
			if got.err != nil || len(got.exchanges) != 1 {
				t.Fatalf("%v\n%s", got.err, got)
			}
			e := got.exchanges[0]
			accept := "-"
			if e.Accept.Set {
				accept = capture.FormatMillis(e.Accept.Time - started)
			}
			if have := chunks(got); !slices.Equal(have, c.want) || accept != c.accept || !slices.Equal(e.Notes, c.notes) {
				t.Errorf("got %q, accept %s, %v\nwant %q, %s, %v", have, accept, e.Notes, c.want, c.accept, c.notes)
			}
			if e.Method != "GET" || e.Status != 200 || e.ContentType != "text/event-stream" || e.Coding != "" || e.Level != c.level {
				t.Errorf("exchange is %+v", e)
			}
		})
	}
}

// The times of reads are counted from the start of their page: where it is there,
// they are dates.
func TestHARDatesReadsByTheirPage(t *testing.T) {
	const pages = `{"log":{"pages":[{"startedDateTime":"2026-12-01T00:28:24.800+01:00","id":"p"},7,{"id":"q"}],"entries":[`
	const reads = `,"pageref":"p","_chunks":[{"ts":110.5,"bytes":4}]`
	for _, c := range []struct{ name, in, want, accept string }{
		{"by the times of the request", entry("", reads), "10.5 4", "2"},
		{"by WebPageTest's own start", entry("", reads, `,"_load_start":104`), "10.5 4", "4"},
		{"of another page", entry("", strings.Replace(reads, `"p"`, `"q"`, 1), `,"_load_start":104`), "-1796081304789.5 4", "-1796081304796"},
		{"that began after its first read", entry("", reads, `,"_load_start":111`), "10.5 4", "-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(pages + c.in + "]}}")
			if got.err != nil || len(got.exchanges) != 1 {
				t.Fatalf("%v\n%s", got.err, got)
			}
			e, accept := got.exchanges[0], "-"
			if e.Accept.Set {
				accept = capture.FormatMillis(e.Accept.Time - started)
			}
			if have := chunks(got); !slices.Equal(have, []string{c.want}) || accept != c.accept {
				t.Errorf("got %q, accept %s, want %q, %s", have, accept, c.want, c.accept)
			}
		})
	}
}

func TestHARReadsTheDatesOfOtherRecorders(t *testing.T) {
	for _, date := range []string{"2026-11-30T23:28:24.900Z", "2026-11-30T23:28:24.9000000+00:00", "2026-12-01T00:28:24.900+01:00", "2026-11-30T18:28:24.9-0500"} {
		in := strings.Replace(entry("", `,"_eventSourceMessages":[{"time":1796081305,"data":"1"}]`), "2026-11-30T23:28:24.900Z", date, 1)
		got := readString(archive(in))
		if got.err != nil || got.exchanges[0].Accept != (capture.Mark{Time: started + 2*time.Millisecond, Set: true}) {
			t.Errorf("%s: %v\n%s", date, got.err, got)
		}
	}
	for what, in := range map[string]string{
		"no date":        strings.Replace(entry("", `,"_eventSourceMessages":[{"time":1796081305,"data":"1"}]`), "2026-11-30T23:28:24.900Z", "soon", 1),
		"another clock":  entry("", `,"_eventSourceMessages":[{"time":980.5,"data":"1"}]`),
		"a later start":  entry("", `,"_eventSourceMessages":[{"time":1796081304,"data":"1"}]`),
		"a week and one": entry("", `,"_eventSourceMessages":[{"time":1796686106,"data":"1"}]`),
	} {
		if got := readString(archive(in)); got.err != nil || len(got.records) != 1 || got.exchanges[0].Accept.Set {
			t.Errorf("%s: %v\n%s", what, got.err, got)
		}
	}
}

func TestHARPassesOverEntriesThatSayNothing(t *testing.T) {
	in := archive(entry(""), entry(`,"text":""`), entry(sse), `{"request":null,"response":[],"timings":7}`, `{}`, entry(`,"text":null`))
	got := readString(in)
	if got.err != nil || len(got.exchanges) != 1 || len(got.exchanges[0].Notes) != 0 {
		t.Errorf("%v\n%s", got.err, got)
	}
}

func TestHARGoesOnThroughDamage(t *testing.T) {
	for _, c := range []struct {
		name, in          string
		exchanges, damage int
	}{
		{"an entry that is none", archive(entry(sse), `7`, entry(sse)), 2, 1},
		{"broken base64", archive(entry(`,"text":"!","encoding":"base64"`), entry(sse)), 1, 1},
		{"a body that is no string", archive(entry(`,"text":7`), entry(sse)), 1, 1},
		{"JSON that breaks", archive(entry(sse), entry(`,"text":tru`), entry(sse)), 2, 1},
		{"a raw line feed in a string", archive(entry(sse), entry(",\"text\":\"a\nb\""), entry(sse), entry(sse)), 3, 1},
		{"a missing comma", strings.Replace(archive(entry(sse), entry(sse)), "},\n{", "}\n{", 1), 2, 1},
		{"the last entry breaks", archive(entry(sse), entry(`,"text":tru`)), 1, 1},
		{"something behind the archive", archive(entry(sse)) + "}", 1, 1},
		{"an event without a time", archive(entry("", `,"_eventSourceMessages":[{"data":"1"},{"time":"1","data":"1"},{"time":1,"data":"1"}]`)), 1, 2},
		{"data that is no string", archive(entry("", `,"_eventSourceMessages":[{"time":1,"data":7},{"time":1,"data":"1"},3]`)), 1, 2},
		{"a message that is no base64", archive(entry("", `,"_webSocketMessages":[{"type":"receive","time":1,"opcode":2,"data":"~"},{"type":"receive","time":1,"opcode":1,"data":""}]`)), 1, 1},
		{"absurd numbers", archive(entry("", `,"_chunks":[{"ts":1,"bytes":-4},{"ts":1e30,"bytes":1},{"ts":1,"bytes":999999999999999999},{"ts":1,"bytes":2}]`)), 1, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || len(got.exchanges) != c.exchanges {
				t.Fatalf("%v\n%s", got.err, got)
			}
			for _, e := range got.exchanges {
				if e.Damage.Records != c.damage || e.Damage.Line == 0 || !slices.Contains(e.Notes, capture.NoteDamaged) {
					t.Errorf("damage %+v, notes %v", e.Damage, e.Notes)
				}
			}
		})
	}
}

func TestHAROfNoUseIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"no entries", archive(), []string{"a HAR without a body or the time of a chunk in its entries (0)", "curl"}},
		{"no body", archive(entry(""), entry(`,"text":""`)), []string{"a HAR without a body or the time of a chunk in its entries (2)", "curl"}},
		{"cut in its first entry", archive(entry(sse))[:200], []string{"a HAR without a body or the time of a chunk in its entries (0)"}},
		{"a log that is none", `{"log":{"version":"1.2"},"log":[]}`, []string{"in:1:", "a JSON object"}},
		{"entries that are none", `{"log":{"version":"1.2",` + "\n" + `"entries":{}}}`, []string{"in:2:", "a JSON array"}},
		{"broken before its entries", `{"log":{"version":` + "\n" + `x`, []string{"in:2:", "a JSON value"}},
		{"broken in its first entry", archive(`{"a":x}`), []string{"in:1:", "a JSON value"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantError(t, read(strings.NewReader(c.in), capture.Options{Name: "in", Format: capture.FormatHAR}).err, c.want...)
		})
	}
}

func TestHARThatIsCutKeepsItsEntries(t *testing.T) {
	in := archive(entry(sse), entry(sse))
	got := readString(in[:len(in)-40])
	if got.err != nil || len(got.exchanges) != 1 || !got.has(capture.NoteTruncated) {
		t.Errorf("%v\n%s", got.err, got)
	}
}

func TestHARIsToldFromItsLog(t *testing.T) {
	for in, want := range map[string]capture.Format{
		archive(entry(sse)): capture.FormatHAR,
		`{"_lighthouse":{},"log":{"version":"1.1","entries":[` + entry(sse) + `]}}`: capture.FormatHAR,
		"\xef\xbb\xbf" + archive(entry(sse)):                                        capture.FormatHAR,
		`{"log":{"level":"info"}}`:                                                  capture.FormatBody,
		`{"log":"version","t":1}`:                                                   capture.FormatUnknown,
	} {
		if got := readString(in); got.format != want {
			t.Errorf("%.60s: %v %v", in, got.format, got.err)
		}
	}
}

// TestHARTellsWhatWasSent compares the archives of browsers with what the server
// sent: events byte for byte, those with times within four milliseconds of the
// write that completed them.
func TestHARTellsWhatWasSent(t *testing.T) {
	for _, c := range []struct {
		file, rec, kind string
		events          bool
	}{
		{"chromium/sse-stall.es.devtools.har", "chromium-har-es", "text/event-stream", true},
		{"chromium/sse-crlf.es.devtools.har", "chromium-har-crlf", "text/event-stream", true},
		{"chromium/ndjson.fetch.devtools.har", "chromium-har-fetch", "application/x-ndjson", false},
		{"playwright/sse-stall.es.har", "pw-har-es", "text/event-stream", false},
	} {
		t.Run(c.file, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, append([]string{"recordings"}, strings.Split(c.file, "/")...)...))
			if err != nil {
				t.Fatal(err)
			}
			sent, _ := readTruth(t, c.rec)
			got := read(bytes.NewReader(b), capture.Options{Name: filepath.Base(c.file)})
			if got.err != nil || got.format != capture.FormatHAR {
				t.Fatal(got.format, got.err)
			}
			x := slices.IndexFunc(got.exchanges, func(e *capture.Exchange) bool { return e.ContentType == c.kind })
			if x < 0 {
				t.Fatal(got)
			}
			got.records = slices.DeleteFunc(got.records, func(r capture.Record) bool { return r.Exchange != x })
			var body []byte
			for _, s := range sent {
				body = append(body, s.Data...)
			}
			e := got.exchanges[x]
			if e.Timed != c.events || e.Accept.Set != c.events || !e.Payload || e.Method != "GET" || e.Status != 200 {
				t.Errorf("exchange is %+v", e)
			}
			if !c.events {
				if !bytes.Equal(got.bytes(), body) || got.records[len(got.records)-1].Kind != capture.RecordEOF {
					t.Errorf("body %q\nwant %q", got.bytes(), body)
				}
				return
			}
			compareEvents(t, got.records, body, sent)
		})
	}
}

// compareEvents checks that there is a record for each event of an SSE body.
func compareEvents(t *testing.T, records []capture.Record, body []byte, sent []sharedtest.Write) {
	var off time.Duration
	seen, end, n := 0, 0, 0
	for _, block := range bytes.SplitAfter(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")), []byte("\n\n")) {
		end += len(block)
		var want []string
		for line := range strings.Lines(string(block)) {
			if !strings.HasPrefix(line, ":") && !strings.HasPrefix(line, "retry:") {
				want = append(want, line)
			}
		}
		if text := strings.Join(want, ""); strings.Contains(text, "data: ") {
			if n == len(records) {
				t.Fatalf("no record for %q", text)
			}
			if got := string(records[n].Data); got != text {
				t.Errorf("event %d is %q, want %q", n, got, text)
			}
			// The write that has the event's last byte, CR LF counted as one.
			for seen < len(sent) && plainLen(sent[:seen+1]) < end {
				seen++
			}
			at := records[n].Time - time.Duration(sent[seen].Unix*1e9)
			if n == 0 {
				off = at
			}
			if late := at - off; late < -4*time.Millisecond || late > 4*time.Millisecond {
				t.Errorf("event %d is %v off", n, late)
			}
			n++
		}
	}
	if n != len(records) {
		t.Errorf("%d records for %d events", len(records), n)
	}
}

// plainLen is the length of writes whose line ends are LF.
func plainLen(writes []sharedtest.Write) int {
	var all []byte
	for _, s := range writes {
		all = append(all, s.Data...)
	}
	return len(bytes.ReplaceAll(all, []byte("\r\n"), []byte("\n")))
}

func TestHARWithTooManyEntriesIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("a large archive")
	}
	got := readString(archive(slices.Repeat([]string{`{"response":{"content":{"text":"a"}}}`}, 1<<16+1)...))
	wantError(t, got.err, "too many exchanges")
	var e *capture.Error
	if !errors.As(got.err, &e) || e.Line < 1<<16 {
		t.Errorf("%v", got.err)
	}
}

// A body is decoded as package encoding/json would, whatever escapes stand where.
func TestHARDecodesTextAsJSON(t *testing.T) {
	parts := []string{"a", "bcdefgh", "ijklmnopqrstuvwxy", "é", "😀", `\"`, `\\`, `\/`, `\n`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\u0000`, "\u2028"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var raw strings.Builder
		for range 1 + random.IntN(12) {
			raw.WriteString(parts[random.IntN(len(parts))])
		}
		var want string
		if err := json.Unmarshal([]byte(`"`+raw.String()+`"`), &want); err != nil {
			t.Fatal(err)
		}
		got := readString(archive(entry(`,"text":"` + raw.String() + `"`)))
		if got.err != nil || string(got.bytes()) != want {
			t.Fatalf("%s: %v, got %q, want %q", raw.String(), got.err, got.bytes(), want)
		}
		if lone := strings.Contains(want, "\ufffd"); got.has(capture.NoteLoneSurrogate) != lone {
			t.Fatalf("%s: notes %v", raw.String(), got.exchanges[0].Notes)
		}
	}
}
