package capture_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestBodiesEndAsTheHeadSays(t *testing.T) {
	for _, c := range []struct {
		name, request string
		head          []string
		reads         []string
		info          string
		want          string // of the records, "" where there is no exchange
	}{
		{"by length", "GET /", []string{"HTTP/1.1 200 OK", "Content-Length: 5"}, []string{"ab", "cde"}, "", "ab cde eof"},
		{"by length, more follows", "GET /", []string{"HTTP/1.1 200 OK", "content-length: 5, 5"}, []string{"ab", "cdefg", "h"}, "", "ab cde eof"},
		{"by a length not reached", "GET /", []string{"HTTP/1.1 200 OK", "Content-Length: 5"}, []string{"ab"}, "Closing connection 0", "ab"},
		{"by two lengths", "GET /", []string{"HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 6"}, []string{"ab"}, "Closing connection 0", "ab eof"},
		{"chunked beats length", "GET /", []string{"HTTP/1.1 200 OK", "Content-Length: 1", chunkedHead}, []string{"2\r\nab\r\n0\r\n\r\n"}, "", "ab eof"},
		{"by close", "GET /", []string{"HTTP/1.1 200 OK"}, []string{"ab", "c"}, "Closing connection 0", "ab c eof"},
		{"by close, shut down", "GET /", []string{"HTTP/1.1 200 OK"}, []string{"ab"}, "shutting down connection #0", "ab eof"},
		{"by the end of a stream", "GET /", []string{"HTTP/2 200 "}, []string{"ab", "c"}, "Connection #0 to host h left intact", "ab c eof"},
		{"by an empty read", "GET /", []string{"HTTP/1.1 200 OK"}, []string{"ab", ""}, "", "ab eof"},
		{"not known", "GET /", []string{"HTTP/1.1 200 OK"}, []string{"ab", "c"}, "something else", "ab c"},
		{"an empty chunked body", "GET /", []string{"HTTP/1.1 200 OK", chunkedHead}, []string{"0\r\n\r\n"}, "", "eof"},
		{"chunked with bare LF", "GET /", []string{"HTTP/1.1 200 OK", chunkedHead}, []string{"2\nab\n0\n\n"}, "", "ab eof"},
		{"chunked, cut before its trailers", "GET /", []string{"HTTP/1.1 200 OK", chunkedHead}, []string{"2\r\nab\r\n", "0\r\n"}, "", "ab eof"},
		{"after 100 Continue", "POST /", []string{"HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "Content-Length: 2"}, []string{"ab"}, "", "ab eof"},
		{"to HEAD", "HEAD /", []string{"HTTP/1.1 200 OK", "Content-Length: 5"}, nil, "left intact", ""},
		{"of 204", "GET /", []string{"HTTP/1.1 204 No Content"}, []string{"ab"}, "", ""},
		{"of 304", "GET /", []string{"HTTP/1.1 304 Not Modified", "Content-Length: 5"}, nil, "", ""},
	} {
		for _, text := range []bool{false, true} {
			if text && strings.Contains(c.name, "bare LF") {
				continue // a text dump does not show it
			}
			t.Run(fmt.Sprintf("%s, text %v", c.name, text), func(t *testing.T) {
				w := trace{text: text}
				w.request(c.request, c.head...)
				for _, s := range c.reads {
					w.at += time.Second
					w.data(s)
				}
				if c.info != "" {
					w.start("== Info: " + c.info)
				}
				got := w.read()
				if c.want == "" {
					wantError(t, got.err, "without a response body")
					return
				}
				if got.err != nil || records(got) != c.want || len(got.exchanges[0].Notes) > 0 {
					t.Errorf("got %q, %v, %v, want %q", records(got), got.err, got.exchanges, c.want)
				}
			})
		}
	}
}

// records are the payloads and ends, in order.
func records(r recording) string {
	var in []string
	for _, rec := range r.records {
		switch {
		case rec.Kind == capture.RecordEOF:
			in = append(in, "eof")
		default:
			in = append(in, string(rec.Data))
		}
	}
	return strings.Join(in, " ")
}

func TestTransfersAreToldApart(t *testing.T) {
	heads := []string{"HTTP/1.1 200 OK", "Content-Type: Application/JSON; charset=x", "Content-Length: 4"}
	t.Run("by their ids where they interleave", func(t *testing.T) {
		a, b := trace{ids: "[0-0] "}, trace{ids: "[1-x] "}
		a.request("GET /a", heads...)
		w := a.String()
		a.Reset()
		b.request("GET /b", heads...)
		w += b.String()
		b.Reset()
		for i, s := range []string{"a1", "b1", "b2", "a2"} {
			from := &a
			if s[0] == 'b' {
				from = &b
			}
			from.at = time.Duration(i+1) * time.Second
			from.data(s)
			w += from.String()
			from.Reset()
		}
		got := readString(w)
		var have []string
		for _, r := range got.records {
			have = append(have, fmt.Sprintf("%d:%s", r.Exchange, r.Data))
		}
		if s := strings.Join(have, " "); got.err != nil || s != "0:a1 1:b1 1:b2 1: 0:a2 0:" {
			t.Errorf("got %s, %v", s, got.err)
		}
	})
	t.Run("by their requests where they follow", func(t *testing.T) {
		w := trace{untimed: true}
		w.request("GET /moved", "HTTP/1.1 302 Found", "Content-Length: 4")
		w.data("gone")
		w.request("GET /a", "HTTP/1.1 200 OK")
		w.data("a1")
		w.start("* Connection #0 to host h left intact")
		w.request("GET /b", heads...)
		w.data("b1b2")
		got := w.read()
		if got.err != nil || records(got) != "gone eof a1 eof b1b2 eof" || len(got.exchanges) != 3 || got.exchanges[2].ContentType != "application/json" {
			t.Errorf("got %s", got)
		}
	})
}

func TestWaitBeginsWhenTheRequestIsOut(t *testing.T) {
	w := trace{at: time.Second}
	w.item("=> Send header", "POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")
	w.head("HTTP/1.1 100 Continue")
	w.at = 2 * time.Second
	w.item("=> Send data", "{}")
	w.item("=> Send SSL data", "\x00\x01")
	w.at = 3 * time.Second
	w.head("HTTP/1.1 200 OK")
	w.data("x")
	if a := w.read().exchanges[0].Accept; a != (capture.Mark{Time: 2 * time.Second, Set: true}) {
		t.Errorf("accept %v", a)
	}
}

func TestTraceRunsPastMidnight(t *testing.T) {
	w := trace{at: 24*time.Hour - time.Second}
	w.request("GET /", "HTTP/1.1 200 OK", "Content-Length: 3")
	for range 3 {
		w.data("x")
		w.at += 700 * time.Millisecond
	}
	got := w.read()
	for i, r := range got.records[:3] {
		if want := 24*time.Hour - time.Second + time.Duration(i)*700*time.Millisecond; r.Time != want {
			t.Errorf("read %d is at %v, want %v", i, r.Time, want)
		}
	}
	if len(got.exchanges[0].Notes) > 0 {
		t.Error(got.exchanges[0].Notes)
	}
}

func TestCodedBodyKeepsItsBytes(t *testing.T) {
	for _, c := range []struct{ head, want string }{
		{"Content-Encoding: GZIP", "gzip"},
		{"Content-Encoding: identity", ""},
		{"Content-Encoding: deflate, br", "deflate, br"},
		{"Transfer-Encoding: gzip", "gzip"},
	} {
		w := trace{}
		w.request("GET /", "HTTP/1.1 200 OK", c.head)
		w.data("\x1f\x8b")
		got := w.read()
		e := got.exchanges[0]
		if got.err != nil || e.Coding != c.want || !e.Payload || len(e.Notes) > 0 || string(got.bytes()) != "\x1f\x8b" {
			t.Errorf("%s: got\n%s", c.head, got)
		}
	}
}

func TestTextDumpGivesPayloadWhereItIsExact(t *testing.T) {
	w := trace{text: true}
	long := strings.Repeat("x", 64)
	w.request("GET /", "HTTP/1.1 200 OK", "Content-Length: 10000")
	exact := []string{"data: 1\r\n\r\n", long, long + "\r\n", long + "ab", long + "\r\nab", long + "a\r\n", "\r\n" + long + long, ""}
	for _, s := range exact {
		w.data(s)
	}
	w.data("end.")
	w.data("more\r\n")
	got := w.read()
	want := append(exact[:len(exact)-1:len(exact)-1], "", "")
	if got.err != nil || records(got) != strings.Join(want, " ") || got.exchanges[0].Payload || !got.has(capture.NoteLossyText) {
		t.Errorf("got %q, %v, want %q", records(got), got.err, want)
	}
}

func TestOddTraces(t *testing.T) {
	plain := func(mutate func(*trace)) string {
		w := trace{}
		w.start("* Trying")
		w.request("GET /", "HTTP/1.1 200 OK")
		mutate(&w)
		w.data("ab")
		return w.String()
	}
	for _, c := range []struct {
		name, in string
		want     []string // of the error, nil where it reads as "ab"
	}{
		{"a progress meter in between", plain(func(w *trace) { w.WriteString("  % Total    % Received\n 10 100\r 20 100\n") }), nil},
		{"begun inside a response", "00:00:00.000000 <= Recv data, 2 bytes (0x2)\n0000: 61 62                                           ab\n", nil},
		{"blanks at the ends of lines taken", "<= Recv data, 2 bytes (0x2)\n0000: 61 62\n", []string{"in:2:", "0000"}},
		{"a body in between", plain(func(w *trace) { w.WriteString("data: 1\n\n") }), nil},
		{"a body in between whose last line goes on", plain(func(w *trace) { w.WriteString("data: 1") }), []string{"file of its own"}},
		{"a time is missing", plain(func(w *trace) { w.untimed = true }), []string{"a time on each item"}},
		{"an item too large", plain(func(w *trace) { w.start("<= Recv data, 99999999999 bytes (0x174876e7ff)") }), []string{"at most"}},
		{"a dump with a hole", plain(func(w *trace) { w.start("<= Recv data, 2 bytes (0x2)"); w.WriteString("0001: 61\n") }), []string{`"0001: 61"`, "offset 0000"}},
		{"a head without end", plain(func(w *trace) {
			line := trace{}
			line.item("<= Recv header", "HTTP/1.1 200 OK\r\n")
			line.item("<= Recv header", "X: "+strings.Repeat("x", 2000)+"\r\n")
			w.WriteString(strings.Repeat(line.String(), 600))
		}), []string{"response head", "1048576"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(strings.NewReader(c.in), capture.Options{Name: "in", Format: capture.FormatCurl})
			if c.want != nil {
				wantError(t, got.err, c.want...)
			} else if got.err != nil || records(got) != "ab" {
				t.Errorf("got %q, %v", records(got), got.err)
			}
		})
	}
}

func TestManyTransfersAreRefused(t *testing.T) {
	var b strings.Builder
	for i := range 1<<16 + 1 {
		fmt.Fprintf(&b, "[%d-0] == Info: hi\n", i)
	}
	wantError(t, readString(b.String()).err, "in:65537:", "too many")
}

func TestTraceWithoutBodyIsRefused(t *testing.T) {
	w := trace{}
	w.request("GET /", "HTTP/1.1 200 OK")
	wantError(t, w.read().err, "3 items", "Recv data", "--trace-time")
}
