package capture_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

func TestEmptyRecordingIsRefused(t *testing.T) {
	for _, in := range []string{"", "\n", " \r\n\t\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n"} {
		got := readString(in)
		if !errors.Is(got.err, capture.ErrEmpty) {
			t.Errorf("%q: %v", in, got.err)
		}
	}
}

// What is looked at to tell a format is blank then.
func TestABlankRecordingIsReadOrRefusedAsAnyFormat(t *testing.T) {
	for _, f := range capture.Formats() {
		for _, in := range []string{"", strings.Repeat(" ", 70_000)} {
			got := read(strings.NewReader(in), capture.Options{Name: "in", Format: f.Format})
			if in == "" || got.err != nil {
				wantError(t, got.err)
			}
		}
	}
	for _, more := range capture.Further() {
		for _, in := range []string{"", " "} {
			r, err := more.Open(strings.NewReader(in), "in")
			if err == nil {
				err = readAll(r).err
			}
			wantError(t, err)
		}
	}
}

func TestUselessInputIsRefusedWithAHint(t *testing.T) {
	curl := "--trace-time --trace out.trace"
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"prose", "Dear all,\nplease find", []string{"in:1:", `"Dear all,"`, "JSON Lines", "CSV", "curl trace", "begin with a time"}},
		{"nothing but blanks in sight", strings.Repeat(" ", 70000) + "a,b\n1,2\n", []string{"in:1:", "a recording"}},
		{"prose after blank lines", "\n\nDear all,\n", []string{"in:3:", `"Dear all,"`}},
		{"curl -v", "* Connected\n> GET / HTTP/1.1\n< HTTP/1.1 200 OK\n{ [57 bytes data]\n", []string{"curl -v", curl}},
		{"curl -v with times", "23:18:09.688960 *   Trying\n23:18:09.689113 > GET / HTTP/1.1\n", []string{"curl -v", curl}},
		{"curl -vv behind a line that begins with a dash", "-0] * Trying\n23:18:09.688960 [0-0] > GET / HTTP/1.1\n", []string{"curl -v", curl}},
		{"default ts", "Nov 30 23:25:43 data: 1\n", []string{"whole seconds", `ts "%.s"`}},
		{"ts with times of day", "23:25:43 data: 1\n", []string{"whole seconds", `ts "%.s"`}},
		{"ts with an epoch", "1796081140 data: 1\n", []string{"whole seconds", `ts "%.s"`}},
		{"pcap", "\xd4\xc3\xb2\xa1\x02\x00\x04\x00", []string{"a packet capture", "this build does not read it"}},
		{"pcap in nanoseconds", "\xa1\xb2\x3c\x4d\x00\x02\x00\x04", []string{"a packet capture", "this build does not read it"}},
		{"pcapng", "\x0a\x0d\x0d\x0a\x84\x00\x00\x00", []string{"a packet capture", "this build does not read it"}},
		{"tshark without packets", `[{"_index":"a","_source":{"layers":{}}}]`, []string{"a packet as tshark -T json writes it"}},
		{"a zip archive", "PK\x03\x04\x14\x00", []string{"a zip archive", "unzip FILE"}},
		{"UTF-16 without a BOM", "i\x00,\x00t\x00", []string{"UTF-16", "UTF-8"}},
		{"UTF-16", "\xff\xfei\x00,\x00", []string{"UTF-16", "UTF-8"}},
		{"binary", "\x7fEL\x00\x00", []string{"binary", curl}},
		{"a log of something else", `{"time":"2026-11-30T23:25:43Z","msg":"x"}`, []string{"time named time", "b64, hex, text and len", "--format body"}},
		{"a member called otherwise", "{\"t_ms\":0,\"txt\":\"a\"}\n", []string{"JSON with t_ms and no chunk", "text, b64 or len"}},
		{"an array of numbers", "[1,2]", []string{"in:1:", "a recording"}},
		{"OpenTelemetry", `{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"1","events":[{"timeUnixNano":"1","name":"message"}]}]}]}]}`, []string{"OpenTelemetry", "a log of each read"}},
		{"LangSmith", `{"run_type":"llm","events":[{"name":"new_token","time":"2026-11-30T23:25:43Z"}]}`, []string{"LangSmith", "a log of each read"}},
		{"an open brace", "{", []string{"in:1:", "a recording"}},
		{"NODE_DEBUG of http", "HTTP 27247: call onSocket 0 0\n", []string{"NODE_DEBUG=http", "a log of each read"}},
		{"NODE_DEBUG of fetch", "FETCH 27248: connecting to h using http:undefined\n", []string{"NODE_DEBUG=fetch", "a log of each read"}},
		{"http.client", "send: b'GET / HTTP/1.1\\r\\n'\nreply: 'HTTP/1.1 200 OK\\r\\n'\n", []string{"http.client", "a log of each read"}},
		{"httpx", "DEBUG:httpcore.http11:receive_response_body.started request=<Request [b'GET']>\n", []string{"httpx", "a log of each read"}},
		{"httpx of another layout", "2026-11-30 23:25:43 [DEBUG] httpcore.http11 - receive_response_body.started\n", []string{"httpx"}},
		{"wscat", "Connected (press CTRL+C to quit)\n< {\"n\":1}\n", []string{"wscat", `ts "%.s"`}},
		{"grpcurl", "\nResolved method descriptor:\nrpc Get ( .Q ) returns ( stream .A );\n", []string{"grpcurl", `ts "%.s"`}},
		{"flows of mitmproxy", "2539:4:type;4:http;7:version;2:17#", []string{"mitmproxy", "addon"}},
		{"ngrep", "interface: lo (127.0.0.0/255.0.0.0)\n\nT 2026/11/30 23:18:07.782681 127.0.0.1:1 -> 127.0.0.1:2 [AP]\ndata: 1\n", []string{"a program prints", "-w out.pcap"}},
		{"tcpdump", "23:18:07.782681 IP 127.0.0.1.80 > 127.0.0.1.5555: Flags [P.], seq 1:58, ack 1, win 512, length 57\n", []string{"a program prints", "-w out.pcap"}},
		{"tcpdump with its text", "23:18:07.782681 IP h.80 > h.5555: Flags [P.], seq 1:58, length 57\nE..m..@.@...data: 1\n", []string{"a program prints", "-w out.pcap"}},
		{"socat -v", "< 2026/11/30 23:18:07.782681  length=9 from=0 to=8\ndata: 1\n\n", []string{"a program prints", "-w out.pcap"}},
		{"a trace of a language server", "[Trace - 10:20:30.123 AM] Received response 'textDocument/hover - (1)' in 3ms.\nResult: {\n", []string{"a language server", "a log of each read"}},
		{"OpenAI's library", "[2026-11-30 23:18:00 - openai._base_client:1012 - DEBUG] HTTP Response: POST\n", []string{"OpenAI", "a log of each read"}},
		{"a journal as JSON", `{"__REALTIME_TIMESTAMP":"1796080700500000","MESSAGE":"data: 1"}`, []string{"a journal", "short-iso-precise"}},
		{"a log that Docker keeps", `{"log":"data: 1\n","stream":"stdout","time":"2026-11-30T23:18:20.5Z"}`, []string{"Docker", "--timestamps", "jq -j"}},
		{"a trace of Playwright", `{"version":7,"type":"context-options","origin":"library"}`, []string{"Playwright", "a log of each read"}},
		{"bytes of Python behind a time of day", "23:18:20.500 b'data: 1\\n\\n'\n", []string{"bytes as Python prints them", "print(time.monotonic(), chunk)"}},
		{"bytes of Python in a log", "2026-11-30 23:18:20,500 DEBUG client got b'data: 1\\n\\n'\n", []string{"bytes as Python prints them"}},
		{"bytes of Python behind a label", "chunk: b\"data: 1\\n\\n\"\r\n", []string{"bytes as Python prints them"}},
		{"dicts of Python", "{'t': 0.5, 'data': b'data: 1\\n\\n'}\n", []string{"objects as a program prints them", "json.dumps"}},
		{"a list of dicts of Python", "[{'t': 0.5, 'data': b'data: 1\\n\\n'}]\n", []string{"objects as a program prints them", "json.dumps"}},
		{"objects of JavaScript", "[\n  { t: 0.5, data: 'data: 1' } ]\n", []string{"objects as a program prints them", "JSON.stringify"}},
		{"a trace in a quote", "> 23:18:07.782681 <= Recv data, 2 bytes (0x2)\n> 0000: 0d 0a                                           ..\n", []string{"quoted as in mail", "without the >"}},
		{"a request in a trace in a quote", "> 23:18:07.782681 => Send header, 16 bytes (0x10)\n> 0000: 47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a GET / HTTP/1.1..\n", []string{"quoted as in mail"}},
		{"names of services", "web-1  | 2026-11-30T23:18:20.500000000Z data: 1\n", []string{`"web-1  | " in front of a time`, "--no-log-prefix"}},
		{"names of pods", "[pod/web-7d9/web] 2026-11-30T23:18:20.500000000Z data: 1\n", []string{`"[pod/web-7d9/web] " in front of a time`, "--prefix"}},
		{"a table of other columns", "time,size\n0.1,57\n0.2,57\n", []string{`"time,size"`, "t_ms,held_bytes", "JSON Lines"}},
		{"an exchange that httpie prints", "GET / HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\n", []string{"requests and responses"}},
		{"HTML", "\n<!doctype html>\n<html>", []string{"HTML", "--format body"}},
		{"XML", "<?xml version=\"1.0\"?>\n", []string{"XML"}},
		{"a PDF", "%PDF-1.7\n", []string{"a PDF", curl}},
		{"a picture", "\x89PNG\r\n\x1a\n", []string{"a picture", curl}},
		{"a program", "\x7fELF\x02\x01", []string{"a program", curl}},
		{"a database", "SQLite format 3\x00", []string{"SQLite", curl}},
		{"zstd", "\x28\xb5\x2f\xfd\x00", []string{"zstd", "unzstd"}},
		{"frames of gRPC", "\x00\x00\x00\x00\x05hello", []string{"binary", "--format body"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantError(t, readString(c.in).err, c.want...)
		})
	}
}

func TestSharedRecordingsAreRecognised(t *testing.T) {
	for _, c := range []struct {
		glob, want string
		format     capture.Format
	}{
		{"recordings/curl/*.trace*", "", capture.FormatCurl},
		{"recordings/tls/*.trace*", "", capture.FormatCurl},
		{"recordings/curl/*-vvv.txt", "", capture.FormatCurl},
		{"recordings/curl/*-vv.txt", "curl -v", 0},
		{"recordings/curl/*.v.txt", "curl -v", 0},
		{"recordings/node/*.jsonl", "", capture.FormatCapture},
		{"recordings/python/*.jsonl", "", capture.FormatCapture},
		{"recordings/terminal/*.ts-[eis]*.txt", "", capture.FormatStamped},
		{"recordings/terminal/*.ts-default.txt", "whole seconds", 0},
		{"recordings/terminal/*.cast", "", capture.FormatAsciicast},
		{"recordings/terminal/*.typescript", "script", 0},
		{"recordings/chromium/*.netlog.json", "", capture.FormatNetLog},
		{"recordings/chromium/*.har", "", capture.FormatHAR},
		{"recordings/playwright/*.har", "", capture.FormatHAR},
		{"recordings/chromium/*.cdp.jsonl", "", capture.FormatCDP},
		{"recordings/tls/*.cdp.jsonl", "", capture.FormatCDP},
		{"recordings/chromium/*.trace.json", "", capture.FormatTrace},
		{"recordings/pcap/*.pcap", "this build does not read it", 0},
		{"recordings/pcap/*.pcapng", "this build does not read it", 0},
		{"recordings/strace/*.strace", "", capture.FormatStrace},
		{"recordings/tshark/*.json", "", capture.FormatTshark},
		{"recordings/tshark/*.yaml", "", capture.FormatTshark},
		{"recordings/tshark/*.tsv", "", capture.FormatTshark},
		{"recordings/tshark/*.txt", "without times", 0},
		{"recordings/mitmproxy/*.mitm", "", 0},
		{"casebook/[ABC]*.json", "", capture.FormatCapture},
		{"public/zeek/*.pcap*", "this build does not read it", 0},
		{"recordings/node/*.txt", "NODE_DEBUG", 0},
		{"recordings/python/*.txt", "http.client", 0},
		{"public/vercel-ai/*.txt", "", capture.FormatBody},
		{"public/vertexai-sdk-test-data/*.txt", "", capture.FormatBody},
	} {
		t.Run(strings.ReplaceAll(c.glob, "/", " "), func(t *testing.T) {
			dir := sharedtest.Dir(t, strings.Split(filepath.Dir(c.glob), "/")...)
			paths, err := filepath.Glob(filepath.Join(dir, filepath.Base(c.glob)))
			if err != nil || len(paths) == 0 {
				t.Fatalf("no files: %v", err)
			}
			for _, path := range paths {
				f, err := os.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				got := read(f, capture.Options{Name: "in"})
				f.Close()
				switch {
				case c.format != 0 && (got.err != nil || got.format != c.format || len(got.records) == 0):
					t.Errorf("%s: %v, %v, %d records", path, got.format, got.err, len(got.records))
				case c.format == 0:
					wantError(t, got.err, c.want)
				}
			}
		})
	}
}

func TestFormatsHaveARowEach(t *testing.T) {
	var have []capture.Format
	for _, f := range capture.Formats() {
		have = append(have, f.Format)
		if f.Name != f.Format.String() || f.Title == "" || f.Short == "" || len(f.HowTo) == 0 || len(f.Extensions) == 0 {
			t.Errorf("row %+v", f)
		}
		if parsed, err := capture.ParseFormat(f.Name); err != nil || parsed != f.Format {
			t.Errorf("%s: %v %v", f.Name, parsed, err)
		}
	}
	for f := capture.FormatUnknown + 1; f.String() != "?"; f++ {
		if !slices.Contains(have, f) {
			t.Errorf("no row for %v", f)
		}
	}
}

func TestFormatThatCannotBeReadIsRefused(t *testing.T) {
	_, err := capture.Open(strings.NewReader("i,t_ms,held_bytes,parsed\n"), capture.Options{Name: "in", Format: 99})
	wantError(t, err, "want a recording")
}
