package capture_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestBodiesAreToldFromTheirFirstBytes(t *testing.T) {
	long := strings.Repeat("data: {\"n\":1}\n\n", 1000)
	for _, c := range []struct {
		name, in string
		lengths  []int64
	}{
		{"SSE", "data: 1\n\ndata: 2\n\n", []int64{18}},
		{"SSE of 4 KiB and more", long, []int64{4096, 4096, 4096, 2712}},
		{"SSE with CRLF", "data: 1\r\n\r\n", []int64{11}},
		{"SSE that begins with other fields", ": comment\n\nevent: a\nid: 5\nretry: 10\ndata: 1\n\n", []int64{45}},
		{"SSE that has no space", "data:1\n\n", []int64{8}},
		{"NDJSON", "{\"n\":1}\n\n{\"n\":2}\r\n{\"n\":", []int64{8, 1, 9, 5}},
		{"one line of JSON", "{\"n\":1}\n", []int64{8}},
		{"JSON without a line end", `{"n":1}`, []int64{7}},
		{"JSON that is glued", `{"n":1}{"n":2}` + "\n", []int64{15}},
		{"JSON on lines of its own", "{\n  \"error\": {}\n}\n", []int64{18}},
		{"an array of objects", "[{\"n\":1},\r\n{\"n\":2}\n]", []int64{20}},
		{"an array that is cut", `[{"n":1},{"n`, []int64{12}},
		{"an array of arrays that is cut", `[[1],[2`, []int64{7}},
		{"an object that is broken", `{"n":1,,}`, []int64{9}},
		{"a broken line behind others", "{\"n\":1}\n{\"n\":2,,}\n", []int64{8, 10}},
		{"messages behind their lengths", "Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n{}", []int64{46}},
		{"a JSON text sequence", "\x1e{\"n\":1}\n\x1e{\"n\":2}\n", []int64{18}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || got.format != capture.FormatBody || len(got.exchanges) != 1 || string(got.bytes()) != c.in {
				t.Fatalf("%v\n%s", got.err, got)
			}
			if e := got.exchanges[0]; e.Timed || !e.Payload || e.Level != capture.LevelUnknown || len(e.Notes) > 0 {
				t.Errorf("exchange %+v", e)
			}
			if last := len(got.records) - 1; got.records[last].Kind != capture.RecordEOF || last != len(c.lengths) {
				t.Fatalf("got\n%s\nwant chunks of %v", got, c.lengths)
			}
			for i, n := range c.lengths {
				if r := got.records[i]; r.Kind != capture.RecordChunk || r.Len != n {
					t.Errorf("record %d is %s, want %d bytes", i, line(r), n)
				}
			}
		})
	}
}

func TestWhatIsNoBodyIsRefused(t *testing.T) {
	for _, in := range []string{
		"Dear all,\n", "event: the conference\n", "id: 5\nname: x\n", ": \n", "[INFO] started\n", "[1] See there\n", "[x](y)\n", "{ foo: 1 }\n", "{", "[", "[{\"a\":1}] and more\n",
		"HTTP/1.1\n", "HTTP/x 200\n", "data\n", "\x00\x00\x00\x00\x02{}",
	} {
		got := readString(in)
		if got.err == nil {
			t.Errorf("%q is read:\n%s", in, got)
		}
	}
}

func TestResponsesWithTheirHeads(t *testing.T) {
	const sse = "data: 1\n\ndata: 2\n\n"
	chunked := "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
	for _, c := range []struct{ name, in, want string }{
		{"chunked", chunked + "9\r\ndata: 1\n\n\r\n9;x\r\ndata: 2\n\n\r\n0\r\nX: y\r\n\r\n",
			`200 "text/event-stream" "" [] "data: 1\n\ndata: 2\n\n" eof`},
		{"chunked that is cut", chunked + "9\r\ndata: 1\n\n\r\n9\r\ndat",
			`200 "text/event-stream" "" [truncated] "data: 1\n\ndat"`},
		{"chunked no more, as curl -i prints it", chunked + sse,
			`200 "text/event-stream" "" [chunked-broken] "data: 1\n\ndata: 2\n\n" eof`},
		{"HTTP/2 as curl -i prints it", "HTTP/2 200 \r\ncontent-type: application/json\r\n\r\n{}",
			`200 "application/json" "" [] "{}" eof`},
		{"a length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\n",
			`200 "" "" [] "{}" eof`},
		{"a length that is not reached", "HTTP/1.0 500 Oops\nContent-Length: 20\n\n{}",
			`500 "" "" [truncated] "{}"`},
		{"more than the length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}",
			`200 "" "" [damaged] "{}" eof`},
		{"until the end", "HTTP/1.1 200 OK\r\n\r\n" + sse,
			`200 "" "" [] "data: 1\n\ndata: 2\n\n" eof`},
		{"no body", "HTTP/1.1 204 No Content\r\n\r\n", `204 "" "" [] "" eof`},
		{"early hints", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}", `200 "" "" [] "{}" eof`},
		{"a redirection", "HTTP/1.1 302 Found\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
			`302 "" "" [] "abc" eof|200 "" "" [] "{}" eof`},
		{"gzip that a client took off", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + sse,
			`200 "" "" [] "data: 1\n\ndata: 2\n\n" eof`},
		{"framing that breaks later", chunked + "9\r\ndata: 1\n\n\r\nzz\r\n", `200 "text/event-stream" "" [chunked-broken] "data: 1\n\n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || got.format != capture.FormatBody {
				t.Fatalf("%v\n%s", got.err, got)
			}
			if all := responses(got); all != c.want {
				t.Errorf("got  %s\nwant %s", all, c.want)
			}
		})
	}
}

// responses is what a recording has of each exchange.
func responses(got recording) string {
	var all []string
	for i, e := range got.exchanges {
		var body []byte
		eof := ""
		for _, r := range got.records {
			if r.Exchange == i {
				body = append(body, r.Data...)
				if r.Kind == capture.RecordEOF {
					eof = " eof"
				}
			}
		}
		all = append(all, fmt.Sprintf("%d %q %q %v %q%s", e.Status, e.ContentType, e.Coding, e.Notes, body, eof))
	}
	return strings.Join(all, "|")
}

func TestLongResponsesThatAreChunkedNoMore(t *testing.T) {
	body := strings.Repeat("data: {\"n\":1}\n\n", 1000)
	got := readString("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
	if got.err != nil || string(got.bytes()) != body || got.records[len(got.records)-1].Kind != capture.RecordEOF {
		t.Errorf("%v after %d bytes of %d", got.err, len(got.bytes()), len(body))
	}
}

func TestResponsesThatAreStillCoded(t *testing.T) {
	var coded bytes.Buffer
	z := gzip.NewWriter(&coded)
	z.Write([]byte("data: 1\n\n"))
	z.Close()
	got := readString("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + coded.String())
	if got.err != nil || got.exchanges[0].Coding != "gzip" || !bytes.Equal(got.bytes(), coded.Bytes()) {
		t.Errorf("%v\n%s", got.err, got)
	}
}

func TestResponsesWithoutABodyOrWithoutAnEnd(t *testing.T) {
	wantError(t, readString("HTTP/1.1 200 OK\r\nA: b\r\n").err, "the head of a response without its body")
	wantError(t, readString("HTTP/1.1 200 OK\r\nA: "+strings.Repeat("b", 2<<20)).err, "a response head of at most")
	broken := errors.New("broken")
	in := "HTTP/1.1 200 OK\r\n\r\n" + strings.Repeat("x", 9000)
	got := read(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), capture.Options{Name: "in"})
	if !errors.Is(got.err, broken) || len(got.bytes()) != 9000 {
		t.Errorf("%v after %d bytes", got.err, len(got.bytes()))
	}
}

// Cut anywhere, a body is a part of the body, however the file is read.
func TestCutBodiesAreReadUpToTheCut(t *testing.T) {
	for _, in := range []string{
		"data: 1\n\ndata: 2\n\n",
		"{\"n\":1}\n{\"n\":2}\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n",
		"HTTP/1.1 302 Found\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
	} {
		whole := readString(in)
		for n := range in {
			got := readString(in[:n])
			if got.err == nil && !bytes.HasPrefix(whole.bytes(), got.bytes()) {
				t.Errorf("%q: got\n%s", in[:n], got)
			}
			if again := read(iotest.OneByteReader(strings.NewReader(in[:n])), capture.Options{Name: "in"}); again.String() != got.String() {
				t.Errorf("%q byte by byte: got\n%s\nwant\n%s", in[:n], again, got)
			}
		}
	}
}

func FuzzUntimed(f *testing.F) {
	for _, in := range []string{
		"data: 1\n\n", "{\"n\":1}\n{\"n\":2}\n", "[{\"n\":1},\n{\"n\":2}]", "\x1e{}\n", "[\"a\",'b']",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n0\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200\r\ncontent-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n{}",
	} {
		f.Add([]byte(in))
	}
	fuzzFormat(f, capture.FormatUnknown)
}
