package record_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

// masked masks pieces of one body and joins them.
func masked(t testing.TB, contentType string, pieces ...[]byte) []byte {
	t.Helper()
	m := record.NewMask(contentType, "")
	if m == nil {
		t.Fatalf("%q is not masked", contentType)
	}
	var out []byte
	for _, p := range pieces {
		p = slices.Clone(p)
		m.Apply(p)
		out = append(out, p...)
	}
	return out
}

// vector is a line of testdata/mask.jsonl, which the masks of all languages share.
type vector struct {
	Name string  `json:"name"`
	Type string  `json:"content_type"`
	In   *string `json:"in,omitempty"`
	Out  *string `json:"out,omitempty"`
	In64 []byte  `json:"in_b64,omitempty"`
	To64 []byte  `json:"out_b64,omitempty"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "mask.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []vector
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if v.In != nil {
			v.In64, v.To64 = []byte(*v.In), []byte(*v.Out)
		}
		all = append(all, v)
	}
	return all
}

var update = flag.Bool("update", false, "write what masks make of the vectors")

// fill writes what the vectors become. Read what changed.
func fill(t *testing.T, all []vector) {
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	for _, v := range all {
		got := masked(t, v.Type, v.In64)
		if v.In != nil {
			s := string(got)
			v.Out, v.In64, v.To64 = &s, nil, nil
		} else {
			v.To64 = got
		}
		if err := to.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join("testdata", "mask.jsonl"), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestMaskIsAsInTheVectorsHoweverItIsCut(t *testing.T) {
	all := vectors(t)
	if *update {
		fill(t, all)
		all = vectors(t)
	}
	if len(all) < 40 {
		t.Fatalf("%d vectors", len(all))
	}
	for _, v := range all {
		t.Run(v.Name, func(t *testing.T) {
			if got := masked(t, v.Type, v.In64); !bytes.Equal(got, v.To64) {
				t.Fatalf("%q\n got %q\nwant %q", v.In64, got, v.To64)
			}
			everyCut(t, v.Type, v.In64)
		})
	}
}

// everyCut masks a body whole, byte by byte and cut in two everywhere.
func everyCut(t testing.TB, contentType string, b []byte) []byte {
	t.Helper()
	want := masked(t, contentType, b)
	if len(want) != len(b) {
		t.Fatalf("%d bytes of %d", len(want), len(b))
	}
	var single [][]byte
	for i := range b {
		single = append(single, b[i:i+1])
	}
	if got := masked(t, contentType, single...); !bytes.Equal(got, want) {
		t.Fatalf("%.300q byte by byte: got\n%.300q, want\n%.300q", b, got, want)
	}
	const work = 64 << 10 // bytes to mask, so that long bodies do not take for ever
	for i := 0; i < len(b); i += 1 + len(b)*len(b)/work {
		if got := masked(t, contentType, b[:i], b[i:]); !bytes.Equal(got, want) {
			t.Fatalf("%.300q cut at %d: got\n%.300q, want\n%.300q", b, i, got, want)
		}
	}
	return want
}

// typeOf is a content type under which a framing is masked.
var typeOf = map[framing.Name]string{
	framing.SSE: "text/event-stream", framing.SSEText: "text/event-stream", framing.Lines: "application/x-ndjson", framing.JSON: "application/json",
	framing.JSONArray: "application/json", framing.JSONSeq: "application/json-seq", framing.ContentLength: "",
	framing.GRPC: "application/grpc", framing.AWSEventStream: "application/vnd.amazon.eventstream",
}

// spansOf are the spans of a stream and the one that is open at its end.
func spansOf(t testing.TB, n framing.Name, b []byte) []framing.Span {
	t.Helper()
	var spans []framing.Span
	s, err := framing.New(n, framing.Options{}, func(sp framing.Span) { spans = append(spans, sp) })
	if err != nil {
		t.Fatal(err)
	}
	s.Write(b)
	s.Close()
	if sp, ok := s.Open(); ok {
		spans = append(spans, sp)
	}
	return spans
}

// sameSpans compares spans. Where a line ends inside a string, the white space at
// the end of that string is no longer seen.
func sameSpans(was, is []framing.Span) bool {
	return slices.EqualFunc(was, is, func(a, b framing.Span) bool {
		if a.Reason == framing.ReasonCut {
			a.Ready, b.Ready = 0, 0
		}
		return a == b
	})
}

// checkMask holds that a masked stream has the spans of the original, and that
// masking it again changes nothing.
func checkMask(t testing.TB, n framing.Name, b []byte) {
	t.Helper()
	out := everyCut(t, typeOf[n], b)
	was, is := spansOf(t, n, b), spansOf(t, n, out)
	if !sameSpans(was, is) {
		t.Errorf("%v %.400q\nmasked %.400q\n was %v\n  is %v", n, b, out, was, is)
	}
	if again := masked(t, typeOf[n], out); !bytes.Equal(again, out) {
		t.Errorf("%v %.400q\nmasked twice %.400q", n, out, again)
	}
	for i, c := range b {
		if (c == '\n' || c == '\r') != (out[i] == '\n' || out[i] == '\r') && n != framing.GRPC && n != framing.AWSEventStream {
			t.Fatalf("%.300q: line end at %d became %q", b, i, out[i])
		}
	}
}

var allFramings = []framing.Name{framing.SSE, framing.SSEText, framing.Lines, framing.JSON, framing.JSONArray, framing.JSONSeq, framing.ContentLength, framing.GRPC, framing.AWSEventStream}

func TestMaskedStreamsHaveTheSpansOfTheOriginal(t *testing.T) {
	count := 1000
	if testing.Short() {
		count = 300
	}
	for _, n := range allFramings {
		t.Run(n.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, uint64(n)))
			for range count {
				if checkMask(t, n, stream(rng, n)); t.Failed() {
					return
				}
			}
		})
	}
}

// The pieces of random streams: what masks and framings tell apart, and what
// comes close to it.
var pieces = map[framing.Name][]string{
	framing.JSON: {
		"{", "}", "[", "]", ",", ":", "\"", "\\", "\\\"", "\\u", "\\u00e", "\\u00e9", "\\ud83d", "\\n", "\\x", "\\/", "\\ ", "\\0",
		"0", "1", "7", "-", ".", "e", "E", "+", "12", "0.5", "-0", "1e5", "2E-07", "00", "1.", "-1", "9.5e+3", "1.5.2", "12ab", "-}", "1e}",
		"true", "false", "null", "tru", "nul", "t", "truefalse", "a", "abc", "\u00e9", "\u20ac", "\U0001f600", "tru}", "tru1", "nul\"",
		" ", "  ", "\t", "\r", "\n", "\r\n", "\n\n", "\v", "\f", "\x00", "\x01", "\x1f", "\x7f", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\x1e",
		"{}", "[]", "\"\"", "{\"a\":1}", "[1,2]", "\"abc\"", "{\"a\":[1,{\"b\":null}]}", "[[[", "]]]", "\"a\tb\"", "\"a\nb\"",
		"{\"a\":\"b\",\"c\":-1.5e3}\n", "[true,false]\n", "1\n", "2 ", "\xef\xbb\xbf", "data", "content-length: 5", "hello world 42",
	},
	framing.SSE: {
		"data: ", "data:", "data", "data:  ", "event: ", "event:", "event", "id: 1", "id", "id:", "retry: 5", "retry", "x: y", "datax", "Data: ", "dat", "rid: 1",
		"data: {\"a\":1}\n\n", "data: [1,\ndata: 2]\n\n", "data: x\n\n", "data: 1\r\n\r\n", "data: 1\r\r", "data: \"abc\"\r\n", "data: \"ab\ndata: c\"\n\n",
		"data: [DONE]\n\n", "data:[DONE]", "[DONE]", " [DONE] ", "[DO", "NE]", "data: \n", "data\n\n", "data: \ndata: [DONE]\n\n", "data: [DONE] x\n\n", "data: [DONE\n\n",
		"event: ping\n", "event:ping\r\n", "event: ping\ndata: {}\n\n", "event: heartbeat\n", "keepalive", "keep-alive", "event: pings\n", "ping", "event:  ping\n", "event: pin\n", "keep",
		": ", ":", ": hi\n", ":\n\n", ":ok\r\n", "\n", "\n\n", "\r", "\r\n", "\r\n\r\n", "\r\r", "\n\r", "\n", "\n", "\x1e",
		"{\"a\":", "1}", "{}", "[", "]", "1", "12", "true", "\"a", "b\"", "\\", " ", "  ", "\t", "\v", "\x00", "\xff", "\u00e9", "\xef\xbb\xbf", "\xef\xbb",
	},
	framing.JSONSeq: {"\x1e", "\x1e", "\x1e", "\n", "\x1e\n", "\x1e{\"a\":1}\n", "\x1e1\n", "\x1etrue", "\x1e[1,2]\r\n", "\x1e\"a\x1e", "\f", " \v ", "\v\n", "\v1\v\n", "\f{}\f\x1e", "[DONE]"},
	framing.ContentLength: {
		"Content-Length: 2\r\n\r\n{}", "Content-Length: 8\r\n\r\n{\"a\":1}\n", "content-length:1\r\n\r\n1", "CONTENT-LENGTH : 4 \r\n\r\nnull", "Content-Length: 4\r\n\r\nnope", "Content-Length: 4\r\n\r\n{\"a\"",
		"Content-Type: x\r\nContent-Length: 3\r\n\r\n\"a\"", "Content-Length: 9\r\nContent-Length: 4\r\nX\r\n\r\n\r\n1 ", "Content-Length: 0\r\n\r\n", "Content-Length: 12\r\n\r\n\"abcdefghij\"",
		"Content-Length: 6\r\n\r\n{\"a\":\r\n", "Content-Length: 5\r\n\r\n\"\u20ac\"", "Content-Length: 002\r\n\r\n[]", "\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n",
		"Content-Length: ", "Content-Length", "Content-Lengths: 1", "Content Length: 1", "content", "-", "length", ":", "1", "2", "1 2", "x", " ", "\t", "\v", "\r", "\n",
		"\r\n", "\r\n", "\r\n\r\n", "\r\r\n\r\n", "\r\n\r\r\n", "{}", "[", "\"", "\xff", "Content-Length\n: 2\r\n\r\n[]", "Content-Length:\r 2\r\n\r\n[]", "Content-Length: 2 x\r\n\r\n[]", "Content-Length: 2\n{}\n",
	},
	framing.GRPC: {
		"\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x02ab", "\x01\x00\x00\x00\x05\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x08{\"a\":1}\n",
		"\x80\x00\x00\x00\x0fgrpc-status: 0\r\n", "\x28\x00\x00\x00\x01(", "\x00\x00\x00\x00\x10abcdefghijklmnop", "\x00\x03\xff\xff\xfb", "\x00\x03\xff\xff\xfc", "\x00\x04\x00\x00\x00", "\x00", "\xff\xff",
	},
	framing.AWSEventStream: {
		message("", ""), message("", "abc"), message("headers", "{\"a\":1}"), message("h", strings.Repeat("payload ", 20)),
		message("", "abc")[:9], message("", "abc")[:14], strings.Replace(message("h", "abcdef"), "abcdef", "abcxef", 1), "\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00", "x",
	},
}

// message is a message of application/vnd.amazon.eventstream.
func message(headers, payload string) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(12+len(headers)+len(payload)+4))
	b = binary.BigEndian.AppendUint32(b, uint32(len(headers)))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	b = append(append(b, headers...), payload...)
	return string(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
}

// stream makes a random stream for a framing.
func stream(rng *rand.Rand, n framing.Name) []byte {
	from := pieces[n]
	switch n {
	case framing.SSEText:
		from = pieces[framing.SSE]
	case framing.Lines, framing.JSONArray:
		from = pieces[framing.JSON]
	}
	var b []byte
	if n <= framing.JSONArray && rng.IntN(8) == 0 {
		b = append(b, "\xef\xbb\xbf"[:1+rng.IntN(3)]...)
	}
	if n == framing.JSONArray {
		b = append(b, '[')
	}
	for range 1 + rng.IntN(14) {
		if n == framing.JSONSeq && rng.IntN(2) == 0 {
			b = append(b, pieces[framing.JSON][rng.IntN(len(pieces[framing.JSON]))]...)
		}
		if n == framing.ContentLength && rng.IntN(3) > 0 {
			body := pieces[framing.JSON][rng.IntN(len(pieces[framing.JSON]))]
			b = fmt.Appendf(b, "Content-Length: %d\r\n\r\n%s", len(body), body)
		}
		b = append(b, from[rng.IntN(len(from))]...)
	}
	if rng.IntN(4) == 0 && len(b) > 0 && n != framing.AWSEventStream {
		b[rng.IntN(len(b))] = byte(rng.IntN(256))
	}
	return b
}

// suiteFramings are the framings under which a suite's cases are read.
var suiteFramings = map[string][]framing.Name{
	"sse": {framing.SSE, framing.SSEText}, "json": {framing.JSON, framing.Lines}, "jsonconcat": {framing.JSON}, "jsonarray": {framing.JSONArray, framing.JSON},
	"ndjson": {framing.Lines, framing.JSON}, "jsonseq": {framing.JSONSeq}, "grpc": {framing.GRPC}, "aws": {framing.AWSEventStream},
}

func TestConformanceSuitesKeepTheirSpansUnderTheMask(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "conformance"), "*.jsonl"))
	if err != nil || len(paths) < 10 {
		t.Fatal(len(paths), err)
	}
	cases := 0
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for dec := json.NewDecoder(f); dec.More(); {
			var c struct {
				Suite, Name, Framing string
				Input                []byte `json:"input_b64"`
			}
			if err := dec.Decode(&c); err != nil {
				t.Fatal(err)
			}
			for _, n := range suiteFramings[c.Framing] {
				cases++
				t.Run(c.Suite+"/"+c.Name+"/"+n.String(), func(t *testing.T) { checkMask(t, n, c.Input) })
			}
		}
	}
	if cases < 800 {
		t.Errorf("%d cases", cases)
	}
}

func TestTypesThatAreNeitherTextNorAFramingAreNotMasked(t *testing.T) {
	for _, c := range []struct {
		contentType, encoding string
		masked                bool
	}{
		{"", "", true}, {"text/event-stream; charset=utf-8", "", true}, {"Text/HTML", "identity", true}, {"application/json", " Identity ", true},
		{"application/problem+json", "", true}, {"application/vnd.example+jsonl", "", true}, {"application/stream+json", "", true},
		{"application/grpc+proto", "", true}, {"application/grpc-web-text", "", false}, {"application/connect+json", "", true}, {"application/vnd.amazon.eventstream", "", true},
		{"application/octet-stream", "", false}, {"image/png", "", false}, {"audio/mpeg", "", false}, {"application/x-protobuf", "", false},
		{"text/event-stream", "gzip", false}, {"application/json", "identity, br", false}, {"application/json", "secret", false},
	} {
		if got := record.NewMask(c.contentType, c.encoding) != nil; got != c.masked {
			t.Errorf("%q under %q: masked %v", c.contentType, c.encoding, got)
		}
	}
}

// A secret in every place of a stream of every framing: no three of its bytes
// that stand together are left.
func TestMaskLeavesNoneOfTheContent(t *testing.T) {
	const secret = "kQzWvJyGhBmPqXZwLUOA"
	places := map[framing.Name][]string{
		framing.SSE: {"data: %s\n\n", "data: {\"a\":\"%s\",\"%s\":1}\n\n", "data: \"x\ndata: %s\"\n\n", "event: %s\ndata: 1\n\n", "event: ping%s\n\n", "id: %s\n\n", ": %s\n", ":%s\n", "%s: x\n", "data%s: 1\n", "retry:%s\n",
			"data: [%s]\n\n", "data: [DONE]%s\n\n", "data: \\%s\n\n", "data: \"\\%s\"\n\n", "data: \"\\u%s\"\n\n", "data: tru%s\n\n", "data: 1%s\n\n", "data: -%s\n\n", "data: 1e%s\n\n", "\xef\xbb\xbf%s\n"},
		framing.Lines:          {"%s\n", "{\"a\":\"%s\"}\n", "[%s]\n", " %s\r\n", "\x00%s\n", "{\"a\":1} %s\n", "\"\t%s\"\n", "\x1e%s\n"},
		framing.JSONSeq:        {"\x1e\"%s\"\n", "\x1e%s\x1e", "%s\n"},
		framing.ContentLength:  {"Content-Length: 22\r\n\r\n\"%s\"", "Content-Length: 20\r\n\r\n%s", "Content-Type: %s\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: %s\r\n", "Content-%s\r\n", "Content-Length %s:\r\n", "Content-Length: 5 %s\r\n", "Content-Length: 5\n%s\r\n"},
		framing.GRPC:           {"\x00\x00\x00\x00\x14%s", "\x80\x00\x00\x00\x14%s", "\x00\xff\xff\xff\xff%s"},
		framing.AWSEventStream: {message("%s", "{\"a\":\"%s\"}"), "\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00%s"},
	}
	for n, all := range places {
		for _, place := range all {
			body := strings.ReplaceAll(place, "%s", secret)
			if n == framing.AWSEventStream && strings.HasPrefix(place, message("", "")[:3]) {
				body = message(secret, secret)
			}
			out := string(everyCut(t, typeOf[n], []byte(body)))
			for i := 0; i+3 <= len(secret); i++ {
				if strings.Contains(out, secret[i:i+3]) {
					t.Errorf("%v %q masked %q has %q", n, body, out, secret[i:i+3])
				}
			}
			if got := strings.Count(body, "\n"); got != strings.Count(out, "\n") {
				t.Errorf("%q masked %q", body, out)
			}
		}
	}
}

func TestMaskAllocatesNothing(t *testing.T) {
	for _, n := range allFramings {
		m := record.NewMask(typeOf[n], "")
		b := []byte("data: {\"a\":\"b\"}\n\n")
		if got := testing.AllocsPerRun(100, func() { m.Apply(b) }); got != 0 {
			t.Errorf("%v: %v allocations", n, got)
		}
	}
}

// FuzzMask masks anything as any framing.
func FuzzMask(f *testing.F) {
	for i, v := range vectors(f) {
		f.Add(uint8(i), v.In64)
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		checkMask(t, allFramings[int(which)%len(allFramings)], b)
	})
}

func BenchmarkMask(b *testing.B) {
	for name, body := range map[string]string{
		"events":       strings.Repeat("data: {\"id\":\"chatcmpl-1\",\"choices\":[{\"delta\":{\"content\":\"Hello\"},\"index\":0}],\"n\":12.5}\n\n", 600),
		"long strings": strings.Repeat("data: {\"text\":\""+strings.Repeat("word ", 12000)+"\"}\n\n", 2),
		"free text":    strings.Repeat("Some lines of words, and 12 numbers.\n", 2000),
	} {
		b.Run(name, func(b *testing.B) {
			p := make([]byte, len(body))
			m := record.NewMask("text/event-stream", "")
			b.SetBytes(int64(len(p)))
			for b.Loop() {
				copy(p, body)
				m.Apply(p)
			}
		})
	}
}
