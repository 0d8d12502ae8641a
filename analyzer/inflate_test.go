package analyzer_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// coder codes what is written to it.
type coder interface {
	io.WriteCloser
	Flush() error
}

// coders are by the value of Content-Encoding.
var coders = map[string]func(io.Writer) coder{
	"gzip":    func(w io.Writer) coder { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) coder { return zlib.NewWriter(w) },
	"raw":     func(w io.Writer) coder { z, _ := flate.NewWriter(w, 6); return z }, // sent as deflate
	"br":      func(w io.Writer) coder { return brotli.NewWriter(w) },
}

// coded codes each of pieces, with a flush after it, and what ends the coding.
func coded(name string, pieces ...[]byte) (out [][]byte) {
	var b bytes.Buffer
	w := coders[name](&b)
	take := func() {
		out = append(out, bytes.Clone(b.Bytes()))
		b.Reset()
	}
	for _, p := range pieces {
		w.Write(p)
		w.Flush()
		take()
	}
	w.Close()
	take()
	return out
}

// form is a capture of chunks, one each 10 ms, under a content encoding.
func form(encoding string, eof bool, chunks ...[]byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{\"heldbytes\":\"capture/1\",\"content_type\":\"text/event-stream\",\"content_encoding\":%q}\n", encoding)
	for i, c := range chunks {
		fmt.Fprintf(&b, "{\"t_ms\":%d,\"b64\":%q}\n", 10*i, base64.StdEncoding.EncodeToString(c))
	}
	if eof {
		fmt.Fprintf(&b, "{\"eof_ms\":%d}\n", 10*len(chunks))
	}
	return b.String()
}

func named(encoding string) string {
	if encoding == "raw" {
		return "deflate"
	}
	return encoding
}

var events = [][]byte{[]byte("data: {\"a\":1}\n\n"), []byte("data: {\"b\":[1,2"), []byte("]}\n\n: ping\n\n"), []byte("data: [DONE]\n\n")}

func TestEventsUnderAContentCodingAreThoseWithoutIt(t *testing.T) {
	plain := analyze(t, form("", true, append(slices.Clone(events), nil)...), analyzer.Options{})
	for encoding := range coders {
		t.Run(encoding, func(t *testing.T) {
			chunks := coded(encoding, events...)
			a := analyze(t, form(named(encoding), true, chunks...), analyzer.Options{})
			want, got := plain.Timeline, a.Timeline
			if diff := cmp.Diff(want.Spans, got.Spans) + cmp.Diff(want.Chunks, got.Chunks); diff != "" {
				t.Fatal(diff)
			}
			if got.Coding.String() != named(encoding) || got.Coded || !got.Payload || len(got.Notes) > 0 || len(got.Inflated) != len(chunks) {
				t.Fatalf("%+v", got)
			}
			total := int64(0)
			for i, c := range chunks {
				total += int64(len(c))
				if got.CodedBytes(i) != int64(len(c)) || got.Inflated[i].End != total || got.Inflated[i].Held > 2 {
					t.Errorf("chunk %d of %d coded bytes: %+v", i, len(c), got.Inflated[i])
				}
			}
			r := a.Report().Inflater
			if r == nil || r.Coding != named(encoding) || r.CodedBytes != total || r.PeakAfter > 2 || r.PeakBytes < int64(len(chunks[0])) {
				t.Errorf("%+v", r)
			}
			comesBack(t, a, analyzer.Options{})
		})
	}
	if plain.Report().Inflater != nil || plain.Timeline.Inflated != nil {
		t.Error("there is an inflater without a coding")
	}
}

// Random streams, cut anywhere and flushed anywhere, have the spans of their
// plain bytes, and the same inflater byte for byte.
func TestSpansOfRandomStreamsUnderAnyCoding(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	lists := []string{"gzip", "deflate", "raw", "br", "gzip, br", "deflate, gzip", "raw, br"}
	for range 80 {
		var plain []byte
		for range 1 + r.IntN(12) {
			plain = append(plain, events[r.IntN(len(events))]...)
			plain = append(plain, fmt.Sprintf("data: {\"n\":%q}\n\n", strings.Repeat("x", r.IntN(300)))...)
		}
		want := analyze(t, form("", true, plain), analyzer.Options{}).Timeline
		list := lists[r.IntN(len(lists))]
		body := plain
		var header []string
		for name := range strings.SplitSeq(list, ", ") {
			header = append(header, named(name))
			body = bytes.Join(coded(name, cutUp(r, body)...), nil)
		}
		chunks := cutUp(r, body)
		got := analyze(t, form(strings.Join(header, ", "), true, chunks...), analyzer.Options{})
		if diff := cmp.Diff(want.Spans, got.Timeline.Spans); diff != "" || got.Timeline.Total() != int64(len(plain)) {
			t.Fatalf("%s: %d of %d bytes (-plain +coded)\n%s", list, got.Timeline.Total(), len(plain), diff)
		}
		single := analyze(t, form(strings.Join(header, ", "), true, slices.Collect(slices.Chunk(body, 1))...), analyzer.Options{}).Timeline
		for i, at := range got.Timeline.Inflated {
			if at.End > 0 && (single.Inflated[at.End-1] != at || single.Chunks[at.End-1].End != got.Timeline.Chunks[i].End) {
				t.Fatalf("%s: after %d coded bytes %+v and %d decoded, byte by byte %+v and %d", list, at.End,
					at, got.Timeline.Chunks[i].End, single.Inflated[at.End-1], single.Chunks[at.End-1].End)
			}
		}
		comesBack(t, got, analyzer.Options{})
	}
}

// cutUp cuts b into some.
func cutUp(r *rand.Rand, b []byte) (out [][]byte) {
	for len(b) > 0 {
		n := 1 + r.IntN(len(b))
		out, b = append(out, b[:n]), b[n:]
	}
	return out
}

func TestABareGzipBodyIsToldByItsFirstBytes(t *testing.T) {
	body := bytes.Join(coded("gzip", events...), nil)
	plain := bytes.Join(events, nil)
	for name, chunks := range map[string][][]byte{"whole": {body}, "cut in its magic": {body[:1], body[1:2], body[2:]}, "cut behind it": {body[:3], body[3:]}} {
		t.Run(name, func(t *testing.T) {
			a := analyze(t, form("", true, chunks...), analyzer.Options{})
			if a.Timeline.Coding.String() != "gzip" || a.Timeline.Total() != int64(len(plain)) || a.Timeline.Framing != framing.SSE {
				t.Errorf("%+v", a.Timeline)
			}
			if len(chunks) == 3 && (a.Timeline.Inflated[1] != timeline.Inflated{End: 2, Held: 2} || a.Timeline.Chunks[1].End != 0) {
				t.Errorf("%+v", a.Timeline.Inflated)
			}
			asked := analyze(t, form("", true, chunks...), analyzer.Options{Framing: framing.SSE})
			if asked.Timeline.Coding != nil || asked.Timeline.Total() != int64(len(body)) {
				t.Errorf("with its framing asked for: %+v", asked.Timeline)
			}
		})
	}
	raw, err := analyzer.Analyze(bytes.NewReader(body), analyzer.Options{Format: capture.FormatBody})
	if err != nil || raw.Timeline.Total() != int64(len(plain)) || raw.Timeline.Coding.String() != "gzip" {
		t.Errorf("as a raw body: %v", err)
	}
	for _, head := range []string{"\x1f", "\x1f\x8b"} {
		for _, eof := range []bool{true, false} {
			a := analyze(t, form("", eof, []byte(head)), analyzer.Options{})
			if a.Timeline.Coding != nil || a.Timeline.Total() != int64(len(head)) {
				t.Errorf("%q alone: %+v", head, a.Timeline)
			}
		}
	}
}

func TestABrokenCodingKeepsWhatCameBefore(t *testing.T) {
	for _, encoding := range []string{"gzip", "deflate", "br"} {
		t.Run(encoding, func(t *testing.T) {
			chunks := coded(encoding, events...)
			chunks[2] = []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
			a := analyze(t, form(encoding, true, chunks...), analyzer.Options{})
			if !cmp.Equal(a.Timeline.Notes, []capture.Note{capture.NoteCodingBroken}) {
				t.Errorf("notes %v", a.Timeline.Notes)
			}
			if a.Report().Framing.Events != 1 || a.Timeline.Total() != int64(len(events[0])+len(events[1])) || len(a.Timeline.Chunks) != len(chunks) {
				t.Errorf("%d events in %d bytes of %d chunks", a.Report().Framing.Events, a.Timeline.Total(), len(a.Timeline.Chunks))
			}
			if held := a.Timeline.Inflated[4].Held; held != 0 {
				t.Errorf("%d bytes held in the end", held)
			}
			comesBack(t, a, analyzer.Options{})
		})
	}
}

// The sender owes nothing that came and could not be inflated; what it never
// sent it owes.
func TestABrokenCodingIsNoDebtOfTheSender(t *testing.T) {
	open := []byte("data: {\"n\":")
	for name, tail := range map[string][]byte{"broken": bytes.Repeat([]byte{0xff}, 6), "cut": nil} {
		chunks := coded("gzip", events[0], open)
		chunks = chunks[:len(chunks)-1] // flushed, without its end
		if tail != nil {
			chunks = append(chunks, tail)
		}
		a := analyze(t, form("gzip", true, chunks...), analyzer.Options{})
		want := diagnose.NoDelimiter
		if tail != nil {
			want = diagnose.Coded
		}
		if a.Diagnosis.Stream.Code != want || a.Report().Framing.OpenAtEnd != int64(len(open)) {
			t.Errorf("%s: %s with %d bytes open, want %s", name, a.Diagnosis.Stream.Code, a.Report().Framing.OpenAtEnd, want)
		}
	}
}

func TestACodingThatIsCutIsNotedWhereTheBodyEnded(t *testing.T) {
	chunks := coded("gzip", events...)
	chunks = chunks[:len(chunks)-1]
	for _, eof := range []bool{true, false} {
		a := analyze(t, form("gzip", eof, chunks...), analyzer.Options{})
		if noted := slices.Contains(a.Timeline.Notes, capture.NoteCodingCut); noted != eof || a.Timeline.Total() != int64(len(bytes.Join(events, nil))) {
			t.Errorf("EOF %v: notes %v", eof, a.Timeline.Notes)
		}
	}
}

func TestACodingThatIsNotReadIsRefusedByName(t *testing.T) {
	for _, encoding := range []string{"zstd", "gzip, compress", strings.Repeat("x", 5000)} {
		_, err := analyzer.Analyze(strings.NewReader(form(encoding, true, events...)), analyzer.Options{Name: "in.x"})
		name := encoding[strings.LastIndexByte(encoding, ' ')+1:]
		var at *capture.Error
		if !errors.As(err, &at) || !errors.Is(err, coding.ErrUnsupported) || len(err.Error()) > 300 ||
			!strings.HasPrefix(err.Error(), "in.x: read the content coding ") || !strings.Contains(err.Error(), name[:min(len(name), 20)]) ||
			!strings.Contains(err.Error(), "gzip, deflate and br") || !strings.Contains(err.Error(), "Accept-Encoding: identity") {
			t.Errorf("%.20s: %v", encoding, err)
		}
	}
	// Of several exchanges only the one that is analysed matters.
	trace := curlTrace("/small", "zstd", true, "????") + curlTrace("/large", "identity", true, "data: {}\n\n", "data: {}\n\n")
	a := analyze(t, trace, analyzer.Options{})
	if a.Exchange != 2 || a.Report().Framing.Events != 2 {
		t.Errorf("exchange %d of %d, %d events", a.Exchange, len(a.Exchanges), a.Report().Framing.Events)
	}
	if _, err := analyzer.Analyze(strings.NewReader(trace), analyzer.Options{Exchange: 1}); !errors.Is(err, coding.ErrUnsupported) {
		t.Errorf("the other one: %v", err)
	}
}

// curlTrace is a request and its response, whose length the head says if sized.
func curlTrace(path, encoding string, sized bool, chunks ...string) string {
	var b strings.Builder
	item := func(kind, data string) {
		fmt.Fprintf(&b, "10:00:00.000000 %s, %d bytes (0x%x)\n", kind, len(data), len(data))
		for at := 0; at < len(data); at += 16 {
			line := data[at:min(len(data), at+16)]
			fmt.Fprintf(&b, "%04x: %-48s%s\n", at, fmt.Sprintf("% x ", line), strings.Map(func(r rune) rune {
				if r < ' ' {
					return '.'
				}
				return r
			}, line))
		}
	}
	item("=> Send header", "GET "+path+" HTTP/1.1\r\n\r\n")
	item("<= Recv header", "HTTP/1.1 200 OK\r\n")
	item("<= Recv header", "Content-Type: text/event-stream\r\n")
	item("<= Recv header", "Content-Encoding: "+encoding+"\r\n")
	if sized {
		item("<= Recv header", "Content-Length: "+strconv.Itoa(len(strings.Join(chunks, "")))+"\r\n")
	}
	item("<= Recv header", "\r\n")
	for _, c := range chunks {
		item("<= Recv data", c)
	}
	return b.String()
}

func TestACodedBodyWithoutPayloadIsLengthsOnly(t *testing.T) {
	const chunks = `{"t_ms":0,"len":40}` + "\n" + `{"t_ms":5,"len":60}` + "\n"
	gz := base64.StdEncoding.EncodeToString(coded("gzip", events...)[0])
	for _, c := range []struct {
		name, recording, coding string
		total                   int64
	}{
		{"lengths alone", `{"content_type":"a/b","content_encoding":"gzip"}` + "\n" + chunks, "gzip", 100},
		{"lengths alone, under a coding that is not read", `{"content_type":"a/b","content_encoding":"zstd"}` + "\n" + chunks, "", 100},
		{"payload first", `{"content_encoding":"gzip"}` + "\n" + `{"t_ms":0,"b64":"` + gz + `"}` + "\n" + chunks, "gzip",
			100 + int64(len(coded("gzip", events...)[0]))},
		{"payload first, without a header", `{"t_ms":0,"b64":"` + gz + `"}` + "\n" + chunks, "gzip", 100 + int64(len(coded("gzip", events...)[0]))},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := analyze(t, c.recording, analyzer.Options{})
			tl := a.Timeline
			if tl.Payload || !tl.Coded || tl.Inflated != nil || tl.Total() != c.total || tl.Coding.String() != c.coding || !slices.Contains(tl.Notes, capture.NoteCoded) {
				t.Errorf("%+v", tl)
			}
			comesBack(t, a, analyzer.Options{})
		})
	}
}

func TestABodyUnderBrotliIsReadElsewhereWithoutItsDecoder(t *testing.T) {
	recording := form("gzip, br", true, []byte("whatever"))
	if _, err := analyzer.Analyze(strings.NewReader(recording), analyzer.Options{}); !errors.Is(err, capture.ErrElsewhere) {
		t.Errorf("error %v, want %v", err, capture.ErrElsewhere)
	}
}

func TestPayloadIsSeenDecoded(t *testing.T) {
	var seen []byte
	analyze(t, form("br", true, coded("br", events...)...), analyzer.Options{Payload: func(x int, p []byte) {
		if x != 1 {
			t.Errorf("exchange %d", x)
		}
		seen = append(seen, p...)
	}})
	if !bytes.Equal(seen, bytes.Join(events, nil)) {
		t.Errorf("%q", seen)
	}
}

func TestTheInflaterIsASeriesOfItsOwn(t *testing.T) {
	body := bytes.Join(coded("gzip", events[0]), nil)
	a := analyze(t, form("gzip", true, body[:8], body[8:30], body[30:len(body)-2], body[len(body)-2:]), analyzer.Options{})
	s := replay.FromInflater(a.Timeline)
	total := int64(len(body))
	var before, after []int64
	for _, p := range s.All() {
		before, after = append(before, p.Before), append(after, p.After)
	}
	if s.Rule.String() != "inflater" || s.Len() != 5 || s.At(4).Received != total || !cmp.Equal(after[:1], []int64{8}) || after[2] == 0 || after[3] != 0 ||
		before[1] != 30 || before[3] != after[2]+2 || before[4] != 0 {
		t.Errorf("%v: before %v, after %v of %d", s.Rule, before, after, total)
	}
	if _, err := replay.ParseRule("inflater"); err == nil {
		t.Error("the inflater is taken for a release rule")
	}
	lines := a.Figure().Lines
	if lines[len(lines)-1].Rule.Kind != replay.Inflater || len(lines) != 3 {
		t.Errorf("%d lines in the graph", len(lines))
	}
	var text bytes.Buffer
	if err := a.WriteText(&text); err != nil || !strings.Contains(text.String(), "\n  inflater") {
		t.Errorf("%v in\n%s", err, text.String())
	}
}

// Recordings of coded bodies have the events that their server sent, when it
// sent them.
func TestCodedRecordingsHaveTheEventsThatWereSent(t *testing.T) {
	for path, truth := range map[string]string{
		"curl/sse-gzip.trace":                  "curl-sse-gzip.trace",
		"curl/sse-gzip-buffered.trace":         "curl-sse-gzip-buffered.trace",
		"python/sse-gzip.httpx-iter_raw.jsonl": "py-httpx-gzip",
	} {
		t.Run(path, func(t *testing.T) {
			raw, err := os.ReadFile(sharedtest.Dir(t, append([]string{"recordings"}, strings.Split(path, "/")...)...))
			if err != nil {
				t.Fatal(err)
			}
			a, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{Name: path})
			if err != nil {
				t.Fatal(err)
			}
			body, ends := sentBy(t, truth)
			want := analyze(t, form("", true, body), analyzer.Options{}).Timeline
			if diff := cmp.Diff(want.Spans, a.Timeline.Spans, cmpopts.EquateEmpty()); diff != "" || a.Timeline.Coding.String() != "gzip" {
				t.Fatalf("%v (-sent +read):\n%s", a.Timeline.Coding, diff)
			}
			var got []int64
			for _, c := range a.Timeline.Chunks {
				got = append(got, c.End)
			}
			if diff := cmp.Diff(ends, got); diff != "" {
				t.Errorf("decoded bytes after each read (-sent +read):\n%s", diff)
			}
			if len(a.Timeline.Notes) > 0 || a.Timeline.Inflated[len(got)-1].Held != 0 {
				t.Errorf("notes %v, %d bytes held in the end", a.Timeline.Notes, a.Timeline.Inflated[len(got)-1].Held)
			}
		})
	}
}

// sentBy is the body that the server of a recording sent, and how much of it
// after each write that carried coded bytes.
func sentBy(t *testing.T, rec string) (body []byte, ends []int64) {
	t.Helper()
	writes, _ := sharedtest.Sent(t, rec)
	for _, w := range writes {
		if w.Coded > 0 {
			body = append(body, w.Data...)
			ends = append(ends, int64(len(body)))
		}
	}
	return body, ends
}

func TestManyCodedBodiesSideBySide(t *testing.T) {
	body := string(bytes.Join(coded("gzip", events[0]), nil))
	const bodies = 300
	for _, sized := range []bool{true, false} { // without a length nothing says that they ended
		var trace strings.Builder
		for i := range bodies {
			trace.WriteString(curlTrace("/"+strconv.Itoa(i), "gzip", sized, body))
		}
		for _, i := range []int{1, 2, 256, 257, bodies} {
			tl := analyze(t, trace.String(), analyzer.Options{Exchange: i}).Timeline
			inflated := tl.Inflated != nil && tl.Total() == int64(len(events[0])) && len(tl.Notes) == 0
			lengths := tl.Coded && tl.Total() == int64(len(body)) && cmp.Equal(tl.Notes, []capture.Note{capture.NoteCoded})
			if want := sized || i <= 256; inflated != want || lengths == want {
				t.Errorf("exchange %d, ended %v: %+v", i, sized, tl)
			}
		}
	}
}
