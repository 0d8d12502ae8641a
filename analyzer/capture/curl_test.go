package capture_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// trace writes what curl would (src/tool_cb_dbg.c).
type trace struct {
	bytes.Buffer
	text    bool          // --trace-ascii
	untimed bool          // no --trace-time
	at      time.Duration // of the day
	ids     string        // "[0-0] " with --trace-ids
}

func (w *trace) start(rest string, args ...any) {
	if !w.untimed {
		s := w.at / time.Second
		fmt.Fprintf(w, "%02d:%02d:%02d.%06d ", s/3600%24, s/60%60, s%60, w.at%time.Second/time.Microsecond)
	}
	fmt.Fprintf(w, w.ids+rest+"\n", args...)
}

func (w *trace) item(kind, data string) {
	w.start("%s, %d bytes (0x%x)", kind, len(data), len(data))
	shown := func(c byte) byte {
		if c < 0x20 || c >= 0x7f {
			return '.'
		}
		return c
	}
	width := 16
	if w.text {
		width = 64
	}
	for i := 0; i < len(data); i += width {
		fmt.Fprintf(w, "%04x: ", i)
		if !w.text {
			for c := range width {
				if i+c < len(data) {
					fmt.Fprintf(w, "%02x ", data[i+c])
				} else {
					w.WriteString("   ")
				}
			}
		}
		for c := 0; c < width && i+c < len(data); c++ {
			if w.text && i+c+1 < len(data) && data[i+c:i+c+2] == "\r\n" {
				i += c + 2 - width
				break
			}
			w.WriteByte(shown(data[i+c]))
			if w.text && i+c+2 < len(data) && data[i+c+1:i+c+3] == "\r\n" {
				i += c + 3 - width
				break
			}
		}
		w.WriteByte('\n')
	}
}

// request writes a request and the head of its response.
func (w *trace) request(request string, head ...string) {
	w.item("=> Send header", request+" HTTP/1.1\r\nHost: h\r\n\r\n")
	w.head(head...)
}

func (w *trace) head(head ...string) {
	for _, h := range append(head, "") {
		w.item("<= Recv header", h+"\r\n")
	}
}

func (w *trace) data(s string) { w.item("<= Recv data", s) }

func (w *trace) read() recording { return readString(w.String()) }

const chunkedHead = "Transfer-Encoding: chunked"

// TestChunkedFramingComesOff cuts chunked bodies anywhere: each read gives the
// data in it, at its time, and nothing where it holds framing alone.
func TestChunkedFramingComesOff(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		w := trace{text: n%2 == 1, at: time.Hour}
		w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
		wire, isData := chunkedBody(r, w.text)
		var want []string
		var whole string
		for len(wire) > 0 {
			w.at += time.Millisecond
			cut := 1 + r.IntN(min(len(wire), 1+r.IntN(200)))
			w.data(wire[:cut])
			data := ""
			for i := range cut {
				if isData[i] {
					data += wire[i : i+1]
				}
			}
			wire, isData = wire[cut:], isData[cut:]
			if whole += data; data != "" {
				want = append(want, fmt.Sprintf("chunk 0 %s len=%d", capture.FormatMillis(w.at), len(data)))
			}
		}
		want = append(want, "eof 0 "+capture.FormatMillis(w.at))
		got := w.read()
		if got.err != nil {
			t.Fatalf("%v\n%s", got.err, w.String())
		}
		var have []string
		for _, rec := range got.records {
			rec.Data = nil
			have = append(have, line(rec))
		}
		if strings.Join(have, "\n") != strings.Join(want, "\n") {
			t.Fatalf("got\n%s\nwant\n%s\nof\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"), w.String())
		}
		if e := got.exchanges[0]; e.Payload && string(got.bytes()) != whole || !w.text && !e.Payload || len(e.Notes) > 0 && e.Payload {
			t.Fatalf("exchange %+v has\n%q\nwant\n%q\nof\n%s", e, got.bytes(), whole, w.String())
		}
	}
}

// chunkedBody makes a chunked body and says which of its bytes are data.
func chunkedBody(r *rand.Rand, text bool) (wire string, isData []bool) {
	add := func(s string, data bool) {
		wire += s
		for range s {
			isData = append(isData, data)
		}
	}
	for range 1 + r.IntN(5) {
		b := make([]byte, 1+r.IntN(300))
		for i := range b {
			b[i] = byte(r.IntN(128))
			if text && r.IntN(4) > 0 {
				b[i] = 'a' + byte(r.IntN(26))
			}
		}
		size := fmt.Sprintf([]string{"%x", "%X", "00%x", "%x ", "%x;name=v"}[r.IntN(5)], len(b))
		add(size+"\r\n", false)
		add(string(b), true)
		add("\r\n", false)
	}
	add("0\r\n"+[]string{"", "X-Sum: abc\r\n"}[r.IntN(2)]+"\r\n", false)
	return wire, isData
}

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

func TestBytesThatAreNotChunkedAreTheBody(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads []string
		want  string
	}{
		{"at once", []string{"data: 1\n\n", "data: 2\n\n"}, "data: 1\n\n data: 2\n\n eof"},
		{"after what looked like a size", []string{"1", "2", "3xyz", "b"}, "1 2 3xyz b eof"},
		{"after what looked like a size line", []string{"12\r", "{}"}, "12\r {} eof"},
		{"a size that overflows", []string{"ffffffffffffffffff\r\nab"}, "ffffffffffffffffff\r\nab eof"},
		{"a size that is too large", []string{"fffffffffffffff\r\nab"}, "fffffffffffffff\r\nab eof"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := trace{}
			w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
			for _, s := range c.reads {
				w.at += time.Second
				w.data(s)
			}
			w.start("* Closing connection")
			got := w.read()
			if got.err != nil || records(got) != c.want || !got.has(capture.NoteChunkedBroken) {
				t.Errorf("got %q, %v, %v, want %q", records(got), got.err, got.exchanges, c.want)
			}
			for i, r := range got.records[:len(c.reads)] {
				if r.Time != time.Duration(i+1)*time.Second {
					t.Errorf("read %d is at %v", i, r.Time)
				}
			}
		})
	}
}

func TestChunkedThatBreaksKeepsWhatCameBefore(t *testing.T) {
	w := trace{}
	w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
	w.data("2\r\nab\r\n")
	w.data("1\r\nc!\r\n")
	w.data("2\r\nde\r\n")
	got := w.read()
	if got.err != nil || records(got) != "ab c" || !got.has(capture.NoteChunkedBroken) {
		t.Errorf("got %q, %v, %v", records(got), got.err, got.exchanges)
	}
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
			for range 600 {
				w.item("<= Recv header", "HTTP/1.1 200 OK\r\n")
				w.item("<= Recv header", "X: "+strings.Repeat("x", 2000)+"\r\n")
			}
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
