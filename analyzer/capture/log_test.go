package capture_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

func TestLogNamesAndUnits(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"milliseconds", `{"ms":1.5,"data":"a"}`, `{"ms":2,"data":"b"}`, "1.5 2"},
		{"elapsed milliseconds as text", `{"elapsed_ms":"1.5","text":"a"}`, `{"elapsed_ms":"2","text":"b"}`, "1.5 2"},
		{"milliseconds since 1970 by name", `{"ts_ms":1796081158931.5,"data":"a"}`, `{"ts_ms":1796081158932,"data":"b"}`, "1796081158931.5 1796081158932"},
		{"seconds since some start", `{"t":0,"data":"a"}`, `{"t":0.25,"data":"b"}`, "0 250"},
		{"seconds that grow", `{"t":0.5,"data":"a"}`, `{"t":2000000000,"data":"b"}`, "500 2000000000000"},
		{"more than there are seconds", `{"t":5000000000,"data":"a"}`, `{"t":5000000001,"data":"b"}`, "5000000000 5000000001"},
		{"seconds since 1970", `{"t_unix":1796081158.931362,"data":"a"}`, `{"t_unix":1796081158.992425,"data":"b"}`, "1796081158931.362 1796081158992.425"},
		{"milliseconds since 1970", `{"timestamp":1796081158931,"data":"a"}`, `{"timestamp":1796081158992,"data":"b"}`, "1796081158931 1796081158992"},
		{"microseconds since 1970", `{"ts":1796081158931362,"data":"a"}`, `{"ts":1796081158992425,"data":"b"}`, "1796081158931.362 1796081158992.425"},
		{"the least that are microseconds", `{"ts":100000000000000,"data":"a"}`, `{"ts":100000001000000,"data":"b"}`, "100000000000 100000001000"},
		{"the least that are nanoseconds", `{"ts":100000000000000000,"data":"a"}`, `{"ts":100000001000000000,"data":"b"}`, "100000000000 100000001000"},
		{"nanoseconds since 1970", `{"time":1796081158931362001,"data":"a"}`, `{"time":1796081158992425002,"data":"b"}`, "1796081158931.362001 1796081158992.425002"},
		{"a date with Z", `{"time":"2026-11-30T23:25:58.931362Z","data":"a"}`, `{"time":"2026-11-30T23:25:59Z","data":"b"}`, "1796081158931.362 1796081159000"},
		{"a date with an offset", `{"time":"2026-12-01T00:25:58.931+01:00","data":"a"}`, `{"time":"2026-11-30T19:25:59-0400","data":"b"}`, "1796081158931 1796081159000"},
		{"a date as Python logs it", `{"time":"2026-11-30 23:25:58,931","data":"a"}`, `{"time":"2026-11-30 23:25:59,000","data":"b"}`, "1796081158931 1796081159000"},
		{"a date before 1970 and a leap day", `{"time":"1968-02-29T00:00:00Z","data":"a"}`, `{"time":"1968-03-01T00:00:00Z","data":"b"}`, "-58060800000 -57974400000"},
		{"times of day past midnight", `{"time":"23:59:59.5","data":"a"}`, `{"time":"00:00:00.5","data":"b"}`, "86399500 86400500"},
		{"increments", `{"delta_ms":5,"data":"a"}`, `{"delta_ms":2.5,"data":"b"}`, "5 7.5"},
		{"increments by their short name", `{"dt":0,"data":"a"}`, `{"dt":60,"data":"b"}`, "0 60"},
		{"the more exact of two times", `{"time":"2026-11-30T23:25:58Z","ms":1.5,"data":"a"}`, `{"ms":2.5,"time":"2026-11-30T23:25:58Z","data":"b"}`, "1.5 2.5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for shape, in := range map[string]string{
				"lines": c.first + "\n" + c.second + "\n",
				"array": "[" + c.first + ",\n " + c.second + "\n]\n",
			} {
				got := readString(in)
				if got.err != nil || got.format != capture.FormatLog || len(got.records) != 2 || string(got.bytes()) != "ab" {
					t.Fatalf("%s: %v\n%s", shape, got.err, got)
				}
				if times := capture.FormatMillis(got.records[0].Time) + " " + capture.FormatMillis(got.records[1].Time); times != c.want {
					t.Errorf("%s: got %s, want %s", shape, times, c.want)
				}
				e := got.exchanges[0]
				if e.Level != capture.LevelRead || !e.Timed || !e.Payload {
					t.Errorf("%s: exchange %+v", shape, e)
				}
				guessed := strings.Contains(c.name, "some start") || strings.Contains(c.name, "grow") || strings.Contains(c.name, "more than")
				if got.has(capture.NoteUnitGuessed) != guessed {
					t.Errorf("%s: notes %v", shape, e.Notes)
				}
			}
		})
	}
}

func TestLogPayloads(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"base64", `"base64":"AP8="`, `len=2 "\x00\xff"`},
		{"base64 without padding", `"body_b64":"AP8"`, `len=2 "\x00\xff"`},
		{"base64 of the other alphabet", `"bytes_b64":"-_8="`, `len=2 "\xfb\xff"`},
		{"base64 with slashes escaped", `"b64":"\/\/8="`, `len=2 "\xff\xff"`},
		{"hex", `"hex":"646174613a"`, `len=5 "data:"`},
		{"hex in pairs", `"hex":"64 61:74 61"`, `len=4 "data"`},
		{"text", `"text":"caf\u00e9\n"`, `len=6 "café\n"`},
		{"a chunk", `"chunk":"a"`, `len=1 "a"`},
		{"an array of bytes", `"chunk":[100, 97,116,97]`, `len=4 "data"`},
		{"no bytes", `"chunk":[]`, `len=0 ""`},
		{"a Buffer as JSON", `"chunk":{"type":"Buffer","data":[100,97]}`, `len=2 "da"`},
		{"a Uint8Array as JSON", `"data":{"0":100,"1":97}`, `len=2 "da"`},
		{"a length", `"bytes":57`, `len=57`},
		{"a payload beats a length", `"size":1,"data":"a"`, `len=1 "a"`},
		{"base64 beats text", `"data":"…","b64":"YQ=="`, `len=1 "a"`},
		{"null is none", `"data":null,"b64":null,"n":3`, `len=3`},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := `{"t":1796081158,` + c.in + "}\n" + `{"t":1796081159,"data":"z"}` + "\n"
			got := readString(in)
			if want := "chunk 0 1796081158000 " + c.want; got.err != nil || got.format != capture.FormatLog || len(got.records) != 2 || line(got.records[0]) != want {
				t.Errorf("%v: got\n%s\nwant %s", got.err, got, want)
			}
			if len(got.exchanges[0].Notes) > 0 {
				t.Errorf("notes %v", got.exchanges[0].Notes)
			}
		})
	}
}

func TestLogNotes(t *testing.T) {
	for _, c := range []struct {
		name, in string
		note     capture.Note
	}{
		{"half a surrogate pair", `{"ms":0,"data":"\ud83d"}` + "\n" + `{"ms":1,"data":"\ude00"}` + "\n", capture.NoteLoneSurrogate},
		{"a character decoded in parts", `{"ms":0,"data":"caf\ufffd"}` + "\n" + `{"ms":1,"data":"\ufffd!"}` + "\n", capture.NoteLoneSurrogate},
		{"characters counted", `{"ms":0,"data":"café","len":4}` + "\n", capture.NoteLengths},
		{"times that run backwards", `{"ms":2,"data":"a"}` + "\n" + `{"ms":1,"data":"b"}` + "\n", capture.NoteTimesBackwards},
		{"a last line that is cut", `{"ms":2,"data":"a"}` + "\n" + `{"ms":3,"da`, capture.NoteTruncated},
		{"an array that is cut", `[{"ms":2,"data":"a"},` + "\n" + `{"ms":3,"da`, capture.NoteTruncated},
		{"a line of rubbish", `{"ms":2,"data":"a"}` + "\n??\n" + `{"ms":3,"data":"b"}` + "\n", capture.NoteDamaged},
		{"an element of rubbish", `[{"ms":2,"data":"a"},` + "\n??,\n" + `{"ms":3,"data":"b"}]`, capture.NoteDamaged},
		{"a number among records", `[{"ms":2,"data":"a"},` + "\n5,\n" + `{"ms":3,"data":"b"}]`, capture.NoteDamaged},
		{"bad base64", `{"ms":2,"b64":"YQ=="}` + "\n" + `{"ms":2,"b64":"?"}` + "\n" + `{"ms":3,"b64":"YQ=="}` + "\n", capture.NoteDamaged},
		{"half a byte of hex", `{"ms":2,"hex":"61"}` + "\n" + `{"ms":2,"hex":"6"}` + "\n" + `{"ms":3,"hex":"61"}` + "\n", capture.NoteDamaged},
		{"no time", `{"ms":2,"data":"a"}` + "\n" + `{"data":"b"}` + "\n" + `{"ms":3,"data":"c"}` + "\n", capture.NoteDamaged},
		{"another kind of time", `{"t":1796081158,"data":"a"}` + "\n" + `{"t":"2026-11-30T23:25:58Z","data":"b"}` + "\n", capture.NoteDamaged},
		{"increments beyond all times", `{"dt":3e12,"data":"a"}` + "\n" + `{"dt":3e12,"data":"b"}` + "\n" + `{"dt":1,"data":"b"}` + "\n", capture.NoteDamaged},
		{"an absurd length", `{"ms":2,"len":1}` + "\n" + `{"ms":2,"len":1e300}` + "\n", capture.NoteDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || got.format != capture.FormatLog || len(got.exchanges) != 1 || len(got.exchanges[0].Notes) != 1 || !got.has(c.note) {
				t.Fatalf("%v: got\n%s\nwant %v", got.err, got, c.note)
			}
			if d := got.exchanges[0].Damage; c.note == capture.NoteDamaged && (d.Records != 1 || d.Line != 2) {
				t.Errorf("damage %+v", d)
			}
		})
	}
}

func TestLogTellsExchangesApart(t *testing.T) {
	got := readString(`{"flow":"a","content_type":"text/event-stream; charset=utf-8","status":200}
{"flow":"b","content_type":"application/json","status_code":404}
{"t":1796081158,"flow":"b","b64":"YQ=="}
{"t":1796081159,"flow":"a","b64":"Yg=="}
{"t":1796081160,"flow":"b","b64":"","len":0}
{"t":1796081161,"flow":"a","b64":"","len":0}
{"t":1796081162,"flow":"a","b64":"Yw=="}
{"t":1796081163,"flow":"c","len":7}
`)
	if got.err != nil || len(got.exchanges) != 3 {
		t.Fatalf("%v\n%s", got.err, got)
	}
	var all []string
	for _, r := range got.records {
		all = append(all, line(r))
	}
	want := []string{
		`chunk 0 1796081158000 len=1 "a"`, `chunk 1 1796081159000 len=1 "b"`,
		`chunk 1 1796081161000 len=0 ""`, `chunk 1 1796081162000 len=1 "c"`,
		`chunk 2 1796081163000 len=7`, `eof 0 1796081160000`,
	}
	if strings.Join(all, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
	if e := got.exchanges[0]; e.ContentType != "application/json" || e.Status != 404 || !e.Payload {
		t.Errorf("exchange %+v", e)
	}
	if e := got.exchanges[1]; e.ContentType != "text/event-stream" || e.Status != 200 {
		t.Errorf("exchange %+v", e)
	}
	if got.exchanges[2].Payload {
		t.Error("lengths alone have a payload")
	}
}

func TestLogMetadataInTheFirstLine(t *testing.T) {
	got := readString(`{"url":"http://h/","contentType":"application/x-ndjson","contentEncoding":"br"}` + "\n" + `{"ts":"2026-11-30T23:25:58Z","hex":"61"}` + "\n")
	if e := got.exchanges[0]; got.err != nil || e.ContentType != "application/x-ndjson" || e.Coding != "br" {
		t.Errorf("%v\n%s", got.err, got)
	}
	got = readString(`{"content_type":"application/x-ndjson","content_encoding":"gzip"}` + "\n" + `{"ts":"2026-11-30T23:25:58Z","hex":"61"}` + "\n")
	if e := got.exchanges[0]; got.err != nil || e.Coding != "" {
		t.Errorf("%v\n%s", got.err, got)
	}
}

func TestLogOfWhichNothingCanBeRead(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"no payload", `{"t":1}` + "\n" + `{"t":2}` + "\n", []string{"without a read", "b64, hex, text and len"}},
		{"payloads that are numbers", `{"t":1,"data":true}` + "\n", []string{"in:1:", "a payload"}},
		{"a time that is none", "\n" + `{"time":"soon","data":"a"}` + "\n", []string{"in:2:", "time as a time"}},
		{"no time", `{"data":"a"}` + "\n", []string{"in:1:", "a time beside the payload"}},
		{"no object", "[1,\n2]", []string{"in:1:", "a JSON object"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(strings.NewReader(c.in), capture.Options{Name: "in", Format: capture.FormatLog})
			wantError(t, got.err, c.want...)
		})
	}
}

// A first time that is none does not decide how the others are read.
func TestLogIsDecidedByTheFirstChunkThatIsGood(t *testing.T) {
	got := readString(`{"time":"soon","data":"a"}` + "\n" + `{"time":1796081158,"data":"b"}` + "\n" + `{"time":1796081159,"data":"c"}` + "\n")
	if got.err != nil || len(got.records) != 2 || !got.has(capture.NoteDamaged) {
		t.Errorf("%v\n%s", got.err, got)
	}
}

func TestCaptureFormStaysItself(t *testing.T) {
	for _, in := range []string{
		`{"t_ms":0,"b64":"YQ==","flow":"a"}`,
		`{"i":0,"t_ms":0,"t_unix":1796081158.9,"len":1,"b64":"YQ=="}`,
		`{"heldbytes":"capture/1"}` + "\n" + `{"t_ms":0,"text":"a"}`,
	} {
		if got := readString(in + "\n"); got.err != nil || got.format != capture.FormatCapture {
			t.Errorf("%s: %v %v", in, got.format, got.err)
		}
	}
}

// Every client log says what the server sent, at the times that the client took.
func TestClientLogsTellWhatWasSent(t *testing.T) {
	for _, c := range []struct {
		path, rec string
		format    capture.Format
		lines     bool // a read a line, not a read a write
	}{
		{"mitmproxy/sse-stall.stream-addon.jsonl", "mitm-stream", capture.FormatLog, false},
		{"node/sse-stall.fetch.jsonl", "node-sse-stall", capture.FormatCapture, false},
		{"node/sse-stall.node-strace-client.jsonl", "strace-node-sse-stall", capture.FormatCapture, false},
		{"python/ndjson.httpclient-read1.jsonl", "py-ndjson", capture.FormatCapture, false},
		{"python/sse-basic.own.pcap-client.jsonl", "pcap-own-python", capture.FormatCapture, false},
		{"python/sse-gzip.httpx-iter_raw.jsonl", "py-httpx-gzip", capture.FormatCapture, false},
		{"python/sse-stall.httpx-iter_lines.jsonl", "py-httpx-lines", capture.FormatCapture, true},
		{"python/sse-stall.python-strace-client.jsonl", "strace-python-sse-stall", capture.FormatCapture, false},
	} {
		t.Run(c.path, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, append([]string{"recordings"}, strings.Split(c.path, "/")...)...))
			if err != nil {
				t.Fatal(err)
			}
			got := read(bytes.NewReader(b), capture.Options{Name: filepath.Base(c.path)})
			if got.err != nil || got.format != c.format || len(got.exchanges) != 1 || len(got.exchanges[0].Notes) > 0 {
				t.Fatalf("%v %v %d exchanges", got.err, got.format, len(got.exchanges))
			}
			writes, coding := readTruth(t, c.rec)
			var body []byte
			for _, w := range writes {
				body = append(body, w.Data...)
			}
			payload := got.bytes()
			if coding != "" {
				payload = gunzip(t, payload)
			}
			if !bytes.Equal(payload, body) {
				t.Errorf("got\n%q\nwant\n%q", payload, body)
			}
			times := clientTimes(t, b)
			if len(times) != len(got.records) {
				t.Fatalf("%d records, want %d", len(got.records), len(times))
			}
			for i, r := range got.records {
				if off := r.Time - times[i]; off < -time.Microsecond || off > time.Microsecond {
					t.Errorf("record %d at %v, want %v", i, r.Time, times[i])
				}
			}
			compareWithWrites(t, c.rec, c.lines || coding != "", got)
		})
	}
}

// clientTimes is the times of a log, read in another way.
func clientTimes(t *testing.T, b []byte) (times []time.Duration) {
	t.Helper()
	for line := range bytes.Lines(b) {
		var r struct {
			T     *float64
			Milli float64 `json:"t_ms"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		at := time.Duration(math.Round(r.Milli * 1e6))
		if r.T != nil {
			at = time.Duration(math.Round(*r.T*1e6)) * time.Microsecond
		}
		times = append(times, at)
	}
	return times
}

// compareWithWrites compares reads with the server's writes: as many bytes, and
// at the same times once one offset is taken off, as well as two processes that
// share a machine keep them.
func compareWithWrites(t *testing.T, rec string, lengthsDiffer bool, got recording) {
	t.Helper()
	writes, _ := sharedtest.Sent(t, rec)
	if lengthsDiffer {
		return
	}
	var chunks []capture.Record
	for _, r := range got.records {
		if r.Kind == capture.RecordChunk {
			chunks = append(chunks, r)
		}
	}
	if len(chunks) != len(writes) {
		t.Fatalf("%d reads, want %d", len(chunks), len(writes))
	}
	own := strings.Contains(rec, "own") // the reader slept after its fifth read
	for i, r := range chunks {
		if r.Len != writes[i].Body && !own {
			t.Errorf("read %d has %d bytes, want %d", i, r.Len, writes[i].Body)
		}
		if own && i > 4 {
			continue
		}
		sent := time.Duration((writes[i].Unix - writes[0].Unix) * 1e9)
		if off := r.Time - chunks[0].Time - sent; off < -5*time.Millisecond || off > 5*time.Millisecond {
			t.Errorf("read %d is %v off", i, off)
		}
	}
}

func TestLogThatCannotBeReadOnKeepsWhatCame(t *testing.T) {
	in := strings.Repeat(`{"ms":1,"data":"abc"}`+"\n", 5000)
	for _, shape := range []string{in, "[" + strings.ReplaceAll(strings.TrimSpace(in), "\n", ",\n")} {
		got := read(iotest.TimeoutReader(strings.NewReader(shape)), capture.Options{Name: "in"})
		if len(got.records) == 0 {
			t.Errorf("nothing before %v", got.err)
		}
		wantError(t, got.err, "timeout")
	}
}

func FuzzLog(f *testing.F) { fuzzFormat(f, capture.FormatLog) }
